import KartotekaModel

/// A transaction of a ``Store``, passed to the body of `Store.perform`. All of its changes are committed, or none.
///
/// Every change validates its record and stores its images for undo; triggers log it for the indices.
///
/// ## Members
/// ### Reading
/// - `record(_:id:)`, `record(_:where:is:)`, `exists(_:id:)`, `model`
/// - `fetch(_:)`, `count(_:)`: the records that match a request
/// - `related(_:_:of:)`, `related(_:of:)`: related records; `computed(_:of:)`: a computed value of a record
/// - `today`: the current day
/// ### Changing records
/// - `insert(_:)`, `update(_:ifStill:)`, `delete(_:id:ifStill:)`
/// - `save(_:ifStill:)`: a record with its parts
/// - `attempt(_:)`: changes of which nothing stays if they fail
/// ### Changing links
/// - `link(_:_:of:to:)`, `unlink(_:_:of:from:)`: one link; `relate(_:_:of:to:)`: all links of a record
/// ### The rest
/// - `name`: the name of the change set; `next(_:)`: the next number of a sequence
/// - `set(_:to:)`: a setting; `request(_:for:id:)`: background work
public final class Transaction {
  let database: SQLConnection
  let mapping: ModelMapping
  let log: UndoLog
  /// Whether records stay closed, as for people; actions, files and code may open them.
  let protectsClosedRecords: Bool
  /// The entities of bulk inserts that are under way, by name, each with the greatest id before.
  var unfinished: [String: RecordID] = [:]
  /// Whether values that no person writes may be changed, as actions and code may.
  let writesReadOnly: Bool
  /// Whether the transaction is a snapshot that must not be changed.
  let onlyReads: Bool
  /// The mapping of the snapshot; nil before the first fetch, and for a transaction that writes.
  var snapshotMapping: SnapshotMapping?
  /// The records that triggers of another program's file have changed in this transaction, as they were before; nil for new ones.
  var touchedByTriggers: [TouchedRecord: AnyRecord?] = [:]
  /// The undo in parts that this transaction goes on with: its images tell what triggers have changed in the parts before.
  var resumedUndo: Int64?
  /// The records that they have added with the last change.
  var addedByTriggers: [AnyRecord] = []
  /// The rights of the person for whom it is made.
  var access = SystemAccess.everything
  /// Whether rows of files are written, each of which is refused alone: rules over other records don't wait for the end.
  package var isOfImport = false
  /// The records whose rules over other records are checked at the end.
  var due = DueRules()
  /// The records whose places are settled at the end.
  var placed = PlacedRecords()
  /// The last places that are known of owners that have got new records.
  var placedLast: [PlacedRecords.Owner: Int64] = [:]
  /// The records that a dry run would have added.
  var tried = TriedRecords()
  /// The number of functions of the application that have been entered.
  var depth = 0
  private let isShared: Bool

  init(
    _ database: SQLConnection, _ mapping: ModelMapping, origin: ChangeSet.Origin, allowsClosedRecords: Bool = false,
    isShared: Bool = false, onlyReads: Bool = false
  ) {
    self.onlyReads = onlyReads
    writesReadOnly = allowsClosedRecords || origin == .code
    self.database = database
    self.mapping = mapping
    self.isShared = isShared
    log = UndoLog(database, origin: origin, without: mapping.tablesWithoutHistory)
    protectsClosedRecords = !allowsClosedRecords && (origin == .screen || origin == .api)
  }

  /// Makes sure that nothing but this change set is in the transaction. To be called before anything else by what takes
  /// long, so that nobody waits for its end but those behind it, and by what changes how the connection works.
  /// - Throws: `RequiresExclusiveTransaction` in a shared transaction; the store then reruns the body alone.
  package func requireExclusiveTransaction() throws {
    if isShared { throw RequiresExclusiveTransaction() }
  }

  /// The model of the store.
  public var model: ModelDescription { mapping.model }
  /// The current day in the time zone of the person for whom the code runs, else in the server's.
  public var today: CalendarDate { .today }

  /// The name of the change set. Unless set, it is that of the first change: "Deleted Anna Kowalska".
  public var name: Phrase? {
    get { log.name }
    set { log.name = newValue }
  }

  /// The record of that id, as it is within this transaction; nil when there is none.
  /// - Throws: ``StoreError`` where the file can't be read.
  public func record(_ entity: EntityDescription, id: RecordID) throws -> AnyRecord? {
    try mapping.reader(of: entity).record(id: id, in: database)
  }

  /// The first record with that value in a column; nil when there is none.
  /// - Throws: ``StoreError`` `.unknownField`, or where the file can't be read.
  public func record(_ entity: EntityDescription, where field: String, is value: Value) throws -> AnyRecord? {
    guard let position = entity.position(of: field) else {
      throw StoreError.unknownField(entity: entity.name, field: field)
    }
    let reader = mapping.reader(of: entity)
    let row = try RawStatement(
      "SELECT \(reader.columns) FROM \(SQL.name(entity.table)) t WHERE \(SQL.name(entity.columns[position].column)) IS ? LIMIT 1",
      in: database)
    row.bind(value, at: 1)
    defer { row.reset() }
    return try row.step() ? reader.record(row) : nil
  }

  /// Adds a record. One with an id keeps it (an import, an undo); otherwise it gets the next one.
  /// - Returns: the record with its id.
  /// - Throws: ``StoreError`` `.derived`, `.invalid`, `.missingTarget`, `.setByAction`, `.closed`, `.notUnique`,
  ///   `.constraint`; what rules and hooks of the application throw. Rules over other records are checked at the end.
  @discardableResult
  public func insert(_ record: AnyRecord) throws -> AnyRecord {
    try insert(record, lacksReferences: false)
  }

  /// The same for a row of an import.
  /// - Parameter lacksReferences: whether it names records that are not there yet. The needs of the record are not checked then.
  /// - Throws: what ``insert(_:)`` throws.
  package func insert(_ record: AnyRecord, lacksReferences: Bool) throws -> AnyRecord {
    guard writesSingly(record.entity) else { return try add(record, lacksReferences) }
    return try attempt { try add(record, lacksReferences) }
  }

  private func add(_ record: AnyRecord, _ lacksReferences: Bool) throws -> AnyRecord {
    let entity = record.entity
    try checkWritable(entity)
    if let id = record.id, !RecordIDs.range.contains(id), entity.source == nil {
      throw StoreError.invalid([FieldFault("id", RecordIDs.fault)])
    }
    // Hooks may set attributes that people may not: the check comes before them.
    let given = try resolvingKeys(of: record)
    try checkOpen(toWrite: given, entity.columns.indices.filter { !given.values[$0].isNull })
    let filled = try withFormulaDefaults(withRelatedDefaults(given))
    var change = PendingChange(record: filled, before: nil, transaction: self)
    if hasCode(entity) {
      // Code computes with numbers. All other rules are checked after it.
      let faults = entity.numberFaults(in: change.record)
      guard faults.isEmpty else { throw StoreError.invalid(faults) }
    }
    try run(.beforeSaving, &change)
    var record = change.record
    sign(&record)
    stampNew(&record)
    try takePlace(&record)
    try check(record, columns: entity.columns.indices, asksNeeds: !lacksReferences)
    try checkRules(of: record, over: nil)
    // A refused record gets no number.
    try number(&record)
    try storeBlobs(of: &record, entity.columns.indices)
    if let source = sourceSQL(entity) {
      return try logged(insert(record, into: source), &change, asksNeeds: !lacksReferences)
    }
    let insert = try RawStatement(mapping.insertion(into: entity), in: database)
    insert.bind([record.id.map(Value.integer) ?? .null] + record.values)
    try run(insert)
    // A trigger of another program may ignore the statement.
    guard database.changesCount == 1 else { throw Self.ignored }
    guard RecordIDs.range.contains(database.lastInsertedRowID) else {
      // A caller may go on after the error.
      try RawStatement("DELETE FROM \(SQL.name(entity.table)) WHERE id = ?", in: database)
        .run(.integer(database.lastInsertedRowID))
      throw StoreError.invalid([FieldFault("id", RecordIDs.exhausted)])
    }
    var stored = record
    stored.id = database.lastInsertedRowID
    return try logged(stored, &change, asksNeeds: !lacksReferences)
  }

  // Keeps the image of a new record, and checks its formulas.
  private func logged(
    _ stored: AnyRecord, _ change: inout PendingChange, asksNeeds: Bool
  ) throws -> AnyRecord {
    let (entity, id) = (stored.entity, stored.id ?? 0)
    try log.record(
      table: entity.table, id: id, before: nil, after: Image(stored), named: try named("Added {title}", stored))
    log.touched(entity, \.inserted, id)
    notePlace(of: stored)
    try keepAdded()
    change.record = stored
    try run(.afterSaving, &change)
    try checkFormulas(of: stored, over: nil, asksNeeds: asksNeeds)
    return stored
  }

  /// A new record with what it takes from related ones and what follows from its own values, where attributes were given
  /// none.
  /// - Throws: ``StoreError`` `.missingTarget`.
  package func withRelatedDefaults(_ record: AnyRecord) throws -> AnyRecord {
    var filled = record
    // The given record decides which attributes are filled: a filled one would keep those beside it from being filled.
    for position in record.entity.columns.indices where record.entity.isFilled(position, in: record) {
      guard case .attribute(let attribute) = record.entity.columns[position],
        case .related(let name, let source)? = attribute.defaultSource,
        let relationship = record.entity.relationship(name), case .integer(let id) = record[name],
        let target = model.entity(named: relationship.target)
      else { continue }
      guard let related = try self.record(target, id: id) else {
        throw StoreError.missingTarget(entity: record.entity.name, field: name, id: id)
      }
      filled.values[position] = related[source]
    }
    filled.fillFollowing()
    return filled
  }

  /// Stores a changed record; one that equals what is stored already changes nothing.
  /// - Parameters:
  ///   - record: the record, with its id.
  ///   - fingerprint: the `AnyRecord/fingerprint` of the record that the change was made on; nil to change it whatever it is
  ///     now.
  /// - Returns: the record as it is stored.
  /// - Throws: ``StoreError`` `.derived`, `.notFound`, `.changedMeanwhile`, `.readOnly`, `.invalid`,
  ///   `.missingTarget`, `.setByAction`, `.closed`, `.notUnique`, `.constraint`; what rules and hooks of the application
  ///   throw.
  @discardableResult
  public func update(_ record: AnyRecord, ifStill fingerprint: String? = nil) throws -> AnyRecord {
    guard writesSingly(record.entity) else { return try change(record, ifStill: fingerprint) }
    return try attempt { try change(record, ifStill: fingerprint) }
  }

  private func change(_ record: AnyRecord, ifStill fingerprint: String?) throws -> AnyRecord {
    var (record, before, changed) = try checked(record, ifStill: fingerprint)
    guard !changed.isEmpty else { return before }
    var change = PendingChange(record: record, before: before, transaction: self)
    if hasCode(record.entity) {
      try run(.beforeSaving, &change)
      record = change.record
      keepStamps(of: before, in: &record)
      keepNumbers(of: before, in: &record)
      try keepPlaces(of: before, in: &record)
      changed = record.values.indices.filter { record.values[$0] != before.values[$0] }
      guard !changed.isEmpty else { return before }
      try check(record, columns: changed)
      try checkRules(of: record, over: before)
    }
    try number(&record, over: before, &changed)
    try storeBlobs(of: &record, changed)
    change.record = try write(record, over: before, changed)
    try run(.afterSaving, &change)
    try checkFormulas(of: change.record, over: before)
    return change.record
  }

  /// Deletes a record, and does to those that refer to it what their relationships' delete rules say.
  /// - Parameters:
  ///   - entity: the entity of the record.
  ///   - id: the id of the record.
  ///   - fingerprint: as with ``update(_:ifStill:)``.
  /// - Throws: ``StoreError`` `.derived`, `.notFound`, `.changedMeanwhile`, `.closed`, `.denied`; what hooks of the
  ///   application throw.
  public func delete(_ entity: EntityDescription, id: RecordID, ifStill fingerprint: String? = nil) throws {
    let record = try existing(entity, id, ifStill: fingerprint)
    try checkOpen(record)
    try checkOwnersOpen(of: record)
    try checkAuthor(of: record)
    let plan = try DeletionPlan(of: entity, id, in: self)
    try check(plan)
    let owners = try ruledOwners(of: plan)
    try attempt {
      if log.name == nil { log.name = try named("Deleted {title}", record) }
      try remove(plan)
      for owner in owners { try checkRules(ofOwner: owner.entity, owner.id) }
    }
  }

  /// Refuses an entity whose records follow from another's.
  func checkWritable(_ entity: EntityDescription) throws {
    if entity.isDerived { throw StoreError.derived(entity: entity.name) }
  }

  /// The record that is to be changed.
  func existing(_ entity: EntityDescription, _ id: RecordID, ifStill fingerprint: String?) throws -> AnyRecord {
    try checkWritable(entity)
    guard let record = try record(entity, id: id) else {
      throw StoreError.notFound(entity: entity.name, id: id)
    }
    if let fingerprint, fingerprint != record.fingerprint { throw StoreError.changedMeanwhile(record) }
    return record
  }

  /// Writes the changed columns of a record and their images; nothing where none is changed.
  /// - Returns: the record as it is stored.
  @discardableResult
  func write(_ record: AnyRecord, over before: AnyRecord, _ changed: [Int]) throws -> AnyRecord {
    guard !changed.isEmpty else { return before }
    var (record, changed) = (record, changed)
    stamp(&record, over: before, &changed)
    let entity = record.entity
    let id = record.id ?? 0
    if let source = sourceSQL(entity) {
      let stored = try update(record, over: before, changed, in: source)
      // A trigger of the file may have changed more of it.
      let all = stored.values.indices.filter { stored.values[$0] != before.values[$0] }
      if !all.isEmpty { try logChange(stored, over: before, all) }
      try keepAdded()
      return stored
    }
    let columns = changed.map { entity.columns[$0].column }
    let update = try RawStatement(
      "UPDATE \(SQL.name(entity.table)) SET \(columns.map { SQL.name($0) + " = ?" }.joined(separator: ", ")) WHERE id = ?",
      in: database)
    update.bind(changed.map { record.values[$0] } + [.integer(id)])
    try run(update)
    guard database.changesCount == 1 else { throw Self.ignored }
    try logChange(record, over: before, changed)
    return record
  }

  // Keeps the images of a changed record.
  private func logChange(_ record: AnyRecord, over before: AnyRecord, _ changed: [Int]) throws {
    let (entity, id) = (record.entity, record.id ?? 0)
    func image(_ record: AnyRecord) -> Image {
      Image(changed.map { (entity.columns[$0].column, record.values[$0]) })
    }
    try log.record(
      table: entity.table, id: id, before: image(before), after: image(record),
      named: try named("Changed {title}", record))
    log.touched(entity, \.updated, id)
    notePlace(of: record, over: before, changed)
  }

  /// The refusal of a statement that a trigger of another program has ignored.
  static let ignored = StoreError.invalid([FieldFault("id", "A trigger of the file has dropped the change")])

  // Translated here: an import goes on after a row that was refused, and has to know why it was.
  private func run(_ statement: RawStatement) throws {
    do { while try statement.step() {} } catch { throw StoreError.translating(error, model) }
    statement.reset()
  }

  /// Whether there is a record of that id.
  /// - Throws: ``StoreError`` where the file can't be read.
  public func exists(_ entity: EntityDescription, id: RecordID) throws -> Bool {
    try RawStatement("SELECT EXISTS (SELECT 1 FROM \(SQL.name(entity.table)) WHERE id = ?)", in: database)
      .integer(.integer(id)) == 1
  }
}
