import Foundation
import Testing

// Copies themselves are tested with a server in KartotekaPostgresTests.
@Suite("kartoteka copy")
struct CopyCommandTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("One of the two places is a folder and the other one a database")
  func places() async throws {
    for arguments in [["data", "other"], ["postgres://h/d", "postgresql://h/e"]] {
      let run = try await sandbox.kartoteka("copy", arguments[0], arguments[1])
      #expect(run.status == 64)
      #expect(run.errors.hasPrefix("Error: Name a data folder and a database: kartoteka copy FOLDER"))
    }
    let replacing = try await sandbox.kartoteka("copy", "postgres://h/d", "other", "--replace")
    #expect(replacing.status == 64)
    let both = try await sandbox.kartoteka("copy", "data", "postgres://h/d", "--replace", "--continue")
    #expect(both.status == 64 && both.errors.contains("Choose one of --replace and --continue"))
  }

  @Test("A folder without the application is refused before a server is asked")
  func noApplication() async throws {
    let address = "postgres://nobody@127.0.0.1:1/d"
    let empty = try await sandbox.kartoteka("copy", "data", address)
    #expect(empty.status == 1)
    #expect(empty.errors.contains("has no applications"))
    try sandbox.write("firstName,lastName,phone,address\nAnna,Nowak,600100,Main 1\n", to: "u.csv")
    #expect(try await sandbox.kartoteka("import", "userscrud", "u.csv", "--into", "users").status == 0)
    let unknown = try await sandbox.kartoteka("copy", "data", address, "courses")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("has no application courses. It has: userscrud"))
  }

  @Test("A server that can't be reached is named in the person's language, without the password")
  func unreachable() async throws {
    let run = try await sandbox.kartoteka(
      "copy", "postgres://anna:secret@127.0.0.1:1/d", "other", language: "pl_PL.UTF-8")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("Błąd: Nie można połączyć się z serwerem 127.0.0.1:1: "))
    #expect(!run.errors.contains("secret"))
    #expect(try !sandbox.names().contains("other"))
  }

  @Test("Nothing is served of a database that can't be reached, if there are no local copies")
  func serving() async throws {
    let address = "postgres://anna:secret@127.0.0.1:1/d"
    for run in [
      try await sandbox.kartoteka("serve", "--port", "0", "--data", address, "--copies", "copies"),
      try await sandbox.kartoteka(
        ["apps", "--copies", "copies"], environment: ["KARTOTEKA_DATA": address, "LC_ALL": "C"]),
    ] {
      #expect(run.status == 1)
      #expect(run.errors.contains("The server 127.0.0.1:1 can't be reached: "))
      #expect(!run.errors.contains("secret"))
    }
  }
}
