import KartotekaModel

import class GRDB.Database

/// The different keys that one searched attribute has in another collation, each with the text that it is searched by.
/// ``DistinctTextIndex`` knows several of them as one: Lis and Łis are both "lis".
struct CollatedDictionary: Sendable {
  /// The table, for SQL.
  let table: String
  let attribute: AttributeDescription
  /// The key's column, for SQL.
  private let column: String
  private let keys: String
  private let index: String

  /// The texts of an attribute; nil where what it is searched by can't be told from such a key.
  /// - Parameters:
  ///   - entity: the entity's table.
  ///   - keys: the table of its keys in that collation.
  init?(of attribute: AttributeDescription, _ entity: String, keys: String, _ collation: Collation) {
    guard collation == .polish, !attribute.behavior.isTranslated else { return nil }
    let name = "kartoteka_texts_\(entity)__\(collation.rawValue)"
    table = SQL.name(name)
    self.attribute = attribute
    index = SQL.name(name + "_folded")
    column = SQL.name(attribute.column)
    self.keys = SQL.name(keys)
  }

  /// All that has to be there beside the keys, in the order it is made in.
  var statements: [String] {
    [
      "CREATE TABLE \(table) (text TEXT PRIMARY KEY, folded TEXT NOT NULL) STRICT, WITHOUT ROWID",
      "CREATE INDEX \(index) ON \(table) (folded)",
    ]
  }

  /// The keys of which the text that they are searched by is among others.
  func texts(foldedIn folded: Fragment) -> Fragment {
    Fragment(sql: "SELECT text FROM \(table) WHERE folded IN (\(folded.sql))", values: folded.values)
  }

  /// A query of the keys as they are stored, and one of those that records have.
  var comparison: (stored: String, computed: String) {
    (
      "SELECT text, folded FROM \(table)",
      "SELECT DISTINCT \(column) AS text, \(Self.folded(column)) FROM main.\(keys)"
    )
  }

  // MARK: Keeping it

  /// Adds a record's key.
  func add(_ text: Value, in database: Database) throws {
    try RawStatement("INSERT OR IGNORE INTO \(table) (text, folded) SELECT ?1, \(Self.folded("?1"))", in: database)
      .run(text)
  }

  /// Takes away a key if no record has it any more.
  func remove(_ text: Value, in database: Database) throws {
    try RawStatement(
      "DELETE FROM \(table) WHERE text = ?1 AND NOT EXISTS (SELECT 1 FROM \(keys) WHERE \(column) = ?1)", in: database
    ).run(text)
  }

  /// Adds the keys of all records whose id is greater than one; there may be none of the others yet.
  func append(after id: RecordID, in database: Database) throws {
    let isFirst = try RawStatement("SELECT EXISTS (SELECT 1 FROM \(table))", in: database).integer() == 0
    // All of them stand in an index in their order.
    let texts = "SELECT DISTINCT \(column) AS text FROM \(keys)" + (isFirst ? "" : " WHERE id > ?")
    let insertion = try RawStatement(
      "INSERT OR IGNORE INTO \(table) (text, folded) SELECT text, \(Self.folded("text")) FROM (\(texts))", in: database)
    if isFirst { try insertion.run() } else { try insertion.run(.integer(id)) }
  }

  // Polish letters are others with one of two marks behind them.
  private static func folded(_ key: String) -> String {
    let first = Collation.firstMark.value
    return "replace(replace(\(key), char(\(first)), ''), char(\(first + 1)), '')"
  }
}
