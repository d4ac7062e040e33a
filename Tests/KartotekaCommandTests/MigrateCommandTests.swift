import Foundation
import Testing

@Suite("kartoteka migrate")
struct MigrateCommandTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func copies() throws -> Int { try sandbox.names(in: "data").count { $0.contains(".before-") } }

  @Test("A dry run lists changes and obstacles and changes nothing; the command then migrates")
  func migrate() async throws {
    #expect(try await sandbox.kartoteka("migrate", "userscrud").status == 1)
    try sandbox.write(
      #"[{"firstName":"Anna","lastName":"Nowak","phone":"+48 123 456 789","address":"ul. Piękna 18"}]"#, to: "one.json")
    #expect(try await sandbox.kartoteka("import", "userscrud", "one.json").status == 0)
    let nothing = try await sandbox.kartoteka("migrate", "userscrud")
    #expect(nothing.status == 0 && nothing.output.hasPrefix("There is nothing to change"), "\(nothing.errors)")
    try await sandbox.sqlite("ALTER TABLE users ADD COLUMN birthday TEXT")
    let foreign = try await sandbox.kartoteka("migrate", "userscrud")
    #expect(foreign.status == 0)
    #expect(foreign.lines.first == "Left unchanged, because another program added it: users.birthday")
    #expect(try await sandbox.kartoteka("export", "userscrud", "users").lines.count == 2)
    // As an older version would have left it.
    try await sandbox.sqlite("ALTER TABLE users DROP COLUMN address")
    for arguments in [
      ["migrate", "userscrud", "--dry-run"], ["migrate", "userscrud"], ["export", "userscrud", "users"],
    ] {
      let refused = try await sandbox.kartoteka(arguments, environment: ["LC_ALL": "C"])
      #expect(refused.status == 1)
      #expect(
        refused.errors.contains("users.address requires a value, which is missing in 1 record: No. 1"),
        "\(refused.errors)")
    }
    try await sandbox.sqlite("DELETE FROM users")
    let dry = try await sandbox.kartoteka("migrate", "userscrud", "--dry-run")
    #expect(dry.status == 0)
    #expect(dry.lines.contains("Column users.address is added"), "\(dry.output)")
    #expect(dry.lines.last == "Nothing was changed, because this is a dry run.")
    #expect(try copies() == 0)
    let done = try await sandbox.kartoteka("migrate", "userscrud")
    #expect(done.status == 0)
    #expect(done.lines.last == "Done. A copy of the previous database is kept beside the database.")
    #expect(try copies() == 1)
    #expect(try await sandbox.sqlite("SELECT group_concat(name) FROM pragma_table_info('users')").contains("birthday"))
    #expect(try await sandbox.kartoteka("import", "userscrud", "one.json").status == 0)
  }

  @Test("An application whose file is damaged doesn't keep the others from being served")
  func serve() async throws {
    try FileManager.default.createDirectory(at: sandbox.data, withIntermediateDirectories: true)
    try Data(repeating: 7, count: 5_000).write(to: sandbox.database)
    let program = try sandbox.start(Executable.url, ["serve", "--port", "0"], ["LC_ALL": "C"])
    let run = try await program.wrote("Stop it with Ctrl-C.")
    #expect(run.output.contains(#/userscrud +Address book +Can't be opened/#), "\(run.output)")
    program.send(SIGTERM)
    await program.ended()
    let end = try program.result()
    #expect(end.status == 0)
    #expect(end.errors.contains("userscrud.sqlite is no database"), "\(end.errors)")
  }
}
