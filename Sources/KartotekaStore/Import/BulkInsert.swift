import KartotekaModel

extension Transaction {
  /// Begins to add many new records of an entity, which is far quicker than one by one: bytes are bound as they
  /// are, many records to a statement, of new records no images are kept but ranges of ids, and keys are made at
  /// the end.
  ///
  /// The caller has checked every value by the rules of its column. Its CHECK clause, which says the same, is left
  /// out: it would take a fifth of all the time. ``BulkInsert/finish()`` has to be called before the transaction
  /// ends, ``BulkInsert/logRanges()`` before anything else of this transaction changes or reads the entity's records.
  /// There can be one for an entity at a time.
  /// - Parameter refused: is called with each record that a rule of the database has refused, by the tag with which it was added;
  ///   others follow. Without it, the first one throws its error.
  /// - Throws: ``StoreError`` `.derived`.
  package func bulkInsert(
    _ entity: EntityDescription, refused: ((_ tag: Int, _ error: StoreError) -> Void)? = nil
  ) throws -> BulkInsert {
    try requireExclusiveTransaction()
    try checkWritable(entity)
    return try BulkInsert(self, entity, refused)
  }
}

/// Adds many new records; see ``Transaction/bulkInsert(_:refused:)``.
package final class BulkInsert {
  // So many that what a statement costs beside its rows no longer shows (above all the counter of
  // AUTOINCREMENT, which is kept once a statement); twice as many gain nothing more.
  private static let rowsAtOnce = 64

  private let transaction: Transaction
  private let entity: EntityDescription
  private let refused: ((Int, StoreError) -> Void)?
  /// Whether the records are in an opened file, to which they are added one by one: its triggers and defaults do their work.
  private let isForeign: Bool
  private var row: [Value] = []
  /// The values that the store sets itself, by the positions of the columns: the author of new notes, and stamps.
  private let own: [(position: Int, value: Value)]
  /// The number series, and the numbers that the next record was given, by position.
  private let series: [NumberCounter.Field]
  private var numbers: [Int: String] = [:]
  private let keys: SortKeyTable?
  private let derived: [DerivedTable]
  private let triggers: [(name: String, sql: String)]
  /// The number of the change log's last row before the first record was added.
  private let start: Int64
  private let many: RawStatement
  private let one: RawStatement
  /// Sends the records to the primary database; nil without one.
  private let streamed: (rows: StreamedRows, table: CopiedTable)?
  // Unchecked, here and in an import's other types that a million rows pass: looking up on every access whether another
  // one is under way took a twentieth of the time, and nothing that is called within one comes back here.
  @exclusivity(unchecked) private var waiting: RowBuffer
  private var tags: [Int] = []
  /// Why the bytes of a bound record could not be stored.
  private var fault: (any Error)?
  private var ids: [RecordID] = []
  /// The ranges of added ids that are not stored for undo yet.
  private var ranges: [ClosedRange<RecordID>] = []

  /// The greatest id before the first record was added.
  package let greatestID: RecordID
  /// The greatest id there was or that a record was added with: the next record's has to be greater.
  package private(set) var lastID: RecordID

  init(
    _ transaction: Transaction, _ entity: EntityDescription, _ refused: ((Int, StoreError) -> Void)?
  ) throws {
    self.transaction = transaction
    self.entity = entity
    self.refused = refused
    var signed = AnyRecord(entity)
    transaction.sign(&signed)
    transaction.stampNew(&signed)
    own = signed.values.indices
      .filter { entity.notesOwner != nil && !signed.values[$0].isNull || entity.columns[$0].stamp != nil }
      .map { ($0, signed.values[$0]) }
    let database = transaction.database
    series = transaction.mapping.numbers(entity) ?? []
    isForeign = entity.source != nil
    if isForeign {
      (keys, derived, triggers, start, streamed) = (nil, [], [], 0, nil)
      greatestID = try RawStatement("SELECT max(id) FROM \(SQL.name(entity.table))", in: database).integer() ?? 0
      lastID = greatestID
      (many, one) = (try RawStatement("SELECT 1", in: database), try RawStatement("SELECT 1", in: database))
      waiting = RowBuffer(width: 1, rows: 1)
      row = Array(repeating: .null, count: entity.columns.count)
      return
    }
    keys = transaction.mapping.keyTables[entity.name]
    derived = transaction.mapping.derived(from: entity)
    let table = SQL.name(entity.table)
    greatestID = try RawStatement("SELECT max(id) FROM \(table)", in: database).integer() ?? 0
    // An id is not given again after its record was deleted.
    lastID = max(greatestID, try database.lastNumber(of: entity.table) ?? 0)
    // Keys of records that were deleted must not be in the way of keys that are appended.
    try transaction.mapping.applyLogToKeys(in: database, butFor: transaction.unfinished)
    start = try ChangeLog.last(in: database)
    streamed = database.streamed.flatMap { rows in rows.table(entity.table).map { (rows, $0) } }
    for entity in [entity] + derived.map(\.entity) { transaction.unfinished[entity.name] = greatestID }
    // The effects of the triggers of new records are computed for all of them at the end.
    triggers =
      ([entity] + derived.map(\.entity)).flatMap { ChangeLog.insertTriggers(of: $0, transaction.model) }
      + derived.flatMap(\.insertTriggers)
    for trigger in triggers { try database.execute("DROP TRIGGER IF EXISTS \(SQL.name(trigger.name))") }
    try database.leaveOutChecks(true)
    database.afterTransaction(Self.heedChecks)
    let names = ["id"] + entity.columns.map(\.column)
    let row = "(\(SQL.places(names.count)))"
    let insert = "INSERT INTO \(table) (\(SQL.names(names))) VALUES "
    waiting = RowBuffer(width: names.count, rows: Self.rowsAtOnce)
    many = try RawStatement(
      insert + Array(repeating: row, count: Self.rowsAtOnce).joined(separator: ", "), in: database)
    one = try RawStatement(insert + row, in: database)
  }

  // This runs after a commit and after a rollback.
  @Sendable private static func heedChecks(_ database: SQLConnection) {
    do { try database.leaveOutChecks(false) } catch { database.isBroken = true }
  }

  /// Sets a column of the next record from bytes that are known to be right for it: UTF-8, canonical, checked.
  /// They are not copied and have to stay where they are until the record is written, by ``flush()`` at the latest.
  package func bind(utf8 bytes: UnsafeRawBufferPointer, at position: Int) {
    if isForeign {
      row[position] = .text(String(decoding: bytes, as: UTF8.self))
      return
    }
    if isNumber(position) { numbers[position] = String(decoding: bytes, as: UTF8.self) }
    waiting.set(utf8: bytes, at: position + 1)
  }

  /// Sets a column of the next record.
  package func bind(_ value: Value, at position: Int) {
    if isForeign {
      row[position] = value
      return
    }
    if isNumber(position) { numbers[position] = if case .text(let text) = value { text } else { nil } }
    guard case .blob(let blob) = value else { return waiting.set(value, at: position + 1) }
    do {
      let kept = try transaction.store(blob, as: entity.columns[position].name)
      waiting.set(.blob(kept), at: position + 1)
    } catch {
      fault = error
      waiting.set(.null, at: position + 1)
    }
  }

  /// Adds the record whose every column was set. Its id has to be greater than ``lastID``; nil is the next.
  /// - Parameter tag: by what the record is named should the database refuse it.
  /// - Returns: its id.
  /// - Throws: ``StoreError``: `.invalid` for an id that is out of range, and where all are given; the error of a record
  ///   that was added before where ``Transaction/bulkInsert(_:refused:)`` was given nothing to take it.
  @discardableResult
  package func insert(id: RecordID? = nil, tag: Int = 0) throws -> RecordID {
    if isForeign { return try insertForeign(id, tag) }
    if let fault { throw fault }
    for (position, value) in own { waiting.set(value, at: position + 1) }
    if !series.isEmpty { try number() }
    let id = try id ?? nextID()
    guard RecordIDs.range.contains(id) else { throw StoreError.invalid([FieldFault("id", RecordIDs.fault)]) }
    lastID = max(id, lastID)
    waiting.set(.integer(id), at: 0)
    waiting.endRow()
    ids.append(id)
    tags.append(tag)
    if waiting.isFull { try flush() }
    return id
  }

  private func isNumber(_ position: Int) -> Bool {
    !series.isEmpty && series.contains { $0.position == position }
  }

  // Of a record that the database refuses afterwards the number is lost.
  private func number() throws {
    for field in series {
      let counter = NumberCounter(field: field, database: transaction.database)
      if let text = numbers[field.position] {
        try counter.note(text)
      } else {
        waiting.set(.text(try counter.take(field.series.frame(on: transaction.today))), at: field.position + 1)
      }
    }
    numbers.removeAll(keepingCapacity: true)
  }

  private func insertForeign(_ id: RecordID?, _ tag: Int) throws -> RecordID {
    defer { row = Array(repeating: .null, count: entity.columns.count) }
    do {
      let stored = try transaction.insert(AnyRecord(entity, id: id, values: row)).id ?? 0
      lastID = max(lastID, stored)
      return stored
    } catch let error as StoreError {
      guard let refused else { throw error }
      refused(tag, error)
      return id ?? 0
    }
  }

  // A file made by an earlier version may have a greater one than can be given now.
  private func nextID() throws -> RecordID {
    guard lastID < RecordIDs.range.upperBound else { throw StoreError.invalid([FieldFault("id", RecordIDs.exhausted)]) }
    return lastID + 1
  }

  /// Whether the record of that id was added and is not written yet: reading would not find it.
  package func isWaiting(_ id: RecordID) -> Bool { ids.contains(id) }

  /// Whether any record is not written yet.
  package var hasWaiting: Bool { !ids.isEmpty }

  /// Adds a record with an id that is not greater than ``lastID``, in a statement of its own and with an image.
  /// - Parameter lacksReferences: as of ``Transaction/insert(_:lacksReferences:)``.
  /// - Throws: what ``Transaction/insert(_:)`` throws.
  package func insertApart(_ record: AnyRecord, lacksReferences: Bool = false) throws {
    try logRanges()
    let stored = try transaction.insert(record, lacksReferences: lacksReferences)
    let id = stored.id ?? 0
    lastID = max(lastID, id)
    if isForeign { return }
    try ChangeLog.append(entity, id, .insert, in: transaction.database)
    for derived in derived {
      try transaction.database.execute(derived.upsert(where: "s.id = ?"), [id])
      try ChangeLog.append(derived.entity, id, .insert, in: transaction.database)
      transaction.log.touched(derived.entity, \.inserted, id)
    }
  }

  /// Writes all records that were added so far, so that they can be read.
  /// - Throws: ``StoreError`` for a row that breaks a rule.
  package func flush() throws {
    guard !ids.isEmpty else { return }
    defer {
      waiting.removeAll()
      tags.removeAll(keepingCapacity: true)
      ids.removeAll(keepingCapacity: true)
    }
    if waiting.isFull, try write(0..<ids.count, many) {
      for id in ids { try added(id) }
      return
    }
    for row in ids.indices where try write(row..<row + 1, one, tag: tags[row]) { try added(ids[row]) }
  }

  /// Writes all records that were added so far and keeps what undo needs of them, so that other changes of the
  /// same records can follow.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func logRanges() throws {
    try flush()
    // A row that is changed twice to its first values would else be sent with those in between.
    try streamed?.rows.send()
    for range in ranges {
      try transaction.log.record(
        table: entity.table, id: range.lowerBound, last: range.upperBound, before: nil, after: nil,
        named: Phrase("Added {count} records", ["count": .count(ranges.reduce(0) { $0 + $1.count })]))
      for entity in [entity] + derived.map(\.entity) {
        transaction.log.touchedRange(entity, range)
        try ChangeLog.append(entity, range.lowerBound, last: range.upperBound, .insert, in: transaction.database)
      }
    }
    ranges = []
  }

  /// Makes the keys and the records that follow, keeps the ranges for undo and puts everything back as it was.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func finish() throws {
    if isForeign { return }
    let database = transaction.database
    try logRanges()
    try database.leaveOutChecks(false)
    if lastID > greatestID {
      // The ranges say that these records are new; the keys that are made now include their updates.
      try RawStatement(
        """
        DELETE FROM \(ChangeLog.table) WHERE seq > ? AND entity = ? AND id > ? AND last IS NULL \
        AND operation IN ('touch', 'update')
        """, in: database
      ).run(.integer(start), .text(entity.table), .integer(greatestID))
      let last = try ChangeLog.last(in: database)
      if try ChangeLog.applied(in: database) > last { try ChangeLog.setApplied(last, in: database) }
      try unrecorded { try keys?.complete(after: greatestID, in: database) }
      for derived in derived {
        try database.execute(derived.upsert(where: "s.id > ?"), [greatestID])
        try transaction.mapping.keyTables[derived.entity.name]?.complete(after: greatestID, in: database)
      }
    }
    for trigger in triggers { try database.execute(trigger.sql) }
    for entity in [entity] + derived.map(\.entity) { transaction.unfinished[entity.name] = nil }
  }

  /// - Returns: whether the rows are in; false when a constraint refused one of them, and so all of them.
  private func write(_ rows: Range<Int>, _ statement: RawStatement, tag: Int? = nil) throws -> Bool {
    do {
      try waiting.withBound(rows, to: statement) {
        try unrecorded { while try statement.step() {} }
      }
      return true
    } catch let error as SQLError where error.kind == .constraint {
      guard let tag else { return false }
      let reason = StoreError.translating(error, transaction.model)
      guard let refused, let reason = reason as? StoreError else { throw reason }
      refused(tag, reason)
      return false
    } catch {
      throw StoreError.translating(error, transaction.model)
    }
  }

  /// Writes what the primary database gets as a part of the stream, or not at all.
  private func unrecorded(_ write: () throws -> Void) rethrows {
    if let streamed { try streamed.rows.withoutRecording(write) } else { try write() }
  }

  private func added(_ id: RecordID) throws {
    if let streamed { try streamed.rows.add(id, of: streamed.table) }
    if let last = ranges.last, id > last.upperBound, id - last.upperBound == 1 {
      ranges[ranges.count - 1] = last.lowerBound...id
    } else {
      ranges.append(id...id)
    }
  }
}
