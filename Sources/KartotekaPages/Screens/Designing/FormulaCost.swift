import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The remark on a computed value before it is saved, if lists that are sorted or filtered by it are slow without an index.
struct FormulaCost {
  /// The name of the field that keeps an index.
  static let field = "sorted"
  /// The name of the field that has the search look in the value.
  static let search = "searched"

  /// The sentence.
  let text: String
  /// The remedy, or why there is none.
  let advice: String

  /// - Returns: nil for a value that has an index, or is computed fast enough.
  init?(of computed: ComputedDescription, _ entity: EntityDescription, in store: Store, _ say: Localizer) async throws {
    let canHaveIndex = computed.canHaveIndex(of: entity)
    guard !computed.attribute.isSorted || !canHaveIndex else { return nil }
    let cost = try await store.cost(of: computed.source, entity)
    guard cost.isSlow else { return nil }
    text = say(
      Phrase(
        "Lists sorted or filtered by this compute it for all {count} records, which takes about {seconds} s.",
        ["count": .count(cost.records), "seconds": .text(Self.text(cost.seconds, say))]))
    let remedy = canHaveIndex ? say("Keep an index, and they stay fast.") : say(Self.obstacle)
    guard computed.attribute.isSearched else {
      advice = remedy
      return
    }
    advice = [say("So does each search, as long as “Searched” is ticked."), remedy].joined(separator: " ")
  }

  /// Why a value has no index.
  static let obstacle: StaticString =
    "It can have no index: only numbers and days that are calculated by + - × and round(…) from the record's own fields can."

  // With one digit after the point where it says something.
  private static func text(_ seconds: Double, _ say: Localizer) -> String {
    guard seconds < 9.95 else { return String(Int64(clampingNearest: seconds)) }
    var attribute = AttributeDescription(name: "seconds", label: "", kind: .decimal)
    attribute.scale = 1
    return attribute.behavior.display(.integer(Int64(clampingNearest: seconds * 10)), for: attribute, in: say)
  }
}

extension ComputedDescription {
  /// Whether an index of the value can be kept in a table of our own.
  func canHaveIndex(of entity: EntityDescription) -> Bool {
    entity.source == nil && source.indexObstacle(attribute) == nil
  }
}
