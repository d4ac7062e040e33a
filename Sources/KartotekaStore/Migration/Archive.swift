import KartotekaModel

/// The archive of the values of removed attributes and entities until they come back: tables of the database to which nothing
/// refers to.
enum Archive {
  static let prefix = "kartoteka_archive_"

  /// The table for a column's values: the records' numbers, the values, and the kind of attribute that wrote each.
  static func name(table: String, column: String) -> String { prefix + table + "__" + column }

  /// The table for a whole table.
  static func name(table: String) -> String { prefix + table }

  /// The names for whole tables that were removed under one name, the latest first.
  static func names(table: String, in existing: Set<String>) -> [String] {
    numbers(table, in: existing).sorted(by: >).map { numbered(table, $0) }
  }

  private static func numbers(_ table: String, in existing: Set<String>) -> [Int] {
    let (first, others) = (name(table: table), name(table: table) + "__")
    return existing.compactMap { archive in
      if archive == first { return 1 }
      return archive.hasPrefix(others) ? Int(archive.dropFirst(others.count)) : nil
    }
  }

  /// The name for a whole table that moves there now.
  static func freeName(table: String, in existing: Set<String>) -> String {
    numbered(table, (numbers(table, in: existing).max() ?? 0) + 1)
  }

  private static func numbered(_ table: String, _ number: Int) -> String {
    number == 1 ? name(table: table) : name(table: table) + "__\(number)"
  }

  /// The names that the archives of tables and their columns have after the tables are renamed. The archives of an earlier table,
  /// whose name another one gets, stay under a name that no table has: restored rows are never of another entity.
  static func renames(of tables: [String: String], in existing: Set<String>) -> [String: String] {
    var renames: [String: String] = [:]
    for (old, new) in tables {
      for archive in archives(of: old, in: existing) {
        renames[archive] = name(table: new) + archive.dropFirst(name(table: old).count)
      }
      guard tables[new] == nil else { continue }
      let own = name(table: new)
      let aside = sequence(first: 1) { $0 + 1 }.lazy.map { "\(own)~\($0)" }
        .first { aside in !existing.contains { $0.hasPrefix(aside) } }
      for archive in archives(of: new, in: existing) {
        renames[archive] = (aside ?? own) + archive.dropFirst(own.count)
      }
    }
    return renames
  }

  private static func archives(of table: String, in existing: Set<String>) -> [String] {
    existing.filter { $0 == name(table: table) || $0.hasPrefix(name(table: table) + "__") }
  }

  /// Copies a column's values to their archive.
  /// - Parameter kind: the kind of column that has written them.
  static func add(
    _ column: String, _ kind: StoredModel.Column?, of table: String, in database: SQLConnection
  ) throws {
    let name = name(table: table, column: column)
    try make(name, in: database)
    try database.execute(
      """
      INSERT OR REPLACE INTO \(SQL.name(name)) (id, value, kind) \
      SELECT id, \(SQL.name(column)), \(SQL.literal(try kindText(kind))) FROM \(SQL.name(table)) \
      WHERE \(SQL.name(column)) IS NOT NULL
      """)
    try dropIfEmpty(name, in: database)
  }

  /// Makes the archive of a column if it isn't there. Archives of earlier versions have values of one kind, which the model
  /// notes.
  static func make(_ name: String, in database: SQLConnection) throws {
    let archive = SQL.name(name)
    guard try database.hasTable(name) else {
      return try database.execute("CREATE TABLE \(archive) (id INTEGER PRIMARY KEY, value ANY, kind TEXT) STRICT")
    }
    guard try !database.columns(of: name).contains("kind") else { return }
    try database.execute("ALTER TABLE \(archive) ADD COLUMN kind TEXT")
    let noted = try StoredModel(in: database)?.archives[name]?["value"]
    try database.execute("UPDATE \(archive) SET kind = \(SQL.literal(try kindText(noted)))")
  }

  private static func kindText(_ kind: StoredModel.Column?) throws -> Value {
    try kind.map { .text(try $0.json()) } ?? .null
  }

  /// Moves a table to its archive, without its rules: an archived record must not keep another one from being deleted.
  static func add(_ table: String, as archive: String, in database: SQLConnection) throws {
    let last = try database.lastNumber(of: table)
    try database.execute("CREATE TABLE \(SQL.name(archive)) AS SELECT * FROM \(SQL.name(table))")
    try database.execute("DROP TABLE \(SQL.name(table))")
    guard let last else { return }
    // A row of SQLite's own table stays when a table without AUTOINCREMENT is dropped.
    try database.execute("DELETE FROM sqlite_sequence WHERE name = ?", [name(table: table)])
    try database.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [name(table: table), last])
  }

  /// Has a table that comes back give no number that it gave before it was removed.
  static func continueNumbers(of table: String, in database: SQLConnection) throws {
    let name = name(table: table)
    guard let last = try database.lastNumber(of: name) else { return }
    try database.setLastNumber(of: table, max(last, database.lastNumber(of: table) ?? 0))
    try database.execute("DELETE FROM sqlite_sequence WHERE name = ?", [name])
  }

  /// Drops an archive that has nothing left.
  static func dropIfEmpty(_ archive: String, in database: SQLConnection) throws {
    guard try database.first(Int.self, "SELECT 1 FROM \(SQL.name(archive)) LIMIT 1") == nil else { return }
    try database.execute("DROP TABLE \(SQL.name(archive))")
  }
}
