import KartotekaHTML
import KartotekaModel
import KartotekaScreens

/// The filter of a list in its address: `?only=late`, a subset or a state, or `?only=orderDate:1998-04`, a value of a field;
/// for dates also a month or a year, for countries also a continent. `?only=late;orderDate:1998-04` combines both.
struct ListNarrowing: Sendable {
  /// The name of the parameter.
  static let parameter = "only"

  /// The condition on records.
  let predicate: FetchPredicate
  /// The displayed text: "Late", "Order date: April 1998".
  let title: String
  /// Whether it is one of the list's subsets, which are shown above it anyway.
  let isSubset: Bool

  /// Parses a text; nil if it is empty or invalid.
  init?(_ text: String, of list: ListScreen, _ say: Localizer) {
    if text.isEmpty { return nil }
    if let subset = Self.subset(text, of: list) {
      (predicate, title) = (subset.predicate, say(subset.title))
      isSubset = Self.subsets(of: list).contains { $0.name == text }
      return
    }
    isSubset = false
    // Names of fields contain no semicolon.
    let parts = text.split(separator: ";", maxSplits: 1).map(String.init)
    if parts.count == 2, let subset = Self.subset(parts[0], of: list) {
      guard let field = Self.field(parts[1], of: list, say) else { return nil }
      predicate = subset.predicate.and(field.predicate)
      title = field.title + " · " + say(subset.title)
    } else {
      guard let field = Self.field(text, of: list, say) else { return nil }
      (predicate, title) = field
    }
  }

  /// The parameter for a value of a field, with an optional subset.
  static func text(_ name: String, _ value: String, within subset: String? = nil) -> String {
    (subset.map { $0 + ";" } ?? "") + name + ":" + value
  }

  /// The subsets of a list: the declared ones, else its entity's states.
  static func subsets(of list: ListScreen) -> [SubsetDescription] {
    if !list.list.subsets.isEmpty { return list.list.subsets }
    // The default state is declared last, because no other condition holds for it.
    return list.entity.states.reversed().compactMap { state in
      list.entity.condition(ofState: state.name).map {
        SubsetDescription(entity: list.entity.name, name: state.name, title: state.label, predicate: $0)
      }
    }
  }

  /// The subset with the given name: one of the list, of an overview's series or of a view.
  static func subset(_ name: String, of list: ListScreen) -> SubsetDescription? {
    (subsets(of: list) + list.screens.description.overviewSubsets).first {
      $0.name == name && $0.entity == list.entity.name
    } ?? list.screens.description.viewSubset(name, of: list.entity.name)
  }

  private static func field(
    _ text: String, of list: ListScreen, _ say: Localizer
  ) -> (predicate: FetchPredicate, title: String)? {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let position = list.entity.position(of: parts[0]),
      case .attribute(let attribute) = list.entity.columns[position],
      let (predicate, shown) = Self.value(parts[1], attribute, say)
    else { return nil }
    return (predicate, say("{field}: {value}", ["field": .text(say(attribute.label)), "value": .text(shown)]))
  }

  private static func value(
    _ text: String, _ attribute: AttributeDescription, _ say: Localizer
  ) -> (FetchPredicate, String)? {
    if attribute.kind == .date, text.utf8.count == 7, let month = Month(text) {
      return (.day(of: attribute.name, from: month, through: month), month.name(in: say))
    }
    if attribute.kind == .date, text.utf8.count == 4, let first = Month(text + "-01") {
      return (.day(of: attribute.name, from: first, through: first.adding(11)), text)
    }
    if attribute.kind == .country, let continent = Continent(rawValue: text) {
      let codes = CountryCode.all.filter { $0.continent == continent }.map { Value.text($0.code) }
      return (.compare(attribute.name, .in, codes), say(continent.name))
    }
    if attribute.kind == .timestamp {
      return FetchPredicate.moments(of: attribute.name, named: text, say).map { ($0, text) }
    }
    guard let value = try? attribute.behavior.value(text: text, for: attribute) else { return nil }
    return (.compare(attribute.name, .eq, [value]), attribute.behavior.display(value, for: attribute, in: say))
  }
}

extension ScreenRequest {
  /// The hidden fields that keep the list's search and filter.
  var listMessage: FormMessage {
    FormMessage(listSearch: search, listNarrowing: only, listShape: shape.text)
  }
}

extension URLPath {
  /// The address with the search, filter and shape of a list.
  func with(list request: ScreenRequest) -> URLPath { ListState(request).address(self) }

  /// The address with the parameters of a shape.
  func with(_ shape: ListShape) -> URLPath { shape.items.reduce(self) { $0.with($1.name, $1.value) } }
}

extension FetchPredicate {
  /// The condition that a time is within the day, minute or second of a text in the person's time zone; nil if it is none.
  static func moments(of attribute: String, named text: String, _ say: Localizer) -> FetchPredicate? {
    guard let range = try? TimestampKind().range(of: text.trimmingSpaces(), in: ValueNotation(typedBy: say)) else {
      return nil
    }
    return .all([
      .compare(attribute, .gte, [.text(range.lowerBound)]), .compare(attribute, .lt, [.text(range.upperBound)]),
    ])
  }
}
