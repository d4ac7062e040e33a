import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Titles of records, including those that are composed of related records.
extension AppScreens {
  /// The title of an entity's records: `People`, and `People: notes` for the notes on them.
  func kind(of entity: EntityDescription, _ say: Localizer) -> String {
    guard let owner = entity.notesOwner.flatMap(description.model.entity(named:)) else {
      return say.capitalized(entity.nouns.many)
    }
    return say("{kind}: notes", ["kind": .text(say.capitalized(owner.nouns.many))])
  }

  /// The list of an entity's records; nil if the application has none.
  func screen(of entity: EntityDescription) -> ListScreen? { ListScreen(self, of: entity) }

  /// The title of a record.
  func title(of record: AnyRecord, _ say: Localizer) async throws -> String {
    record.title(in: say, related: try await related(record.entity.titleRelationships, of: record))
  }

  /// The titles of the related records of a draft, by relationship.
  func titles(_ draft: RecordDraft, _ say: Localizer) async throws -> [String: String] {
    let relationships = draft.record.entity.relationships.filter { $0.cardinality == .toOne }
    var titles: [String: String] = [:]
    for relationship in relationships {
      guard let id = draft.texts[relationship.name].flatMap({ RecordID($0) }),
        let target = description.model.entity(named: relationship.target),
        let record = try await store.record(target, id: id)
      else { continue }
      titles[relationship.name] = try await title(of: record, say)
    }
    return titles
  }

  private func related(
    _ relationships: [RelationshipDescription], of record: AnyRecord
  ) async throws -> [String: [RecordID: AnyRecord]] {
    var found: [String: [RecordID: AnyRecord]] = [:]
    for relationship in relationships {
      guard case .integer(let id) = record[relationship.name],
        let target = description.model.entity(named: relationship.target)
      else { continue }
      found[relationship.name] = try await store.record(target, id: id).map { [id: $0] }
    }
    return found
  }
}
