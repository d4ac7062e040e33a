import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Writing to a disk that refuses it")
struct DiskFaultTests {
  /// What makes SQLite refuse writes as a disk does, and what ends that.
  static let faults = [
    // The file can't grow: SQLITE_FULL.
    ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1073741823"),
    // Nothing can be written: SQLITE_READONLY.
    ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
  ]

  @Test(
    "A change is refused with that reason, nothing of it stays, reads go on, and so do writes afterwards",
    arguments: faults)
  func refused(fault: String, end: String) async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    let store = file.store
    try await file.add("user", [["firstName": "Anna", "lastName": "Nowak"]])
    let (version, last) = (try await store.version(), store.feed.last)
    try await store.writer.writeWithoutTransaction { try $0.execute(fault) }
    await #expect {
      _ = try await store.perform(.code) { transaction in
        for number in 1...200 {
          try transaction.insert(RandomWriter.person("Jan", "Kowal \(number) " + String(repeating: "x", count: 50)))
        }
      }
    } throws: { error in
      if case StoreError.disk = error { true } else { false }
    }
    #expect(try await store.count(User.all) == 1)
    #expect(try await store.fetch(User.all.searching("nowak")).map(\.id) == [1])
    #expect(try await store.version() == version)
    #expect(store.feed.last == last)
    try await store.writer.writeWithoutTransaction { try $0.execute(end) }
    try await file.add("user", [["firstName": "Ida", "lastName": "Nowak"]])
    #expect(try await store.count(User.all.searching("nowak")) == 2)
    #expect(try Store.check(school, at: file.url) == [])
  }
}
