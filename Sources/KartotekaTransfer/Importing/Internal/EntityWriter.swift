import KartotekaModel
import KartotekaStore

/// Stores the rows of one entity: changes the record that a row is about, or adds one.
final class EntityWriter {
  /// What became of a row.
  enum Stored {
    case inserted(RecordID)
    case updated(RecordID)
    case unchanged(RecordID)
    case rejected([RowFault])
  }

  /// A row that is to be added and is not written yet.
  private struct Waiting {
    unowned let file: FileImport
    let line: Int
    let raw: UnsafeRawBufferPointer
    let isUnresolved: Bool
    /// What it has for the unique attributes, for which the database may refuse it.
    let keys: [Int: Value]
  }

  private let transaction: Transaction
  let entity: EntityDescription
  private let settleAll: () throws -> Void
  private let defaults: [Value]
  /// The attributes by which a record is known that has no number in the file.
  private let keys: [Int]
  /// Opened for the first new record: an import that changes nothing leaves the file untouched.
  private var bulk: BulkInsert?
  /// Values of unique attributes of records that are not written yet.
  private var waitingKeys: Set<Value> = []
  private var waiting: [Waiting] = []

  /// - Parameter settleAll: settles the writers of all entities, in the order that undo asks for.
  init(_ transaction: Transaction, _ entity: EntityDescription, settleAll: @escaping () throws -> Void) {
    self.settleAll = settleAll
    self.transaction = transaction
    self.entity = entity
    defaults = AnyRecord(entity).values
    keys = entity.attributes.indices.filter { entity.attributes[$0].isUnique }
  }

  /// Stores a row whose references were all followed.
  /// - Parameter file: is told when the database refuses the row although it was counted as inserted.
  func store(_ draft: RowDraft, of file: FileImport) throws -> Stored {
    if let existing = try existing(draft) { return try update(existing, draft) }
    return try insert(draft, of: file)
  }

  /// Puts a reference into a record that was stored without it.
  /// - Returns: whether it could be.
  func link(_ id: RecordID, _ position: Int, to target: RecordID) throws -> Bool {
    try flush()
    guard var record = try transaction.record(entity, id: id) else { return false }
    record.values[position] = .integer(target)
    try settleAll()
    do {
      try transaction.update(record)
      return true
    } catch let error as StoreError {
      _ = try faults(error)
      return false
    }
  }

  /// Whether there is a record of that number.
  func exists(_ id: RecordID) throws -> Bool {
    if let bulk, bulk.isWaiting(id) { return true }
    return try transaction.exists(entity, id: id)
  }

  /// The record with that value of an attribute.
  func record(where name: String, is value: Value) throws -> RecordID? {
    if bulk?.hasWaiting == true { try flush() }
    return try transaction.record(entity, where: name, is: value)?.id
  }

  /// Writes the records that are not written yet.
  func flush() throws {
    try bulk?.flush()
    waitingKeys.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Writes the records that are not written yet and keeps for undo what was added so far.
  func settle() throws {
    try flush()
    try bulk?.settle()
  }

  /// Ends it: works out what records are searched and sorted by.
  func finish() throws {
    try flush()
    try bulk?.finish()
  }

  // MARK: Finding

  private func existing(_ draft: RowDraft) throws -> AnyRecord? {
    if let id = draft.id {
      if let bulk {
        if id > bulk.lastID { return nil }
        if bulk.isWaiting(id) { try flush() }
      }
      return try transaction.record(entity, id: id)
    }
    for position in keys {
      guard let value = draft.value(at: position), !value.isNull else { continue }
      if waitingKeys.contains(value) { try flush() }
      let name = entity.columns[position].name
      if let record = try transaction.record(entity, where: name, is: value) { return record }
    }
    return nil
  }

  // MARK: Changing

  private func update(_ existing: AnyRecord, _ draft: RowDraft) throws -> Stored {
    var record = existing
    for position in draft.cells.indices {
      if let value = draft.value(at: position) { record.values[position] = value }
    }
    guard record != existing else { return .unchanged(existing.id ?? 0) }
    // What was inserted before has to be kept for undo before what changes it.
    try settleAll()
    do {
      return .updated(try transaction.update(record).id ?? 0)
    } catch let error as StoreError {
      return .rejected(try faults(error))
    }
  }

  // MARK: Adding

  private func insert(_ draft: RowDraft, of file: FileImport) throws -> Stored {
    let missing = draft.cells.indices.filter { position in
      if case .absent = draft.cells[position] {
        return entity.columns[position].isRequired && defaults[position].isNull
      }
      return false
    }
    guard missing.isEmpty else {
      return .rejected(missing.map { RowFault(.column($0), nil, "This can't be empty") })
    }
    let bulk = try self.bulk ?? open()
    if let id = draft.id, id <= bulk.lastID { return try insertApart(draft, id) }
    for position in draft.cells.indices { bind(draft.cells[position], at: position, bulk) }
    var values: [Int: Value] = [:]
    for position in keys {
      if let value = draft.value(at: position), !value.isNull { values[position] = value }
    }
    waitingKeys.formUnion(values.values)
    waiting.append(
      Waiting(
        file: file, line: draft.line, raw: draft.raw, isUnresolved: draft.isUnresolved, keys: values))
    let id = try bulk.insert(id: draft.id, tag: waiting.count - 1)
    if !bulk.hasWaiting {
      waiting.removeAll(keepingCapacity: true)
      waitingKeys.removeAll(keepingCapacity: true)
    }
    return .inserted(id)
  }

  private func open() throws -> BulkInsert {
    let bulk = try transaction.bulkInsert(entity) { [unowned self] tag, error in
      guard waiting.indices.contains(tag) else { return }
      let row = waiting[tag]
      let faults = (try? faults(error)) ?? [RowFault(.row, nil, error.phrase(in: transaction.model))]
      row.file.takeBack(row.line, row.raw, wasUnresolved: row.isUnresolved, faults.map { $0.with(row.keys) })
    }
    self.bulk = bulk
    return bulk
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

  private func insertApart(_ draft: RowDraft, _ id: RecordID) throws -> Stored {
    let values = draft.cells.indices.map { draft.value(at: $0) ?? defaults[$0] }
    try settleAll()
    do {
      try bulk?.insertApart(AnyRecord(entity, id: id, values: values))
      return .inserted(id)
    } catch let error as StoreError {
      return .rejected(try faults(error))
    }
  }

  // MARK: Faults

  /// What the store says about a row; errors that are not the row's are thrown on.
  private func faults(_ error: StoreError) throws -> [RowFault] {
    switch error {
    case .invalid(let faults): return faults.map { RowFault(place($0.field), nil, $0.phrase) }
    case .notUnique(_, let field): return [RowFault(place(field), nil, "Another record has this already")]
    case .readOnly(_, let field): return [RowFault(place(field), nil, "This can't be changed any more")]
    case .missingTarget, .constraint, .notFound: return [RowFault(.row, nil, error.phrase(in: transaction.model))]
    default: throw error
    }
  }

  private func place(_ field: String) -> RowFault.Place {
    field == "id" ? .id : entity.position(of: field).map(RowFault.Place.column) ?? .row
  }
}
