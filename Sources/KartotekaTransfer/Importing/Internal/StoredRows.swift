import KartotekaModel
import KartotekaStore

/// Finds the records that a file's rows have made before: a file without keys that is imported again must not double them.
///
/// A record counts for one row, so that rows that are equal within a file stay as many as they are.
final class StoredRows {
  /// The maximum number of records that are compared.
  private static let most = 2_000_000

  private let transaction: Transaction
  private let entity: EntityDescription
  /// The greatest id before the import; records of this import are no earlier ones.
  private let last: RecordID
  private let defaults: [Value]
  private var positions: [Int] = []
  /// The records by the hash of their values, the last one first.
  private var records: [Int: [RecordID]] = [:]
  private var isRead = false

  /// - Returns: nil for an entity without records.
  init?(_ transaction: Transaction, _ entity: EntityDescription) throws {
    guard let last = try transaction.greatestID(of: entity) else { return nil }
    (self.transaction, self.entity, self.last) = (transaction, entity, last)
    defaults = AnyRecord(entity).values
  }

  /// Takes the record that has all values of a row; nil if there is none.
  /// - Parameter given: the positions of the file's columns.
  func take(_ draft: RowDraft, _ given: [Int]) throws -> RecordID? {
    // Relationships to several records are not among the values, and JSON may have values beside the file's columns.
    guard draft.related.allSatisfy({ $0?.isEmpty ?? true }), !draft.isUnresolved, !given.isEmpty,
      draft.cells.indices.allSatisfy({ draft.value(at: $0) == nil || given.contains($0) })
    else { return nil }
    if !isRead || given != positions { try read(given) }
    let hash = Self.hash(given) { value(draft, $0) }
    guard let place = try records[hash]?.lastIndex(where: { try isSame($0, draft) }) else { return nil }
    return records[hash]?.remove(at: place)
  }

  private func isSame(_ id: RecordID, _ draft: RowDraft) throws -> Bool {
    guard let record = try transaction.record(entity, id: id) else { return false }
    return positions.allSatisfy { record.values[$0] == value(draft, $0) }
  }

  // A value that a row lacks is that of a new record.
  private func value(_ draft: RowDraft, _ position: Int) -> Value { draft.value(at: position) ?? defaults[position] }

  private func read(_ positions: [Int]) throws {
    (self.positions, isRead, records) = (positions, true, [:])
    var count = 0
    try transaction.forEach(entity) { record in
      guard let id = record.id, id <= last, count < Self.most else { return }
      count += 1
      records[Self.hash(positions) { record.values[$0] }, default: []].append(id)
    }
    for hash in records.keys { records[hash]?.reverse() }
  }

  private static func hash(_ positions: [Int], _ value: (Int) -> Value) -> Int {
    var hasher = Hasher()
    for position in positions { hasher.combine(value(position)) }
    return hasher.finalize()
  }
}
