import Foundation
import KartotekaModel

/// A store's connections to SQLite, opened as the design asks for: WAL, every commit synced, foreign keys on, waiting for
/// others.
struct Connections {
  /// The readers. Before the writer, so that they are closed first: the last connection to close checkpoints the
  /// write-ahead log, which a read-only one can't.
  let readers: ReadPool
  /// The one that writes. Where the file can't be written, it reads what only this connection reads at the start.
  let writer: ConnectionQueue
  /// The access to the file; nil for a database in memory.
  let access: FileAccess?

  private static func settings(_ options: StoreOptions) -> ConnectionQueue.Settings {
    var settings = ConnectionQueue.Settings()
    settings.keepsStatements = true
    settings.log = options
    settings.enforcesForeignKeys = options.opened?.enforcesForeignKeys ?? true
    settings.busyTimeout = options.busyTimeout
    settings.prepare = { database in
      // Each connection that reads has a cache of its own and forgets it with every commit of others.
      try database.execute("PRAGMA cache_size = \(database.isReadOnly ? -8000 : -16000)")
      // Sorting, as for a new index, may use another processor.
      try database.execute("PRAGMA threads = 1")
      try StoreFunctions.add(to: database, ownKinds: options.ownKinds)
      if options.opened != nil { try database.distrustSchema() }
      try options.attachment?.attach(to: database)
    }
    return settings
  }

  /// Opens a file, or memory for nil.
  /// - Parameter given: the access; nil for what the file and its folder permit.
  /// - Throws: ``StoreError/unusable(path:problem:)``.
  init(_ url: URL?, _ options: StoreOptions, _ given: FileAccess? = nil) throws {
    var settings = Self.settings(options)
    guard let url else {
      let only = try ConnectionQueue(nil, settings)
      (writer, access) = (only, nil)
      // Reads are not suspended: a suspended one would block all writes.
      readers = ReadPool(limit: 1, longReads: nil) { only }
      return
    }
    let path = url.path(percentEncoded: false)
    if let aside = DatabaseFiles.setForeignLogAside(at: path) {
      options.warn(
        "\(aside) is the write-ahead log of another file that lay at \(path), and was set aside: it would damage this one."
      )
    }
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      throw StoreError.unusable(path: path, problem: .unreadable(error.localizedDescription))
    }
    let access = given ?? FileAccess(url, options)
    self.access = access
    let file = FileID(path)
    if !access.isWritable, file == nil { throw StoreError.unusable(path: path, problem: .readOnly) }
    let location = access.location
    do {
      settings.isReadOnly = !access.isWritable
      writer = try ConnectionQueue(location, settings)
      try writer.writeWithoutTransaction { database in
        guard access.isWritable else { return }
        if options.attachment?.guarded != nil, database.hasOutdatedHeader(Attachment.schema) {
          database.outdatedSchema = Attachment.schema
        }
        // An adopted file stays as it is.
        if options.opened?.isAdopted != true { try database.execute("PRAGMA main.journal_mode = WAL") }
        // NORMAL may lose the last commits when the power fails.
        try database.execute("PRAGMA main.synchronous = FULL")
        // The log is cut to this size when it begins anew.
        try database.execute("PRAGMA main.journal_size_limit = \(LogLimit.bytes)")
      }
    } catch let error as SQLError {
      throw StoreError.opening(path, error)
    }
    settings.isReadOnly = true
    let opened = FileID(path)
    if access.isWritable, options.opened == nil, let opened {
      writer.copyLog(by: Checkpointer(FileGuard.File(path: path, identity: opened)))
    }
    // The outcome of a commit at a primary database does not depend on its copy.
    if access.isWritable, options.primary == nil {
      let own = opened.map { FileGuard.File(path: path, identity: $0) }
      writer.watch(by: FileGuard(files: [own, options.attachment?.guarded].compactMap(\.self)))
      if options.opened != nil { writer.limit(by: StatementDeadline(options.statementLimit, options.ending)) }
    }
    let pausesReads = try options.opened.map { [writer] file in try writer.unsafeRead(file.readsWithoutLocks) } ?? true
    readers = ReadPool(limit: options.readers, longReads: options.longReads, pausesReads: pausesReads) { [settings] in
      guard FileID(path) != nil else { throw StoreError.fileLost(path: path, .removed) }
      let connection = try ConnectionQueue(location, settings)
      // The file at the path may be another one by now, beside the log of the one that is open.
      guard FileID(path) == opened else { throw StoreError.fileLost(path: path, .replaced) }
      return connection
    }
    do {
      // One is open from the beginning, and reads the file still when it is deleted.
      _ = try readers.blockingRead { try $0.first(Int.self, "PRAGMA schema_version") }
    } catch let error as SQLError {
      throw StoreError.opening(path, error)
    }
  }
}
