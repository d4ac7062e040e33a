import KartotekaModel
import KartotekaStore

/// The text of a related record in a field: its number, its title, or both.
enum RelatedText: Hashable {
  /// `Anna Kowalska · 7`, or `Order 7` of numbered titles.
  case number(RecordID)
  /// `7`: a title, since cells show titles, or a number.
  case digits(RecordID, String)
  /// `Anna Kowalska`.
  case title(String)

  /// Parses the input for a record of an entity; nil if it is empty.
  init?(_ text: String, of entity: EntityDescription?) {
    let text = text.trimmingSpaces()
    if text.isEmpty { return nil }
    if let id = RecordID(text), id > 0 {
      self = .digits(id, text)
      return
    }
    // "Order 10248": for numbered titles the number is the last word.
    let mark: Character = entity?.isTitledByNumber == true ? " " : "·"
    let last = text.split(separator: mark, omittingEmptySubsequences: false).last ?? ""
    if let id = RecordID(String(last).trimmingSpaces()), id > 0 {
      self = .number(id)
    } else {
      self = .title(text)
    }
  }

  /// The text of a number that no title is taken for.
  static func text(of number: RecordID) -> String { "· " + String(number) }

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
    /// The record with the given title or number. A record of the number may not exist.
    case record(RecordID)
    /// The reason why no record was found.
    case fault(String)
  }

  /// The record of an input.
  func find(_ text: String, _ relationship: RelationshipDescription) async throws -> Result {
    switch RelatedText(text, of: store.model.entity(named: relationship.target)) {
    case nil: return .nothing
    case .number(let id): return .record(id)
    case .digits(let id, let title): return try await find(titled: title, relationship) ?? .record(id)
    case .title(let title):
      guard let target = store.model.entity(named: relationship.target), target.titled(title) != nil else {
        return .fault(say("This has to be a record's number"))
      }
      return try await find(titled: title, relationship) ?? .fault(say.nothingCalled(title, target.nouns))
    }
  }

  /// The condition that a related record has a title; nil if none has it.
  func condition(titled title: String, _ relationship: RelationshipDescription) async throws -> FetchPredicate? {
    guard let target = store.model.entity(named: relationship.target), let condition = target.titled(title) else {
      return nil
    }
    var request = AnyFetchRequest(target.name)
    request.predicate = condition
    return try await store.count(request) > 0 ? condition : nil
  }

  // Nil if no record has the title.
  private func find(titled title: String, _ relationship: RelationshipDescription) async throws -> Result? {
    guard let target = store.model.entity(named: relationship.target), let condition = target.titled(title) else {
      return nil
    }
    var request = AnyFetchRequest(target.name)
    request.readsBlobs = false
    request.predicate = condition
    request.limit = 5
    let page = try await store.fetch(request)
    guard let first = page.records.first else { return nil }
    if page.records.count == 1 { return .record(first.id ?? 0) }
    let names = page.records.map { RelatedText.text(of: $0, in: say) } + (page.next == nil ? [] : ["…"])
    return .fault(
      say("Several have this name: {records}", ["records": .text(names.joined(separator: ", "))]))
  }
}
