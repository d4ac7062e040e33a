/// A place in a history, which pages go back from: before the change, or the change set, of that number.
package struct HistoryPosition: Sendable, Hashable, LosslessStringConvertible {
  /// The number, at least 1.
  package let number: Int64

  /// The place before a change or a change set that exists.
  init(before number: Int64) { self.number = max(1, number) }

  /// Reads ``description``; nil for anything else.
  package init?(_ description: String) {
    guard let number = Int64(description), number > 0 else { return nil }
    self.number = number
  }

  /// For an address: `120`.
  package var description: String { String(number) }
}
