import Synchronization

/// Ends the reading of a file on a thread that belongs to no task, such as a queue's.
package final class ReadingCancellation: Sendable {
  /// That of the current thread; nil for a reading that is not cancelled.
  @TaskLocal package static var current: ReadingCancellation?

  private let cancelled = Atomic(false)

  package init() {}

  /// Ends the reading. Any thread may call this.
  package func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// Ends a cancelled reading between two rows.
  /// - Throws: `CancellationError`.
  static func check() throws {
    if current?.cancelled.load(ordering: .relaxed) == true || Task.isCancelled { throw CancellationError() }
  }
}

extension String {
  /// The beginning of the text that takes at most so many bytes of UTF-8. A character may be cut, a scalar is not.
  func beginning(bytes most: Int) -> String {
    guard utf8.count > most else { return self }
    guard var end = utf8.index(startIndex, offsetBy: most, limitedBy: endIndex) else { return self }
    while utf8[end] & 0xc0 == 0x80 { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
