import Foundation
import GRDB
import HTTPTesting
import Kartoteka
import Synchronization
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("What becomes of a COMMIT", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct OutcomeTests {
  private typealias Piece = Workshop.Piece
  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  private func isUnknown(_ error: (any Error)?) -> Bool {
    if case StoreError.outcomeUnknown? = error { true } else { false }
  }

  @Test(
    "A write whose connection is lost at COMMIT, and of which no server tells, has an error of its own",
    arguments: [Gateway.Loss.afterCommit, .beforeCommit])
  private func unknown(loss: Gateway.Loss) async throws {
    let gateway = try Gateway(to: database.cluster.port)
    let one = try Server(database.cluster.address(database.name, port: gateway.port), patience: .zero)
    let maker = try await one.addMaker("Ann")
    gateway.lose(loss, closing: true)
    let error = await #expect(throws: StoreError.self) { try await one.addPiece("Chair") { $0.maker = maker } }
    #expect(isUnknown(error), "\(String(describing: error))")
    #expect(one.warnings.contains { $0.contains("was lost") }, "\(one.warnings)")
    // The copy has it as soon as the server answers again.
    try gateway.open()
    try await one.catchUp()
    #expect(try await one.store.count(Piece.all) == (loss == .afterCommit ? 1 : 0))
    try await one.addPiece("Table")
    try await database.expectEqual([one])
  }

  @Test("A client is told so, and is not asked to repeat the request")
  func told() async throws {
    let gateway = try Gateway(to: database.cluster.port)
    let site = try ServedSite(database.cluster.address(database.name, port: gateway.port))
    try await site.serve { client in
      #expect(try await client.addPerson("Kept").status == 201)
      gateway.lose(.afterCommit, closing: true)
      let response = try await client.answer(toPerson: "Perhaps")
      #expect(response.status == .gatewayTimeout && response.headers[.retryAfter] == nil)
      let text = String(buffer: response.body)
      #expect(text.contains("urn:kartoteka:problem:outcome-unknown"), "\(text)")
      #expect(text.contains("Look whether it is there before you do it again."))
      try gateway.open()
      try await until { try await client.page("/userscrud/users?search=Perhaps").text.contains("Perhaps") }
      gateway.lose(.beforeCommit, closing: true)
      let form = try await client.sendForm("Typed", language: "pl")
      #expect(form.status == 503 && form.text.contains("Serwer bazy danych przestał odpowiadać podczas zapisu."))
      #expect(form.text.contains("value=\"Typed\"") && !form.text.contains("Niczego nie zapisano"))
      try gateway.open()
      #expect(try await client.addPerson("Last").status == 201)
    }
    #expect(site.log.contains { $0.contains("was lost") }, "\(site.log)")
  }

  @Test("A commit counts though the notification of it is refused")
  func notification() async throws {
    let role = database.name + "_r"
    try database.run(
      """
      CREATE ROLE \(role) LOGIN; GRANT CREATE ON DATABASE \(database.name) TO \(role);
      REVOKE EXECUTE ON FUNCTION pg_catalog.pg_notify(text, text) FROM PUBLIC
      """)
    let one = try Server(database.address(user: role))
    for name in ["Chair", "Table"] { try await one.addPiece(name) }
    #expect(try await one.store.count(Piece.all) == 2)
    let work = try #require(one.store.sharedWork("imports"))
    try work.add("entry", SharedContent(description: Data("{}".utf8)), files: [])
    #expect(try work.entries(nil, isBrief: true).map(\.id) == ["entry"])
    try await database.expectEqual([one])
    try database.run("DROP OWNED BY \(role) CASCADE; DROP ROLE \(role)")
  }

  @Test("COMMIT of a transaction that has failed is an error")
  func rolledBack() throws {
    let connection = try PostgresConnection(database.address())
    try connection.run("CREATE TABLE t (i integer)")
    try connection.run("BEGIN; INSERT INTO t VALUES (1)")
    #expect(throws: PostgresError.self) { try connection.run("SELECT 1 / 0") }
    let error = #expect(throws: PostgresError.self) { try connection.commit() }
    #expect(error?.isRefusalOfCommit == true)
    #expect(try connection.run("SELECT count(*) FROM t") == [["0"]])
  }

  // MARK: The local copy

  /// Does something when the primary has committed, before the copy does.
  private final class After: PrimaryWrapper {
    let primary: any PrimaryDatabase
    let call = Mutex<(@Sendable () throws -> Void)?>(nil)

    init(_ primary: any PrimaryDatabase) { self.primary = primary }

    func beginWriting() throws -> any PrimaryTransaction { Work(try primary.beginWriting(), self) }

    private final class Work: TransactionWrapper {
      let work: any PrimaryTransaction
      let after: After

      init(_ work: any PrimaryTransaction, _ after: After) { (self.work, self.after) = (work, after) }

      func commit() -> PrimaryOutcome {
        let outcome = work.commit()
        let call = after.call.withLock { call in
          defer { call = nil }
          return call
        }
        #expect(throws: Never.self) { try call?() }
        return outcome
      }
    }
  }

  @Test(
    "A write that the database has committed succeeds though the commit of the copy fails, also while the database is away",
    arguments: [false, true])
  func localFailure(isAway: Bool) async throws {
    let gateway = try Gateway(to: database.cluster.port)
    let holder = Mutex<After?>(nil)
    let one = try Server(database.cluster.address(database.name, port: gateway.port), patience: .zero) { primary in
      let after = After(primary)
      holder.withLock { $0 = after }
      return after
    }
    let after = try #require(holder.withLock { $0 })
    let writer = try one.store.writer
    after.call.withLock { call in
      call = {
        if isAway { gateway.close() }
        // SQLite refuses the COMMIT then.
        try writer.queue.unsafeReentrantRead { database in
          try database.execute(
            sql: "PRAGMA defer_foreign_keys = ON; INSERT INTO repairs (what, piece_id) VALUES ('Leg', 999)")
        }
      }
    }
    #expect(try await one.addPiece("Chair") == 1)
    #expect(one.warnings.contains { $0.contains("not in the local copy") } == isAway, "\(one.warnings)")
    if isAway { try gateway.open() }
    try await one.catchUp()
    #expect(try await one.store.count(Piece.all) == 1)
    #expect(try await one.store.count(Workshop.Repair.all) == 0)
    try await one.addPiece("Table")
    try await database.expectEqual([one])
  }

  // MARK: Change sets of several transactions

  /// Tells of one commit that its outcome is unknown.
  private final class Vague: PrimaryWrapper {
    let primary: any PrimaryDatabase
    /// The number of commits until then, and whether that one is done.
    let next = Mutex<(left: Int, isCommitted: Bool)?>(nil)

    init(_ primary: any PrimaryDatabase) { self.primary = primary }

    func beginWriting() throws -> any PrimaryTransaction { Work(try primary.beginWriting(), self) }

    private final class Work: TransactionWrapper {
      let work: any PrimaryTransaction
      let vague: Vague

      init(_ work: any PrimaryTransaction, _ vague: Vague) { (self.work, self.vague) = (work, vague) }

      func commit() -> PrimaryOutcome {
        let isCommitted = vague.next.withLock { next -> Bool? in
          guard let current = next else { return nil }
          next = current.left > 1 ? (current.left - 1, current.isCommitted) : nil
          return current.left > 1 ? nil : current.isCommitted
        }
        guard let isCommitted else { return work.commit() }
        if isCommitted { _ = work.commit() } else { work.rollback() }
        return .unknown(PrimaryLost(.primary("lost", remedy: nil, .unreachable)))
      }
    }
  }

  @Test(
    "A change set of two transactions stays if its last one is found to be committed, and else nothing of it",
    arguments: [1, 2], [false, true])
  func parts(part: Int, isCommitted: Bool) async throws {
    let holder = Mutex<Vague?>(nil)
    let one = try Server(database.address()) { primary in
      let vague = Vague(primary)
      holder.withLock { $0 = vague }
      return vague
    }
    let two = try database.server()
    let vague = try #require(holder.withLock { $0 })
    try await one.addPiece("Kept")
    vague.next.withLock { $0 = (part, isCommitted) }
    let names = Mutex(["A", "B"])
    let isWhole = part == 2 && isCommitted
    do {
      let made = try await one.store.performInParts(.screen) { part -> Bool? in
        let (name, isLast) = names.withLock { ($0.removeFirst(), $0.isEmpty) }
        try part.transaction.insert(Workshop.piece(name).any)
        return isLast ? true : nil
      }
      #expect(isWhole && made.value && made.changeSet != nil)
    } catch let error as StoreError {
      // Nothing is there, and it is told so.
      guard case .primary(_, _, .unreachable) = error, !isWhole else { throw error }
    }
    try await database.expectEqual([one, two])
    #expect(try await two.store.count(Piece.all) == (isWhole ? 3 : 1))
    try await two.store.takeBackInterrupted()
    #expect(try await two.store.count(Piece.all) == (isWhole ? 3 : 1))
  }
}
