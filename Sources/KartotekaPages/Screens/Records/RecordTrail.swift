import Foundation
import KartotekaHTML
import KartotekaModel

/// The trail of pages to a record, stored in addresses and forms, so that each back link leads to the previous page:
/// `suppliers/5,products/7,teachers,!late,*sort%3D-total,?ab`. The last step comes first; the filter, the shape and the search
/// of the initial list come last.
struct RecordTrail: Hashable, Sendable {
  /// The maximum number of steps; the oldest ones are dropped.
  private static let mostSteps = 12

  /// Records (`products/7`) and screens (`teachers`), the last one first.
  private(set) var steps: [String]
  /// The search of the initial list.
  private(set) var search: String
  /// The filter of the initial list.
  private(set) var only = ""
  /// The shape of the initial list.
  private(set) var shape = ListShape()

  /// Parses a trail; nil gives an empty one.
  init(_ text: String?) {
    let parts = (text ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    steps = parts[0].split(separator: ",").map(String.init)
    if let last = steps.last, last.hasPrefix("*") {
      shape = ListShape(text: last.dropFirst().removingPercentEncoding ?? "")
      steps.removeLast()
    }
    if let last = steps.last, last.hasPrefix("!") {
      only = String(last.dropFirst())
      steps.removeLast()
    }
    steps = Array(steps.filter(Self.isStep).prefix(Self.mostSteps))
    search = parts.count > 1 ? String(parts[1]) : ""
  }

  // Whether the text is a valid step.
  private static func isStep(_ text: String) -> Bool { text.wholeMatch(of: /[^,!?\/]+(\/-?[0-9]+)?/) != nil }

  /// The text in addresses; empty for a record that was opened from its own list.
  var text: String {
    guard !steps.isEmpty else { return "" }
    return steps.joined(separator: ",") + (only.isEmpty ? "" : ",!" + only)
      + (shape.isEmpty ? "" : ",*" + URLPath.encoded(shape.text)) + (search.isEmpty ? "" : ",?" + search)
  }

  /// The trail to a related record of a record that was opened by this trail, or from a list with the given search, filter and
  /// shape.
  func onward(from record: String, search: String, only: String, shape: ListShape = ListShape()) -> RecordTrail {
    var copy = self
    copy.steps = Array(([record] + steps).prefix(Self.mostSteps))
    if copy.search.isEmpty { copy.search = search }
    // A comma would end the filter.
    if copy.only.isEmpty, !only.contains(","), !only.contains("?") { copy.only = only }
    if copy.shape.isEmpty { copy.shape = shape }
    return copy
  }

  /// The trail to the previous step.
  var rest: RecordTrail {
    var copy = self
    copy.steps.removeFirst(min(1, steps.count))
    return copy
  }

  /// The address of a record with this trail. The search of a list or screen is in its own parameter.
  func address(_ record: URLPath) -> URLPath {
    steps.contains { $0.contains("/") }
      ? record.with("via", text)
      : record.with("via", unlessEmpty: steps.joined(separator: ",")).with("search", unlessEmpty: search)
        .with(ListNarrowing.parameter, unlessEmpty: only).with(shape)
  }
}
