import KartotekaModel
import KartotekaStore

/// The folded names of an entity's records: titles and texts of unique attributes.
final class RecordNames {
  private let transaction: Transaction
  private let entity: EntityDescription
  private let title: [Int]
  private let unique: [Int]
  private let defaults: [Value]
  /// Whether references use names.
  let areAskedFor: Bool

  // All names that records have had, loaded on demand. Each match is checked against the current record.
  private var isRead = false
  private var first: [String: RecordID] = [:]
  private var others: [String: Set<RecordID>] = [:]
  // The names of the records of a dry run as they are written.
  private var tried: [RecordID: [String]] = [:]

  init(_ transaction: Transaction, _ entity: EntityDescription) {
    self.transaction = transaction
    self.entity = entity
    let attributes = entity.titleAttributes
    title = attributes.allSatisfy(\.isText) ? attributes.compactMap { entity.position(of: $0.name) } : []
    unique = entity.attributes.indices.filter { entity.attributes[$0].isUnique && entity.attributes[$0].isText }
    defaults = AnyRecord(entity).values
    areAskedFor = transaction.model.entities.contains {
      $0.relationships.contains { $0.target == entity.name && ReferenceLookup.Relation.isByTitle($0, entity) }
    }
  }

  /// The folded names of a row's record.
  func names(of draft: RowDraft) -> Set<String> { Set(texts(of: draft).map(Folding.fold)) }

  private func names(of record: AnyRecord) -> Set<String> { Set(texts(of: record).map(Folding.fold)) }

  private func texts(of draft: RowDraft) -> [String] { texts { draft.value(at: $0) ?? defaults[$0] } }

  private func texts(of record: AnyRecord) -> [String] { texts { record.values[$0] } }

  private func texts(_ value: (Int) -> Value) -> [String] {
    func text(_ position: Int) -> String? {
      if case .text(let text) = value(position), !text.isEmpty { text } else { nil }
    }
    let title = title.compactMap(text).joined(separator: " ")
    return unique.compactMap(text) + (title.isEmpty ? [] : [title])
  }

  /// The written records with a name: those that have the very text, else those that have it with other cases and accents.
  /// - Parameter isNew: whether a record exists only in a dry run; its recorded names are then current.
  func records(called text: String, isNew: (RecordID) -> Bool = { _ in false }) throws -> [RecordID] {
    if !isRead {
      isRead = true
      try transaction.forEach(entity) { add($0.id ?? 0, names(of: $0)) }
    }
    let name = Folding.fold(text)
    let ids = (first[name].map { [$0] } ?? []) + (others[name] ?? [])
    var (equal, alike): ([RecordID], [RecordID]) = ([], [])
    for id in ids {
      let texts = try isNew(id) ? tried[id] ?? [] : transaction.record(entity, id: id).map(texts(of:)) ?? []
      if texts.contains(text) {
        equal.append(id)
      } else if texts.contains(where: { Folding.fold($0) == name }) {
        alike.append(id)
      }
    }
    return equal.isEmpty ? alike : equal
  }

  /// Whether a record has a name of a row.
  /// - Parameter last: the greatest number of such records; later ones are of this import.
  func hasRecord(like draft: RowDraft, upTo last: RecordID) throws -> Bool {
    for text in texts(of: draft) {
      if try records(called: text, isNew: { $0 > last }).contains(where: { $0 <= last }) { return true }
    }
    return false
  }

  /// Invalidates the names, so that the next lookup reads them again.
  func forget() {
    isRead = false
    first = [:]
    others = [:]
    tried = [:]
  }

  /// Adds the names of a new record.
  /// - Parameter isTried: whether it is in no table, as in a dry run.
  func add(_ id: RecordID, _ draft: RowDraft, isTried: Bool = false) {
    guard isRead else { return }
    add(id, names(of: draft))
    if isTried { tried[id] = texts(of: draft) }
  }

  /// Adds the names of a changed record.
  func add(_ record: AnyRecord) {
    if isRead { add(record.id ?? 0, names(of: record)) }
  }

  private func add(_ id: RecordID, _ names: Set<String>) {
    for name in names {
      if let known = first[name] {
        if known != id { others[name, default: []].insert(id) }
      } else {
        first[name] = id
      }
    }
  }
}

/// A key by which a record can be found.
enum RecordName: Hashable {
  /// The id.
  case number(RecordID)
  /// A value of a unique attribute.
  case value(attribute: String, Value)
  /// The folded title or text of a unique attribute.
  case folded(String)
}
