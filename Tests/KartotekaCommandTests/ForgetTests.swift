import Foundation
import Testing

@Suite("kartoteka forget")
struct ForgetTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func fill() async throws {
    try sandbox.write(
      "firstName,lastName,phone,address\nAnna,Nowak,600100,Main 1\nBert,Berg,600200,Main 2\n,Rejected,,\n", to: "u.csv")
    let run = try await sandbox.kartoteka("import", "userscrud", "u.csv", "--into", "users")
    try #require(run.status == 65, "\(run.errors)")
  }

  @Test("a record's history goes, and the record stays, which it says")
  func record() async throws {
    try await fill()
    let run = try await sandbox.kartoteka("forget", "userscrud", "users", "1")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("Deleted for good: changes 1,"))
    #expect(run.errors.contains("still there"))
    #expect(try await sandbox.sqlite("SELECT count(*) FROM users") == "2")
    #expect(try await sandbox.sqlite("SELECT removed FROM kartoteka_retention") == "request")
  }

  @Test("the history of an entity, or from before a day, goes with rejected rows")
  func more() async throws {
    try await fill()
    let entity = try await sandbox.kartoteka("forget", "userscrud", "users")
    #expect(entity.output == "Deleted for good: changes 1, rejected rows 1, files 0\n", "\(entity.errors)")
    let all = try await sandbox.kartoteka("forget", "userscrud", "--before", "2999-01-01")
    #expect(all.status == 0, "\(all.errors)")
    #expect(try await sandbox.sqlite("SELECT count(*) FROM kartoteka_changes") == "0")
  }

  @Test(
    "what names no history is wrong usage, and nothing is deleted",
    arguments: [["userscrud"], ["userscrud", "users", "1", "--before", "2026-01-31"], ["userscrud", "--before", "x"]])
  func usage(arguments: [String]) async throws {
    try await fill()
    let run = try await sandbox.kartoteka(["forget"] + arguments, environment: ["LC_ALL": "C"])
    #expect(run.status == 64, "\(run.output)\(run.errors)")
    #expect(try await sandbox.sqlite("SELECT count(*) FROM kartoteka_changes") == "1")
  }

  @Test("Other users can't read the data")
  func permissions() async throws {
    try await fill()
    _ = try await sandbox.kartoteka("backup", "userscrud", "b.sqlite")
    let modes = try await sandbox.shell("stat -c %a data data/userscrud.sqlite b.sqlite")
    #expect(modes.output == "700\n600\n600\n")
  }
}
