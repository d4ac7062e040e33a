import KartotekaModel
import KartotekaStore

/// A related record as a person writes it: by its number, its title, or both as tables show them.
enum RelatedText: Hashable {
  /// `7`, or `Anna Kowalska · 7`.
  case number(RecordID)
  /// `Anna Kowalska`.
  case title(String)

  /// Reads what was typed for a record of an entity; nil for nothing.
  init?(_ text: String, of entity: EntityDescription?) {
    let text = text.trimmingSpaces()
    if text.isEmpty { return nil }
    // "Order 10248": what is named by its number has it as the last word.
    let mark: Character = entity?.numberedTitle == nil ? "·" : " "
    let last = text.split(separator: mark, omittingEmptySubsequences: false).last ?? ""
    if let id = RecordID(String(last).trimmingSpaces()), id > 0 {
      self = .number(id)
    } else {
      self = .title(text)
    }
  }

  /// A record as tables show it.
  static func text(of record: AnyRecord, in say: Localizer) -> String {
    let title = record.title(in: say)
    return record.entity.numberedTitle == nil ? title + " · " + String(record.id ?? 0) : title
  }
}

/// Finds related records by what was typed.
struct RelatedLookup {
  let store: Store
  let say: Localizer

  /// What came of it.
  enum Result: Hashable {
    /// No record: nothing was typed.
    case nothing
    /// The record of that number, whether there is one or not.
    case record(RecordID)
    /// Why there is none.
    case fault(String)
  }

  /// The record that a text means.
  func find(_ text: String, _ relationship: RelationshipDescription) async throws -> Result {
    switch RelatedText(text, of: store.model.entity(named: relationship.target)) {
    case nil: return .nothing
    case .number(let id): return .record(id)
    case .title(let title): return try await find(titled: title, relationship)
    }
  }

  private func find(titled title: String, _ relationship: RelationshipDescription) async throws -> Result {
    guard let target = store.model.entity(named: relationship.target), let condition = target.titled(title) else {
      return .fault(say("This has to be a record's number"))
    }
    var request = AnyFetchRequest(target.name)
    request.readsBlobs = false
    request.predicate = condition
    request.limit = 5
    let page = try await store.fetch(request)
    guard let first = page.records.first else { return .fault(say.nothingCalled(title, target.nouns)) }
    if page.records.count == 1 { return .record(first.id ?? 0) }
    let names = page.records.map { RelatedText.text(of: $0, in: say) } + (page.next == nil ? [] : ["…"])
    return .fault(
      say("Several have this name: {records}", ["records": .text(names.joined(separator: ", "))]))
  }
}
