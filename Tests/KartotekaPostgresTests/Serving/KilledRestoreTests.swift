// Tests that end their process are there from Swift 6.2 on, and take values along from 6.3 on.
#if compiler(>=6.3)
  import Foundation
  import Kartoteka
  import KartotekaApplication
  import Testing
  import UsersCRUD

  @testable import KartotekaPostgres
  @testable import KartotekaStore

  @Suite("A process that is killed while it restores into PostgreSQL", .enabled(if: Cluster.isInstalled))
  struct KilledRestoreTests {
    /// When the process ends.
    enum Moment: String, Sendable { case beforeWriting, beforeCommit, afterCommit }

    private static func open(_ file: URL, _ address: PostgresAddress) throws -> (store: Store, options: StoreOptions) {
      var options = StoreOptions()
      options.primaries = PostgresPrimaries(address)
      options = usersCRUD.storeOptions(options)
      return (try Store(usersCRUD.description.model, at: file, options: options), options)
    }

    @Test(
      "It leaves the application whole, as it was or as it is restored, and others write on",
      arguments: [Moment.beforeWriting, .beforeCommit, .afterCommit])
    func killed(moment: Moment) async throws {
      let (database, scratch) = (try TestDatabase(), try Scratch())
      let (file, backup) = (scratch.file("userscrud"), scratch.folder.appending(path: "backup.sqlite"))
      let store = try Self.open(file, database.address()).store
      let entity = try #require(store.model.entities.first).name
      try await store.fill(5)
      let before = try await store.count(AnyFetchRequest(entity))
      try store.backup(to: backup)
      try await store.fill(5)
      let after = try await store.count(AnyFetchRequest(entity))
      #expect(after > before)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          file = file.path(percentEncoded: false) as String, backup = backup.path(percentEncoded: false) as String,
          address = try database.address().text as String, moment = moment.rawValue as String
        ] in
        let (store, options) = try KilledRestoreTests.open(URL(filePath: file), #require(PostgresAddress(address)))
        let copy = try Store(
          usersCRUD.description.model, at: URL(filePath: backup), options: usersCRUD.storeOptions(StoreOptions()))
        let ending = EndingPrimary(primary: try #require(options.primary), moment: Moment(rawValue: moment))
        _ = try store.replaceInPrimary(by: copy, of: ending)
      }
      let count = moment == .afterCommit ? before : after
      try await until { try database.value("SELECT count(*) FROM userscrud.users") == String(count) }
      await store.catchUp()
      #expect(try await store.count(AnyFetchRequest(entity)) == count)
      try await store.fill(1)
      #expect(try database.value("SELECT count(*) FROM userscrud.users") == String(count + 1))
    }
  }

  private struct EndingPrimary: PrimaryWrapper {
    let primary: any PrimaryDatabase
    let moment: KilledRestoreTests.Moment?

    func beginWriting() throws -> any PrimaryTransaction {
      EndingTransaction(work: try primary.beginWriting(), moment: moment)
    }
  }

  private final class EndingTransaction: TransactionWrapper {
    let work: any PrimaryTransaction
    private let moment: KilledRestoreTests.Moment?

    init(work: any PrimaryTransaction, moment: KilledRestoreTests.Moment?) { (self.work, self.moment) = (work, moment) }

    private func end(at moment: KilledRestoreTests.Moment) { if self.moment == moment { kill(getpid(), SIGKILL) } }

    func publish(_ snapshot: StoreSnapshot) throws -> PrimaryPosition {
      end(at: .beforeWriting)
      return try work.publish(snapshot)
    }

    func commit() -> PrimaryOutcome {
      end(at: .beforeCommit)
      let outcome = work.commit()
      end(at: .afterCommit)
      return outcome
    }
  }
#endif
