import KartotekaModel

// The database's catalogue of its own tables.
extension SQLConnection {
  /// Whether the database has a table of that name.
  func hasTable(_ name: String) throws -> Bool {
    try RawStatement("SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ?", in: self)
      .integer(.text(name)) == 1
  }

  /// Whether the database has an index of that name.
  func hasIndex(_ name: String) throws -> Bool {
    try RawStatement("SELECT 1 FROM main.sqlite_master WHERE type = 'index' AND name = ?", in: self)
      .integer(.text(name)) == 1
  }

  /// The names of the tables, but SQLite's own.
  func tableNames() throws -> [String] {
    try all(String.self, "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
  }

  /// The names of a table's columns; empty where there is no such table.
  func columns(of table: String) throws -> [String] {
    try all(String.self, "SELECT name FROM pragma_table_info(?)", [table])
  }

  /// The columns of all tables, as `table.column`.
  func allColumns() throws -> [String] {
    try all(
      String.self,
      """
      SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'
      """)
  }

  /// The columns of ordinary tables that may hold bytes.
  func byteColumns() throws -> [(table: String, column: String)] {
    try rows(
      """
      SELECT m.name, c.name FROM main.sqlite_master m JOIN pragma_table_info(m.name) c \
      WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND m.name NOT GLOB 'sqlite_*' \
      AND upper(c.type) NOT IN ('INTEGER', 'INT', 'REAL', 'TEXT') ORDER BY 1, 2
      """
    ).map { (try $0[0], try $0[1]) }
  }

  /// The names of the tables, views and triggers that are neither SQLite's nor the platform's, in their order.
  func foreignNames() throws -> [String] {
    try all(
      String.self,
      """
      SELECT name FROM sqlite_master WHERE type IN ('table', 'view', 'trigger') \
      AND name NOT GLOB 'kartoteka_*' AND name NOT GLOB 'sqlite_*' ORDER BY name
      """)
  }

  /// The names and definitions of all triggers.
  func triggers() throws -> [(name: String, definition: String)] {
    try rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").map { (try $0[0], try $0[1]) }
  }

  // MARK: Numbers that are given once

  /// The greatest number that a table's rows have had; nil for a table that gives a deleted row's number again, or has had no
  /// rows.
  func lastNumber(of table: String) throws -> Int64? {
    guard try hasTable("sqlite_sequence") else { return nil }
    return try RawStatement("SELECT seq FROM sqlite_sequence WHERE name = ?", in: self).integer(.text(table))
  }

  /// Notes the greatest number that a table's rows have had, unless the table gives numbers again.
  func setLastNumber(of table: String, _ number: Int64) throws {
    // sqlite_sequence has rows of tables with AUTOINCREMENT only.
    let definition = try first(
      String.self, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", [table])
    guard definition?.contains("AUTOINCREMENT") == true else { return }
    try execute("DELETE FROM sqlite_sequence WHERE name = ?", [table])
    try execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table, number])
  }
}
