import Foundation
import GRDB
import KartotekaModel

/// Opens SQLite as the design asks for: WAL, every commit synced, foreign keys on, waiting for others.
enum Connections {
  static func configuration(_ options: StoreOptions) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(options.busyTimeout)
    configuration.maximumReaderCount = options.readers
    configuration.publicStatementArguments = options.sqlLog == .values
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
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
  static func open(_ url: URL?, _ options: StoreOptions) throws -> any DatabaseWriter {
    guard let url else { return try DatabaseQueue(configuration: configuration(options)) }
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
      return try DatabasePool(path: path, configuration: configuration(options))
    } catch let error as DatabaseError {
      throw StoreError.opening(path, error)
    }
  }
}
