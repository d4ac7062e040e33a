import Foundation
import GRDB

/// Copies of whole databases, made while others read and write (SQLite, "Online Backup API").
enum DatabaseCopy {
  /// Opens a database file that is only to be read.
  /// - Throws: ``StoreError/unusable(path:problem:)``.
  static func open(_ url: URL) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try translating(url) {
      try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration)
    }
  }

  /// Copies a database, as of one moment, into a file that needs no others beside it.
  /// - Parameter progress: is told the share that is done; what it throws ends the copying.
  /// - Throws: ``StoreError``; there is no file then.
  static func make(
    of source: any DatabaseReader, at url: URL, progress: @escaping (Double) throws -> Void = { _ in }
  ) throws {
    do {
      try translating(url) {
        let copy = try DatabaseQueue(path: url.path(percentEncoded: false))
        try source.backup(to: copy, pagesPerStep: 1_000) { step in
          try progress(Double(step.completedPageCount) / Double(max(step.totalPageCount, 1)))
        }
        try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try copy.close()
      }
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw error
    }
  }

  /// Reads all of a database, and reports where it contradicts itself.
  /// - Throws: ``StoreError/unusable(path:problem:)`` with `.damaged`, under the name of another file where given.
  static func check(_ url: URL, as original: URL? = nil) throws {
    let original = original ?? url
    try translating(original) {
      try open(url).read { database in
        let faults = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)").filter { $0 != "ok" }
        let orphans = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").prefix(1).map { row in
          let (table, parent): (String, String) = (row["table"], row["parent"])
          return "\(table) → \(parent)"
        }
        // Of several lines the last says what it is.
        if let fault = (faults + orphans).first?.split(separator: "\n").last {
          throw StoreError.unusable(
            path: original.path(percentEncoded: false), problem: .damaged(String(fault)))
        }
      }
    }
  }

  /// Throws SQLite's errors in the store's terms, about that file.
  static func translating<T>(_ url: URL, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: throw StoreError.busy
      case .SQLITE_FULL, .SQLITE_IOERR: throw StoreError.disk(error.message ?? "")
      default: throw StoreError.opening(url.path(percentEncoded: false), error)
      }
    }
  }
}
