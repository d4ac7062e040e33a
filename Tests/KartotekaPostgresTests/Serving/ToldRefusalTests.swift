import Foundation
import HTTPTesting
import Kartoteka
import KartotekaApplication
import Testing

@testable import KartotekaPages
@testable import KartotekaPostgres

@Suite(
  "What people and administrators are told if PostgreSQL can't be used", .enabled(if: Cluster.isInstalled),
  .timeLimit(.minutes(10)))
struct ToldRefusalTests {
  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  @Test("An application without a local copy opens by itself when PostgreSQL is there, and says so meanwhile")
  func opensLater() async throws {
    let gateway = try Gateway(to: database.cluster.port)
    gateway.close()
    let site = try ServedSite(database.cluster.address(database.name, port: gateway.port))
    try await site.serve { client in
      let page = try await client.page("/userscrud/users", language: "pl")
      #expect(page.status == 503)
      #expect(page.text.contains("Nie można teraz połączyć się z serwerem bazy danych. Nic nie przepadło."))
      #expect(page.text.contains("otworzy się sama"))
      #expect(try await client.page("/").text.contains("Waits for the database server"))
      let answer = try await client.addPerson("Early", language: "ru")
      #expect(answer.status == 503 && answer.text.contains("urn:kartoteka:problem:database-server"))
      #expect(answer.text.contains("Ничего не потеряно"))
      #expect(!answer.text.contains("127.0.0.1"))
      #expect(try await client.page("/health").text.contains("can't be reached at the moment"))
      try gateway.open()
      try await until { try await client.page("/userscrud/users").status == 200 }
      #expect(try await client.addPerson("Late").status == 201)
    }
    #expect(site.log.contains { $0.contains("can't be reached: Connection refused") })
    #expect(try database.value("SELECT count(*) FROM userscrud.users WHERE last_name = 'Late'") == "1")
  }

  @Test("An application opens by itself after the administrator has done what the log says")
  func granted() async throws {
    try database.run("CREATE ROLE \(database.name) LOGIN")
    let site = try ServedSite(database.address(user: database.name))
    let grant = "GRANT CREATE ON DATABASE \"\(database.name)\" TO \"\(database.name)\";"
    try await site.serve { [database] client in
      let page = try await client.page("/userscrud/users")
      #expect(page.status == 503 && page.text.contains("lacks a right in the database"))
      #expect(!page.text.contains(database.name))
      #expect(site.log.contains { $0.contains(grant) })
      try database.run(grant)
      try await until { try await client.page("/userscrud/users").status == 200 }
    }
    try database.run("DROP OWNED BY \(database.name); DROP ROLE \(database.name)")
  }

  /// A refusal: what is done to the database, in which language a person is told what, and what the log tells.
  private struct Case: CustomTestStringConvertible {
    let statements: [String]
    let language: String
    let told: String
    let logged: String
    var status = 503
    var testDescription: String { statements.first ?? "" }
  }

  @Test(
    "A form and the API say why PostgreSQL refuses a change, and the log tells the administrator what to do",
    arguments: [
      Case(
        statements: ["ALTER TABLE userscrud.users DROP COLUMN phone"], language: "pl",
        told: "Ktoś zmienił tabele aplikacji w bazie danych.", logged: "column \"phone\""),
      Case(
        statements: ["DROP TABLE userscrud.users CASCADE"], language: "ru",
        told: "Кто-то изменил таблицы приложения в базе данных.", logged: "Change the schema back"),
      Case(
        statements: ["REVOKE INSERT ON userscrud.users FROM ROLE_OF_TEST"], language: "en",
        told: "This program lacks a right in the database. The administrator has to grant it.",
        logged: "GRANT ALL ON ALL TABLES IN SCHEMA \"userscrud\" TO \"ROLE_OF_TEST\";"),
      Case(
        statements: [
          "ALTER DATABASE DATABASE_OF_TEST SET default_transaction_read_only = on",
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'DATABASE_OF_TEST' AND pid <> pg_backend_pid()",
        ], language: "pl", told: "Serwer bazy danych nie przyjmuje teraz zmian.",
        logged: "can only be read. Connect to the primary server"),
      Case(
        statements: ["ALTER TABLE userscrud.users ADD CHECK (last_name <> 'New')"], language: "ru",
        told: "Это запрещает правило в базе данных.", logged: "users_last_name_check", status: 409),
    ])
  private func told(_ refusal: Case) async throws {
    let role = database.name + "_r"
    try database.run("CREATE ROLE \(role) LOGIN; GRANT CREATE ON DATABASE \(database.name) TO \(role)")
    func filled(_ text: String) -> String {
      text.replacing("ROLE_OF_TEST", with: role).replacing("DATABASE_OF_TEST", with: database.name)
    }
    let site = try ServedSite(database.address(user: role))
    let statements = refusal.statements.map(filled)
    try await site.serve { [database] client in
      #expect(try await client.addPerson("Kept").status == 201)
      for statement in statements { try database.run(statement) }
      let answer = try await client.addPerson("New", language: refusal.language)
      #expect(answer.status == refusal.status && answer.text.contains(refusal.told), "\(answer)")
      #expect(!answer.text.contains(role))
      let form = try await client.sendForm("New", language: refusal.language)
      #expect(form.status == refusal.status && form.text.contains(refusal.told), "\(form)")
      #expect(form.text.contains("value=\"New\""))
      let page = try await client.page("/userscrud/users?search=Kept")
      #expect(page.status == 200 && page.text.contains("Kept"))
    }
    #expect(site.log.contains { $0.contains(filled(refusal.logged)) }, "\(site.log)")
    // Once, however often it is refused.
    #expect(site.log.count { $0.hasPrefix("userscrud: ") && $0.contains(filled(refusal.logged)) } == 1, "\(site.log)")
    try PostgresConnection(database.cluster.address()).run(
      "ALTER DATABASE \(database.name) RESET default_transaction_read_only")
    try database.run("DROP OWNED BY \(role); DROP ROLE \(role)")
  }

  @Test("A full disk is named, nothing of the change is stored, and writing goes on when there is room")
  func fullDisk() async throws {
    guard Cluster.canMount else { return }
    let name = database.name
    try database.run("CREATE TABLESPACE \(name) LOCATION '\(database.cluster.folder.path())/tiny'")
    let site = try ServedSite(database.address())
    try await site.serve { [database] client in
      #expect(try await client.addPerson("Kept").status == 201)
      try database.run("ALTER TABLE userscrud.users SET TABLESPACE \(name)")
      try database.run("CREATE TABLE filler (t text) TABLESPACE \(name)")
      while (try? database.run("INSERT INTO filler SELECT repeat('x', 2000) FROM generate_series(1, 4)")) != nil {}
      var (answer, added) = (try await client.addPerson("N0"), 0)
      while answer.status == 201 {
        added += 1
        answer = try await client.addPerson("N\(added)", language: "pl")
      }
      #expect(answer.status == 503 && answer.text.contains("Dysk serwera bazy danych jest pełny."), "\(answer)")
      let form = try await client.sendForm("Typed", language: "ru")
      #expect(form.status == 503 && form.text.contains("Диск сервера базы данных заполнен."), "\(form)")
      #expect(form.text.contains("value=\"Typed\""))
      #expect(try database.value("SELECT count(*) FROM userscrud.users WHERE last_name ~ '^N[0-9]+$'") == String(added))
      try database.run("DROP TABLE filler")
      #expect(try await client.addPerson("Last").status == 201)
    }
    #expect(site.log.contains { $0.contains("is full") && $0.contains("Make room on the server's disk") })
    #expect(site.log.contains { $0.contains("The PostgreSQL server can be used again") })
    try database.run("ALTER TABLE userscrud.users SET TABLESPACE pg_default")
    try database.run("DROP TABLESPACE \(name)")
  }

  @Test("What is stored of failed jobs and imports has people's words, and the log the administrator's")
  func stored() {
    let model = ModelDescription(entities: [])
    let error = StoreError.primary("db has no users", remedy: nil, .tablesChanged)
    let told = PrimaryRefusal.tablesChanged.phrase
    let failure = JobFailure(error, in: model)
    #expect(failure.reason == told && failure.isTemporary && failure.cause == "db has no users")
    #expect(Phrase(of: error, in: model) == told)
    let ofPart = StoreError.inPart(relationship: "lines", index: 0, error)
    #expect(ofPart.phraseForPeople(in: model) == told)
    #expect(StoreError.busy.phraseForPeople(in: model) == StoreError.busy.phrase(in: model))
  }

  @Test("Each failure of a connection has its words for people")
  func connections() {
    let cases: [(PostgresError, PrimaryRefusal)] = [
      (.wrongPassword(server: "db", user: "u"), .notAdmitted), (.needsPassword(server: "db", user: "u"), .notAdmitted),
      (.encryption(server: "db", reason: ""), .notAdmitted), (.tooOld(server: "db", version: "14.9"), .oldServer),
      (.silent(server: "db", seconds: 3), .unreachable), (.readOnly(server: "db"), .readOnly),
      (.newer(schema: "s"), .oldProgram),
    ]
    for (error, refusal) in cases { #expect(error.refusal == refusal) }
    #expect(
      PostgresError.connecting(
        "connection failed: FATAL:  42501: permission denied for database d\n", needsPassword: false, server: "db",
        user: "u", database: "d"
      ).refusal == .notAdmitted)
  }
}
