import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Limits of spreadsheets")
struct SpreadsheetLimitTests {
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  private func open(_ bytes: [UInt8]) throws -> TableFile {
    try #require(try TableFile(ByteSource(bytes, name: "data.xlsx"), name: "data.xlsx"))
  }

  private func refusal(_ bytes: [UInt8]) -> ReadingError? {
    do {
      let file = try open(bytes)
      let url = FileManager.default.temporaryDirectory.appending(path: "table-\(UUID()).csv")
      defer { try? FileManager.default.removeItem(at: url) }
      _ = try file.write(0, header: 0, width: 1, to: url.path(percentEncoded: false))
      return nil
    } catch {
      return error as? ReadingError
    }
  }

  private func cell(_ text: String) -> String { "<c t='inlineStr'><is><t>\(text)</t></is></c>" }

  @Test("The bytes of a row are counted before a repeated cell becomes many")
  func repeatedCells() {
    func sheet(_ text: String) -> [UInt8] {
      var zip = ZipMaker()
      zip.add(
        "content.xml",
        "<document><table:table table:name='A'><table:table-row><table:table-cell "
          + "table:number-columns-repeated='16384' office:value-type='string'><text:p>\(text)</text:p>"
          + "</table:table-cell></table:table-row></table:table></document>")
      return zip.bytes
    }
    #expect(refusal(sheet("x")) == nil)
    #expect(refusal(sheet(String(repeating: "x", count: 2_000))) == .expandsTooMuch(file: "data.xlsx"))
  }

  @Test("A sampled text has a limit in bytes, also where it is one character")
  func sampledText() throws {
    let text = "e" + String(repeating: "\u{301}", count: 100_000)
    let file = try open(ZipMaker.workbook(rows: "<row>\(cell("Name"))</row><row>\(cell(text))</row>"))
    let sample = try TableSample(file, 0)
    #expect(sample.table(below: 1).values.map { $0.map(\.utf8.count) } == [[3_999]])
    #expect(try file.survey(0).rows[1].cells[0].utf8.count <= 1_000)
  }

  @Test("A sample ends where its texts take too much memory, and says that it is not complete")
  func sampledBytes() throws {
    let strings = "<sst><si><t>Name</t></si><si><t>\(String(repeating: "x", count: 4_000))</t></si></sst>"
    func row(_ text: Int) -> String {
      "<row>" + String(repeating: "<c t='s'><v>\(text)</v></c>", count: 500) + "</row>"
    }
    let rows = row(0) + String(repeating: row(1), count: 60)
    let sample = try TableSample(try open(ZipMaker.workbook(rows: rows, strings: strings)), 0)
    let bytes = try #require(sample.rows).reduce(0) { $0 + $1.cells.reduce(0) { $0 + $1.utf8.count } }
    #expect(!sample.isComplete && bytes <= TableSample.mostBytes + 500 * 4_000)
  }

  @Test("Reading a sample ends when nobody waits for it")
  func cancelled() throws {
    let file = try open(ZipMaker.workbook(rows: "<row>\(cell("Name"))</row><row>\(cell("Ada"))</row>"))
    let cancellation = ReadingCancellation()
    cancellation.cancel()
    #expect(throws: CancellationError.self) {
      try ReadingCancellation.$current.withValue(cancellation) { try TableSample(file, 0) }
    }
    #expect(try TableSample(file, 0).table(below: 1).values == [["Ada"]])
  }

  @Test("A number format of more digits than any code has is that of a number")
  func zeros() {
    #expect(NumberFormat(code: "00000") == .padded(5))
    #expect(NumberFormat(code: String(repeating: "0", count: 1_000_000)) == .number)
  }

  private func workbook(sheets: Int, relations: Int = 1) -> [UInt8] {
    var zip = ZipMaker()
    zip.add(
      "_rels/.rels",
      "<Relationships><Relationship Id='r1' Type='\(Self.office)/officeDocument' Target='xl/workbook.xml'/>"
        + "</Relationships>")
    let names = (1...sheets).map { "<sheet name='S\($0)' r:id='s1'/>" }.joined()
    zip.add("xl/workbook.xml", "<workbook><sheets>\(names)</sheets></workbook>")
    let links = (1...relations).map {
      "<Relationship Id='s\($0)' Type='\(Self.office)/worksheet' Target='worksheets/sheet1.xml'/>"
    }.joined()
    zip.add("xl/_rels/workbook.xml.rels", "<Relationships>\(links)</Relationships>")
    zip.add("xl/worksheets/sheet1.xml", "<worksheet><sheetData><row>\(cell("Name"))</row></sheetData></worksheet>")
    return zip.bytes
  }

  @Test("Sheets, relations and styles of a file have limits")
  func parts() throws {
    #expect(try open(workbook(sheets: 1_000)).names.count == 1_000)
    #expect(refusal(workbook(sheets: 1_001)) == .tooManySheets(file: "data.xlsx", most: 1_000))
    #expect(refusal(workbook(sheets: 1, relations: 10_001)) == .expandsTooMuch(file: "data.xlsx"))
    let styles = "<styleSheet><cellXfs>" + String(repeating: "<xf/>", count: 65_491) + "</cellXfs></styleSheet>"
    #expect(refusal(ZipMaker.workbook(rows: "", styles: styles)) == .expandsTooMuch(file: "data.xlsx"))
    var zip = ZipMaker()
    zip.add("content.xml", "<document>" + String(repeating: "<table:table/>", count: 1_001) + "</document>")
    #expect(refusal(zip.bytes) == .tooManySheets(file: "data.xlsx", most: 1_000))
  }

  @Test("All files of an archive together have a limit")
  func archive() throws {
    var zip = ZipMaker()
    for name in ["a", "b", "c"] { zip.addBomb(name, "", spaces: 200 << 20) }
    let archive = try ZipArchive(ByteSource(zip.bytes), file: "data.xlsx")
    func read(_ name: String) throws {
      let stream = try archive.stream(try #require(archive.entry(name)))
      while try stream.next() != nil {}
    }
    try read("a")
    try read("a")
    try read("b")
    #expect(throws: ReadingError.expandsTooMuch(file: "data.xlsx")) { try read("c") }
  }

  @Test("Reading the same file of an archive again and again has a limit")
  func readings() {
    let budget = ZipBudget(packed: 1)
    let part = 256 << 20
    let allowed = (1...100).prefix { _ in budget.count(part, of: "content.xml", upTo: part) }
    #expect(allowed.count == 32)
  }
}
