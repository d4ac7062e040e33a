import KartotekaHTML
import KartotekaModel
import KartotekaStore

// The texts that records have in a field, proposed below what is typed.
extension FilterScreen {
  /// The maximum number of records whose texts are counted, and the length up to which a text is proposed.
  private static let (mostCounted, longestText) = (100_000, 80)

  /// Texts with the number of records that have them, where they are few and some repeat: towns, and not names. Notes and texts
  /// that only one record can have are not counted. Of a rating its stars, most of them first.
  func texts(_ condition: Condition, _ request: ScreenRequest) async throws -> [ShapeParts.Link] {
    guard case .attribute(let attribute) = condition.field.subject, condition.choice != nil,
      attribute.stars != nil || attribute.kind == .text && !attribute.multiline, !attribute.isUnique,
      !attribute.isOfDays, attribute.source == nil,
      try await shaping.screens.store.count(AnyFetchRequest(shaping.entity.name)) <= Self.mostCounted
    else { return [] }
    var aggregate = AggregateRequest(shaping.entity.name)
    aggregate.predicate = try await others(condition, request)
    aggregate.groups = [.value(condition.field.path)]
    aggregate.order =
      attribute.stars != nil
      ? [.group(0, ascending: false)] : [.measure(0, ascending: false), .group(0, ascending: true)]
    aggregate.limit = Self.mostValues + 1
    let rows = try await shaping.screens.store.aggregates([aggregate])[0]
    guard rows.count <= Self.mostValues else { return [] }
    let chosen = condition.current.map { [.eq, .in].contains($0.filter) ? $0.values : [] } ?? []
    var (links, isRepeated): ([ShapeParts.Link], Bool) = ([], attribute.stars != nil)
    for row in rows {
      guard case .integer(let count)? = row.measures.first, let value = row.groups.first, !value.isNull else {
        continue
      }
      let text = attribute.behavior.text(value, for: attribute)
      if text.isEmpty || text.count > Self.longestText { continue }
      if count > 1 { isRepeated = true }
      // A number would not say how many of the search's records it counts.
      links.append(
        ShapeParts.Link(
          title: attribute.stars == nil ? text : attribute.behavior.display(value, for: attribute, in: request.say),
          value: request.search.isEmpty ? request.say.language.grouped(Int(count)) : nil,
          href: toggling(text, chosen, condition, request), isChosen: chosen.contains(text)))
    }
    return isRepeated || !chosen.isEmpty ? links : []
  }
}

extension ListShaping {
  /// Rows that a search has found.
  func found(_ links: [ShapeParts.Link], _ say: Localizer) -> ShapeParts.Part { .found([rows(links, say)]) }

  /// Rows, or a note that there are none.
  func rows(_ links: [ShapeParts.Link], _ say: Localizer) -> ShapeParts.Part {
    links.isEmpty ? .note(say("Nothing to choose from")) : .links(title: nil, links)
  }
}
