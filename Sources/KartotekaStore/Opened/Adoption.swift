import Foundation
import KartotekaModel

/// The adoption of another program's file: the description and everything else that the program keeps about the file move from
/// the database beside it into tables of their own in the file, whose names begin with `kartoteka_`. The file's own tables stay
/// as they are. It can be taken back.
package struct Adoption: Sendable {
  /// The key in `kartoteka_meta` of an adopted file. The value is the time of its adoption.
  private static let key = "adopted"
  /// The key in `kartoteka_meta` of an adopted file that had `sqlite_sequence` before.
  private static let counted = "adopted_with_sequences"
  /// The key in `kartoteka_meta` of the indices that were added to an adopted file: their names, parted by line breaks.
  private static let indices = "adopted_indices"
  /// The prefix of the names of indices that adoption adds.
  private static let index = "kartoteka_index_"

  private let file: OpenedFile
  private let side: URL

  /// - Parameter side: the database beside the file.
  package init(of file: OpenedFile, beside side: URL) { (self.file, self.side) = (file, side) }

  /// The name of an index that adoption adds.
  package static func indexName(_ name: String) -> String { index + name }

  /// Whether a file is adopted.
  static func isAdopted(_ database: SQLConnection) throws -> Bool {
    let hasTable = try database.first(
      Bool.self, "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE name = 'kartoteka_meta' AND type = 'table')"
    )
    guard hasTable == true else { return false }
    return try database.first(String.self, "SELECT value FROM main.kartoteka_meta WHERE key = ?", [key])
      != nil
  }

  /// Whether the file has tables of its own with the names that adoption needs. Others that begin alike are no matter.
  static func hasTakenNames(in database: SQLConnection) throws -> Bool {
    let has = try database.first(
      Bool.self, "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE \(own("name")) OR name LIKE ? ESCAPE '\\')",
      [index.replacing("_", with: "\\_") + "%"])
    guard has == true else { return false }
    return try !isAdopted(database)
  }

  // The condition that a name is that of one of the tables that adoption moves.
  private static func own(_ column: String) -> String {
    "\(column) COLLATE NOCASE IN (" + Schema.besideTables.map { "'\($0)'" }.joined(separator: ", ") + ")"
  }

  /// Copies the file, then adds the tables in one transaction.
  /// - Parameter indices: the statements of indices that are added, too.
  /// - Returns: the copy of the file.
  /// - Throws: ``StoreError``; the file is as it was then.
  @discardableResult package func adopt(adding indices: [String]) throws -> URL {
    try translating {
      let queue = try queue(at: file.url)
      let stamp = Timestamp.text(Date()).replacing(":", with: "-")
      let copy = file.url.deletingLastPathComponent().appending(
        path: file.url.lastPathComponent + ".before-adoption-" + stamp)
      do {
        try queue.backup(to: ConnectionQueue(copy.path(percentEncoded: false)))
      } catch {
        try? FileManager.default.removeItem(at: copy)
        throw error
      }
      try queue.writeWithoutTransaction { database in
        try database.execute("ATTACH ? AS side", [side.path(percentEncoded: false)])
        // The lock of both keeps anything from being written beside the file meanwhile.
        try database.inTransaction(.immediate) {
          let hadSequences = try Self.hasSequences(in: database)
          let objects = try Self.objects(of: "side", in: database)
          for object in objects where object.type == "table" {
            try database.execute(object.sql)
            try Self.copy(object.name, from: "side", to: "main", in: database)
          }
          for object in objects where object.type != "table" { try database.execute(object.sql) }
          try Self.copySequences(from: "side", to: "main", in: database)
          try database.execute(
            "INSERT OR REPLACE INTO main.kartoteka_meta (key, value) VALUES (?, ?)",
            [Self.key, stamp])
          for statement in indices { try Self.add(statement, in: database) }
          if hadSequences {
            try database.execute(
              "INSERT OR REPLACE INTO main.kartoteka_meta (key, value) VALUES (?, ?)",
              [Self.counted, stamp])
          }
          return .commit
        }
      }
      return copy
    }
  }

  /// Adds an index to an adopted file.
  /// - Throws: ``StoreError``.
  package func add(_ index: String) throws {
    try translating { try queue(at: file.url).writeHere { try Self.add(index, in: $0) } }
  }

  // Only what is noted is removed again.
  private static func add(_ index: String, in database: SQLConnection) throws {
    let before = try indexNames(in: database)
    try database.execute(index)
    let added = try indexNames(in: database).subtracting(before).union(try addedIndices(in: database))
    try database.execute(
      "INSERT OR REPLACE INTO main.kartoteka_meta (key, value) VALUES (?, ?)",
      [indices, added.sorted().joined(separator: "\n")])
  }

  private static func indexNames(in database: SQLConnection) throws -> Set<String> {
    let sql = "SELECT name FROM main.sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    return try Set(database.all(String.self, sql))
  }

  private static func addedIndices(in database: SQLConnection) throws -> Set<String> {
    let names = try database.first(String.self, "SELECT value FROM main.kartoteka_meta WHERE key = ?", [indices])
    return Set(names?.split(separator: "\n").map(String.init) ?? [])
  }

  /// Moves the tables into a database beside the file, which must not exist. The schema of the file is then what it was; the
  /// records stay as they are.
  ///
  /// The copy is committed before the tables are removed: after a crash both exist, and the file is still adopted.
  /// - Throws: ``StoreError``; the file is as it was then.
  package func takeBack() throws {
    try translating {
      try queue(at: file.url).writeWithoutTransaction { database in
        // The lock keeps other programs from writing to the tables between the copy and the removal.
        try database.inTransaction(.immediate) {
          try copyBeside(encoding: database.first(String.self, "PRAGMA encoding") ?? "UTF-8")
          let hadSequences =
            try database.first(String.self, "SELECT value FROM main.kartoteka_meta WHERE key = ?", [Self.counted])
            != nil
          let objects = try Self.objects(of: "main", in: database)
          for name in try Self.addedIndices(in: database).intersection(Self.indexNames(in: database)) {
            try database.execute("DROP INDEX main.\(SQL.name(name))")
          }
          for object in objects where object.type == "table" {
            try database.execute("DROP TABLE \(SQL.name(object.name))")
          }
          if !hadSequences { try Self.removeSequences(in: database) }
          return .commit
        }
      }
    }
  }

  // Attached databases have one encoding.
  private func copyBeside(encoding: String) throws {
    let beside = try queue(at: side)
    try beside.writeWithoutTransaction { database in
      try database.execute("PRAGMA encoding = '\(encoding)'")
      try database.execute("ATTACH ? AS adopted", [file.path])
      // The file is locked by its own connection and only read here.
      try database.inTransaction(.deferred) {
        let objects = try Self.objects(of: "adopted", in: database)
        for object in objects where object.type == "table" {
          try database.execute(object.sql)
          try Self.copy(object.name, from: "adopted", to: "main", in: database)
        }
        for object in objects where object.type != "table" { try database.execute(object.sql) }
        try Self.copySequences(from: "adopted", to: "main", in: database)
        try database.execute(
          "DELETE FROM main.kartoteka_meta WHERE key IN (?, ?, ?)",
          [Self.key, Self.counted, Self.indices])
        return .commit
      }
    }
    try beside.close()
  }

  // MARK: Objects

  private struct Object {
    let type: String
    let name: String
    let sql: String
  }

  // The program's tables, and its indices and triggers of them, in the order in which they were made. Objects of other programs
  // under similar names are theirs.
  private static func objects(of schema: String, in database: SQLConnection) throws -> [Object] {
    try database.rows(
      """
      SELECT type, name, sql FROM \(schema).sqlite_master
      WHERE sql IS NOT NULL AND \(own("tbl_name")) AND name LIKE 'kartoteka\\_%' ESCAPE '\\'
      ORDER BY rowid
      """
    ).map { Object(type: try $0["type"], name: try $0["name"], sql: try $0["sql"]) }
  }

  private static func copy(_ table: String, from source: String, to target: String, in database: SQLConnection) throws {
    let name = SQL.name(table)
    try database.execute("INSERT INTO \(target).\(name) SELECT * FROM \(source).\(name)")
  }

  // The next numbers, which are never used twice.
  private static func copySequences(from source: String, to target: String, in database: SQLConnection) throws {
    let condition = own("name")
    try database.execute("DELETE FROM \(target).sqlite_sequence WHERE \(condition)")
    try database.execute(
      """
      INSERT INTO \(target).sqlite_sequence (name, seq) SELECT name, seq FROM \(source).sqlite_sequence WHERE \(condition)
      """)
  }

  private static func hasSequences(in database: SQLConnection) throws -> Bool {
    try database.first(Bool.self, "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE name = 'sqlite_sequence')")
      ?? false
  }

  // SQLite makes the table of numbers for the first AUTOINCREMENT of a file and does not drop it. In a file that had none it
  // is given a name that can be dropped (<https://www.sqlite.org/pragma.html#pragma_writable_schema>).
  private static func removeSequences(in database: SQLConnection) throws {
    let isNeeded = try database.first(
      Bool.self,
      """
      SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%')
        OR NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence')
      """)
    guard isNeeded == false else { return }
    try database.execute("PRAGMA writable_schema = ON")
    try database.execute(
      """
      UPDATE sqlite_master SET name = 'kartoteka_sequence', tbl_name = 'kartoteka_sequence',
        sql = 'CREATE TABLE kartoteka_sequence (name, seq)' WHERE name = 'sqlite_sequence'
      """)
    try database.execute("PRAGMA writable_schema = RESET")
    try database.execute("DROP TABLE kartoteka_sequence")
  }

  /// The names of the tables that adoption moves, and of their indices and triggers.
  static func names(in database: SQLConnection) throws -> (tables: [String], others: [String]) {
    let objects = try objects(of: "main", in: database)
    return (objects.filter { $0.type == "table" }.map(\.name), objects.filter { $0.type != "table" }.map(\.name))
  }

  private func queue(at url: URL) throws -> ConnectionQueue {
    var settings = ConnectionQueue.Settings()
    settings.busyTimeout = 5
    settings.enforcesForeignKeys = false
    // Functions in indices and constraints of the file.
    settings.prepare = { try RowKeyFunction.add(to: $0) }
    return try ConnectionQueue(url.path(percentEncoded: false), settings)
  }

  private func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as SQLError {
      if error.kind == .busy { throw StoreError.busy }
      throw StoreError.opening(file.path, error)
    }
  }
}

extension Store {
  /// The names of the tables in which the program keeps what it knows of an opened file, and of their indices and triggers.
  /// - Throws: ``StoreError`` where the file can't be read.
  package func platformObjects() async throws -> (tables: [String], others: [String]) {
    try await translating { try await read(noting: nil) { try Adoption.names(in: $0) } }
  }
}
