import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Moves a record among those of a section whose records have places (``AttributeOption/place(in:)``).
struct PlaceScreen: Sendable {
  let list: ListScreen
  let relationship: RelationshipDescription
  private let entity: EntityDescription
  private let owner: String
  private let attribute: AttributeDescription

  /// Nil for a section of records without places, or of those that can't be changed.
  init?(_ list: ListScreen, _ section: ListDescription.Section) {
    guard section.gallery == nil,
      let linked = LinkedRecords(section, of: list.entity, in: list.screens.description.model),
      let owner = linked.inverse, let attribute = linked.target.place(in: owner), !list.screens.isFixed(linked.target)
    else { return nil }
    (self.list, relationship, entity) = (list, linked.relationship, linked.target)
    (self.owner, self.attribute) = (owner, attribute)
  }

  /// Moves a record before another one, or behind the last one that the page shows. A neighbour that is gone meanwhile, or stands in
  /// another owner, moves nothing.
  func move(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    func number(_ name: String) -> RecordID? { form[name].flatMap { RecordID($0) } }
    guard let moved = number(FormName.moved) else { throw ScreenFault.noSuchPage }
    let (next, last) = (number(FormName.before), number(FormName.behind))
    let outcome = try await list.screens.store.perform(.screen) { [entity, owner, attribute] transaction in
      guard var record = try transaction.record(entity, id: moved), record[owner] == .integer(id),
        let place = try transaction.place(attribute.name, of: record, before: next, behind: last)
      else { return }
      transaction.name = Phrase("Moved {title}", ["title": record.titleArgument])
      record[attribute.name] = .integer(place)
      try transaction.update(record)
    }
    let page = list.screens.path(of: list.entity).appending(id).with("via", unlessEmpty: request.via ?? "")
      .with(list: request).with("more", unlessEmpty: form[FormName.more] ?? "")
    return .seeOther(page.place(RecordOrigin.place(of: moved, entity)), changeSet: outcome.changeSet)
  }
}
