import Foundation
import GRDB
import KartotekaModel

extension Schema {
  /// Looks whether a file that is there can be a database of ours, before it is opened for writing: that alone turns
  /// it into a database with a write-ahead log, and one that is refused has to be as it was.
  /// - Throws: ``StoreError/unusable(path:problem:)`` with `.newer` or `.foreign`. What else may be wrong with the
  ///   file, opening it will tell.
  static func look(at url: URL) throws {
    let path = url.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return }
    do {
      try DatabaseCopy.open(url).read { database in
        let tables = try Set(String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'"))
        if !tables.subtracting(["sqlite_sequence"]).isEmpty { try check(tables, database, path: path) }
      }
    } catch let error as StoreError {
      if case .unusable(_, .newer) = error { throw error }
      if case .unusable(_, .foreign) = error { throw error }
    } catch is DatabaseError {}
  }

  /// Checks that a database with these tables is one of ours, and no newer than this program.
  static func check(_ tables: Set<String>, _ database: Database, path: String) throws {
    guard tables.contains("kartoteka_meta") else {
      throw StoreError.unusable(path: path, problem: .foreign(missing: ["kartoteka_meta"]))
    }
    let format = try Int.fetchOne(database, sql: "SELECT value FROM kartoteka_meta WHERE key = 'format'") ?? 0
    if format > self.format { throw StoreError.unusable(path: path, problem: .newer) }
  }
}
