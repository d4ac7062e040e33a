import Foundation
import GRDB
import Kartoteka
import Synchronization
import Testing
import UsersCRUD

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("A standby that takes the primary's place", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct FailOverTests {
  /// The writes of all writers.
  private final class Writes: Sendable {
    private struct State {
      var accepted: Set<String> = []
      var refused: Set<String> = []
      var goal = 100
    }

    private let state = Mutex(State())
    var accepted: Set<String> { state.withLock(\.accepted) }
    var refused: Set<String> { state.withLock(\.refused) }
    var isDone: Bool { state.withLock { $0.accepted.count >= $0.goal } }

    /// - Returns: whether it is the one in the middle.
    func accept(_ name: String) -> Bool {
      state.withLock { state in
        state.accepted.insert(name)
        return state.accepted.count == 100
      }
    }

    func refuse(_ name: String) { state.withLock { _ = $0.refused.insert(name) } }
    func goOn() { state.withLock { $0.goal = $0.accepted.count + 200 } }
  }

  @Test("The primary dies while 16 write: each accepted write is there once, and the others whole or not at all")
  func failOver() async throws {
    let pair = try ServerPair()
    let folders = [try Scratch(), try Scratch()]
    let writes = Writes()
    do {
      let stores = try folders.map { try servedAddressBook(pair.address(), in: $0) }
      try await withThrowingTaskGroup { group in
        for writer in 0..<16 {
          group.addTask {
            var (number, isOver) = (0, false)
            while !isOver {
              try Task.checkCancellation()
              number += 1
              let name = "W\(writer)N\(number)"
              var record = AnyRecord(addressBookUser)
              record.values = ["Writer", name, "+48 22 \(1_000_000 + writer * 10_000 + number)", "Street \(name)"].map {
                .text($0)
              }
              do {
                _ = try await stores[writer % 2].perform(.code) { [record] in try $0.insert(record) }
                if writes.accept(name) {
                  try pair.killPrimary()
                  try pair.promoteStandby()
                  writes.goOn()
                }
              } catch is StoreError {
                writes.refuse(name)
              }
              isOver = writes.isDone && writes.accepted.count >= 300
            }
          }
        }
        try await group.waitForAll()
      }
    }
    // Opening a copy brings it up to date.
    for folder in folders { _ = try servedAddressBook(pair.address(), in: folder) }
    let rows = try pair.run("SELECT last_name, first_name, address FROM userscrud.users ORDER BY id")
    let names = rows.compactMap { $0[0] }
    #expect(Set(names).count == names.count)
    #expect(writes.accepted.subtracting(names).isEmpty)
    #expect(Set(names).subtracting(writes.accepted).subtracting(writes.refused).isEmpty)
    #expect(rows.allSatisfy { $0[1] == "Writer" && $0[2] == "Street " + ($0[0] ?? "") })
    // All 16 go on, but for those whose write another server's has overtaken.
    #expect(writes.refused.count <= 16)

    let shared: Set = ["users", "kartoteka_deeds", "kartoteka_changes", "kartoteka_change_log"]
    let copies = try folders.map { try content($0.file("userscrud"), tables: shared.contains) }
    #expect(copies[0] == copies[1])
    #expect(copies[0]["users"]?.map { String.fromDatabaseValue($0[2]) } == names)
    for (table, number) in [("kartoteka_commits", "number"), ("kartoteka_changes", "id")] {
      #expect(
        try pair.run("SELECT max(\(number)) - min(\(number)) + 1 = count(*) FROM userscrud.\(table)") == [["t"]],
        "\(table)")
    }
  }

  @Test("A copy with commits that the database has lost is made anew, also where others have their numbers")
  func lostCommits() async throws {
    let database = try TestDatabase()
    let folders = [try Scratch(), try Scratch()]
    let ahead = try servedAddressBook(database.address(), in: folders[0])
    try await ahead.addPerson("Kept")
    try await ahead.addPerson("Lost")
    // As after a standby that lacks the last commit has taken the primary's place.
    try database.run(
      """
      SET kartoteka.server = 'on'; DELETE FROM userscrud.users WHERE last_name = 'Lost'; \
      DELETE FROM userscrud.kartoteka_change_log WHERE seq = (SELECT max(seq) FROM userscrud.kartoteka_change_log); \
      DELETE FROM userscrud.kartoteka_commits WHERE number = (SELECT number FROM userscrud.kartoteka_state); \
      UPDATE userscrud.kartoteka_state SET number = number - 1
      """)
    let other = try servedAddressBook(database.address(), in: folders[1])
    try await other.addPerson("New")
    try await ahead.addPerson("Newest")
    let names = try database.run("SELECT last_name FROM userscrud.users ORDER BY id").map { $0[0] }
    #expect(names == ["Kept", "New", "Newest"])
    let copied = try content(folders[0].file("userscrud"))["users"]
    #expect(copied?.map { String.fromDatabaseValue($0[2]) } == names)
  }

  @Test("A copy is read while no server is there, and written again once one is")
  func withoutServer() async throws {
    let pair = try ServerPair()
    let scratch = try Scratch()
    var record = AnyRecord(addressBookUser)
    record.values = ["Ada", "Kept", "+48 22 1234567", "Street 1"].map { .text($0) }
    do {
      let store = try servedAddressBook(pair.address(), in: scratch)
      _ = try await store.perform(.code) { [record] in try $0.insert(record) }
    }
    try pair.killPrimary()
    // The standby can only be read.
    let store = try servedAddressBook(pair.address(), in: scratch)
    #expect(store.isReadOnly)
    #expect(try await store.count(AnyFetchRequest("user")) == 1)
    let refusal = await #expect(throws: StoreError.self) {
      _ = try await store.perform(.code) { [record] in try $0.insert(record) }
    }
    guard case .primary = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    try pair.promoteStandby()
    try await until {
      _ = await store.checkFile()
      return !store.isReadOnly
    }
    record.values[1] = .text("New")
    _ = try await store.perform(.code) { [record] in try $0.insert(record) }
    #expect(try pair.run("SELECT last_name FROM userscrud.users ORDER BY id") == [["Kept"], ["New"]])
    // Without a copy there is nothing to read.
    try pair.run("ALTER DATABASE pair SET default_transaction_read_only = on")
    let empty = try Scratch()
    #expect(throws: StoreError.self) { try servedAddressBook(pair.address(), in: empty) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: empty.folder.path()).isEmpty)
  }
}
