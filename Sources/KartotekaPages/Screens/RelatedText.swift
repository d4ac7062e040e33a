import KartotekaModel
import KartotekaStore

/// The text of a related record in a field: its number, its title, or both.
enum RelatedText: Hashable {
  /// `7`, or `Anna Kowalska · 7`.
  case number(RecordID)
  /// `Anna Kowalska`.
  case title(String)

  /// Parses the input for a record of an entity; nil if it is empty.
  init?(_ text: String, of entity: EntityDescription?) {
    let text = text.trimmingSpaces()
    if text.isEmpty { return nil }
    // "Order 10248": for numbered titles the number is the last word.
    let mark: Character = entity?.isTitledByNumber == true ? " " : "·"
    let last = text.split(separator: mark, omittingEmptySubsequences: false).last ?? ""
    if let id = RecordID(String(last).trimmingSpaces()), id > 0 {
      self = .number(id)
    } else {
      self = .title(text)
    }
  }

  /// The text of a record in tables.
  static func text(of record: AnyRecord, in say: Localizer) -> String {
    let title = record.title(in: say)
    return record.entity.isTitledByNumber ? title : title + " · " + String(record.id ?? 0)
  }
}

/// Finds related records by input.
struct RelatedLookup {
  let store: Store
  let say: Localizer

  /// The result.
  enum Result: Hashable {
    /// The input is empty.
    case nothing
    /// The record with the given number, which may not exist.
    case record(RecordID)
    /// The reason why no record was found.
    case fault(String)
  }

  /// The record of an input.
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
