import KartotekaModel
import KartotekaStore

/// Adds records of one entity in bulk and tracks the rows of records that are not written yet.
final class NewRecords {
  /// A buffered row.
  private struct Waiting {
    unowned let file: FileImport
    let line: Int
    let raw: UnsafeRawBufferPointer
    let isUnresolved: Bool
    /// Whether its id comes from the row.
    let isNumbered: Bool
    /// Its values of unique attributes, which the database may refuse.
    let keys: [Int: Value]
  }

  private let transaction: Transaction
  private let entity: EntityDescription
  private let refusals: RowRefusals
  private let defaults: [Value]
  /// The positions of unique attributes.
  private let keys: [Int]
  /// Created for the first new record, so that an import without changes does not write.
  private var bulk: BulkInsert?
  /// The values of unique attributes in buffered rows.
  private var waitingKeys: Set<Value> = []
  @exclusivity(unchecked) private var waiting: [Waiting] = []

  init(_ transaction: Transaction, _ entity: EntityDescription, _ refusals: RowRefusals, keys: [Int]) {
    self.transaction = transaction
    self.entity = entity
    self.refusals = refusals
    self.keys = keys
    defaults = AnyRecord(entity).values
  }

  // MARK: Queries

  /// Whether any record is buffered.
  var hasWaiting: Bool { !waiting.isEmpty }

  /// Whether a record is buffered.
  func isWaiting(_ id: RecordID) -> Bool { hasWaiting && bulk?.isWaiting(id) == true }

  /// Whether a buffered record has the given value of a unique attribute.
  func isWaiting(having value: Value) -> Bool { waitingKeys.contains(value) }

  /// Whether a record was added in bulk in this transaction.
  func contains(_ id: RecordID) -> Bool { bulk.map { id > $0.greatestID } ?? false }

  /// Whether an id is greater than those of all records.
  func areBelow(_ id: RecordID) -> Bool { bulk.map { id > $0.lastID } ?? false }

  // MARK: Adding

  /// Whether a record with this id can be added in bulk: it must be greater than all others.
  func take(_ id: RecordID) throws -> Bool { try id > open().lastID }

  /// Adds the record of a row.
  /// - Parameter file: counts the row as rejected if the database refuses it after all.
  /// - Returns: its number.
  func add(_ draft: RowDraft, of file: FileImport) throws -> RecordID {
    let bulk = try open()
    for position in draft.cells.indices { bind(draft.cells[position], at: position, bulk) }
    waiting.append(
      Waiting(
        file: file, line: draft.line, raw: draft.raw, isUnresolved: draft.isUnresolved, isNumbered: draft.id != nil,
        keys: keys.isEmpty ? [:] : keyValues(draft)))
    let id = try bulk.insert(id: draft.id, tag: waiting.count - 1)
    if !bulk.hasWaiting { forgetWaiting() }
    return id
  }

  /// Adds a record with an id that can't be added in bulk.
  func addApart(_ record: AnyRecord, lacksReferences: Bool) throws {
    try open().insertApart(record, lacksReferences: lacksReferences)
  }

  private func keyValues(_ draft: RowDraft) -> [Int: Value] {
    var values: [Int: Value] = [:]
    for position in keys {
      guard let value = draft.value(at: position), !value.isNull else { continue }
      values[position] = value
      waitingKeys.insert(value)
    }
    return values
  }

  @inline(__always)
  private func bind(_ cell: Cell, at position: Int, _ bulk: BulkInsert) {
    switch cell {
    case .bytes(let bytes): bulk.bind(utf8: bytes, at: position)
    case .value(let value): bulk.bind(value, at: position)
    case .record(let id): bulk.bind(.integer(id), at: position)
    case .empty, .reference: bulk.bind(.null, at: position)
    case .absent: bulk.bind(defaults[position], at: position)
    }
  }

  private func open() throws -> BulkInsert {
    if let bulk { return bulk }
    let bulk = try transaction.bulkInsert(entity) { [unowned self] tag, error in
      guard waiting.indices.contains(tag) else { return }
      let row = waiting[tag]
      let faults = refusals.faults(error, isNumbered: row.isNumbered)
      row.file.takeBack(row.line, row.raw, wasUnresolved: row.isUnresolved, faults.map { $0.with(row.keys) })
    }
    self.bulk = bulk
    return bulk
  }

  // MARK: Writing

  /// Writes the buffered records.
  func flush() throws {
    try bulk?.flush()
    forgetWaiting()
  }

  /// Writes the buffered records, and stores the undo ranges of all that were added so far.
  func logRanges() throws {
    try flush()
    try bulk?.logRanges()
  }

  /// Ends a transaction: updates sort keys and search indices.
  func finish() throws {
    try flush()
    try bulk?.finish()
    bulk = nil
  }

  private func forgetWaiting() {
    waitingKeys.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
  }
}
