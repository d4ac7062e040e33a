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

  @Test("Chosen records and columns are exported in an order, with titles of related records instead of ids")
  func shaped() async throws {
    for (file, text) in [
      ("customers.csv", "id,company_name,country\n1,Alfreds,Germany\n2,Bon app',France\n"),
      ("orders.csv", "id,customer_id,order_date,freight\n5,1,2026-03-04,1.50\n6,2,2026-03-09,20\n7,2,2026-04-01,3\n"),
    ] {
      try sandbox.write(text, to: file)
    }
    let run = try await sandbox.kartoteka("import", "northwind", "customers.csv", "orders.csv")
    try #require(run.status == 0, "\(run.errors)")
    let export = ["export", "northwind", "orders"]
    func lines(_ arguments: String...) async throws -> [String] {
      let run = try await sandbox.kartoteka(export + arguments, environment: [:])
      #expect(run.status == 0, "\(run.errors)")
      return run.output.split(whereSeparator: \.isNewline).map(String.init)
    }
    #expect(
      try await lines(
        "--filter", "orderDate:during:2026-03", "--sort=-freight", "--columns", "id,customer,customer.country,freight",
        "--titles") == ["id,customer,customer.country,freight", "6,Bon app',France,20.00", "5,Alfreds,Germany,1.50"])
    #expect(
      try await lines(
        "--format", "ndjson", "--filter", "any(customer:in:1;freight:eq:3)", "--columns", "customer,total")
        == [#"{"customer":1,"total":1.50}"#, #"{"customer":2,"total":3.00}"#])
    let bad = try await sandbox.kartoteka(export + ["--filter", "colour:eq:red"], environment: [:])
    #expect(bad.status == 64 && bad.errors.contains("Unknown: colour"), "\(bad.errors)")
    // Lists of related records are long: they are there where they come back.
    for (arguments, hasLists) in [(["--sort", "id"], false), (["--editable"], true)] {
      let customers = try await sandbox.kartoteka(["export", "northwind", "customers"] + arguments, environment: [:])
      #expect(customers.output.contains("demographics") == hasLists, "\(customers.errors)")
    }
    let unsorted = try await sandbox.kartoteka(export + ["--sort", "lines"], environment: [:])
    #expect(unsorted.status == 64 && unsorted.errors.contains("Unknown: lines"), "\(unsorted.errors)")
  }

  @Test("A spreadsheet is a ZIP file of well-formed XML with all records")
  func spreadsheet() async throws {
    try await fill(1_200)
    let run = try await sandbox.kartoteka("export", "userscrud", "users", "--format", "xlsx", "--output", "out.xlsx")
    #expect(run.status == 0, "\(run.errors)")
    let check = try await sandbox.shell(
      """
      python3 -c "import zipfile, xml.dom.minidom as x; z = zipfile.ZipFile('out.xlsx'); assert z.testzip() is None; \
      print(len(x.parseString(z.read('xl/worksheets/sheet1.xml')).getElementsByTagName('row')))"
      """)
    #expect(check.output == "1201\n", "\(check.errors)")
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

  @Test("The time zone that is named holds for chosen columns and spreadsheets, too, whatever the machine's is")
  func timeZone() async throws {
    try sandbox.write("Name,Starts\nA,2026-01-05T10:00:00Z\nB,2026-07-05T22:30:00Z\n", to: "visits.csv")
    let made = try await sandbox.kartoteka(["apply", "--from", "visits.csv"], environment: ["TZ": "UTC"])
    try #require(made.status == 0, "\(made.errors)")
    let export = ["export", "visits", "visits", "--time-zone", "Europe/Warsaw", "--columns", "name,starts"]
    let csv = try await sandbox.kartoteka(export, environment: ["TZ": "UTC"])
    #expect(csv.status == 0, "\(csv.errors)")
    let sheet = try await sandbox.kartoteka(
      export + ["--format", "xlsx", "--output", "out.xlsx"], environment: ["TZ": "UTC"])
    #expect(sheet.status == 0, "\(sheet.errors)")
    let cells = try await sandbox.shell(
      """
      python3 -c "import zipfile, re; print(*re.findall(r'<v>(46[0-9.]+)</v>', \
      zipfile.ZipFile('out.xlsx').read('xl/worksheets/sheet1.xml').decode()))"
      """)
    // 11:00 of 5 January, and half past midnight of 6 July.
    let numbers: [Double] = cells.output.split { $0 == " " || $0.isNewline }.compactMap { Double($0) }
    let halfHours: [Int] = numbers.compactMap { Int(exactly: ($0 * 48).rounded()) }
    #expect(halfHours == [46_027 * 48 + 22, 46_209 * 48 + 1], "\(cells.output)")
    let days = try await sandbox.kartoteka(
      export + ["--filter", "starts:during:2026-07-06"], environment: ["TZ": "UTC"])
    #expect(days.lines.count == 2 && days.output.contains("B"), "\(days.output)")
  }
}
