import Foundation
import Testing

@Suite("kartoteka apply --from reads files as people and programs write them")
struct FilesAsWrittenTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The exported records and the description of an application that is made from a file.
  private func made(_ text: String, _ file: String = "rows.csv", _ arguments: String...) async throws -> (
    csv: [String], description: String
  ) {
    try sandbox.write(text, to: file)
    let run = try await sandbox.kartoteka(
      ["apply", "--from", file, "--name", "made"] + arguments, environment: ["LC_ALL": "C", "TZ": "America/New_York"])
    try #require(run.status == 0, "\(run.output)\(run.errors)")
    let description = try await sandbox.kartoteka("describe", "made").output
    let rows = try await sandbox.kartoteka("export", "made", "rows").output
    return (rows.split(whereSeparator: \.isNewline).map(String.init), description)
  }

  @Test("A column is written in one way: 1.000 beside 1.234,56 is one thousand")
  func groups() async throws {
    let (csv, description) = try await made("Name;Amount\na;1.234,56\nb;1.000\nc;2.500\nd;12,5\n")
    #expect(csv.dropFirst().map { $0.split(separator: ",").last } == ["1234.56", "1000.00", "2500.00", "12.50"])
    #expect(description.contains(#""scale": 2"#))
  }

  @Test("The columns of a file agree: 50,000 beside 12.75 in another column is fifty thousand")
  func agreement() async throws {
    let (csv, _) = try await made("Name;Balance;Salary\na;12.75;50,000\nb;-3.50;120,000\n")
    #expect(csv.dropFirst() == ["1,a,12.75,50000", "2,b,-3.50,120000"])
  }

  @Test("A number that stays open is refused with the option that decides, and no application is left behind")
  func open() async throws {
    try sandbox.write("Name;Amount\na;1.234\nb;2.345\n", to: "rows.csv")
    let refused = try await sandbox.kartoteka("apply", "--from", "rows.csv", "--name", "made")
    #expect(refused.status != 0 && refused.errors.contains("--decimal"))
    #expect(try await sandbox.kartoteka("describe", "made").status == 64)
    let (csv, _) = try await made("Name;Amount\na;1.234\nb;2.345\n", "rows.csv", "--decimal", "comma")
    #expect(csv.dropFirst() == ["1,a,1234", "2,b,2345"])
  }

  @Test("The encoding is told by the letters, said, and named with --encoding where they mislead")
  func encoding() async throws {
    let bytes = Array("Name;City\nDvo".utf8) + [0xF8, 0xE1] + Array("k;Praha\n".utf8)
    try sandbox.write(bytes, to: "rows.csv")
    let told = try await sandbox.kartoteka("apply", "--from", "rows.csv", "--name", "told")
    #expect(told.errors.contains("windows-1250"))
    #expect(try await sandbox.kartoteka("export", "told", "rows").output.contains("Dvořák"))
    _ = try await sandbox.kartoteka("apply", "--from", "rows.csv", "--name", "named", "--encoding", "windows-1252")
    #expect(try await sandbox.kartoteka("export", "named", "rows").output.contains("Dvoøák"))
    let unknown = try await sandbox.kartoteka("apply", "--from", "rows.csv", "--name", "x", "--encoding", "nonsense")
    #expect(unknown.status == 64 && unknown.errors.contains("windows-1250"))
  }

  @Test("What all rows say otherwise than the first ones is printed, also by a dry run, with what is left out above")
  func changes() async throws {
    let text = "Items\nName,Count\n" + (1...2_500).map { "n\($0),\($0)\n" }.joined() + "last,12a\n"
    try sandbox.write(text, to: "rows.csv")
    for option in ["--dry-run", "--all-rows"] {
      let run = try await sandbox.kartoteka("apply", "--from", "rows.csv", "--name", "made", option)
      #expect(
        run.status == 0
          && run.errors.contains("rows.csv: Count: there are values such as 12a, so it was changed to Text"))
      #expect(run.errors.components(separatedBy: "1 row above the headings is left out: 1: Items").count == 2)
    }
  }

  @Test("--header-row names the row with the headings")
  func header() async throws {
    let (csv, _) = try await made("Tea,3\nCup,4\n", "rows.csv", "--header-row", "0")
    #expect(csv == ["id,column_a,column_b", "1,Tea,3", "2,Cup,4"])
    let far = try await sandbox.kartoteka("apply", "--from", "rows.csv", "--name", "far", "--header-row", "101")
    #expect(far.status == 64 && far.errors.contains("--header-row is a number from 0 to 100."))
  }

  @Test("A file that is no table is refused in words, and no application is left behind")
  func noTable() async throws {
    try sandbox.write("BEGIN TRANSACTION;\nCREATE TABLE a(b);\nCOMMIT;\n", to: "rows.csv")
    let refused = try await sandbox.kartoteka("apply", "--from", "rows.csv", "--name", "made")
    #expect(refused.status != 0 && refused.errors.contains("commands of SQL"))
    #expect(try await sandbox.kartoteka("describe", "made").status == 64)
  }

  @Test("Two words for yes are no yes and no")
  func axes() async throws {
    let (csv, description) = try await made("Name,Axis\na,x\nb,y\nc,x\n")
    #expect(csv.dropFirst() == ["1,a,x", "2,b,y", "3,c,x"])
    #expect(!description.contains("boolean"))
  }

  @Test(
    "A column ID whose values repeat, or are no numbers of records, is a field",
    arguments: [
      ["18", "19", "18", "20"], ["RQ1", "RQ2", "RQ3", "RQ4"], ["9007199254740993", "9007199254740995", "1", "2"],
    ])
  func ids(_ ids: [String]) async throws {
    let (csv, _) = try await made("Id,Name\n" + ids.enumerated().map { "\($1),n\($0)\n" }.joined())
    #expect(csv.count == 5)
    for (line, id) in zip(csv.dropFirst(), ids) { #expect(line.contains(id)) }
  }

  @Test("Excel's line sep= names the delimiter, and =\"0123\" keeps its digits")
  func excel() async throws {
    let (csv, _) = try await made("sep=;\r\nName;City;ISBN\r\nAnn;Oslo;=\"0439023483\"\r\nBob;Bergen;=\"\"\r\n")
    #expect(csv.dropFirst() == ["1,Ann,Oslo,0439023483", "2,Bob,Bergen,"])
  }

  @Test("Digits under Phone are a telephone number")
  func phones() async throws {
    let (_, description) = try await made("Name,Phone\na,48601234567\nb,48602345678\n")
    #expect(description.contains(#""kind": "phone""#))
  }

  @Test("A choice that the first rows do not have is a choice of the field, and no row is rejected")
  func lateValue() async throws {
    let rows = (1...1_500).map { "n\($0),\($0 % 2 == 0 ? "Book" : "Letter")\n" }.joined() + "last,Map\n"
    let (csv, description) = try await made("Name,Kind\n" + rows)
    #expect(csv.count == 1_502 && description.contains("Map"))
  }

  @Test("Times without an offset are of this machine's zone, or the given one")
  func localTimes() async throws {
    let text = "Name,At\na,01/14/2020 7:06 AM\nb,01/15/2020 7:06 PM\n"
    let (csv, _) = try await made(text)
    #expect(csv[1].contains("2020-01-14T12:06:00"))
    try sandbox.write(text, to: "more.csv")
    let other = try await sandbox.kartoteka(
      "apply", "--from", "more.csv", "--name", "other", "--time-zone", "Europe/Warsaw")
    #expect(other.status == 0, "\(other.errors)")
    let rows = try await sandbox.kartoteka("export", "other", "more").output
    #expect(rows.contains("2020-01-14T06:06:00"))
  }

  @Test("What a value of a file commands a terminal is not obeyed")
  func controls() async throws {
    try sandbox.write("Name,Born\na,1990-02-28\nb,1990-\u{1b}[31m\nc,1991-03-01\nd,1991-03-02\n", to: "rows.csv")
    let run = try await sandbox.kartoteka("apply", "--from", "rows.csv", "--name", "made")
    #expect(run.status == 0 && run.errors.contains("Born: 1990-") && !run.errors.contains("\u{1b}"))
  }

  @Test("Rows that look like totals are left out and quoted, unless they are asked for")
  func totals() async throws {
    let text = "Name,Mail,Fee\n" + (1...9).map { "m\($0),m\($0)@x.example,\($0)\n" }.joined() + "Total,,45\n"
    let (csv, _) = try await made(text)
    #expect(csv.count == 10)
    try sandbox.write(text, to: "all.csv")
    let all = try await sandbox.kartoteka("apply", "--from", "all.csv", "--name", "all", "--all-rows")
    #expect(all.status == 0)
    #expect(try await sandbox.kartoteka("export", "all", "all").output.contains("Total"))
  }

  @Test("The same file again changes nothing, doubles nothing and says so")
  func again() async throws {
    _ = try await made("Day,What\n2026-01-02,Coffee\n2026-01-03,Tea\n")
    let again = try await sandbox.kartoteka("import", "made", "rows.csv")
    #expect(again.status == 0 && again.output.contains("unchanged 2") && again.errors.contains("nothing was changed"))
  }
}
