import Foundation
import KartotekaModel

/// A damaged database that is open for reading.
///
/// SQLite knows only the tables that its schema names before the first page of it that can't be read. Where there are others behind
/// that page, or where the first page is lost, a further copy with what can be read of the schema is opened instead: the tables
/// themselves lie elsewhere.
final class DamagedDatabase: Sendable {
  let queue: ConnectionQueue
  /// Whether all of the schema could be read. Otherwise tables that are not known may have been there.
  let isSchemaWhole: Bool
  /// The tables of which pages were found to which nothing leads any more. Some of their rows may be lost all the same.
  let mended: Set<String>
  /// The tables to which further pages may belong, or not. Those are left out.
  let uncertain: Set<String>
  private let scratch: LockedFolder?

  /// - Parameters:
  ///   - copy: a copy of the damaged file that nobody else has. It is not written.
  ///   - seeksLeaves: whether pages with rows are sought to which nothing leads any more, for which all of the file is read.
  ///   - check: ends the work, also that of statements later on.
  /// - Throws: ``StoreError``, and what the check throws.
  init(_ copy: URL, seeksLeaves: Bool, _ check: StatementCheck) throws {
    var (url, folder, isRemade): (URL, LockedFolder?, Bool) = (copy, nil, false)
    // A transaction that was ended in its middle is taken back, which is writing.
    if FileManager.default.fileExists(atPath: copy.path(percentEncoded: false) + "-journal") {
      let made = try LockedFolder(for: .restore, beside: copy)
      url = made.url.appending(path: "base.sqlite")
      folder = made
      try DatabaseCopy.translating(copy) { [url] in try DamagedSchema.takeCopy(of: copy, to: url, check) }
    }
    var queue: ConnectionQueue
    do {
      queue = try Self.open(url, of: copy, check)
    } catch let error as StoreError {
      guard case .unusable(_, .notADatabase) = error else { throw error }
      let made = try folder ?? LockedFolder(for: .restore, beside: copy)
      let remade = made.url.appending(path: "page.sqlite")
      isRemade = try DatabaseCopy.translating(copy) { [url] in
        var isRemade = false
        // Before it is opened: what its write-ahead log has can't be put into a file that is no database.
        try DamagedSchema.takeCopy(of: url, to: remade, check) {
          isRemade = try FirstPage.remake(remade, check: check.look)
        }
        return isRemade
      }
      guard isRemade else { throw error }
      (url, folder) = (remade, made)
      queue = try Self.open(url, of: copy, check)
    }
    isSchemaWhole = Self.hasWholeSchema(queue)
    guard !isSchemaWhole else {
      var lost: LostLeaves?
      // Which pages are free is not known where the first one was made anew.
      if seeksLeaves, !isRemade { (queue, lost) = try Self.seekingLeaves(queue, url, &folder, of: copy, check) }
      (self.queue, scratch) = (queue, folder)
      (mended, uncertain) = (lost?.mended ?? [], lost?.uncertain ?? [])
      return
    }
    (mended, uncertain) = ([], [])
    let place = try folder ?? LockedFolder(for: .restore, beside: copy)
    scratch = place
    let second = place.url.appending(path: "schema.sqlite")
    do {
      self.queue =
        try DatabaseCopy.translating(copy) { [url] in
          try DamagedSchema.takeCopy(of: url, to: second, check)
          return try Self.mended(queue, second, of: copy, check)
        } ?? queue
    } catch StoreError.unusable {
      // Less is known then, and all of it is said to be lost.
      self.queue = queue
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError.disk(error.localizedDescription)
    }
  }

  // - Returns: a connection to a copy in which ways lead to the pages that were found; else the same one.
  private static func seekingLeaves(
    _ queue: ConnectionQueue, _ url: URL, _ folder: inout LockedFolder?, of copy: URL, _ check: StatementCheck
  ) throws -> (ConnectionQueue, LostLeaves?) {
    do {
      let tables = try queue.unsafeRead(LostLeaves.Table.all)
      let place = try folder ?? LockedFolder(for: .restore, beside: copy)
      let second = place.url.appending(path: "leaves.sqlite")
      // What the log has is read from the file here.
      let isLogged = Disk.size(of: URL(filePath: url.path(percentEncoded: false) + "-wal")) > 0
      if isLogged { try DamagedSchema.takeCopy(of: url, to: second, check) }
      guard let file = try PageFile(isLogged ? second : url) else { return (queue, nil) }
      let lost = try LostLeaves(in: file, tables, check: check.look)
      guard !lost.leaves.isEmpty else { return (queue, lost) }
      if !isLogged { try DamagedSchema.takeCopy(of: url, to: second, check) }
      try lost.write(to: second)
      let mended = try open(second, of: copy, check)
      _ = hasWholeSchema(mended)
      folder = place
      return (mended, lost)
    } catch let error as SQLError where error.isDamage {
      return (queue, nil)
    } catch let error as SQLError {
      throw StoreError.opening(copy.path(percentEncoded: false), error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError.disk(error.localizedDescription)
    }
  }

  // - Parameter second: a copy of what the connection reads.
  private static func mended(
    _ queue: ConnectionQueue, _ second: URL, of copy: URL, _ check: StatementCheck
  ) throws -> ConnectionQueue? {
    func read(_ database: SQLConnection) throws -> [DamagedSchema.Row] { try DamagedSchema.rows(in: database, check) }
    var rows = (try? queue.unsafeRead(read)) ?? []
    if rows.isEmpty {
      guard try FirstPage.remake(second, check: check.look) else { return nil }
      let remade = try open(second, of: copy, check)
      _ = hasWholeSchema(remade)
      rows = try remade.unsafeRead(read)
      try remade.close()
    }
    guard !rows.isEmpty else { return nil }
    try DamagedSchema.write(rows, to: second)
    let mended = try open(second, of: copy, check)
    _ = hasWholeSchema(mended)
    return mended
  }

  private static func open(_ url: URL, of copy: URL, _ check: StatementCheck) throws -> ConnectionQueue {
    var settings = ConnectionQueue.Settings()
    settings.isReadOnly = true
    settings.check = check
    settings.prepare = { database in
      // Parts of the schema that can't be read are no reason to read nothing, and what is in it is run by nobody.
      try database.execute("PRAGMA writable_schema = ON; PRAGMA trusted_schema = OFF; PRAGMA query_only = ON")
    }
    return try DatabaseCopy.translating(copy) { [settings] in
      let queue = try ConnectionQueue(url.path(percentEncoded: false), settings)
      // Damaged or foreign bytes may call a view what is read as a table, and it may have rows without end.
      queue.unsafeRead { $0.refuseViews() }
      return queue
    }
  }

  private static func hasWholeSchema(_ queue: ConnectionQueue) -> Bool {
    queue.unsafeRead { database in
      // The first statement is answered with an error where a part is damaged, and the next ones with what is known.
      let isLoaded = (try? database.execute("SELECT 1 FROM sqlite_master LIMIT 1")) != nil
      let isRead = (try? database.execute("SELECT sum(length(name)), sum(length(sql)) FROM sqlite_master")) != nil
      return isLoaded && isRead
    }
  }
}

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
