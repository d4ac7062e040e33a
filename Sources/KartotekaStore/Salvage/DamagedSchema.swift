import Foundation
import KartotekaModel

/// The table of a database that says where all others lie.
enum DamagedSchema {
  /// A row of it.
  typealias Row = [Value]

  private static let columns = ["type", "name", "tbl_name", "rootpage", "sql"]

  /// The rows of tables and of their indices that can be read, also behind damaged pages.
  static func rows(in database: SQLConnection, _ check: StatementCheck) throws -> [Row] {
    let allowance = SalvageAllowance(0)
    let table = DamagedTable(
      database: database, name: "sqlite_master", columns: columns, key: "rowid", isUnique: true, greatest: nil,
      mostTries: 2_000)
    var rows: [Int64: Row] = [:]
    do {
      _ = try table.read(
        check: check.look, withdraw: { rows[$0] = nil },
        { row in
          try allowance.take(row.bytes(in: 1..<columns.count + 1))
          rows[row.integer(column: 0)] = columns.indices.map { row.value(column: $0 + 1) }
        })
    } catch is SalvageAllowance.Spent {
      // All that a schema can need is there.
    }
    let all = rows.sorted { $0.key < $1.key }.map(\.value)
    let tables = all.filter { $0[0] == .text("table") && isOrdinary($0[4]) }
    let names = Set(
      tables.compactMap { row -> String? in
        guard case .text(let name) = row[1] else { return nil }
        return name
      })
    return tables
      + all.filter { row in
        if case .text(let table) = row[2] { row[0] == .text("index") && names.contains(table) } else { false }
      }
  }

  private static func isOrdinary(_ sql: Value) -> Bool {
    if case .text(let text) = sql { text.hasPrefix("CREATE TABLE ") } else { false }
  }

  /// Puts other rows in this table of a copy that nobody else has.
  static func write(_ rows: [Row], to url: URL) throws {
    try empty(url)
    var settings = ConnectionQueue.Settings()
    settings.prepare = { database in
      try database.execute("PRAGMA journal_mode = OFF; PRAGMA writable_schema = ON; PRAGMA trusted_schema = OFF")
    }
    let queue = try ConnectionQueue(url.path(percentEncoded: false), settings)
    try queue.writeWithoutTransaction { database in
      try database.execute("BEGIN")
      let names = columns.joined(separator: ", ")
      let statement = try RawStatement("INSERT INTO sqlite_master (\(names)) VALUES (?, ?, ?, ?, ?)", in: database)
      for row in rows {
        statement.reset()
        statement.bind(row)
        _ = try statement.step()
      }
      statement.reset()
      try database.execute("COMMIT")
    }
    try queue.close()
  }

  /// Copies a database with what its write-ahead log has, and without what its journal takes back.
  /// - Parameters:
  ///   - check: ends the work.
  ///   - prepare: is called before the copy is opened.
  static func takeCopy(
    of copy: URL, to url: URL, _ check: StatementCheck, prepare: () throws -> Void = {}
  ) throws {
    let (from, to) = (copy.path(percentEncoded: false), url.path(percentEncoded: false))
    let logs = ["-wal", "-journal"].filter { FileManager.default.fileExists(atPath: from + $0) }
    for ending in [""] + logs {
      try DamagedCopy().make(of: URL(filePath: from + ending), at: URL(filePath: to + ending), check: check.look)
    }
    try prepare()
    guard !logs.isEmpty else { return }
    if logs.contains("-journal") { try DamagedJournal.separate(URL(filePath: to + "-journal")) }
    var settings = ConnectionQueue.Settings()
    settings.check = check
    let queue = try ConnectionQueue(to, settings)
    try queue.writeWithoutTransaction { database in
      // The first statement takes the journal's transaction back, whatever else it is answered with.
      try? database.execute("SELECT 1 FROM sqlite_master LIMIT 1")
      if logs.contains("-wal") { try database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
    try queue.close()
    for ending in logs { try? FileManager.default.removeItem(atPath: to + ending) }
  }

  // Makes the first page one without rows (<https://www.sqlite.org/fileformat2.html>, sections 1.3 and 1.6). New pages come behind
  // all that the file has or has had: free ones may be another table's in a damaged file.
  private static func empty(_ url: URL) throws {
    let file = try FileHandle(forUpdating: url)
    defer { try? file.close() }
    let size = Int64(try file.seekToEnd())
    try file.seek(toOffset: 0)
    guard var page = try file.read(upToCount: 108).map({ [UInt8]($0) }), page.count == 108 else {
      throw SQLError.damagedFile
    }
    let pageSize = page[16] == 0 && page[17] == 1 ? 65_536 : Int64(page[16]) << 8 | Int64(page[17])
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { throw SQLError.damagedFile }
    let noted = page[28..<32].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let there = size / pageSize
    // A number that can't be right would make a file of any length.
    let pages = max(there, noted <= 16 * there + 1_000 ? noted : 0)
    try file.truncate(atOffset: UInt64(pages * pageSize))
    // Without a log, without free pages, and without the list of pages that vacuuming needs.
    (page[18], page[19]) = (1, 1)
    for place in [28..<32, 32..<40, 52..<56] { for index in place { page[index] = 0 } }
    for index in 0..<4 { page[28 + index] = UInt8(truncatingIfNeeded: pages >> Int64(24 - 8 * index)) }
    page.replaceSubrange(92..<96, with: page[24..<28])
    let end = pageSize - Int64(page[20])
    page.replaceSubrange(
      100..<108, with: [0x0d, 0, 0, 0, 0, UInt8(truncatingIfNeeded: end >> 8), UInt8(truncatingIfNeeded: end), 0])
    try file.seek(toOffset: 0)
    try file.write(contentsOf: page)
  }
}
