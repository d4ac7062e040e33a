import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("kartoteka serve")
struct ServeTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Starts a server on a free port, and waits until it says where it is.
  private func serve(_ arguments: String...) async throws -> (program: RunningProgram, address: String) {
    let program = try sandbox.start(Executable.url, arguments + ["--port", "0"], ["LC_ALL": "C"])
    let run = try await program.wrote("Stop it with Ctrl-C.")
    let first = try #require(run.lines.first, "\(run.errors)")
    return (program, try #require(first.split(separator: " ").last.map(String.init)))
  }

  private func get(_ address: String) async throws -> (status: Int, body: String) {
    let url = try #require(URL(string: address))
    let (data, response) = try await URLSession.shared.data(from: url)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
  }

  @Test("The default command serves, prints its address and files, and ends on request")
  func start() async throws {
    let (program, address) = try await serve()
    let run = try program.result()
    #expect(run.lines.first == "Kartoteka is at \(address)")
    for (app, title) in [("travellers", "Travellers"), ("userscrud", "Address book")] {
      let path = sandbox.database(of: app).path(percentEncoded: false)
      let row = run.lines.first { $0.hasPrefix("  \(app) ") }?.split(separator: " ").joined(separator: " ")
      #expect(row == "\(app) \(title) \(path)")
    }
    #expect(run.lines.last == "Stop it with Ctrl-C.")
    #expect(address.hasPrefix("http://127.0.0.1:"))
    #expect(try await get(address + "/health").status == 200)
    program.send(SIGINT)
    await program.ended()
    let end = try program.result()
    #expect(end.status == 0)
    #expect(end.errors.isEmpty, "\(end.errors)")
  }

  @Test(
    "UC-1: only a server loads seed records, once, and not after a deletion of all")
  func seed() async throws {
    #expect(try await sandbox.kartoteka("apps").output.contains(#/userscrud +users +0 /#))
    #expect(try await sandbox.kartoteka("export", "userscrud", "users").lines.count == 1)
    for expected in ["1000", "0"] {
      let (program, _) = try await serve("serve")
      program.send(SIGTERM)
      await program.ended()
      #expect(try await sandbox.sqlite("SELECT count(*) FROM users") == expected)
      try await sandbox.sqlite("DELETE FROM users")
    }
  }

  @Test("--reset deletes an application's data and begins with its seed, if it is confirmed and nobody uses the file")
  func reset() async throws {
    let (first, _) = try await serve("serve")
    let running = try await sandbox.kartoteka(
      "serve", "--port", "0", "--reset", "userscrud", "--confirm", "userscrud")
    #expect(running.status == 1 && running.errors.contains("Another program uses"), "\(running.errors)")
    first.send(SIGTERM)
    await first.ended()
    try await sandbox.sqlite("DELETE FROM users WHERE id > 7")
    let asked = try await sandbox.kartoteka("serve", "--port", "0", "--reset", "userscrud")
    #expect(asked.status == 64 && asked.errors.contains("--confirm userscrud"), "\(asked.errors)")
    let other = try await sandbox.kartoteka("serve", "--port", "0", "--reset", "userscrud", "--confirm", "courses")
    #expect(other.status == 64)
    #expect(try await sandbox.sqlite("SELECT count(*) FROM users") == "7")
    let (second, _) = try await serve("serve", "--reset", "userscrud", "--confirm", "userscrud")
    #expect(try second.result().output.contains("Deleted all data of userscrud"))
    second.send(SIGTERM)
    await second.ended()
    #expect(try await sandbox.sqlite("SELECT count(*) FROM users") == "1000")
  }

  @Test("A port in use is an error with a remedy, and no file is created")
  func portTaken() async throws {
    let (program, address) = try await serve("serve")
    let port = try #require(address.split(separator: ":").last.map(String.init))
    let run = try await sandbox.kartoteka("serve", "--port", port, "--data", "other")
    #expect(run.status == 1)
    #expect(run.errors.contains("Port \(port) is in use already"), "\(run.errors)")
    #expect(run.errors.contains("Choose another one with --port."))
    #expect(run.output.isEmpty)
    #expect(try !sandbox.names().contains("other"))
    program.send(SIGTERM)
    await program.ended()
  }

  @Test(
    "It listens for other machines only when it is told that everybody may change everything")
  func otherMachines() async throws {
    let host = "0.0.0.0"
    let refused = try await sandbox.kartoteka("serve", "--port", "0", "--host", host)
    #expect(refused.status == 64 && refused.errors.contains("--everybody-may-change"), "\(refused.errors)")
    #expect(try sandbox.names().isEmpty)
    let (program, address) = try await serve("serve", "--host", host, "--everybody-may-change")
    let run = try program.result()
    #expect(address.hasPrefix("http://127.0.0.1:"))
    let warning = "everybody who opens this can read, change and delete everything"
    #expect(run.output.contains(warning) && run.errors.contains("can read, change and delete everything"))
    let page = try await get(address).body
    #expect(page.contains(warning) && page.contains(sandbox.database(of: "userscrud").deletingLastPathComponent().path))
    program.send(SIGTERM)
    await program.ended()
  }

  @Test("A host that is none of this machine's is an error")
  func foreignHost() async throws {
    let run = try await sandbox.kartoteka("serve", "--port", "0", "--host", "192.0.2.1", "--everybody-may-change")
    #expect(run.status == 1)
    #expect(run.errors.contains("This machine has no address 192.0.2.1"), "\(run.errors)")
    #expect(try sandbox.names().isEmpty)
  }

  @Test("A database that can't be reached is named in the person's language, and nothing is made")
  func database() async throws {
    let address = "postgres://someone@%2Fnowhere/people"
    let run = try await sandbox.kartoteka(
      "serve", "--port", "0", "--data", address, "--copies", "copies", language: "pl_PL.UTF-8")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("Nie można połączyć się z serwerem /nowhere/.s.PGSQL.5432"), "\(run.errors)")
    #expect(try sandbox.names().filter { $0 != "copies" }.isEmpty)
  }

  @Test("SQL goes to standard error, with values only at level 3", arguments: [("1", false), ("3", true)])
  func sqlLog(level: String, hasValues: Bool) async throws {
    let (program, address) = try await serve("serve", "--log-sql", level)
    _ = try await get(address + "/api/userscrud/users?search=zzqqx")
    program.send(SIGTERM)
    await program.ended()
    let run = try program.result()
    #expect(run.errors.contains("SELECT"))
    #expect(run.errors.contains("zzqqx") == hasValues)
    #expect(!run.output.contains("SELECT"))
  }

  @Test("The log has each request where that is asked for, without what was searched for", arguments: [true, false])
  func requests(isWanted: Bool) async throws {
    let (program, address) = try await serve("serve", isWanted ? "--log-requests" : "--log-sql=1")
    _ = try await get(address + "/api/userscrud/users?search=zzqqx")
    program.send(SIGTERM)
    await program.ended()
    let run = try program.result()
    #expect(run.errors.contains("path=/api/userscrud/users status=200") == isWanted, "\(run.errors)")
    #expect(!run.errors.contains("zzqqx"))
  }

  @Test("An open store shows a restored backup at once")
  func restore() async throws {
    let (program, address) = try await serve("serve")
    let users = address + "/api/userscrud/users?limit=1"
    #expect(try await get(users).body.contains("\"total\":1000"))
    try await sandbox.sqlite("DELETE FROM users WHERE id > 10")
    #expect(try await sandbox.kartoteka("backup", "userscrud", "ten.sqlite").status == 0)
    try await sandbox.sqlite("DELETE FROM users WHERE id > 1")
    #expect(try await !get(users).body.contains("\"total\":10"))
    let run = try await sandbox.kartoteka("restore", "userscrud", "ten.sqlite")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try await get(users).body.contains("\"total\":10"))
    program.send(SIGTERM)
    await program.ended()
  }
}
