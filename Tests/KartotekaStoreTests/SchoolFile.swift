import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

/// A school in a file, whose search indices are looked at from beside.
struct SchoolFile {
  let store: Store
  /// The database.
  let url: URL
  /// Another program.
  let other: DatabaseFile
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch(file: true)
    store = scratch.store
    url = try #require(store.url)
    other = try DatabaseFile(url)
  }

  func remove() { scratch.remove() }

  /// Adds records one by one within one transaction.
  func add(_ name: String, _ records: [[String: String]]) async throws {
    _ = try await store.perform(.code) { transaction in
      for values in records {
        var record = AnyRecord(entity(name))
        for (name, value) in values { record[name] = .text(value) }
        try transaction.insert(record)
      }
    }
  }

  func delete(_ name: String, _ ids: [RecordID]) async throws {
    _ = try await store.perform(.code) { transaction in
      for id in ids { try transaction.delete(entity(name), id: id) }
    }
  }

  /// Has FTS5 compare an index with what should be in it.
  func check(_ table: String) throws {
    let index = "kartoteka_search_\(table)"
    try other.execute("INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)")
  }
}
