import Kartoteka
import Testing
import UsersCRUD

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("The write lock of an application in PostgreSQL", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct WriteLockTests {
  @Test("A server that waits while another one prepares a copied application finds it prepared")
  func preparedMeanwhile() async throws {
    let (scratch, database) = (try Scratch(), try TestDatabase())
    _ = try await database.copy().write(
      PostgresApplication(usersCRUD), from: scratch.store(usersCRUD), isReplacing: false
    ) { _, _, _ in }
    var options = StoreOptions()
    options.primaries = PostgresPrimaries.at(try database.address())
    let primary = try #require(usersCRUD.storeOptions(options).primary)
    let first = try #require(try primary.beginWriting() as? PostgresTransaction)
    async let second = OwnThread.run { _ in try primary.beginWriting().position?.number }
    let waiting = """
      SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted \
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """
    try await until { try database.value(waiting) == "1" }
    try first.settle(usersCRUD.description.model)
    try first.commit().requireCommit()
    #expect(try await second == 1)
  }
}
