import GRDB
import KartotekaModel

@testable import KartotekaStore

/// A file that another program has locked for writing, and a store that doesn't wait long for it.
struct LockedFile {
  let store: Store
  /// How often the store has begun to write.
  let tries = Counter()
  private let other: DatabaseQueue

  init(_ scratch: Scratch) async throws {
    var options = StoreOptions()
    options.busyTimeout = 0.5
    options.sqlLog = .statements
    options.log = { [tries] in if $0.hasPrefix("BEGIN IMMEDIATE") { tries.add() } }
    let url = scratch.folder.appending(path: "school.sqlite")
    store = try Store(school, at: url, options: options)
    tries.reset()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    other = try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
  }

  func unlock() async throws { try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") } }
}
