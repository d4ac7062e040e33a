import Foundation
import GRDB
import KartotekaServices
import Synchronization

/// Another program: a plain connection to a database file, with nothing of the platform's.
struct DatabaseFile {
  private let queue: DatabaseQueue

  init(_ url: URL) throws {
    var configuration = Configuration()
    // A store may write in the background.
    configuration.busyMode = .timeout(30)
    queue = try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration)
  }

  func execute(_ sql: String) throws { try queue.write { try $0.execute(sql: sql) } }

  /// Runs statements in a transaction, and does something before its end.
  func execute(_ sql: String, _ body: () throws -> Void) throws {
    try queue.write {
      try $0.execute(sql: sql)
      try body()
    }
  }

  /// The rows of a query, their values with "|" between.
  func rows(_ sql: String) throws -> [String] {
    try queue.read { database in
      try Row.fetchAll(database, sql: sql).map { row in
        row.databaseValues.map { String.fromDatabaseValue($0) ?? Int64.fromDatabaseValue($0).map(String.init) ?? "" }
          .joined(separator: "|")
      }
    }
  }
}

/// Runs statements by SQLite's own command-line program, which doesn't enforce foreign keys unless it is told to.
/// - Returns: what it reported as wrong.
func sqlite3(_ url: URL, _ sql: String) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["sqlite3", "-bail", "-cmd", ".timeout 60000", url.path(percentEncoded: false), sql]
  process.standardOutput = FileHandle.nullDevice
  let errors = try Process.withoutStarts {
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    return errors.fileHandleForReading
  }
  let text = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return text
}

/// Keeps lines that several threads add.
final class Lines: Sendable {
  private let kept = Mutex<[String]>([])
  var lines: [String] { kept.withLock { $0 } }
  func add(_ line: String) { kept.withLock { $0.append(line) } }
}

/// Counts what several threads do.
final class Counter: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .relaxed) }
  func add() { number.add(1, ordering: .relaxed) }
  func reset() { number.store(0, ordering: .relaxed) }
}
