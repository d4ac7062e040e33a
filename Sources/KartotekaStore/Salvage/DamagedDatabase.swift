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
  /// The tables of which the file has no names and that were found by their rows. Nil if they were not sought.
  let unnamed: UnnamedTables?
  private let scratch: LockedFolder?

  /// - Parameters:
  ///   - copy: a copy of the damaged file that nobody else has. It is not written.
  ///   - seeksLeaves: whether pages with rows are sought to which nothing leads any more, for which all of the file is read.
  ///   - candidates: all tables of the application, which are sought by their rows where the file has lost their names; nil to seek
  ///     none.
  ///   - check: ends the work, also that of statements later on.
  /// - Throws: ``StoreError``, and what the check throws.
  init(
    _ copy: URL, seeksLeaves: Bool, seeking candidates: [UnnamedTables.Candidate]? = nil, _ check: StatementCheck
  ) throws {
    var (url, folder, isRemade): (URL, LockedFolder?, Bool) = (copy, nil, false)
    var nameless: StoreError?
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
      // The header or the rest of the first page is lost.
      switch error {
      case .unusable(_, .notADatabase), .unusable(_, .damaged): break
      default: throw error
      }
      let made = try folder ?? LockedFolder(for: .restore, beside: copy)
      let remade = made.url.appending(path: "page.sqlite")
      isRemade = try DatabaseCopy.translating(copy) { [url] in
        var isRemade = false
        // Before it is opened: what its write-ahead log has can't be put into a file that is no database.
        try DamagedSchema.takeCopy(of: url, to: remade, check) {
          isRemade = try FirstPage.remake(remade, isForced: candidates != nil, check: check.look)
        }
        return isRemade
      }
      if !isRemade { nameless = error }
      guard isRemade || candidates != nil else { throw error }
      (url, folder) = (remade, made)
      queue = try Self.open(url, of: copy, check)
    }
    isSchemaWhole = nameless == nil && Self.hasWholeSchema(queue)
    // Of a first page that was made anew it is not known whether it names all.
    let lacksTables = isRemade && Self.lacks(candidates ?? [], queue)
    // SQLite passes over a definition that it can't read.
    let lacksDefinition = candidates != nil && isSchemaWhole && Self.lacksDefinition(queue, check)
    guard !isSchemaWhole || lacksTables || lacksDefinition else {
      var lost: LostLeaves?
      // Which pages are free is not known where the first one was made anew.
      if seeksLeaves, !isRemade { (queue, lost) = try Self.seekingLeaves(queue, url, &folder, of: copy, check) }
      (self.queue, scratch) = (queue, folder)
      (mended, uncertain, unnamed) = (lost?.mended ?? [], lost?.uncertain ?? [], nil)
      return
    }
    (mended, uncertain) = ([], [])
    let place = try folder ?? LockedFolder(for: .restore, beside: copy)
    scratch = place
    let second = place.url.appending(path: "schema.sqlite")
    var sought: UnnamedTables?
    var found: ConnectionQueue?
    do {
      found = try DatabaseCopy.translating(copy) { [url] in
        try DamagedSchema.takeCopy(of: url, to: second, check)
        return try Self.mended(queue, second, of: copy, candidates, &sought, check)
      }
    } catch StoreError.unusable {
      // Less is known then, and all of it is said to be lost.
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError.disk(error.localizedDescription)
    }
    unnamed = sought
    // Nothing was found in what is no database.
    if let nameless, found == nil, sought?.rows ?? 0 == 0 { throw nameless }
    self.queue = found ?? queue
  }

  // Whether tables of records are not named.
  private static func lacks(_ candidates: [UnnamedTables.Candidate], _ queue: ConnectionQueue) -> Bool {
    let named = queue.unsafeRead { (try? LostLeaves.Table.all(in: $0)) ?? [] }
    return candidates.contains { candidate in
      candidate.isOfRecords && !named.contains { $0.name == candidate.table.name }
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
    _ queue: ConnectionQueue, _ second: URL, of copy: URL, _ candidates: [UnnamedTables.Candidate]?,
    _ sought: inout UnnamedTables?, _ check: StatementCheck
  ) throws -> ConnectionQueue? {
    func read(_ database: SQLConnection) throws -> [DamagedSchema.Row] { try DamagedSchema.rows(in: database, check) }
    var rows = (try? queue.unsafeRead(read)) ?? []
    var undefined: Set<Value> = []
    if rows.isEmpty, try FirstPage.remake(second, check: check.look) {
      let remade = try open(second, of: copy, check)
      _ = hasWholeSchema(remade)
      rows = (try? remade.unsafeRead(read)) ?? []
      undefined = Self.undefined(rows, remade)
      try remade.close()
    } else {
      undefined = Self.undefined(rows, queue)
    }
    if let candidates, let file = try PageFile(second) {
      let unnamed = try UnnamedTables(
        in: file, besides: rows.filter { !undefined.contains($0[1]) }, rows.filter { undefined.contains($0[1]) },
        candidates, check: check.look)
      let found = Set(unnamed.schema.map { $0[1] })
      rows = unnamed.schema + rows.filter { $0[0] != .text("table") || !found.contains($0[1]) }
      sought = unnamed
    }
    // Rows of tables that are not certain are counted in a file without tables.
    guard !rows.isEmpty || sought?.rows ?? 0 > 0 else { return nil }
    try DamagedSchema.write(rows, to: second)
    let mended = try open(second, of: copy, check)
    _ = hasWholeSchema(mended)
    return mended
  }

  private static func lacksDefinition(_ queue: ConnectionQueue, _ check: StatementCheck) -> Bool {
    let rows = (try? queue.unsafeRead { try DamagedSchema.rows(in: $0, check) }) ?? []
    return !undefined(rows, queue).isEmpty
  }

  // The names of tables whose definition is damaged: SQLite knows no columns of them.
  private static func undefined(_ rows: [DamagedSchema.Row], _ queue: ConnectionQueue) -> Set<Value> {
    Set(
      rows.filter { row in
        guard row[0] == .text("table"), case .text(let name) = row[1] else { return false }
        return queue.unsafeRead { ((try? $0.columns(of: name)) ?? []).isEmpty }
      }.map { $0[1] })
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
