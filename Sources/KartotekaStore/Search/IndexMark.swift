import KartotekaModel

/// The high-water mark of a search index that is being filled in the background: the index contains the records up to that
/// id, and a search compares the keys of the records after it one by one. A complete index has no mark.
///
/// It is a row of `kartoteka_meta`, read in the snapshot that a search reads and written in the transaction that fills the
/// index, so that the two always agree, after a crash as well.
struct IndexMark: Sendable {
  /// A transaction that adds more records leaves them to the background. So many take a tenth of a second.
  static let mostAtOnce = 5_000

  /// The prefix of the keys of all marks.
  static let prefix = "indexed_"
  /// The rows of all marks, for SQL.
  static let all = "kartoteka_meta WHERE key GLOB '\(prefix)*'"

  private let key: String

  /// - Parameter entity: the entity's table.
  init(of entity: String) { key = Self.prefix + entity }

  /// The mark; nil where the index is complete.
  func read(in database: SQLConnection) throws -> RecordID? {
    try MetaTable(in: database).number(key)
  }

  func write(_ id: RecordID, in database: SQLConnection) throws {
    try MetaTable(in: database).note(id, as: key)
  }

  /// The statement that removes it.
  var removal: String { "DELETE FROM kartoteka_meta WHERE key = \(SQL.literal(key))" }

  /// The marks of all incomplete indices, by the entity's table.
  static func readAll(in database: SQLConnection) throws -> [String: RecordID] {
    let rows = try RawStatement("SELECT key, value FROM \(all)", in: database)
    defer { rows.reset() }
    var marks: [String: RecordID] = [:]
    while try rows.step() { marks[String(rows.text(column: 0).dropFirst(prefix.count))] = rows.integer(column: 1) }
    return marks
  }

  static func removeAll(in database: SQLConnection) throws {
    try RawStatement("DELETE FROM \(all)", in: database).run()
  }
}
