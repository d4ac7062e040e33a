import Foundation
import KartotekaModel
import KartotekaServices
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Export of what a list shows")
struct ViewExporterTests {
  private func desk() async throws -> Desk {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name,boss\n3,Anna,\"=1+1\",\n7,Jan,NULLA,3\n9,Zoé,A,7\n"])
    return desk
  }

  private func text(
    _ desk: Desk, _ request: AnyFetchRequest, _ columns: [String], _ format: ViewFormat, titles: Bool = true
  ) async throws -> String {
    var exporter = ViewExporter(desk.store, .english)
    exporter.hasTitles = titles
    let sink = MemorySink()
    try await exporter.write(
      request, columns: columns.map { ($0, $0.uppercased()) }, as: format, named: "People", to: sink)
    return sink.text
  }

  @Test("CSV has labels and titles, JSON the names of the fields; formulas stay text in spreadsheets")
  func formats() async throws {
    let desk = try await desk()
    var request = AnyFetchRequest("person")
    request.sort = [FetchSort("id", ascending: false)]
    let columns = ["lastName", "boss", "boss.boss.firstName", "nothing"]
    #expect(
      try await text(desk, request, columns, .csv)
        == "LASTNAME,BOSS,BOSS.BOSS.FIRSTNAME\r\nA,Jan NULLA,Anna\r\nNULLA,Anna =1+1,\r\n'=1+1,,\r\n")
    #expect(
      try await text(desk, request, ["id", "boss"], .ndjson, titles: false)
        == #"{"id":9,"boss":7}"# + "\n" + #"{"id":7,"boss":3}"# + "\n" + #"{"id":3,"boss":null}"# + "\n")
    request.predicate = .compare("id", .eq, [.integer(9)])
    #expect(try await text(desk, request, ["boss"], .json) == "[\n" + #"{"boss":"Jan NULLA"}"# + "\n]\n")
    request.predicate = .compare("id", .eq, [.integer(99)])
    #expect(try await text(desk, request, ["boss"], .csv) == "BOSS\r\n")
    #expect(try await text(desk, request, ["boss"], .ndjson) == "")
  }

  @Test("All pages are written once, in the order of the request")
  func pages() async throws {
    let desk = try Desk()
    let rows = (1...2_500).map { "A\($0),B\($0 % 7)" }
    try await desk.take(["people.csv": (["first_name,last_name"] + rows).joined(separator: "\n")])
    var request = AnyFetchRequest("person")
    request.sort = [FetchSort("lastName"), FetchSort("id", ascending: false)]
    let lines = try await text(desk, request, ["id"], .csv).split(separator: "\r\n").dropFirst().compactMap { Int($0) }
    #expect(lines.count == 2_500 && Set(lines).count == 2_500)
    #expect(lines.first == 2_499 && lines.last == 6)
  }
}

@Suite("Spreadsheets")
struct SpreadsheetWriterTests {
  /// Reads the parts of a spreadsheet with Python's own zipfile, which checks sizes and checksums, and parses their XML.
  private func parts(_ bytes: [UInt8]) throws -> [String: String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "x.xlsx")
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import json, sys, zipfile, xml.dom.minidom
      book = zipfile.ZipFile(sys.argv[1])
      assert book.testzip() is None
      parts = {name: book.read(name).decode("utf-8") for name in book.namelist()}
      for text in parts.values(): xml.dom.minidom.parseString(text)
      json.dump(parts, sys.stdout)
      """,
      file.path(percentEncoded: false),
    ]
    let output = try Process.withoutStarts {
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      return output.fileHandleForReading
    }
    let data = output.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try JSONDecoder().decode([String: String].self, from: data)
  }

  private func sheet(_ rows: [[SheetCell]], headings: [String]) throws -> [String: String] {
    let sink = MemorySink()
    var writer = try SpreadsheetWriter(to: sink, name: "A/B [c]", headings: headings, first: rows)
    for row in rows { try writer.row(row) }
    try writer.finish()
    return try parts(sink.bytes)
  }

  @Test("Have numbers, days, moments, yes or no and text as such, a frozen header and widths")
  func cells() throws {
    let day = try #require(CalendarDate(iso: "2026-11-24"))
    let parts = try sheet(
      [
        [
          .text("a<b>&\"c\"\u{1}_x0041_"), .number("12.50", scale: 2), .day(day), .moment(day, seconds: 43_200),
          .flag(true),
        ],
        [.text("=1+1"), .number("12345678901234567890", scale: nil), .empty, .empty, .flag(false)],
      ], headings: ["Text", "Number", "Day", "Moment", "Flag"])
    #expect(
      Set(parts.keys) == [
        "[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml",
        "xl/worksheets/sheet1.xml",
      ])
    let text = try #require(parts["xl/worksheets/sheet1.xml"])
    #expect(text.contains(#"state="frozen""#) && text.contains("<cols><col min=\"1\""))
    #expect(text.contains("a&lt;b&gt;&amp;&quot;c&quot;_x0001__x005F_x0041_</t>"))
    #expect(text.contains(#"<c r="B2" s="6"><v>12.50</v></c>"#))
    // 46,350 days after 1899-12-30.
    #expect(text.contains(#"<c r="C2" s="2"><v>46350</v></c>"#))
    #expect(text.contains(#"<c r="D2" s="3"><v>46350.500000000000</v></c>"#))
    #expect(text.contains(#"<c r="E2" t="b"><v>1</v></c>"#) && text.contains(#"<c r="E3" t="b"><v>0</v></c>"#))
    #expect(text.contains(#"<t xml:space="preserve">=1+1</t>"#) && !text.contains("<f>"))
    // Excel would round it.
    #expect(text.contains(#"t="inlineStr"><is><t xml:space="preserve">12345678901234567890</t>"#))
    #expect(parts["xl/workbook.xml"]?.contains(#"name="A-B -c-""#) == true)
  }

  @Test("Columns after the twenty-sixth have two letters")
  func letters() throws {
    let row = Array(repeating: SheetCell.flag(true), count: 703)
    let parts = try sheet([row], headings: (1...703).map { String($0) })
    let text = try #require(parts["xl/worksheets/sheet1.xml"])
    for cell in ["Z2", "AA2", "AZ2", "BA2", "ZZ2", "AAA2"] { #expect(text.contains("r=\"\(cell)\""), "\(cell)") }
  }

  @Test("Noise and long texts are written as they are, up to Excel's limit for a cell")
  func noise() throws {
    var random = SystemRandomNumberGenerator()
    let characters = Array("ab<>&\"'\n\t\r\u{b}\u{ffff}é🙂_x0009_日")
    var rows: [[SheetCell]] = (0..<300).map { _ in
      let letters = (0..<Int.random(in: 0...400, using: &random)).map { _ in
        characters.randomElement(using: &random) ?? "a"
      }
      return [.text(String(letters))]
    }
    rows.append([.text(String(repeating: "x", count: 40_000))])
    let parts = try sheet(rows, headings: ["Text"])
    let text = try #require(parts["xl/worksheets/sheet1.xml"])
    #expect(text.contains(">" + String(repeating: "x", count: 32_767) + "<"))
    #expect(text.split(separator: "<row ").count == 303)
  }
}
