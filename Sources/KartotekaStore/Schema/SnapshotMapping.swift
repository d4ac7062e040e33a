import KartotekaModel

/// A model's mapping in one snapshot: the key tables that may be read in it, and which of the derived data it has.
///
/// Readers take this one, and only a read or a transaction makes it, for the snapshot that it has begun. So keys that lack
/// changes can't be read.
struct SnapshotMapping: Sendable {
  /// The part that does not depend on the snapshot.
  let constant: ModelMapping
  private var keyTables: [String: SortKeyTable]
  /// Whether the key tables include all of the change log. If not, no search index is used.
  let areKeysCurrent: Bool
  /// Whether the search indices contain all records that have keys.
  private(set) var areIndicesComplete = true
  /// The rows of the change log that the derived data do not include; nil for none.
  private let unapplied: ChangeTail?
  /// Whether the stored numbers of records, with the rows that were not applied, are those of the snapshot. If not,
  /// records are counted.
  let hasCounts: Bool
  /// The key tables of other collations that the snapshot has.
  private var collatedTables: Set<String> = []

  /// Whether SQL is made for the schema, which other programs run as well: with SQLite's own functions alone.
  fileprivate(set) var isForSchema = false

  /// The SQL behind a computed key, so that keys are compared by their bytes in UTF-8 also in a file that keeps
  /// texts in UTF-16.
  fileprivate(set) var comparing = ""

  private init(_ constant: ModelMapping, hasKeys: Bool, areKeysCurrent: Bool, hasCounts: Bool, _ tail: ChangeTail?) {
    self.constant = constant
    keyTables = hasKeys ? constant.keyTables : [:]
    self.areKeysCurrent = areKeysCurrent
    self.hasCounts = hasCounts
    unapplied = tail
  }

  /// The mapping of a snapshot without key tables: the connection folds texts while it reads.
  fileprivate init(withoutKeys constant: ModelMapping) {
    self.init(constant, hasKeys: false, areKeysCurrent: false, hasCounts: false, nil)
  }

  /// The mapping of a transaction that has applied the change log to the keys, but not to the numbers of records.
  fileprivate init(applied constant: ModelMapping, _ log: LogState, in database: SQLConnection) throws {
    self.init(constant, hasKeys: true, areKeysCurrent: true, hasCounts: false, nil)
    if log.hasIndexMarks { restrictIndices(to: try IndexMark.readAll(in: database)) }
  }

  /// The mapping of a snapshot whose key tables have the rows of the change log, or have views that add the rest.
  fileprivate init(
    _ constant: ModelMapping, _ log: LogState, _ collation: Collation, in database: SQLConnection
  ) throws {
    if log.isApplied {
      self.init(constant, hasKeys: true, areKeysCurrent: true, hasCounts: true, nil)
    } else {
      let tail = try constant.shadowKeys(after: log.applied, in: database)
      self.init(constant, hasKeys: true, areKeysCurrent: false, hasCounts: tail != nil, tail)
    }
    if collation != .root { collatedTables = try SortKeyTable.collatedTables(in: database) }
    if log.hasIndexMarks { restrictIndices(to: try IndexMark.readAll(in: database)) }
  }

  // Restricts searches by index to the records that the incomplete search indices contain.
  private mutating func restrictIndices(to marks: [String: RecordID]) {
    guard !marks.isEmpty else { return }
    areIndicesComplete = false
    keyTables = keyTables.mapValues { keys in marks[keys.entity.table].map(keys.indexed) ?? keys }
  }

  var model: ModelDescription { constant.model }
  var changeLog: ChangeLog { constant.changeLog }
  /// Whether the records are in an opened file.
  var isOpened: Bool { constant.isOpened }

  /// The keys by which an entity's records are searched and sorted; nil where texts are folded while they are read.
  func keys(of entity: EntityDescription) -> SortKeyTable? { keyTables[entity.name] }

  /// Whether the snapshot has a key table; those of other collations are made when they are first needed.
  func hasTable(_ keys: SortKeyTable) -> Bool { keys.collation == .root || collatedTables.contains(keys.table) }

  /// The number of records of an entity.
  func recordCount(of entity: EntityDescription, in database: SQLConnection) throws -> Int {
    let counts = RecordCounts(database: database)
    return try hasCounts ? counts.count(entity, unapplied) : counts.scanned(entity)
  }

  func entity(_ name: String) throws -> EntityDescription { try constant.entity(name) }

  func reader(of entity: EntityDescription, readsBlobs: Bool = true) -> RecordReader {
    constant.reader(of: entity, readsBlobs: readsBlobs)
  }

  func relatedSQL(_ relationship: RelationshipDescription) -> String { constant.relatedSQL(relationship) }
}

extension ModelMapping {
  /// The mapping for any snapshot, without key tables: the connection folds texts while it reads.
  var withoutKeys: SnapshotMapping { SnapshotMapping(withoutKeys: self) }

  /// The mapping for SQL in the schema, which other programs run as well.
  var forSchema: SnapshotMapping {
    var mapping = withoutKeys
    mapping.isForSchema = true
    return mapping
  }

  /// The mapping for the snapshot that a read transaction has just begun.
  ///
  /// The transaction has to be rolled back, which removes the views that take the place of key tables.
  /// - Parameters:
  ///   - log: the state of the change log in the snapshot.
  ///   - collation: the one that the read sorts by.
  func current(
    _ log: LogState, in database: SQLConnection, _ collation: Collation = .root
  ) throws -> SnapshotMapping {
    if isOpened { return try opened(in: database) }
    return try SnapshotMapping(self, log, collation, in: database)
  }

  /// The mapping for the current state of a transaction that writes. It applies the change log to the keys.
  /// - Parameter unfinished: the entities of bulk inserts that are under way, each with the greatest id before.
  func applied(in database: SQLConnection, butFor unfinished: [String: RecordID]) throws -> SnapshotMapping {
    if isOpened { return try opened(in: database) }
    try applyLogToKeys(in: database, butFor: unfinished)
    return try SnapshotMapping(applied: self, LogState(in: database), in: database)
  }

  // The keys of an opened file are computed by each read.
  private func opened(in database: SQLConnection) throws -> SnapshotMapping {
    var mapping = withoutKeys
    if try database.isUTF16 { mapping.comparing = " COLLATE \(KeyCollation.name)" }
    return mapping
  }
}
