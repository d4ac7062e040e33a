import KartotekaModel

/// The number of records of each entity as of the last row of the ``ChangeLog`` that was applied.
///
/// No trigger keeps it, since SQLite runs none for the rows that `REPLACE` deletes. It follows from the log: each logged
/// record is looked up in its table, so that a number is exact whichever program wrote. An entity without a row here is
/// counted.
struct RecordCounts {
  static let table = "kartoteka_counts"
  static let statement =
    "CREATE TABLE \(table) (entity TEXT PRIMARY KEY, records INTEGER NOT NULL) STRICT, WITHOUT ROWID"

  // Another number was not written by this program.
  private static let possible: ClosedRange<Int64> = 0...(1 << 48)

  let database: SQLConnection

  /// The number of records of an entity in the snapshot.
  /// - Parameter unapplied: the rows of the change log that were not applied; nil for none.
  func count(_ entity: EntityDescription, _ unapplied: ChangeTail?) throws -> Int {
    try count(entity, stored(entity), unapplied?.entities[entity.name])
  }

  // The number after some rows of the change log.
  private func count(_ entity: EntityDescription, _ before: Int?, _ rows: ChangeTail.Entity?) throws -> Int {
    guard let before, rows?.isAny != true else { return try scanned(entity) }
    return try before + (rows?.growth(of: entity, in: database) ?? 0)
  }

  /// The stored number; nil where there is none.
  func stored(_ entity: EntityDescription) throws -> Int? {
    try RawStatement("SELECT records FROM \(Self.table) WHERE entity = ?", in: database)
      .integer(.text(entity.table)).flatMap { Self.possible.contains($0) ? Int($0) : nil }
  }

  /// The number of rows in an entity's table.
  func scanned(_ entity: EntityDescription) throws -> Int {
    Int(try RawStatement("SELECT count(*) FROM \(SQL.name(entity.table))", in: database).integer() ?? 0)
  }

  /// Brings the numbers up to date with rows of the change log.
  /// - Parameter tail: the rows after those that the numbers include; nil where they are not known.
  func apply(_ tail: ChangeTail?, to entities: [EntityDescription]) throws {
    for entity in entities {
      let rows = tail?.entities[entity.name]
      if tail != nil, rows == nil { continue }
      let before = try stored(entity)
      let count = try tail == nil ? scanned(entity) : count(entity, before, rows)
      if count != before { try store(count, entity) }
    }
  }

  /// Counts the records of entities.
  func recount(_ entities: [EntityDescription]) throws {
    for entity in entities { try store(scanned(entity), entity) }
  }

  private func store(_ count: Int, _ entity: EntityDescription) throws {
    try RawStatement(
      """
      INSERT INTO \(Self.table) (entity, records) VALUES (?, ?) \
      ON CONFLICT (entity) DO UPDATE SET records = excluded.records
      """, in: database
    ).run(.text(entity.table), .integer(Int64(count)))
  }
}

extension ChangeTail.Entity {
  /// The growth of the number of records since before the rows. Not for rows after which any record may have changed.
  func growth(of entity: EntityDescription, in database: SQLConnection) throws -> Int {
    let table = SQL.name(entity.table)
    // A bulk insert gives no id that any record ever had, so that none of these existed before.
    let bulk = added
    let range = try RawStatement("SELECT count(*) FROM \(table) WHERE id BETWEEN ? AND ?", in: database)
    var growth = 0
    for ids in bulk.ranges {
      growth += Int(try range.integer(.integer(ids.lowerBound), .integer(ids.upperBound - 1)) ?? 0)
    }
    let record = try RawStatement("SELECT 1 FROM \(table) WHERE id = ?", in: database)
    for (id, existed) in existed where !bulk.contains(id) {
      guard let existed else { continue }
      growth += (try record.integer(.integer(id)) == 1 ? 1 : 0) - (existed ? 1 : 0)
    }
    return growth
  }
}
