import KartotekaModel

/// A table of texts under keys.
///
/// `kartoteka_meta` has what a database notes of itself. `kartoteka_unfinished` has the changes that several transactions make:
/// the undo that is under way or was the last, and the change sets that are not complete. The servers of a primary database
/// share the second one; each has the first one for itself.
struct MetaTable {
  static let name = "kartoteka_meta"
  static let unfinished = "kartoteka_unfinished"
  static let schema = schema(of: name)

  static func schema(of table: String) -> String {
    "CREATE TABLE \(table) (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID"
  }

  private let database: SQLConnection
  private let table: String

  init(in database: SQLConnection, _ table: String = Self.name) { (self.database, self.table) = (database, table) }

  /// The text under a key; nil for none.
  func text(_ key: String) throws -> String? {
    let row = try reading()
    row.bind(.text(key), at: 1)
    defer { row.reset() }
    return try row.step() ? row.text(column: 0) : nil
  }

  /// The whole number under a key; nil for none.
  func number(_ key: String) throws -> Int64? { try reading().integer(.text(key)) }

  private func reading() throws -> RawStatement {
    try RawStatement("SELECT value FROM \(table) WHERE key = ?", in: database)
  }

  /// Notes a text under a key, in the place of the one that was there.
  func note(_ text: String, as key: String) throws {
    let noting = try RawStatement(
      """
      INSERT INTO \(table) (key, value) VALUES (?, ?) \
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, in: database)
    try noting.run(.text(key), .text(text))
    // Some texts are long.
    noting.clear()
  }

  /// Notes a number under a key, in the place of what was there.
  func note(_ number: Int64, as key: String) throws { try note(String(number), as: key) }

  /// Removes a key.
  /// - Returns: whether it was there.
  @discardableResult
  func remove(_ key: String) throws -> Bool {
    try RawStatement("DELETE FROM \(table) WHERE key = ?", in: database).run(.text(key))
    return database.changesCount > 0
  }

  /// The texts under all keys that begin with a prefix.
  func texts(_ prefix: String) throws -> [String] {
    let rows = try RawStatement("SELECT value FROM \(table) WHERE key GLOB ? || '*' ORDER BY key", in: database)
    rows.bind(.text(prefix), at: 1)
    defer { rows.reset() }
    var texts: [String] = []
    while try rows.step() { texts.append(rows.text(column: 0)) }
    return texts
  }
}
