import Foundation
import Kartoteka
import Testing
import UsersCRUD

@testable import KartotekaPostgres

@Suite("Servers whose database is not as it has to be", .enabled(if: Cluster.isInstalled))
struct RefusedServingTests {
  /// What is wrong and what to do.
  private func sentences(_ error: (any Error)?) throws -> String {
    let error = try #require(error as? StoreError)
    guard case .primary(let reason, let remedy, _) = error else {
      Issue.record("\(error)")
      return ""
    }
    return try Localizer.english(reason) + " | " + Localizer.english(#require(remedy))
  }

  @Test("A server that can't be used is named, and nothing is made")
  func connecting() throws {
    let cluster = try Cluster.shared.get()
    let database = try TestDatabase()
    try database.run("CREATE ROLE \(database.name) LOGIN")
    let deaf = try SilentServer()
    let cases = try [
      (cluster.address("nowhere"), "has no database nowhere | An administrator of the server can create it"),
      (cluster.tcpAddress("sslmode=require"), "was refused: server does not support SSL"),
      (database.address(user: database.name), "may not create a schema in the database"),
      (
        #require(PostgresAddress("postgres://u@127.0.0.1:\(deaf.port)/d?sslmode=disable&connect_timeout=1")),
        "has said nothing for 1 s"
      ),
      (#require(PostgresAddress("postgres://u@127.0.0.1:1/d")), "can't be reached: Connection refused"),
      (#require(PostgresAddress("postgres://u:p%@host:x/d")), "is not the address of a PostgreSQL database"),
    ]
    for (address, sentence) in cases {
      let scratch = try Scratch()
      let error = #expect(throws: StoreError.self) { try servedAddressBook(address, in: scratch) }
      #expect(try sentences(error).contains(sentence))
    }
    #expect(try database.value("SELECT count(*) FROM pg_namespace WHERE nspname = 'userscrud'") == "0")
  }

  @Test(
    "A schema that somebody has changed refuses what it can't take, and no copy begins empty",
    arguments: [
      ("ALTER TABLE userscrud.users DROP COLUMN phone", "phone", "the column users.phone is missing"),
      (
        "ALTER TABLE userscrud.users DROP COLUMN address, ADD COLUMN address integer", "address",
        "the column users.address is integer"
      ),
      ("DROP TABLE userscrud.users CASCADE", "users", "the table users is missing"),
      ("DROP TABLE userscrud.kartoteka_tables", nil, "kartoteka_tables"),
    ])
  func changed(statement: String, named: String?, missing: String) async throws {
    let database = try TestDatabase()
    let (scratch, other) = (try Scratch(), try Scratch())
    let store = try servedAddressBook(database.address(), in: scratch)
    try await store.addPerson("Kept")
    try database.run(statement)
    if let named {
      let error = await #expect(throws: StoreError.self) { try await store.addPerson("New") }
      #expect(try sentences(error).contains(named))
    }
    #expect(try await store.count(AnyFetchRequest("user")) == 1)
    let refused = #expect(throws: StoreError.self) { try servedAddressBook(database.address(), in: other) }
    #expect(try sentences(refused).contains(missing))
    #expect(!FileManager.default.fileExists(atPath: other.file("userscrud").path()))
  }

  @Test("What servers need and somebody has removed is made anew, with all records")
  func removedState() async throws {
    let database = try TestDatabase()
    for statement in ["DELETE FROM userscrud.kartoteka_state", "DROP TABLE userscrud.kartoteka_commits"] {
      let (scratch, other) = (try Scratch(), try Scratch())
      do {
        let store = try servedAddressBook(database.address(), in: scratch)
        try await store.addPerson("Kept")
        try database.run(statement)
        try await store.addPerson("New")
      }
      let count = try #require(try database.value("SELECT count(*) FROM userscrud.users"))
      for folder in [scratch, other] {
        let store = try servedAddressBook(database.address(), in: folder)
        #expect(try await String(store.count(AnyFetchRequest("user"))) == count)
        try await store.addPerson("Again")
        try database.run("DELETE FROM userscrud.users WHERE last_name = 'Again'")
      }
    }
  }

  @Test("A write that breaks a rule which somebody has added to the database changes nothing, and the next one counts")
  func writing() async throws {
    let database = try TestDatabase()
    let scratch = try Scratch()
    let store = try servedAddressBook(database.address(), in: scratch)
    try await store.addPerson("Kept")
    try database.run("ALTER TABLE userscrud.users ADD CHECK (last_name <> 'Never')")
    let error = await #expect(throws: StoreError.self) { try await store.addPerson("Never") }
    #expect(try sentences(error).contains("users_last_name_check"))
    #expect(try await store.count(AnyFetchRequest("user")) == 1)
    try await store.addPerson("New")
    #expect(try database.value("SELECT count(*) FROM userscrud.users") == "2")
  }

  @Test("A server that is too old says its version")
  func tooOld() throws {
    let error = PostgresPool.unavailable(.tooOld(server: "db", version: "14.9"))
    #expect(try sentences(error).contains("The server db has PostgreSQL 14.9 | Use PostgreSQL 15 or later."))
    #expect(PostgresPool.unavailable(.noLibrary) is StoreError)
  }
}
