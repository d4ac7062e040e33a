import Foundation
import HTTPTesting
import Testing

@Suite("kartoteka people")
struct PeopleCommandTests {
  private let sandbox: Sandbox
  private static let password = "correct horse battery"

  init() throws { sandbox = try Sandbox() }

  @discardableResult
  private func run(_ arguments: String..., expecting status: Int32 = 0) async throws -> Sandbox.Run {
    let environment = ["LC_ALL": "C", "KARTOTEKA_PASSWORD": Self.password]
    let run = try await sandbox.kartoteka(arguments, environment: environment)
    #expect(run.status == status, "\(arguments): \(run.output)\(run.errors)")
    return run
  }

  @Test("Listing people makes no file, and the first person has to be an administrator")
  func first() async throws {
    #expect(try await run("people").output == "")
    let refused = try await run("people", "add", "Anna", expecting: 1)
    #expect(refused.errors.contains("kartoteka people add NAME --administrator"))
    #expect(try await sandbox.shell("ls -A data 2>/dev/null").output == "")
  }

  @Test("People are added, get roles, are listed and removed")
  func people() async throws {
    try await run("people", "add", "Anna", "--administrator")
    try await run("people", "add", "Bob")
    let taken = try await run("people", "add", "BOB", expecting: 1)
    #expect(taken.errors.contains("Bob"))
    try await run("people", "role", "bob", "userscrud", "writes")
    #expect(try await run("people").output == "Anna  administrator\nBob   userscrud writes\n")
    try await run("people", "role", "Bob", "userscrud", "none")
    try await run("people", "role", "Bob", "nothing", "reads", expecting: 64)
    try await run("people", "role", "Bob", "userscrud", "rules", expecting: 64)
    let refused = try await run("people", "remove", "Anna", expecting: 1)
    #expect(refused.errors.contains("administer"))
    try await run("people", "role", "Bob", "--administrator")
    try await run("people", "remove", "Anna")
    #expect(try await run("people").output == "Bob  administrator\n")
    #expect(try await run("people", "remove", "Anna", expecting: 1).errors.contains("Anna"))
  }

  @Test("Invitations, tokens and sessions")
  func credentials() async throws {
    try await run("people", "invite", "userscrud", "reads", expecting: 1)
    try await run("people", "add", "Anna", "--administrator")
    let link = try await run("people", "invite", "userscrud", "reads", "--address", "https://a.example/").output
    #expect(link.hasPrefix("https://a.example/apps/link?key=kl_"))
    #expect(try await run("people").output.contains("Open link"))
    let token = try await run("people", "token", "Anna", "--app", "userscrud", "--read-only", "--days", "3").output
    #expect(token.hasPrefix("kt_") && token.count == 47)
    #expect(try await run("people", "sessions", "Anna").output.contains("kartoteka people token"))
    try await run("people", "sessions", "Anna", "--end")
    #expect(try await run("people", "sessions", "Anna").output == "")
    try await run("people", "token", "Anna", "--days", "0", expecting: 64)
    try await run("people", "password", "Anna")
    let file = try await sandbox.shell("sqlite3 data/_people.sqlite .dump")
    #expect(file.output.contains("$scrypt$ln=16,r=8,p="))
    #expect(!file.output.contains(Self.password) && !file.output.contains(token.dropLast()))
    #expect(try await sandbox.shell("stat -c %a data/_people.sqlite").output == "600\n")
  }

  @Test("A folder that has lost its people says so, until there is an administrator or it is opened to everybody")
  func lost() async throws {
    try await run("people", "add", "Anna", "--administrator")
    #expect(try await run("people", "none", expecting: 1).errors.contains("Anna"))
    for command in [["people", "none"], ["people", "add", "Berta", "--administrator"]] {
      _ = try await sandbox.shell("rm data/_people.sqlite*")
      #expect(try await run("people", expecting: 1).errors.contains("kartoteka people none"))
      try await run("people", "add", "Berta", expecting: 1)
      let environment = ["LC_ALL": "C", "KARTOTEKA_PASSWORD": Self.password]
      #expect(try await sandbox.kartoteka(command, environment: environment).status == 0)
      let isOpened = command.last == "none"
      #expect(try await run("people").output == (isOpened ? "" : "Berta  administrator\n"))
      if isOpened { try await run("people", "add", "Anna", "--administrator") }
    }
  }

  @Test("A new password ends tokens, or leaves them")
  func tokens() async throws {
    try await run("people", "add", "Anna", "--administrator")
    try await run("people", "token", "Anna")
    try await run("people", "password", "Anna", "--keep-tokens")
    #expect(try await run("people", "sessions", "Anna").output.contains("token"))
    try await run("people", "password", "Anna")
    #expect(try await run("people", "sessions", "Anna").output == "")
  }

  /// A server that runs, and what it answers to a token.
  private struct Served {
    let program: RunningProgram
    let address: String

    func status(_ token: String) async throws -> String {
      try await OtherProgram.run(
        "curl",
        [
          "-sS", "-o", "/dev/null", "-w", "%{http_code}", "--noproxy", "*", "-H", "Authorization: Bearer \(token)",
          "-X", "DELETE", address + "/api/userscrud/changesets?before=2020-01-01T00:00:00Z",
        ]
      ).output
    }

    func end() async {
      program.send(SIGTERM)
      await program.ended()
    }
  }

  private func serve() async throws -> Served {
    let program = try sandbox.start(Executable.url, ["serve", "--port", "0"], ["LC_ALL": "C"])
    let run = try await program.wrote("Stop it with Ctrl-C.")
    let address = try #require(run.lines.first?.split(separator: " ").last.map(String.init), "\(run.errors)")
    return Served(program: program, address: address)
  }

  private var token: String {
    get throws { try sandbox.read("data/admin-token").trimmingCharacters(in: .newlines) }
  }

  @Test("The server's own token is ended and replaced under a running server; commands on the machine need none")
  func adminToken() async throws {
    #expect(try await run("people", "admin-token").output.contains("the first start makes it"))
    try await run("people", "add", "Anna", "--administrator")
    try await run("people", "admin-token", "--end", "--new", expecting: 64)
    // Neither a mistyped folder nor one without a server gets a token.
    for option in ["--end", "--new"] {
      for folder in ["dta", "data"] {
        let refused = try await run("people", "admin-token", option, "--data", folder, expecting: 1)
        #expect(refused.errors.contains("\(folder)/admin-token"), "\(refused.errors)")
      }
    }
    #expect(try await sandbox.shell("ls -d dta data/admin-token 2>/dev/null").output == "")
    let server = try await serve()
    let first = try token
    #expect(try await run("people", "admin-token").output.contains("Not used yet"))
    #expect(try await server.status(first) == "200")
    #expect(try await run("people", "admin-token").output.contains("Last used: "))
    for _ in 0..<2 {
      let ended = try await run("people", "admin-token", "--end").output
      #expect(ended.hasPrefix("The administrator's token in ") && ended.hasSuffix("data/admin-token has ended.\n"))
    }
    #expect(try await server.status(first) == "401")
    await server.end()
    let later = try await serve()
    #expect(try await later.status(first) == "401")
    try await run("people", "add", "Bob")
    #expect(try await run("people", "admin-token", "--new").output.contains("data/admin-token\nNot used yet"))
    let second = try token
    #expect(try await later.status(second) == "200")
    #expect(try await later.status(first) == "401")
    await later.end()
    let events = "SELECT kind || ' ' || detail FROM events WHERE detail = 'admin-token' ORDER BY id"
    let noted = try await sandbox.shell("sqlite3 data/_people.sqlite \"\(events)\"")
    #expect(noted.output == "tokenEnded admin-token\ntokenMade admin-token\n")
  }

  @Test("The times of sessions are shown and set, and what is none is refused")
  func settings() async throws {
    try await run("people", "settings", "--idle", "8h", expecting: 1)
    try await run("people", "add", "Anna", "--administrator")
    #expect(
      try await run("people", "settings").output == "idle           14d\nabsolute       90d\nsecond-factor  optional\n")
    #expect(try await run("people", "settings", "--idle", "90m").output.hasPrefix("idle           90m\n"))
    for wrong in [["--idle", "5"], ["--idle", "x"], ["--absolute", "-1d"], ["--idle", "99999999999999999999m"]] {
      let arguments = ["people", "settings"] + wrong
      #expect(try await sandbox.kartoteka(arguments, environment: ["LC_ALL": "C"]).status == 64, "\(wrong)")
    }
    for wrong in [["--idle", "14m"], ["--absolute", "366d"], ["--absolute", "1h"]] {
      let arguments = ["people", "settings"] + wrong
      #expect(try await sandbox.kartoteka(arguments, environment: ["LC_ALL": "C"]).status == 1, "\(wrong)")
    }
    try await run("people", "settings", "--second-factor", "perhaps", expecting: 64)
    let last = try await run("people", "settings", "--second-factor", "required").output
    #expect(last == "idle           90m\nabsolute       90d\nsecond-factor  required\n")
  }

  @Test("A link offers roles in several applications, or the server; links are listed with their purposes, and ended")
  func links() async throws {
    try await run("people", "add", "Anna", "--administrator")
    try await run("people", "invite", "userscrud=reads", "travellers=writes")
    try await run("people", "invite", "--administrator")
    let password = try await run("people", "password-link", "anna", "--address", "https://a.example").output
    #expect(password.hasPrefix("https://a.example/apps/link?key=kl_"))
    let listed = try await run("people", "links").output.split(separator: "\n").map(String.init)
    #expect(listed.count == 3)
    for (line, purpose) in zip(listed, ["password of Anna", "administrator", "travellers writes, userscrud reads"]) {
      #expect(line.hasSuffix("  " + purpose), "\(line)")
    }
    #expect(try await run("people").output.contains(": travellers writes, userscrud reads\n"))
    let numbers = listed.compactMap { $0.split(separator: " ").first.map(String.init) }
    // Nothing ends if one of them is unknown.
    #expect(try await run("people", "links", "--end", numbers[0], "--end", "999", expecting: 1).errors.contains("999"))
    #expect(try await run("people", "links").output.split(separator: "\n").count == 3)
    #expect(
      try await run("people", "links", "--end", numbers[0], "--end", numbers[2]).output == "Ended 2 links\n")
    #expect(try await run("people", "links").output.split(separator: "\n").map(String.init) == [listed[1]])
    for wrong in [
      [], ["userscrud"], ["userscrud", "rules"], ["userscrud=rules"], ["userscrud=reads=writes"], ["nothing=reads"],
      ["userscrud=reads", "userscrud=writes"], ["nothing", "reads"],
    ] {
      let arguments = ["people", "invite"] + wrong
      #expect(try await sandbox.kartoteka(arguments, environment: ["LC_ALL": "C"]).status == 64, "\(wrong)")
    }
    try await run("people", "password-link", "Eve", expecting: 1)
  }

  @Test("One token ends alone, a person is renamed, and codes end without a new password")
  func single() async throws {
    try await run("people", "add", "Anna", "--administrator")
    try await run("people", "token", "Anna", "--label", "First")
    try await run("people", "token", "Anna", "--label", "Second")
    let listed = try await run("people", "sessions", "Anna").output.split(separator: "\n").map(String.init)
    #expect(listed.count == 2 && listed[0].hasSuffix("Second") && listed[1].hasSuffix("First"))
    let first = try #require(listed[1].split(separator: " ").first.map(String.init))
    #expect(first.hasPrefix("t"))
    try await run("people", "sessions", "Anna", "--only", first, expecting: 64)
    try await run("people", "sessions", "Anna", "--end", "--only", first, "--only", "s99", expecting: 1)
    let ended = try await run("people", "sessions", "Anna", "--end", "--only", first)
    #expect(ended.output == "Ended 1 session, token or passkey\n")
    #expect(try await run("people", "sessions", "Anna").output == listed[0] + "\n")
    try await run("people", "add", "Bob")
    #expect(try await run("people", "rename", "Bob", "ANNA", expecting: 1).errors.contains("ANNA"))
    try await run("people", "rename", "Bob", " ", expecting: 1)
    #expect(try await run("people", "rename", "bob", "Berta  B").output == "Renamed Bob to Berta B\n")
    let people = try await run("people").output.split(separator: "\n")
    #expect(people.count == 2 && people[0].hasPrefix("Anna ") && people[0].contains("administrator"))
    #expect(people.last?.hasPrefix("Berta B") == true)
    #expect(try await run("people", "codes", "Anna", "--end").output == "Anna is not asked for one-time codes\n")
  }

  @Test("The audit list is read by person and time, and has those who were removed")
  func audit() async throws {
    #expect(try await run("people", "audit").output == "")
    try await run("people", "add", "Anna", "--administrator")
    try await run("people", "add", "Bob")
    try await run("people", "role", "Bob", "userscrud", "writes")
    try await run("people", "remove", "Bob")
    let user = try await sandbox.shell("id -un").output.dropLast()
    let all = try await run("people", "audit").output.split(separator: "\n")
    #expect(all.count == 4)
    for (line, what) in zip(all, ["Person removed", "Roles set", "Person added", "Person added"]) {
      #expect(line.contains("  \(what)") && line.contains("  \(user)"), "\(line)")
    }
    #expect(all.dropFirst().first?.contains("userscrud: writes") == true)
    let bob = try await run("people", "audit", "--person", "bob").output.split(separator: "\n")
    #expect(bob.count == 3 && bob.allSatisfy { $0.contains("  Bob") })
    #expect(try await run("people", "audit", "--limit", "1").output.split(separator: "\n").count == 1)
    #expect(try await run("people", "audit", "--to", "2020-01-31").output == "")
    #expect(try await run("people", "audit", "--from", "2020-01-31").output.split(separator: "\n").count == 4)
    #expect(try await run("people", "audit", "--to", "9999-12-31").output.split(separator: "\n").count == 4)
    // Of two who were removed and had one name both are meant, and nobody else who has it now is.
    try await run("people", "add", "Bob")
    #expect(try await run("people", "audit", "--person", "Bob").output.split(separator: "\n").count == 1)
    try await run("people", "remove", "Bob")
    #expect(try await run("people", "audit", "--person", "Bob").output.split(separator: "\n").count == 5)
    #expect(try await run("people", "audit", "--person", "Eve", expecting: 1).errors.contains("Eve"))
    try await run("people", "audit", "--from", "soon", expecting: 64)
    try await run("people", "audit", "--limit", "0", expecting: 64)
  }

  @Test("Change sets of commands have the name of the system's user")
  func author() async throws {
    try sandbox.write("firstName,lastName,phone,address\nAnna,Nowak,600100,Main 1\n", to: "u.csv")
    try await run("import", "userscrud", "u.csv", "--into", "users")
    let author = try await sandbox.shell("sqlite3 data/userscrud.sqlite 'SELECT person FROM kartoteka_deeds'")
    let user = try await sandbox.shell("id -un").output.dropLast()
    #expect(author.output.contains(#"{"name":"\#(user)"}"#))
  }

  @Test("A backup of everything has people without what gives access, and replaces none")
  func backup() async throws {
    try await run("people", "add", "Anna", "--administrator")
    try await run("people", "add", "Bob")
    try await run("people", "token", "Anna")
    try await run("backup", "--all", "all.tar")
    let bytes = try await sandbox.shell("tar xOf all.tar applications/_people.sqlite | strings")
    #expect(bytes.output.contains("Anna") && !bytes.output.contains("$scrypt$"))
    try await run("people", "remove", "Bob")
    let again = try await run("restore", "all.tar", "--replace")
    #expect(again.output.contains("_people"))
    #expect(try await run("people").output == "Anna  administrator\n")
    let fresh = try await run("restore", "all.tar", "--data", "fresh")
    #expect(fresh.errors.contains("kartoteka people password NAME"))
    #expect(try await run("people", "--data", "fresh").output == "Anna  administrator\nBob\n")
    let rows = "SELECT count(*) FROM passwords; SELECT count(*) FROM program_tokens"
    #expect(try await sandbox.shell("sqlite3 fresh/_people.sqlite '\(rows)'").output == "0\n0\n")
    try await run("people", "password", "Anna", "--data", "fresh")
  }
}
