import Foundation
import GRDB
import Kartoteka
import Synchronization
import Testing
import UsersCRUD

@testable import KartotekaPostgres

@Suite("Copies that are refused", .enabled(if: Cluster.isInstalled))
struct RefusalTests {
  private let scratch: Scratch
  private let database: TestDatabase
  private let store: Store
  private let application = PostgresApplication(usersCRUD)
  private let model = usersCRUD.description.model

  init() throws {
    scratch = try Scratch()
    database = try TestDatabase()
    store = try scratch.store(usersCRUD)
  }

  private func write(_ copy: PostgresCopy? = nil, replacing: Bool = false) async throws -> CopyReport {
    try await (copy ?? database.copy()).write(application, from: store, isReplacing: replacing) { _, _, _ in }
  }

  private func read(_ copy: PostgresCopy? = nil, to name: String = "back") async throws -> CopyReport {
    try await (copy ?? database.copy()).read(application, of: model, to: scratch.file(name), storing: nil) { _, _, _ in
    }
  }

  private func refusal(_ work: () async throws -> CopyReport) async throws -> PostgresError {
    try #require(await #expect(throws: PostgresError.self) { _ = try await work() })
  }

  private var schemas: Int {
    get throws { Int(try database.value("SELECT count(*) FROM pg_namespace WHERE nspname = 'userscrud'") ?? "") ?? 0 }
  }

  // MARK: Connecting

  @Test("Each connection that is not made has its reason")
  func connecting() async throws {
    let cluster = try Cluster.shared.get()
    try database.run("CREATE ROLE locked LOGIN PASSWORD 'right'")
    try database.run("CREATE ROLE barred LOGIN")
    func refusal(_ address: PostgresAddress) async throws -> PostgresError {
      try #require(
        await #expect(throws: PostgresError.self) { _ = try await PostgresCopy(address, silence: 5).applications() })
    }
    let server = "\(cluster.folder.path())/.s.PGSQL.\(cluster.port)"
    #expect(
      try await refusal(database.address(user: "locked", password: "wrong"))
        == .wrongPassword(server: server, user: "locked"))
    #expect(try await refusal(database.address(user: "locked")) == .needsPassword(server: server, user: "locked"))
    #expect(try await PostgresCopy(database.address(user: "locked", password: "right")).applications().isEmpty)
    guard case .notAdmitted(_, "barred", _) = try await refusal(database.address(user: "barred")) else {
      Issue.record("not refused by pg_hba.conf")
      return
    }
    #expect(try await refusal(cluster.address("nowhere")) == .noDatabase(server: server, database: "nowhere"))
    guard case .encryption = try await refusal(cluster.tcpAddress("sslmode=require")) else {
      Issue.record("encrypted")
      return
    }
    guard case .unreachable = try await refusal(#require(PostgresAddress("postgres://u@127.0.0.1:1/d"))) else {
      Issue.record("reached")
      return
    }
    #expect(try await refusal(#require(PostgresAddress("postgres://u:p%@host:x/d"))) == .badAddress)
    #expect(LibPQ(["libnothing.so.5"]) == nil)
    #expect(PostgresAddress("/a/folder") == nil)
  }

  @Test("A server that says nothing is given up")
  func silent() async throws {
    let deaf = try SilentServer()
    let address = try #require(PostgresAddress("postgres://u@127.0.0.1:\(deaf.port)/d?sslmode=disable"))
    let error = await #expect(throws: PostgresError.self) {
      _ = try await PostgresCopy(address, silence: 0.3).applications()
    }
    guard case .silent = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A server that falls silent in the middle of a copy is given up")
  func fallsSilent() async throws {
    try await store.fill(200)
    let cluster = try Cluster.shared.get()
    let relay = try Relay(to: cluster.port, mostBytes: 20_000)
    let address = try #require(
      PostgresAddress("postgres://postgres@127.0.0.1:\(relay.port)/\(database.name)?sslmode=disable"))
    let error = try await refusal { try await write(PostgresCopy(address, silence: 0.5)) }
    guard case .silent = error else {
      Issue.record("\(error)")
      return
    }
    #expect(try schemas == 0)
  }

  @Test("A copy that is cancelled in the middle leaves nothing behind")
  func cancelled() async throws {
    try await fillRows(3_000)
    let (store, application, copy) = (store, application, try database.copy())
    let running = Running()
    let started = AsyncStream.makeStream(of: Void.self)
    let work = Task {
      for await _ in started.stream { break }
      return try await copy.write(application, from: store, isReplacing: false) { _, _, _ in running.cancel() }
    }
    running.task.withLock { $0 = work }
    started.continuation.yield()
    await #expect(throws: CancellationError.self) { _ = try await work.value }
    #expect(try schemas == 0)
  }

  private final class Running: Sendable {
    let task = Mutex<Task<CopyReport, any Error>?>(nil)
    func cancel() { task.withLock { $0?.cancel() } }
  }

  private func fillRows(_ count: Int) async throws {
    try await DatabaseQueue(path: scratch.file("userscrud").path()).write {
      try $0.execute(
        sql: """
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) \
          INSERT INTO users (first_name, last_name, phone, address) \
          SELECT hex(randomblob(20)), hex(randomblob(20)), '+' || (1000000 + i), 'a' FROM n
          """, arguments: [count])
    }
  }

  // MARK: The database

  @Test("A database that is not in UTF-8 is refused")
  func encoding() async throws {
    let latin = try TestDatabase("ENCODING 'LATIN2' LOCALE 'C' TEMPLATE template0")
    #expect(
      try await refusal { try await write(latin.copy()) } == .notUnicode(database: latin.name, encoding: "LATIN2"))
  }

  @Test("A user without the right to make a schema is told the statement that grants it")
  func rights() async throws {
    let name = "guest_" + database.name
    try database.run("CREATE ROLE \(name) LOGIN")
    let error = try await refusal { try await write(database.copy(user: name)) }
    #expect(error == .mayNotCreate(database: database.name, user: name))
    let statement = "GRANT CREATE ON DATABASE \"\(database.name)\" TO \"\(name)\";"
    #expect(Localizer(language: .english, catalogue: Catalogue())(error.remedy).hasSuffix(statement))
    try database.run(statement)
    _ = try await write(database.copy(user: name))
    // Nobody else may read it.
    try database.run("CREATE ROLE other_\(name) LOGIN")
    #expect(try await database.copy(user: "other_" + name).applications().isEmpty)
    guard case .notPermitted = try await refusal({ try await read(database.copy(user: "other_" + name)) }) else {
      Issue.record("permitted")
      return
    }
    try database.run("DROP OWNED BY \(name); DROP ROLE \(name); DROP ROLE other_\(name)")
  }

  @Test("A session that only reads is refused")
  func readOnly() async throws {
    try database.run("ALTER DATABASE \(database.name) SET default_transaction_read_only = on")
    guard case .readOnly = try await refusal({ try await write() }) else {
      Issue.record("written")
      return
    }
  }

  @Test("A full disk is named, and leaves nothing behind", .enabled(if: Cluster.canMount))
  func full() async throws {
    let cluster = try Cluster.shared.get()
    try await fillRows(30_000)
    try database.run("CREATE TABLESPACE \(database.name) LOCATION '\(cluster.folder.path())/small'")
    try database.run("ALTER DATABASE \(database.name) SET default_tablespace = \(database.name)")
    let error = try await refusal { try await write() }
    guard case .diskFull = error else {
      Issue.record("\(error)")
      return
    }
    #expect(try schemas == 0)
  }

  // MARK: What is there already

  @Test("An application that is there is replaced only on demand, and not if others depend on it")
  func replacing() async throws {
    try await store.fill(10)
    _ = try await write()
    #expect(try await refusal { try await write() } == .exists(application: "userscrud"))
    await #expect(throws: PostgresError.exists(application: "userscrud")) {
      try await database.copy().check(["userscrud"], isReplacing: false)
    }
    try await database.copy().check(["userscrud"], isReplacing: true)
    _ = try await store.perform(.code) { try $0.delete(model.entities[0], id: 1) }
    _ = try await write(replacing: true)
    #expect(try database.value("SELECT count(*) FROM userscrud.users") == "9")
    try database.run("CREATE SCHEMA reports; CREATE VIEW reports.names AS SELECT first_name FROM userscrud.users")
    guard case .inUse("userscrud", _) = try await refusal({ try await write(replacing: true) }) else {
      Issue.record("replaced")
      return
    }
    #expect(try database.value("SELECT count(*) FROM reports.names") == "9")
  }

  @Test("An application whose name is a path is not brought back")
  func pathName() async throws {
    _ = try await write()
    try database.run(
      "ALTER SCHEMA userscrud RENAME TO \"../up\"; UPDATE \"../up\".kartoteka_application SET name = '../up'")
    #expect(try await database.copy().applications().isEmpty)
  }

  @Test("A schema of another program is never replaced")
  func foreign() async throws {
    try database.run("CREATE SCHEMA userscrud; CREATE TABLE userscrud.users (id int)")
    #expect(try await refusal { try await write(replacing: true) } == .foreignSchema(schema: "userscrud"))
    #expect(try database.value("SELECT count(*) FROM userscrud.users") == "0")
  }

  @Test("Of two copies of an application at once one is refused")
  func twice() async throws {
    let session = try PostgresSession(PostgresConnection(database.address()))
    try session.begin(isReading: false)
    try session.lock("userscrud")
    #expect(try await refusal { try await write() } == .copyRuns(application: "userscrud"))
  }

  // MARK: Values

  @Test(
    "A value that PostgreSQL can't store is named with its record",
    arguments: [
      ("'a' || char(0)", PostgresError.Unstorable.nul), ("CAST(x'ff41' AS TEXT)", .notUTF8),
    ])
  func unstorable(value: String, reason: PostgresError.Unstorable) async throws {
    try await store.fill(3)
    try await DatabaseQueue(path: scratch.file("userscrud").path()).write {
      try $0.execute(sql: "UPDATE users SET last_name = \(value) WHERE id = 2")
    }
    #expect(
      try await refusal { try await write() } == .cannotStore(table: "users", row: 2, column: "last_name", reason))
    #expect(try schemas == 0)
  }

  @Test("A row that breaks a rule is named on both ways")
  func rules() async throws {
    try await store.fill(3)
    let queue = try DatabaseQueue(path: scratch.file("userscrud").path())
    try await queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA ignore_check_constraints = ON; UPDATE users SET last_name = ' ' WHERE id = 2")
    }
    guard case .ruleBroken("users", _, _) = try await refusal({ try await write() }) else {
      Issue.record("stored")
      return
    }
    try await queue.writeWithoutTransaction {
      try $0.execute(sql: "UPDATE users SET last_name = 'B' WHERE id = 2; PRAGMA ignore_check_constraints = OFF")
    }
    _ = try await write()
    try database.run(
      "ALTER TABLE userscrud.users DROP CONSTRAINT users_last_name_check; UPDATE userscrud.users SET last_name = ' ' WHERE id = 3"
    )
    guard case .ruleBroken("users", 3, _) = try await refusal({ try await read() }) else {
      Issue.record("brought back")
      return
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path()).allSatisfy {
        !$0.contains("back") && !$0.hasPrefix(".")
      })
  }

  @Test(
    "A schema that another program has changed is named",
    arguments: [
      ("DROP TABLE userscrud.users CASCADE", PostgresError.SchemaChange.noTable("users")),
      ("ALTER TABLE userscrud.users RENAME COLUMN phone TO tel", .noColumn(table: "users", column: "phone")),
      (
        "ALTER TABLE userscrud.users ALTER COLUMN phone TYPE varchar(40)",
        .type(table: "users", column: "phone", expected: "text", found: "character varying(40)")
      ),
    ])
  func changed(statement: String, change: PostgresError.SchemaChange) async throws {
    try await store.fill(3)
    _ = try await write()
    try database.run(statement)
    #expect(try await refusal { try await read() } == .schemaChanged(schema: "userscrud", change))
  }

  @Test("A file that is there is not replaced")
  func fileExists() async throws {
    _ = try await write()
    let path = scratch.file("userscrud").path(percentEncoded: false)
    #expect(try await refusal { try await read(to: "userscrud") } == .fileExists(path: path))
  }

  @Test("A difference between the original and the copy is found")
  func differs() async throws {
    try await store.fill(5)
    // A trigger of the server changes what is stored.
    try database.run(
      """
      CREATE FUNCTION spoil() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN \
      IF EXISTS (SELECT FROM pg_event_trigger_ddl_commands() WHERE object_identity = 'userscrud.users') THEN \
      CREATE FUNCTION userscrud.change() RETURNS trigger LANGUAGE plpgsql AS \
      'BEGIN IF NEW.id = 2 THEN NEW.last_name := NEW.last_name || ''x''; END IF; RETURN NEW; END'; \
      CREATE TRIGGER change BEFORE INSERT ON userscrud.users FOR EACH ROW EXECUTE FUNCTION userscrud.change(); \
      END IF; END $$; CREATE EVENT TRIGGER spoil ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION spoil()
      """)
    #expect(try await refusal { try await write() } == .differs(table: "users"))
    #expect(try schemas == 0)
  }
}
