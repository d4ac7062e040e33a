import Foundation
import KartotekaModel

extension ReflectedFile {
  /// The most rows of a table from which kinds of values are guessed.
  private static let sampledRows = 100
  /// The number of steps of SQLite's machine that the first rows of a view may take: about half a second.
  private static let samplingSteps = 20_000_000

  /// Reads the schema of a SQLite file, and the first rows of its tables. Nothing is written.
  /// - Parameter evaluates: whether columns that are computed have samples. One call of a function may take any time.
  /// - Throws: ``StoreError/cannotOpen(path:problem:)``, ``StoreError/busy``.
  package init(_ file: OpenedFile, evaluates: Bool = true) throws {
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw StoreError.cannotOpen(path: file.path, problem: .unreadable("There is no such file"))
    }
    guard let bytes = FileID(file.path), bytes.size > 0 else {
      throw StoreError.cannotOpen(path: file.path, problem: .empty)
    }
    do {
      var settings = ConnectionQueue.Settings()
      settings.isReadOnly = file.isReadOnly || !FileAccess(file.url).isWritable
      settings.busyTimeout = 5
      let queue = try ConnectionQueue(
        file.location(isWriting: !settings.isReadOnly), settings)
      self = try queue.unsafeRead { try ReflectedFile(in: $0, evaluates: evaluates) }
    } catch let error as SQLError {
      if error.kind == .busy { throw StoreError.busy }
      let problem = StoreError.FileProblem(error)
      // Closing a file that SQLite has open would drop its locks: only one that SQLite does not read is looked at.
      let isUnread = problem == .notADatabase || error.message == "unsupported file format"
      let isNewer = isUnread && Self.isOfNewerFormat(file)
      throw StoreError.cannotOpen(path: file.path, problem: isNewer ? .newerFormat : problem)
    }
  }

  // The version that a reader needs, at offset 19 of the header, and the format of the schema, at offset 44
  // (https://www.sqlite.org/fileformat.html, section 1.3).
  private static func isOfNewerFormat(_ file: OpenedFile) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: file.path) else { return false }
    defer { try? handle.close() }
    guard let header = try? handle.read(upToCount: 48), header.count == 48, SQLiteHeader.begins(header) else {
      return false
    }
    return (3...15).contains(header[19]) || header[44...46].allSatisfy { $0 == 0 } && (5...15).contains(header[47])
  }

  private init(in database: SQLConnection, evaluates: Bool) throws {
    // SQLite's own ones and GRDB's. The list may also have stand-ins, which an earlier statement has asked for.
    let collations = try Set(
      database.all(
        String.self,
        """
        SELECT lower(name) FROM pragma_collation_list \
        WHERE lower(name) IN ('binary', 'nocase', 'rtrim') OR lower(name) GLOB 'swift*'
        """))
    database.standInForUnknownCollations()
    encoding = try database.first(String.self, "PRAGMA encoding") ?? "UTF-8"
    schemaVersion = try database.first(Int64.self, "PRAGMA schema_version") ?? 0
    isAdopted = try Adoption.isAdopted(database)
    hasTakenNames = try Adoption.hasTakenNames(in: database)
    let definitions = try Dictionary(
      database.rows(
        "SELECT name, coalesce(sql, '') AS sql FROM sqlite_master WHERE type IN ('table', 'view')"
      )
      .map { (try $0["name"] as String, try $0["sql"] as String) }, uniquingKeysWith: { first, _ in first })
    tables = []
    var unreadable: [(name: String, reason: String)] = []
    for row in try database.rows("PRAGMA main.table_list") {
      let (name, type): (String, String) = try (row["name"], row["type"])
      guard type == "table" || type == "view", !name.lowercased().hasPrefix("sqlite_"),
        !name.lowercased().hasPrefix("kartoteka_")
      else { continue }
      let isWithoutRowID: Bool = try row["wr"]
      do {
        var table = try Self.table(
          name, isView: type == "view", hasRowID: type == "table" && !isWithoutRowID, definitions[name] ?? "",
          evaluates: evaluates, database)
        if type == "table" {
          // An index in the order of the other program would be searched in another order.
          let indexed = try database.all(
            String.self,
            "SELECT DISTINCT x.coll FROM pragma_index_list(?1) l, pragma_index_xinfo(l.name) x WHERE x.coll IS NOT NULL",
            [name])
          if let unknown = indexed.first(where: { !collations.contains($0.lowercased()) }) {
            unreadable.append((name, "no such collation sequence: \(unknown)"))
            continue
          }
          for index in table.columns.indices {
            let collation = database.collation(of: table.columns[index].name, in: name)
            table.columns[index].hasUnknownCollation = collation.map { !collations.contains($0.lowercased()) } ?? false
          }
        }
        if !table.columns.isEmpty { tables.append(table) }
      } catch let error as SQLError {
        unreadable.append((name, error.message ?? error.description))
      }
    }
    // Nothing says which collation a view's column has.
    if tables.contains(where: { $0.columns.contains(where: \.hasUnknownCollation) }) {
      for index in tables.indices where tables[index].isView {
        for column in tables[index].columns.indices { tables[index].columns[column].hasUnknownCollation = true }
      }
    }
    self.unreadable = unreadable.sorted { $0.name.lowercased() < $1.name.lowercased() }
    tables.sort { $0.name.lowercased() < $1.name.lowercased() }
  }

  private static func table(
    _ name: String, isView: Bool, hasRowID: Bool, _ sql: String, evaluates: Bool, _ database: SQLConnection
  ) throws -> ReflectedTable {
    let quoted = SQL.name(name)
    let columns = try database.rows("PRAGMA main.table_xinfo(\(quoted))").compactMap { row -> ReflectedTable.Column? in
      // Hidden columns are those of virtual tables (1); generated ones are computed (2) or stored (3).
      let hidden: Int = try row["hidden"]
      let type: String? = try row["type"]
      return hidden == 1
        ? nil
        : ReflectedTable.Column(
          name: try row["name"], type: type ?? "", isNotNull: try row["notnull"], defaultSQL: try row["dflt_value"],
          keyPlace: isView ? 0 : try row["pk"], isGenerated: hidden > 1, isComputed: hidden == 2)
    }
    if isView {
      // It may be no longer valid.
      _ = try PreparedStatement("SELECT * FROM \(quoted)", in: database)
      return ReflectedTable(
        name: name, isView: true, hasRowID: false, sql: sql, columns: columns, foreignKeys: [], uniqueKeys: [],
        indices: [], hasIntegerKey: false, greatestRowID: 0)
    }
    var (unique, indices): ([[String]], [[String]]) = ([], [])
    var hasKeyIndex = false
    for row in try database.rows("PRAGMA main.index_list(\(quoted))") {
      let index: String = try row["name"]
      if try row["origin"] == "pk" { hasKeyIndex = true }
      let names = try database.rows("PRAGMA main.index_info(\(SQL.name(index)))").map {
        try $0["name"] as String?
      }
      // An index of an expression has no name of a column.
      let known = names.compactMap(\.self)
      guard try row["partial"] == 0 else { continue }
      if known.count == names.count, try row["unique"] == 1 { unique.append(known) }
      if !known.isEmpty { indices.append(known) }
    }
    let keys = columns.filter { $0.keyPlace > 0 }
    let hasIntegerKey = hasRowID && keys.count == 1 && !hasKeyIndex
    var table = ReflectedTable(
      name: name, isView: false, hasRowID: hasRowID, sql: sql, columns: columns,
      foreignKeys: try foreignKeys(of: quoted, database), uniqueKeys: unique,
      indices: indices + (keys.isEmpty ? [] : [keys.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)]),
      hasIntegerKey: hasIntegerKey, greatestRowID: try greatest(quoted, hasRowID, columns, hasIntegerKey, database))
    try sample(&table, evaluates: evaluates, database)
    return table
  }

  private static func greatest(
    _ quoted: String, _ hasRowID: Bool, _ columns: [ReflectedTable.Column], _ hasIntegerKey: Bool,
    _ database: SQLConnection
  ) throws -> Int64 {
    let taken = Set(columns.map { $0.name.lowercased() })
    let name =
      hasIntegerKey
      ? columns.first { $0.keyPlace > 0 }.map { SQL.name($0.name) }
      : ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    guard hasRowID, let name else { return 0 }
    return try database.first(Int64.self, "SELECT max(\(name)) FROM \(quoted)") ?? 0
  }

  private static func foreignKeys(of quoted: String, _ database: SQLConnection) throws -> [ReflectedTable.ForeignKey] {
    let rows = try database.rows("PRAGMA main.foreign_key_list(\(quoted))")
    return try Dictionary(grouping: rows) { try $0["id"] as Int }.sorted { $0.key < $1.key }.compactMap { _, rows in
      let rows = try rows.sorted { try ($0["seq"] as Int) < $1["seq"] }
      guard let first = rows.first else { return nil }
      return ReflectedTable.ForeignKey(
        columns: try rows.map { try $0["from"] }, target: try first["table"],
        targetColumns: try rows.compactMap { try $0["to"] as String? },
        onDelete: try first["on_delete"])
    }
  }

  private static func sample(_ table: inout ReflectedTable, evaluates: Bool, _ database: SQLConnection) throws {
    let columns = table.columns.map { column in
      if column.isComputed, !evaluates { return "NULL" }
      let name = SQL.name(column.name)
      return
        "CASE typeof(\(name)) WHEN 'text' THEN substr(\(name), 1, 200) WHEN 'blob' THEN substr(\(name), 1, 32) ELSE \(name) END"
    }
    let rows = try RawStatement(
      "SELECT \(columns.joined(separator: ", ")) FROM \(SQL.name(table.name)) LIMIT \(sampledRows)", in: database)
    defer { rows.reset() }
    do {
      try rows.within(steps: samplingSteps) {
        while try rows.step() {
          for index in table.columns.indices {
            let value = rows.storedValue(column: index)
            if !value.isNull { table.columns[index].samples.append(value) }
          }
        }
      }
    } catch is TooManySteps {
      // A view that never ends is no reason not to open the file.
    }
  }
}
