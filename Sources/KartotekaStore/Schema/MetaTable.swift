import KartotekaModel

/// The table `kartoteka_meta`: what a database notes of itself, as texts under keys.
struct MetaTable {
  static let name = "kartoteka_meta"
  static let schema = "CREATE TABLE kartoteka_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID"

  private let database: SQLConnection

  init(in database: SQLConnection) { self.database = database }

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
    try RawStatement("SELECT value FROM \(Self.name) WHERE key = ?", in: database)
  }

  /// Notes a text under a key, in the place of the one that was there.
  func note(_ text: String, as key: String) throws {
    let noting = try RawStatement(
      """
      INSERT INTO \(Self.name) (key, value) VALUES (?, ?) \
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
    try RawStatement("DELETE FROM \(Self.name) WHERE key = ?", in: database).run(.text(key))
    return database.changesCount > 0
  }
}
