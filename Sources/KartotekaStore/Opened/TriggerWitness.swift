import KartotekaModel

// What triggers of another program's file delete when a record is changed here. Temporary triggers of the connection that writes
// keep those rows in temporary tables until they are images of the change set. A file without triggers has none of it.
extension SourceSQL {
  /// The temporary table with the names of the tables that lost rows.
  static let deleted = "kartoteka_deleted"

  /// What a connection needs before any ``witness``.
  static let witnesses = "CREATE TEMP TABLE \(deleted) (entity TEXT NOT NULL)"

  private var deletedRows: String { SQL.name("\(Self.deleted) \(entity.table)") }

  /// The view in which the store reads the deleted records.
  var deletedView: String { SQL.name("\(Self.deleted) \(entity.table) (records)") }

  /// The table of deleted rows, with the columns that the view of the records reads, the view, and the trigger.
  var witness: [String] {
    if source.isReadOnly { return [] }
    var columns: [String] = []
    func add(_ name: String) {
      if !columns.contains(where: { $0.lowercased() == name.lowercased() }) { columns.append(name) }
    }
    for name in [source.rowID].compactMap(\.self) + source.key { add(name) }
    for column in entity.columns {
      if let position = source.positions[column.column] {
        add(position.latitude)
        add(position.longitude)
      } else {
        add(source.column(column.column))
      }
    }
    let old = columns.map { "OLD." + SQL.name($0) }.joined(separator: ", ")
    return [
      // Without types: each value is kept as it is stored.
      "CREATE TEMP TABLE \(deletedRows) (\(SQL.names(columns)))", view(named: deletedView, of: deletedRows),
      trigger(
        "deleted", "DELETE",
        "INSERT INTO \(deletedRows) VALUES (\(old)); INSERT INTO \(Self.deleted) VALUES (\(SQL.literal(entity.table))); "
      ),
    ]
  }

  /// Forgets the deleted rows.
  func forgetDeleted(in database: SQLConnection) throws {
    try RawStatement("DELETE FROM \(deletedRows)", in: database).run()
  }
}

/// A record that a trigger of another program's file has deleted.
struct TakenRecord: Hashable {
  let table: String
  let id: RecordID
}

extension Transaction {
  /// Keeps the images of the records that triggers of the file have deleted since this was called last.
  /// - Parameter own: the record that was deleted here, whose image is kept by whoever did so.
  func keepDeleted(besides own: AnyRecord? = nil) throws {
    let names = try RawStatement("SELECT DISTINCT entity FROM \(SourceSQL.deleted)", in: database)
    var tables: Set<String> = []
    while try names.step() { tables.insert(names.text(column: 0)) }
    names.reset()
    if tables.isEmpty { return }
    for entity in model.entities where tables.contains(entity.table) {
      guard let source = sourceSQL(entity) else { continue }
      let reader = mapping.reader(of: entity)
      let rows = try RawStatement("SELECT \(reader.columns) FROM \(source.deletedView) t", in: database)
      var records: [AnyRecord] = []
      while try rows.step() { records.append(reader.record(rows)) }
      rows.reset()
      try source.forgetDeleted(in: database)
      for record in records where record.entity.name != own?.entity.name || record.id != own?.id {
        try log.record(
          table: entity.table, id: record.id ?? 0, before: Image(record), after: nil,
          named: try named("Deleted {title}", record))
        log.touched(entity, \.deleted, record.id ?? 0)
        takenByTriggers.insert(TakenRecord(table: entity.table, id: record.id ?? 0))
      }
    }
    try RawStatement("DELETE FROM \(SourceSQL.deleted)", in: database).run()
  }
}
