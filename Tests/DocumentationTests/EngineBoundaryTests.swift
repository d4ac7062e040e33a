import Foundation
import Testing

/// The boundary that docs/ARCHITECTURE.md describes.
@Suite("The boundary between the store and SQLite")
struct EngineBoundaryTests {
  /// The store's files that have a word in their code, by their paths within the module.
  private static func files(with words: [String], outside folders: [String]) throws -> Set<String> {
    let store = SourceFiles.folder(of: "KartotekaStore")
    let paths = FileManager.default.enumerator(atPath: store.path(percentEncoded: false))
    let others = (paths?.compactMap { $0 as? String } ?? []).filter { path in
      path.hasSuffix(".swift") && !folders.contains { path.hasPrefix($0 + "/") }
    }
    #expect(others.count > 100)
    return try Set(
      others.filter { path in
        try String(contentsOf: store.appending(path: path), encoding: .utf8).split(separator: "\n").contains { line in
          words.contains { SourceFiles.mayDeclare($0, line) }
        }
      })
  }

  @Test("only the folder Connection imports GRDB")
  func imports() throws {
    let words = ["GRDB", "DatabaseQueue", "DatabaseError"]
    #expect(try Self.files(with: words, outside: ["Connection"]) == [])
  }

  @Test("only the folder Connection and the session of changed rows call SQLite's functions")
  func functions() throws {
    let words = ["CSQLiteSession", "sqlite3_", "SQLITE_"]
    #expect(try Self.files(with: words, outside: ["Connection"]) == ["Replication/RowSession.swift"])
  }

  @Test("settings of a connection and questions about the schema are in the folder Connection")
  func dialect() throws {
    // Opened, Reflection and Salvage are about SQLite files. The files named here make and change the schema, or read it
    // together with other tables.
    let asking: Set = [
      "Migration/Archive.swift", "Migration/MigrationPlanner.swift", "Migration/StoredTable.swift",
      "Migration/TableComparison.swift", "Moving/CopiedTable.swift", "Schema/DependentSchema.swift",
      "Schema/SchemaGuard.swift", "Search/UnappliedKeys.swift",
    ]
    let words = ["PRAGMA ", "pragma_", "sqlite_master", "sqlite_sequence"]
    #expect(try Self.files(with: words, outside: ["Connection", "Opened", "Reflection", "Salvage"]) == asking)
  }
}
