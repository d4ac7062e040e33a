import Foundation
import Testing

@Suite("kartoteka check")
struct CheckCommandTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func fill() async throws {
    try sandbox.write(
      "firstName,lastName,phone,address\nAnna,Nowak,600100,Main 1\nBert,Berg,600200,Main 2\n", to: "u.csv")
    let run = try await sandbox.kartoteka("import", "userscrud", "u.csv", "--into", "users")
    try #require(run.status == 0, "\(run.errors)")
  }

  @Test("an application without a database is told which of its records no file would find again")
  func keys() async throws {
    let run = try await sandbox.kartoteka("check", "userscrud")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("have no faults"), "\(run.output)")
    #expect(run.output.contains("No field of users is unique"), "\(run.output)")
    let polish = try await sandbox.kartoteka("check", "userscrud", language: "pl_PL.UTF-8")
    #expect(polish.output.contains("Żadne pole users"), "\(polish.output)")
  }

  @Test("undamaged data are said to be so")
  func undamaged() async throws {
    try await fill()
    let run = try await sandbox.kartoteka("check", "userscrud")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasPrefix("No damage was found in "))
  }

  @Test("damage is named with status 1, and repaired when that is asked for; records stay as they are")
  func repaired() async throws {
    try await fill()
    _ = try await sandbox.sqlite("DELETE FROM kartoteka_keys_users WHERE id = 1")
    let found = try await sandbox.kartoteka("check", "userscrud")
    #expect(found.status == 1)
    #expect(found.output.contains("have other sort and search keys than their values: 1"))
    #expect(found.errors.contains("--repair"))
    let polish = try await sandbox.kartoteka("check", "userscrud", language: "pl_PL.UTF-8")
    #expect(polish.output.contains("osoby"), "\(polish.output)")
    #expect(!polish.output.contains("people"))
    let repaired = try await sandbox.kartoteka("check", "userscrud", "--repair")
    #expect(repaired.status == 0, "\(repaired.errors)")
    #expect(repaired.output.contains("Rebuilt from the records"))
    #expect(repaired.output.contains("No damage was found in "))
    #expect(try await sandbox.sqlite("SELECT first_name FROM users ORDER BY id") == "Anna\nBert")
  }

  @Test("Faults that can't be repaired are listed, with status 1")
  func unrepairable() async throws {
    try await fill()
    _ = try await sandbox.sqlite("PRAGMA ignore_check_constraints = ON; UPDATE users SET last_name = '' WHERE id = 1")
    let run = try await sandbox.kartoteka("check", "userscrud", "--repair")
    #expect(run.status == 1)
    #expect(run.output.contains("A record breaks a rule of the database"))
    #expect(run.errors.contains("kartoteka restore"))
  }

  @Test(
    "A file of another program is checked by its path and, in the data folder, by its name; nothing in it is changed")
  func opened() async throws {
    let folder = sandbox.database(of: "x").deletingLastPathComponent().appending(path: "opened")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "Shop.db")
    try await sandbox.sqlite(
      """
      CREATE TABLE makers (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE parts (id INTEGER PRIMARY KEY, maker INTEGER REFERENCES makers);
      INSERT INTO makers VALUES (1, 'Ada');
      INSERT INTO parts VALUES (1, 1);
      """, in: file)
    let bytes = try Data(contentsOf: file)
    for name in [file.path(percentEncoded: false), "shop"] {
      let run = try await sandbox.kartoteka("check", name)
      #expect(run.status == 0 && run.output.hasPrefix("No damage was found in "), "\(run.output)\(run.errors)")
    }
    #expect(try Data(contentsOf: file) == bytes)
    try await sandbox.sqlite("INSERT INTO parts VALUES (2, 7)", in: file)
    let run = try await sandbox.kartoteka("check", "shop")
    #expect(run.status == 1 && run.output.contains("refer to records that are missing"), "\(run.output)")
    #expect(try await sandbox.kartoteka("check", "shop", "--repair").status == 64)
  }
}
