import KartotekaModel

/// The mapping of a model's entities to tables: the readers of their rows, their sort key tables, and the statements
/// that depend on the model alone.
///
/// A store makes it once. Readers take a ``SnapshotMapping``, which adds the state of their snapshot.
struct ModelMapping: Sendable {
  let model: ModelDescription
  let changeLog: ChangeLog
  /// The folder of pictures and files beside the database; nil for a store in memory.
  let blobs: BlobFolder?
  /// The functions of the application that are called when records are written, by the entity's name.
  let code: [String: [RecordCode]]
  /// The formulas that are asked when records are written, by the entity's name.
  let formulas: [String: EntityFormulas]
  /// The names of the entities to whose records these formulas lead.
  let formulaTargets: Set<String>
  /// The tables of the entities whose values no history contains.
  let tablesWithoutHistory: Set<String>
  private let readers: [String: RecordReader]
  private let outlineReaders: [String: RecordReader]
  private let lastChanges: [String: LastChangeReader]
  /// The key tables by the entity's name, also those that lack rows of the change log: see ``SnapshotMapping/keys(of:)``.
  let keyTables: [String: SortKeyTable]
  private let insertions: [String: String]
  private let stamps: [String: StampedColumns]
  private let numbers: [String: [NumberCounter.Field]]
  private let places: [String: [PlaceField]]
  private let parts: [String: [PartsReader]]
  /// The tables of derived entities.
  let allDerived: [DerivedTable]
  /// The entities whose computed values or states have conditions that are found by keys.
  let computedByKeys: Set<String>
  /// Whether the records are in an opened file: their keys are computed by each read, and nothing of them is stored.
  let isOpened: Bool

  init(_ model: ModelDescription, blobs: BlobFolder? = nil, code: [RecordCode] = [], withoutHistory: Set<String> = []) {
    self.model = model
    tablesWithoutHistory = Set(model.entities.filter { withoutHistory.contains($0.name) }.map(\.table))
    self.code = Dictionary(grouping: code, by: \.entity)
    formulas = EntityFormulas.all(in: model)
    formulaTargets = EntityFormulas.targets(of: formulas, in: model)
    self.blobs = blobs
    changeLog = ChangeLog(model)
    isOpened = model.isOpened
    computedByKeys = Set(model.entities.filter(\.hasConditionsByKeys).map(\.name))
    allDerived = model.entities.compactMap { DerivedTable($0, in: model) }
    insertions = Dictionary(uniqueKeysWithValues: model.entities.map { ($0.name, Self.insertion(into: $0)) })
    // A description that is not checked yet may have a table twice.
    stamps = Dictionary(model.entities.compactMap { entity in StampedColumns(entity).map { (entity.table, $0) } }) {
      first, _ in first
    }
    numbers = Dictionary(model.entities.map { ($0.table, NumberCounter.Field.all(of: $0)) }) { first, _ in first }
      .filter { !$0.value.isEmpty }
    places = Dictionary(model.entities.map { ($0.table, PlaceField.all(of: $0)) }) { first, _ in first }
      .filter { !$0.value.isEmpty }
    readers = Dictionary(
      uniqueKeysWithValues: model.entities.map { ($0.name, RecordReader($0, in: model, blobs: blobs)) })
    parts = Dictionary(
      uniqueKeysWithValues: model.entities.map { entity in
        (entity.name, entity.relationships.compactMap { PartsReader($0, in: model, blobs: blobs) })
      })
    outlineReaders = Dictionary(
      uniqueKeysWithValues: model.entities.map {
        ($0.name, RecordReader($0, in: model, blobs: blobs, readsBlobs: false))
      })
    lastChanges = Dictionary(
      uniqueKeysWithValues: model.entities.map { ($0.name, LastChangeReader($0, in: model)) })
    keyTables =
      model.isOpened
      ? [:]
      : Dictionary(
        uniqueKeysWithValues: model.entities.compactMap { entity in SortKeyTable(entity).map { (entity.name, $0) } })
  }

  /// The stamps of an entity's records; nil for none.
  func stamped(_ entity: EntityDescription) -> StampedColumns? { stamped(table: entity.table) }

  /// The stamps of a table's rows; nil for none.
  func stamped(table: String) -> StampedColumns? { stamps.isEmpty ? nil : stamps[table] }

  /// The number series of an entity's records; nil for none.
  func numbers(_ entity: EntityDescription) -> [NumberCounter.Field]? {
    numbers.isEmpty ? nil : numbers[entity.table]
  }

  /// The places of an entity's records; nil for none.
  func places(_ entity: EntityDescription) -> [PlaceField]? { places.isEmpty ? nil : places[entity.table] }

  /// The files that the database refers to, for a copy of it.
  var packedBlobs: PackedBlobs? { blobs.map { PackedBlobs(mapping: self, folder: $0) } }

  /// Applies the change log to the sort keys and the record counts, and compacts the rows that a large transaction logged.
  /// - Parameters:
  ///   - counted: the last row of the log that the numbers of records include; nil for the last one that was applied.
  ///   - isShared: whether other servers have the same rows of the log, so that they stay as they are.
  func applyLog(
    in database: SQLConnection, isOwn: Bool = false, countedUpTo counted: Int64? = nil, isShared: Bool = false
  ) throws {
    let (applied, last) = (try ChangeLog.applied(in: database), try ChangeLog.last(in: database))
    let counted = counted ?? applied
    if applied == last, counted == last { return }
    let tail = try changeLog.tail(after: applied, in: database)
    if isOpened {
      if let tail { try changeLog.compact(tail, after: applied, isOwn: isOwn, in: database) }
      return try ChangeLog.setApplied(ChangeLog.last(in: database), in: database)
    }
    let uncounted = counted == applied ? tail : try changeLog.tail(after: counted, in: database)
    try RecordCounts(database: database).apply(uncounted, to: model.entities)
    try applyToKeys(tail, after: applied, isOwn: isOwn, isShared: isShared, in: database)
  }

  /// Applies the change log to the sort keys in the middle of a transaction; the record counts are updated at its end.
  /// - Parameter unfinished: the entities of bulk inserts that are under way, each with the greatest id before.
  func applyLogToKeys(in database: SQLConnection, butFor unfinished: [String: RecordID]) throws {
    let applied = try ChangeLog.applied(in: database)
    guard try ChangeLog.last(in: database) != applied else { return }
    let tail = try changeLog.tail(after: applied, in: database)
    try applyToKeys(tail, after: applied, isOwn: true, butFor: unfinished, in: database)
  }

  private func applyToKeys(
    _ tail: ChangeTail?, after applied: Int64, isOwn: Bool, isShared: Bool = false,
    butFor unfinished: [String: RecordID] = [:],
    in database: SQLConnection
  ) throws {
    for keys in allKeys {
      guard let tail else {
        try keys.remake(in: database)
        continue
      }
      guard let rows = tail.entities[keys.entity.name] else { continue }
      try keys.apply(rows, isOwn: isOwn, upTo: unfinished[keys.entity.name], in: database)
    }
    if let tail, !isShared { try changeLog.compact(tail, after: applied, isOwn: isOwn, in: database) }
    try ChangeLog.setApplied(ChangeLog.last(in: database), in: database)
  }

  /// The derived tables that follow from an entity's.
  func derived(from source: EntityDescription) -> [DerivedTable] {
    allDerived.filter { $0.source.name == source.name }
  }

  func reader(of entity: EntityDescription, readsBlobs: Bool = true) -> RecordReader {
    (readsBlobs ? readers : outlineReaders)[entity.name]
      ?? RecordReader(entity, in: model, blobs: blobs, readsBlobs: readsBlobs)
  }

  /// The reader of the last changes of the entity's records.
  func lastChanges(of entity: EntityDescription) -> LastChangeReader {
    lastChanges[entity.name] ?? LastChangeReader(entity, in: model)
  }

  /// The readers of the entity's parts, such as an order's lines.
  func parts(of entity: EntityDescription) -> [PartsReader] { parts[entity.name] ?? [] }

  /// The INSERT statement of an entity, with parameters for the id and the values.
  func insertion(into entity: EntityDescription) -> String {
    insertions[entity.name] ?? Self.insertion(into: entity)
  }

  private static func insertion(into entity: EntityDescription) -> String {
    let names = ["id"] + entity.columns.map(\.column)
    return "INSERT INTO \(SQL.name(entity.table)) (\(SQL.names(names))) VALUES (\(SQL.places(names.count)))"
  }

  /// The stored key tables.
  var allKeys: [SortKeyTable] { model.entities.compactMap { keyTables[$0.name] } }

  func entity(_ name: String) throws -> EntityDescription {
    guard let entity = model.entity(named: name) else {
      throw StoreError.unknownField(entity: name, field: "")
    }
    return entity
  }

  /// The query of the ids that a to-many or many-to-many relationship of one record leads to; its parameter is that record's
  /// id.
  func relatedSQL(_ relationship: RelationshipDescription) -> String {
    if let table = relationship.joinTable, let columns = relationship.joinColumns {
      return
        "SELECT \(SQL.name(columns.related)) FROM \(SQL.name(table)) WHERE \(SQL.name(columns.own)) = ? ORDER BY 1"
    }
    let target = model.entity(named: relationship.target)
    let inverse = target?.relationship(relationship.inverse ?? "")
    let condition = inverse.map { SourceSQL.leads($0, model) } ?? "id = ?"
    return "SELECT id FROM \(SQL.name(target?.table ?? relationship.target)) WHERE \(condition) ORDER BY 1"
  }
}
