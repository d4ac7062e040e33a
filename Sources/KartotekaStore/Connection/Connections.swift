import Foundation
import GRDB
import KartotekaModel

/// A store's connections to SQLite, opened as the design asks for: WAL, every commit synced, foreign keys on, waiting for
/// others.
struct Connections {
  /// The one that writes, and those for reads that take long and may be cancelled.
  let writer: any DatabaseWriter
  /// Those for all other reads.
  let readers: Readers
  let log = WriteAheadLog()

  private static func configuration(_ options: StoreOptions) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(options.busyTimeout)
    configuration.maximumReaderCount = options.readers
    configuration.publicStatementArguments = options.sqlLog == .values
    configuration.prepareDatabase { database in
      // Those that read forget all with every commit, and there are several.
      try database.execute(sql: "PRAGMA cache_size = \(database.configuration.readonly ? -8000 : -16000)")
      // Sorting, as for a new index, may use another processor.
      try database.execute(sql: "PRAGMA threads = 1")
      try FoldFunction.add(to: database)
      StatementTrace.log(database, options)
    }
    return configuration
  }

  /// Opens a file, or memory for nil.
  /// - Throws: ``StoreError/unusable(path:problem:)``.
  init(_ url: URL?, _ options: StoreOptions) throws {
    var configuration = Self.configuration(options)
    guard let url else {
      let only = try DatabaseQueue(configuration: configuration)
      writer = only
      readers = Readers(keeping: 1) { only }
      return
    }
    let path = url.path(percentEncoded: false)
    let folder = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw StoreError.unusable(path: path, problem: .unreadable(error.localizedDescription))
    }
    let exists = FileManager.default.fileExists(atPath: path)
    if !FileManager.default.isWritableFile(atPath: exists ? path : folder.path(percentEncoded: false))
      || !FileManager.default.isWritableFile(atPath: folder.path(percentEncoded: false))
    {
      throw StoreError.unusable(path: path, problem: .readOnly)
    }
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      // Only now: with the write-ahead log GRDB sets NORMAL, which may lose the last commits when the power goes.
      try pool.writeWithoutTransaction { [log] database in
        try database.execute(sql: "PRAGMA synchronous = FULL")
        log.watch(database)
      }
      writer = pool
    } catch let error as DatabaseError {
      throw StoreError.opening(path, error)
    }
    configuration.readonly = true
    readers = Readers(keeping: options.readers) { [configuration] in
      try DatabaseQueue(path: path, configuration: configuration)
    }
  }
}
