import Foundation

/// The tables of import review: the report of each import, the rejected rows, the unresolved references,
/// and the records that a person has chosen for them.
///
/// They are not records of an entity: no trigger logs them, and the change feed does not contain them.
enum ImportReviewSchema {
  /// The table of the records that people have chosen for texts.
  static let resolved = "kartoteka_resolved"

  /// A table with its indices, by name.
  typealias Table = (name: String, statements: [String])

  /// The report of each import.
  static let imports: Table = (
    "kartoteka_imports",
    [
      """
      CREATE TABLE kartoteka_imports (
        id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, name TEXT NOT NULL, deed INTEGER,
        options TEXT NOT NULL, files TEXT NOT NULL
      ) STRICT
      """
    ]
  )

  /// The layouts of imported files.
  static let layouts: Table = (
    "kartoteka_layouts",
    [
      """
      CREATE TABLE kartoteka_layouts (
        id INTEGER PRIMARY KEY, entity TEXT NOT NULL, content TEXT NOT NULL, UNIQUE (entity, content)
      ) STRICT
      """
    ]
  )

  /// The rejected rows. A row that was loaded after all is closed with the change set that did it, so that undoing the change set
  /// opens it again. `record` is the number that the row gives itself.
  static let rejects: Table = (
    "kartoteka_rejects",
    [
      """
      CREATE TABLE kartoteka_rejects (
        id INTEGER PRIMARY KEY AUTOINCREMENT, import INTEGER NOT NULL, layout INTEGER NOT NULL, file TEXT NOT NULL,
        line INTEGER NOT NULL, record INTEGER, digest INTEGER NOT NULL, raw TEXT NOT NULL, corrected TEXT,
        faults TEXT NOT NULL, is_open INTEGER NOT NULL DEFAULT 1, deed INTEGER
      ) STRICT
      """,
      "CREATE INDEX kartoteka_rejects_open ON kartoteka_rejects (import) WHERE is_open",
      "CREATE INDEX kartoteka_rejects_content ON kartoteka_rejects (layout, is_open)",
      "CREATE INDEX kartoteka_rejects_place ON kartoteka_rejects (file, line) WHERE is_open",
      "CREATE INDEX kartoteka_rejects_record ON kartoteka_rejects (record) WHERE is_open AND record IS NOT NULL",
      "CREATE INDEX kartoteka_rejects_deed ON kartoteka_rejects (deed) WHERE deed IS NOT NULL",
    ]
  )

  /// The unresolved references.
  static let references: Table = (
    "kartoteka_references",
    [
      """
      CREATE TABLE kartoteka_references (
        id INTEGER PRIMARY KEY, entity TEXT NOT NULL, relationship TEXT NOT NULL, heading TEXT NOT NULL,
        text TEXT NOT NULL, UNIQUE (entity, relationship, text)
      ) STRICT
      """
    ]
  )

  /// The records that were loaded without a reference.
  static let referrers: Table = (
    "kartoteka_referrers",
    [
      """
      CREATE TABLE kartoteka_referrers (
        reference INTEGER NOT NULL, record INTEGER NOT NULL, PRIMARY KEY (reference, record)
      ) STRICT, WITHOUT ROWID
      """
    ]
  )

  /// The rejected rows that wait for a reference.
  static let waiting: Table = (
    "kartoteka_waiting",
    [
      """
      CREATE TABLE kartoteka_waiting (
        reference INTEGER NOT NULL, reject INTEGER NOT NULL, PRIMARY KEY (reference, reject)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX kartoteka_waiting_reject ON kartoteka_waiting (reject)",
    ]
  )

  /// The records that people have chosen for texts. They have images in the change set that chose them; `deed` and `is_active`
  /// are of earlier versions, which stored no images.
  static let meanings: Table = (
    resolved,
    [
      """
      CREATE TABLE kartoteka_resolved (
        entity TEXT NOT NULL, text TEXT NOT NULL, record INTEGER NOT NULL, deed INTEGER,
        is_active INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (entity, text)
      ) STRICT, WITHOUT ROWID
      """
    ]
  )
}

/// The JSON texts in columns of the import review.
enum JSONText {
  static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  static func value<T: Decodable>(_ type: T.Type, _ json: String) -> T? {
    try? JSONDecoder().decode(type, from: Data(json.utf8))
  }

  /// A hash by which equal rows are found (FNV-1a). Rows with equal hashes are distinguished by their texts.
  static func digest(_ text: String) -> Int64 {
    var text = text
    return text.withUTF8 { digest(UnsafeRawBufferPointer($0)) }
  }

  static func digest(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int64(bitPattern: hash)
  }
}
