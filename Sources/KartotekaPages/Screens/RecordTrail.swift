import KartotekaHTML
import KartotekaModel

/// The way that led to a record, as its address and its forms carry it, so that each step back leads to the same place:
/// `suppliers/5,products/7,teachers,!late,?ab`. The last step comes first; what the list at the beginning was narrowed
/// down to and searched for come last.
struct RecordTrail: Hashable, Sendable {
  /// Addresses that go on and on stay short: the oldest steps are forgotten.
  private static let mostSteps = 12

  /// Records (`products/7`) and screens (`teachers`), the last one first.
  private(set) var steps: [String]
  /// What was searched for where the way began.
  private(set) var search: String
  /// What the list where it began was narrowed down to.
  private(set) var only = ""

  /// Reads what an address says; nothing for nil.
  init(_ text: String?) {
    let parts = (text ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    steps = parts[0].split(separator: ",").map(String.init)
    if let last = steps.last, last.hasPrefix("!") {
      only = String(last.dropFirst())
      steps.removeLast()
    }
    steps = Array(steps.filter(Self.isStep).prefix(Self.mostSteps))
    search = parts.count > 1 ? String(parts[1]) : ""
  }

  // Whether it can be a screen or a record: what else an address holds goes no further.
  private static func isStep(_ text: String) -> Bool { text.wholeMatch(of: /[a-z0-9-]+(\/[0-9]+)?/) != nil }

  /// As an address says it; empty for a record that was opened from its own list.
  var text: String {
    guard !steps.isEmpty else { return "" }
    return steps.joined(separator: ",") + (only.isEmpty ? "" : ",!" + only) + (search.isEmpty ? "" : ",?" + search)
  }

  /// The way to what a record leads to, which was itself opened on this way, or from a list with that search and
  /// narrowed down to that.
  func onward(from record: String, search: String, only: String) -> RecordTrail {
    var copy = self
    copy.steps = Array(([record] + steps).prefix(Self.mostSteps))
    if copy.search.isEmpty { copy.search = search }
    // A comma would end it.
    if copy.only.isEmpty, !only.contains(","), !only.contains("?") { copy.only = only }
    return copy
  }

  /// The way to the step before.
  var rest: RecordTrail {
    var copy = self
    copy.steps.removeFirst(min(1, steps.count))
    return copy
  }

  /// The address of a record that was opened on this way. A list or a screen that it was opened from has its search in
  /// the address itself.
  func address(_ record: URLPath) -> URLPath {
    steps.contains { $0.contains("/") }
      ? record.with("via", text)
      : record.with("via", unlessEmpty: steps.joined(separator: ",")).with("search", unlessEmpty: search)
        .with(ListNarrowing.parameter, unlessEmpty: only)
  }
}
