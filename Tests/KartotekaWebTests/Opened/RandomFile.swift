import Foundation
import GRDB
import Synchronization

/// A SQLite file with random tables and values, the same for the same seed, as another program may have made it.
final class RandomFile: Sendable {
  struct Column: Sendable {
    let name: String
    let type: String
    let isKey: Bool
    let isGenerated: Bool
  }

  struct Table: Sendable {
    let name: String
    let columns: [Column]
    /// The columns that find a row: those of the primary key, or the rowid.
    let key: [String]
  }

  let url: URL
  var tables: [Table] { made.withLock { $0 } }
  private let made = Mutex<[Table]>([])
  private let state: Mutex<UInt64>

  init(seed: UInt64) throws {
    state = Mutex(seed &* 0x9e37_79b9_7f4a_7c15 &+ 1)
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-open-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appending(path: ["Shop.sqlite", "my file.db", "данные.sqlite3", "a&b.db"][Int(seed % 4)])
    let queue = try open()
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = \(seed % 2 == 0 ? "DELETE" : "WAL")")
      for number in 0..<(2 + below(3)) { try add(number, to: database) }
    }
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  /// A connection that enforces nothing, as most programs'.
  func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(5)
    return try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration)
  }

  // SplitMix64.
  func next() -> UInt64 {
    var mixed = state.withLock { state in
      state &+= 0x9e37_79b9_7f4a_7c15
      return state
    }
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  func oneOf<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  private func add(_ number: Int, to database: Database) throws {
    let name =
      oneOf(["Order Details", "select", "we\"ird", "таблица", "表", "a.b", "items", "People/x", "rowid"]) + "\(number)"
    let names = ["name", "group", "a b", "x.y", "\"q\"", "цена", "Value", "_id", "ID2", "50%", "k"]
    var columns: [Column] = []
    var definitions: [String] = []
    var tail = ""
    var key: [String] = []
    switch below(5) {
    case 0:
      columns.append(Column(name: "id", type: "INTEGER", isKey: true, isGenerated: false))
      definitions.append("id INTEGER PRIMARY KEY")
      key = ["id"]
    case 1:
      columns.append(Column(name: "Code", type: "TEXT", isKey: true, isGenerated: false))
      definitions.append("Code TEXT PRIMARY KEY NOT NULL")
      key = ["Code"]
      tail = oneOf(["", " WITHOUT ROWID"])
    case 2:
      for part in ["First", "Second part"] {
        columns.append(Column(name: part, type: "TEXT", isKey: true, isGenerated: false))
        definitions.append("\(Self.quoted(part)) TEXT NOT NULL")
      }
      key = ["First", "Second part"]
      tail = oneOf(["", " WITHOUT ROWID"])
    case 3:
      columns.append(Column(name: "ItemId", type: "INTEGER", isKey: true, isGenerated: false))
      definitions.append("ItemId INTEGER PRIMARY KEY")
      key = ["ItemId"]
    default: break
    }
    for place in 0..<(1 + below(5)) {
      let name = names[(place * 3 + number) % names.count]
      let type = oneOf([
        "", "TEXT", "INTEGER", "REAL", "BLOB", "NUMERIC", "VARCHAR(20)", "BOOLEAN", "DATE", "DECIMAL(10,2)",
      ])
      columns.append(Column(name: name, type: type, isKey: false, isGenerated: false))
      definitions.append("\(Self.quoted(name)) \(type)\(oneOf(["", "", " DEFAULT 7", " DEFAULT 'x''y'"]))")
    }
    if below(3) == 0 {
      columns.append(Column(name: "made", type: "", isKey: false, isGenerated: true))
      definitions.append("made GENERATED ALWAYS AS (typeof(\(Self.quoted(columns[columns.count - 2].name)))) VIRTUAL")
    }
    if key.count > 1 { definitions.append("PRIMARY KEY (\(key.map(Self.quoted).joined(separator: ", ")))") }
    try database.execute(
      sql: "CREATE TABLE \(Self.quoted(name)) (\(definitions.joined(separator: ", ")))\(tail)")
    let table = Table(name: name, columns: columns, key: key)
    made.withLock { $0.append(table) }
    for row in 0..<(3 + below(12)) {
      let stored = columns.filter { !$0.isGenerated }
      let values = stored.map { $0.isKey ? keyText(row, $0) : randomSQL() }
      try database.execute(
        sql:
          "INSERT INTO \(Self.quoted(name)) (\(stored.map { Self.quoted($0.name) }.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
      )
    }
  }

  private func keyText(_ row: Int, _ column: Column) -> String {
    if column.type == "INTEGER" { return "\(row * 3 + 1)" }
    return "'" + ["K", "a/b,", "17", "ключ ", "100% ", "x&y=", "表", "..", "~"][row % 9] + "\(row)'"
  }

  /// A value of any kind.
  private func randomSQL() -> String {
    switch below(16) {
    case 0: "NULL"
    case 1: "9223372036854775807"
    case 2: "-9223372036854775808"
    case 3: "9e999"
    case 4: "X'00ff41'"
    case 5: "CAST(X'ff41fe' AS TEXT)"
    case 6: "'  padded '"
    case 7: "''"
    case 8: "'a' || char(0) || 'b'"
    case 9: "'line' || char(10) || 'break'"
    case 10: "\(below(1_000))"
    case 11: "\(below(1_000)).\(below(100))"
    case 12: "'2026-01-\(10 + below(18))'"
    case 13: "'\(oneOf(["yes", "007", "1e3", "Zażółć", "текст", "x@example.org"]))'"
    case 14: "zeroblob(\(below(400)))"
    default: "'text \(below(1_000))'"
    }
  }

  /// Each cell of the file by table, key and column, with its type and its bytes.
  func cells() throws -> [String: String] {
    let queue = try open()
    return try queue.unsafeRead { database in
      var cells: [String: String] = [:]
      for table in tables {
        let key =
          table.key.isEmpty ? "rowid" : table.key.map { "quote(\(Self.quoted($0)))" }.joined(separator: " || '|' || ")
        for column in table.columns {
          let name = Self.quoted(column.name)
          let rows = try Row.fetchAll(
            database,
            sql:
              "SELECT \(key) AS k, typeof(\(name)) || ':' || hex(CAST(\(name) AS BLOB)) AS v FROM \(Self.quoted(table.name))"
          )
          for row in rows { cells["\(table.name)|\(row["k"] as DatabaseValue)|\(column.name)"] = row["v"] ?? "null" }
        }
      }
      return cells
    }
  }

  /// All that must stay: the schema with its version, the journal mode and the header's settings.
  func schema() throws -> [String] {
    let queue = try open()
    return try queue.unsafeRead { database in
      let master = try Row.fetchAll(
        database, sql: "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master ORDER BY rowid")
      return try master.map { "\($0)" }
        + ["schema_version", "user_version", "application_id", "journal_mode", "page_size"].map {
          "\($0) \(try DatabaseValue.fetchOne(database, sql: "PRAGMA \($0)") ?? .null)"
        }
    }
  }
}
