import Foundation
import Kartoteka
import Testing
import UsersCRUD

@testable import KartotekaPostgres

// It is skipped where the package pgbouncer is not installed.
@Suite("A connection pooler", .enabled(if: Cluster.isInstalled && Pooler.isInstalled), .timeLimit(.minutes(10)))
struct PoolerTests {
  @Test("Two servers write and hear of each other through PgBouncer in transaction mode")
  func pooled() async throws {
    let database = try TestDatabase()
    let pooler = try Pooler(before: database.cluster)
    let user = usersCRUD.description.model.entities[0]
    let folders = [try Scratch(), try Scratch()]
    let stores = try folders.map { folder in
      var options = StoreOptions()
      options.primaries = PostgresPrimaries(try pooler.address(database.name))
      return try Store(
        usersCRUD.description.model, at: folder.file("userscrud"), options: usersCRUD.storeOptions(options))
    }
    try await withThrowingTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          var record = AnyRecord(user)
          record.values = ["Ada", "N\(number)", "+48 22 \(1_000_000 + number)", "Street"].map { .text($0) }
          _ = try await stores[number % 2].perform(.code) { [record] in try $0.insert(record) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try database.value("SELECT count(*) FROM userscrud.users") == "40")
    // Notifications do not pass. Both look for commits by themselves.
    for store in stores {
      try await until { try await store.count(AnyFetchRequest("user")) >= 40 }
    }
    try database.run("UPDATE userscrud.users SET first_name = 'Other' WHERE id = 1")
    for store in stores {
      try await until { try await store.record(user, id: 1)?.values[0] == .text("Other") }
    }
  }
}
