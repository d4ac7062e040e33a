import Foundation
import Testing

@Suite("kartoteka import")
struct ImportTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private let good =
    "First name,last_name,PHONE,Address\nAnna,Nowak,+48601000000,Main 1\nBert,Berg,600200,Main 2\n"

  private func count() async throws -> String { try await sandbox.sqlite("SELECT count(*) FROM users") }

  @Test("--json prints one line with the numbers of each file, in this order and form")
  func json() async throws {
    try sandbox.write(good, to: "users.csv")
    let run = try await sandbox.kartoteka("import", "userscrud", "users.csv", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let numbers = #""read":2,"inserted":2,"updated":0,"unchanged":0,"rejected":0,"unresolved":0"#
    #expect(run.output == #"{"files":[{"file":"users.csv","entity":"users",\#(numbers)}]}"# + "\n")
    #expect(run.errors.isEmpty)
    #expect(try await count() == "2")
    #expect(try await sandbox.sqlite("SELECT phone FROM users WHERE id = 1") == "+48 601 000 000")
  }

  @Test("Without --json it prints the same numbers in a line")
  func line() async throws {
    try sandbox.write(good, to: "users.csv")
    let run = try await sandbox.kartoteka("import", "userscrud", "users.csv")
    #expect(run.status == 0)
    #expect(
      run.output
        == "users.csv → users: read 2, inserted 2, updated 0, unchanged 0, rejected 0, unresolved 0\n")
    let polish = try await sandbox.kartoteka("import", "userscrud", "users.csv", language: "pl_PL.UTF-8")
    #expect(polish.output.hasPrefix("users.csv → users: przeczytano 2, "), "\(polish.output)")
  }

  @Test("An ambiguous notation of numbers is an error, and --decimal resolves it")
  func decimalMark() async throws {
    try sandbox.write("Product name;Unit price\nChai;12,345\n", to: "products.csv")
    let run = try await sandbox.kartoteka("import", "northwind", "products.csv", "--into", "products")
    #expect(run.status == 1)
    #expect(run.errors.contains("It isn't clear whether 12,345 in Unit price of products.csv is 12345 or 12.345"))
    #expect(run.errors.contains("Say how the file writes numbers: --decimal point or --decimal comma."))
    let said = try await sandbox.kartoteka(
      "import", "northwind", "products.csv", "--into", "products", "--decimal", "point")
    #expect(!said.errors.contains("It isn't clear"), "\(said.errors)")
  }

  @Test("Several files give a line each")
  func several() async throws {
    try sandbox.write(good, to: "a.csv")
    try sandbox.write(
      #"[{"firstName":"Cleo","lastName":"Clark","phone":"600300","address":"Main 3"}]"#, to: "b.json")
    let run = try await sandbox.kartoteka(
      "import", "userscrud", "a.csv", "b.json", "--into", "users", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let form = try JSONDecoder().decode(Summary.self, from: Data(run.output.utf8))
    #expect(form.files.map(\.file) == ["a.csv", "b.json"])
    #expect(form.files.map(\.inserted) == [2, 1])
    #expect(try await count() == "3")
  }

  @Test("Rows that can't be loaded end with 65, say where and why, and don't stop the rest")
  func rejects() async throws {
    try sandbox.write(good + "Cleo,,600300,Main 3\n,Dent,600400,Main 4\nEve,Ember,600500,Main 5\n", to: "users.csv")
    let run = try await sandbox.kartoteka(
      "import", "userscrud", "users.csv", "--rejects", "bad.csv", "--json")
    #expect(run.status == 65)
    let form = try JSONDecoder().decode(Summary.self, from: Data(run.output.utf8))
    #expect(form.files.first?.read == 5)
    #expect(form.files.first?.inserted == 3)
    #expect(form.files.first?.rejected == 2)
    #expect(run.errors.contains("users.csv, line 4: last_name: This can't be empty\n"), "\(run.errors)")
    #expect(run.errors.contains("users.csv, line 5: First name: This can't be empty\n"))
    #expect(run.errors.contains("Rejected rows are in bad.csv\n"))
    #expect(run.errors.contains("To correct them, run kartoteka serve and open /userscrud/import/1\n"), "\(run.errors)")
    #expect(try await count() == "3")

    let bad = try sandbox.read("bad.csv")
    #expect(bad.contains("Cleo") && bad.contains("Dent") && !bad.contains("Anna"))
    try sandbox.write(
      bad.replacing("Cleo,,", with: "Cleo,Clark,").replacing(",Dent,", with: "Dora,Dent,"), to: "mended.csv")
    let again = try await sandbox.kartoteka("import", "userscrud", "mended.csv", "--into", "users", "--json")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try await count() == "5")
  }

  @Test("All or nothing: a row that can't be loaded keeps the others out, and that is said")
  func allOrNothing() async throws {
    try sandbox.write(good + "Cleo,,600300,Main 3\n", to: "users.csv")
    let run = try await sandbox.kartoteka("import", "userscrud", "users.csv", "--all-or-nothing")
    #expect(run.status == 65)
    #expect(run.errors.contains("users.csv, line 4: last_name: This can't be empty\n"), "\(run.errors)")
    #expect(run.errors.contains("Nothing was loaded, because not all rows could be.\n"), "\(run.errors)")
    #expect(try await count() == "0")
    try sandbox.write(good, to: "users.csv")
    let again = try await sandbox.kartoteka("import", "userscrud", "users.csv", "--all-or-nothing")
    #expect(again.status == 0 && !again.errors.contains("Nothing was loaded"), "\(again.errors)")
    #expect(try await count() == "2")
  }

  @Test("A dry run counts the effects and changes nothing")
  func dryRun() async throws {
    try sandbox.write(good + "Cleo,,600300,Main 3\n", to: "users.csv")
    let run = try await sandbox.kartoteka("import", "userscrud", "users.csv", "--dry-run", "--json")
    #expect(run.status == 65)
    let form = try JSONDecoder().decode(Summary.self, from: Data(run.output.utf8))
    #expect(form.files.first?.inserted == 2)
    #expect(form.files.first?.rejected == 1)
    #expect(try await sandbox.kartoteka("apps").output.contains(#/userscrud +users +0 /#))
  }

  @Test(
    "A file that can't be read is an error, and nothing is loaded",
    arguments: [
      ("true", "u.csv", "u.csv: There is no such file"), ("mkdir u.csv", "u.csv", "u.csv: This is a folder"),
      ("printf '\\211PNG\\r\\n\\032\\n\\000\\000' > u.csv", "u.csv", "u.csv: "),
      ("printf '{\"a\":1}' > u.json", "u.json", "None of the columns of u.json belongs to users: a"),
      ("printf '[{\"firstName\":' > u.json", "u.json", "u.json, line 1: Expected a value"),
      (": > u.csv", "u.csv", "u.csv is empty"),
    ])
  func unreadable(make: String, file: String, message: String) async throws {
    _ = try await sandbox.shell(make)
    let run = try await sandbox.kartoteka("import", "userscrud", file, "--into", "users")
    #expect(run.status == 1 || run.status == 65)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(!run.errors.isEmpty)
    #expect(try await sandbox.kartoteka("apps").output.contains(#/userscrud +users +0 /#))
  }

  @Test("Ctrl-C rolls an import back, and the next import finds no record of it")
  func interrupt() async throws {
    let rows = String(repeating: "Anna,Nowak,+48 601 000 000,Rynek 1\n", count: 1_000_000)
    try sandbox.write("first_name,last_name,phone,address\n" + rows, to: "many.csv")
    // What doesn't fit into memory any more is written to the log beside the database before the transaction ends. A
    // shell watches it: here, other tests keep all threads busy for longer than the import takes.
    let log = sandbox.database.path(percentEncoded: false) + "-wal"
    let run = try await sandbox.shell(
      """
      "$K" import userscrud many.csv --into users & program=$!
      while kill -0 $program && ! [ "$(stat -c %s '\(log)' 2>/dev/null || echo 0)" -gt 1000000 ]; do sleep 0.02; done
      kill -INT $program; wait $program
      """)
    #expect(run.status == 130, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("Stopped. Nothing was changed."), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(try await count() == "0")
    #expect(try await sandbox.sqlite("PRAGMA integrity_check") == "ok")
    try sandbox.write(good, to: "users.csv")
    #expect(try await sandbox.kartoteka("import", "userscrud", "users.csv").status == 0)
    #expect(try await count() == "2")
  }

  /// What `--json` prints.
  private struct Summary: Decodable {
    struct File: Decodable {
      let file: String
      let entity: String
      let read: Int
      let inserted: Int
      let updated: Int
      let unchanged: Int
      let rejected: Int
      let unresolved: Int
    }
    let files: [File]
  }
}
