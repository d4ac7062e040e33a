import Foundation
import Testing

@Suite("kartoteka export")
struct ExportTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func fill(_ count: Int) async throws {
    let made = try await sandbox.shell("$K mock userscrud users --count \(count) > users.json")
    try #require(made.status == 0, "\(made.errors)")
    let run = try await sandbox.kartoteka("import", "userscrud", "users.json")
    try #require(run.status == 0, "\(run.errors)")
  }

  @Test("An export imports again to equal records", arguments: ["csv", "json", "ndjson"])
  func roundTrip(format: String) async throws {
    try await fill(200)
    try await sandbox.sqlite(
      "UPDATE users SET address = 'a \"b\", c;' || char(9) || ' Łódź 東京 🙂' WHERE id = 7; DELETE FROM users WHERE id = 9"
    )
    let all = "SELECT * FROM users ORDER BY id"
    let before = try await sandbox.sqlite(all)
    let file = "out.\(format)"
    let export = try await sandbox.kartoteka(
      "export", "userscrud", "users", "--format", format, "--output", file)
    #expect(export.status == 0, "\(export.errors)")
    for name in try sandbox.names(in: "data") {
      try FileManager.default.removeItem(at: sandbox.data.appending(path: name))
    }
    let again = try await sandbox.kartoteka("import", "userscrud", file, "--into", "users")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try await sandbox.sqlite(all) == before)
  }

  @Test("Without --output it goes to standard output, and nothing else does")
  func standardOutput() async throws {
    try await fill(3)
    let run = try await sandbox.kartoteka("export", "userscrud", "users")
    #expect(run.status == 0)
    #expect(run.lines.count == 4)
    let json = try await sandbox.kartoteka("export", "userscrud", "users", "--format", "json")
    let list = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(list?.count == 3)
    #expect(list?.first?["firstName"] is String)
  }

  @Test("A file that was there is replaced as a whole, or stays")
  func output() async throws {
    try await fill(3)
    try sandbox.write("old", to: "out.csv")
    let run = try await sandbox.kartoteka("export", "userscrud", "users", "--output", "out.csv")
    #expect(run.status == 0)
    #expect(try sandbox.read("out.csv").split(separator: "\r\n").count == 4)
    #expect(try !sandbox.names().contains { $0.contains(".part") })
    let nowhere = try await sandbox.kartoteka("export", "userscrud", "users", "--output", "nowhere/out.csv")
    #expect(nowhere.status == 1)
    #expect(nowhere.errors.contains("There is no folder"))
  }

  @Test("Nothing to export is no error, and makes no database")
  func empty() async throws {
    let run = try await sandbox.kartoteka("export", "userscrud", "users", "--format", "json")
    #expect(run.status == 0)
    #expect(run.output.filter { !$0.isWhitespace } == "[]")
    #expect(try sandbox.names().isEmpty)
  }

  @Test("A reader that has seen enough is no failure")
  func brokenPipe() async throws {
    try await fill(5_000)
    let run = try await sandbox.shell("{ $K export userscrud users; echo $? > status; } | head -n 1")
    #expect(run.lines.count == 1)
    #expect(run.errors.isEmpty)
    #expect(try sandbox.read("status") == "0\n")
  }
}
