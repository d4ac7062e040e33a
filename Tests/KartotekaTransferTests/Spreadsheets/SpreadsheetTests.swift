import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Reading spreadsheets")
struct SpreadsheetTests {
  private func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Files/\(name)").path(percentEncoded: false)
  }

  private func text(_ file: ImportFile) -> String { String(decoding: file.text.bytes, as: UTF8.self) }

  // The records of the first table, as the importer reads them.
  private func table(_ bytes: [UInt8], header: Int? = nil) throws -> [[String]] {
    let file = try #require(try TableFile(ByteSource(bytes, name: "data.xlsx"), name: "data.xlsx"))
    let (text, _) = try written(file, header: header)
    return try records(text)
  }

  private func written(_ file: TableFile, header: Int? = nil) throws -> (TextSource, TableFile.Written) {
    let survey = try file.survey(0)
    let url = FileManager.default.temporaryDirectory.appending(path: "table-\(UUID()).csv")
    defer { try? FileManager.default.removeItem(at: url) }
    let path = url.path(percentEncoded: false)
    let written = try file.write(0, header: header ?? survey.header, width: survey.width, to: path)
    return (try TextSource(ByteSource(path: path)), written)
  }

  private func records(_ text: TextSource) throws -> [[String]] {
    var reader = CSVReader(text, dialect: CSVDialect())
    var records: [[String]] = []
    while try reader.next() { records.append(reader.strings) }
    return records
  }

  private func failure(_ bytes: [UInt8]) -> ReadingError? {
    do {
      _ = try table(bytes)
      return nil
    } catch {
      return error as? ReadingError
    }
  }

  @Test(
    "A workbook has each visible sheet as a file, whichever program wrote it",
    arguments: ["openpyxl.xlsx", "libreoffice.xlsx", "libreoffice.ods"])
  func sheets(name: String) throws {
    let files = try ImportFile.open(path: path(name), name: "shop")
    #expect(files.map(\.name) == ["shop/Orders", "shop/Customers"])
    #expect(try records(files[1].text) == [["Name", "Since"], ["Ada & Co.", "2019"], ["Zażółć “gęślą”", "2021"]])
  }

  @Test(
    "Cells are what they show: exact decimals, dates, times, codes, formulas' results, merged cells in each of their rows",
    arguments: ["openpyxl.xlsx", "libreoffice.xlsx", "libreoffice.ods"])
  func cells(name: String) throws {
    let rows = try records(try ImportFile.open(path: path(name))[0].text)
    let isCalculated = name != "openpyxl.xlsx"
    #expect(
      rows == [
        ["Code", "Customer", "Price", "Share", "Ordered", "Sent", "At", "Paid", "Total", "Account", "Postcode"],
        [
          "00123", "Ada & Co.", "19.99", "25%", "2024-02-29", "2024-03-01 13:45:00", "08:30", "true",
          isCalculated ? "39.98" : "", "12345678901234567890", "01234",
        ],
        [
          // LibreOffice takes day 59 for the 27th: it has no 29th of February 1900.
          "00124", "Ada & Co.", "0.3", "50%", name.hasSuffix("ods") ? "1900-02-27" : "1900-02-28",
          name.hasSuffix("ods") ? "2024-03-02" : "2024-03-02 00:00:00",
          "23:59:59", "false", isCalculated ? "0.6" : "", "00000000000000000042", "00050",
        ],
        ["00125", "Zażółć “gęślą”", "1234567.891", "100%", "1900-03-01", "", "", "true", "", "7", "99999"],
      ])
  }

  @Test("Errors and formulas without a stored result are counted and empty")
  func empty() throws {
    let source = try ByteSource(path: path("openpyxl.xlsx"))
    let file = try #require(try TableFile(source, name: "a"))
    #expect(try file.survey(0).header == 3 && file.survey(0).width == 11)
    #expect(try written(file).1.formulas == 3)
    let other = try ByteSource(path: path("libreoffice.xlsx"))
    #expect(try written(try #require(try TableFile(other, name: "a"))).1.errors == 1)
  }

  @Test("Errors and formulas are counted in rows without values, too")
  func countsEmptyRows() throws {
    func row(_ number: Int, _ cells: String) -> String { "<row r='\(number)'>\(cells)</row>" }
    let (error, formula) = ("<c t='e'><v>#N/A</v></c>", "<c><f>A1</f></c>")
    var zip = ZipMaker.workbook()
    zip.add(
      "xl/worksheets/sheet1.xml",
      "<worksheet><sheetData>" + row(1, "<c t='str'><v>Name</v></c>") + row(2, error + formula)
        + row(3, "<c t='str'><v>Ada</v></c>" + error) + row(4, "<c/>") + row(5, formula + error + error)
        + "</sheetData></worksheet>")
    let file = try #require(try TableFile(ByteSource(zip.bytes, name: "data.xlsx"), name: "data.xlsx"))
    let found = try written(file).1
    #expect(found.rows == 2 && found.errors == 4 && found.formulas == 2)
  }

  @Test("An entry is read up to the limit of its expansion and no further")
  func limitsEntries() throws {
    var zip = ZipMaker()
    zip.addBomb("big", "", spaces: 257 << 20)
    let archive = try ZipArchive(ByteSource(zip.bytes, name: "data.xlsx"), file: "data.xlsx")
    let stream = try archive.stream(try #require(archive.entry("big")))
    var length = 0
    #expect(throws: ReadingError.expandsTooMuch(file: "data.xlsx")) {
      while let bytes = try stream.next() { length += bytes.count }
    }
    #expect(length == 256 << 20)
  }

  @Test("Days are counted from 1904 where the workbook says so")
  func since1904() throws {
    let rows = try records(try ImportFile.open(path: path("mac1904.xlsx"))[0].text)
    #expect(rows == [["Day", "Moment"], ["1904-01-02", "2024-03-01 13:45:00"]])
  }

  @Test("A password is named", arguments: ["password.ods", "password.xlsx"])
  func password(name: String) {
    #expect(throws: ReadingError.encrypted(file: name)) { try ImportFile.open(path: path(name)) }
  }

  @Test("Inline texts, formatted texts, escapes and results of formulas are texts")
  func texts() throws {
    let rows = """
      <row r="1"><c t="inlineStr"><is><t>Name</t></is></c><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>
      <row r="2"><c t="inlineStr"><is><r><t>A&amp;</t></r><r><t xml:space="preserve"> B</t></r></is></c>\
      <c t="str"><f>X()</f><v>&#x41;_x000A_b</v></c><c t="e"><v>#N/A</v></c><c r="D2" t="b"><v>1</v></c></row>
      """
    let strings = "<sst><si><r><t>Two</t></r><r><t>fold</t></r><rPh><t>X</t></rPh></si><si><t>Three</t></si></sst>"
    #expect(
      try table(ZipMaker.workbook(rows: rows, strings: strings))
        == [["Name", "Twofold", "Three", "Column D"], ["A& B", "A\nb", "", "true"]])
  }

  @Test(
    "A number format decides what a number is",
    arguments: [
      ("General", "44562.5", "44562.5"), ("dd\\.mm\\.yyyy", "60", "60"), ("d-mmm", "59", "1900-02-28"),
      ("yyyy-mm-dd hh:mm", "61.5", "1900-03-01 12:00:00"), ("[h]:mm", "1.5", "36:00"), ("mm:ss", "0.5", "12:00"),
      ("0.00%", "0.075", "7.5%"), ("#,##0.00\\ \"day\"", "3", "3"), ("[Red]#,##0", "1234", "1234"),
      ("h:mm", "0.999999", "23:59:59"), ("0000", "7", "0007"),
      ("m/d/yy h:mm", "45352.999999999", "2024-03-02 00:00:00"),
      ("0.00", "19.989999999999998", "19.99"), ("0.00", "1E-3", "0.001"),
      ("0", "1.2345678901234567E+19", "12345678901234600000"),
    ])
  func formats(code: String, number: String, expected: String) throws {
    let escaped = code.replacing("\"", with: "&quot;")
    let styles =
      "<styleSheet><numFmts><numFmt numFmtId='164' formatCode=\"\(escaped)\"/></numFmts>"
      + "<cellStyleXfs><xf numFmtId='0'/></cellStyleXfs><cellXfs><xf numFmtId='164'/></cellXfs></styleSheet>"
    let rows =
      "<row r='1'><c t='inlineStr'><is><t>Value</t></is></c></row><row r='2'><c s='0'><v>\(number)</v></c></row>"
    #expect(try table(ZipMaker.workbook(rows: rows, styles: styles)) == [["Value"], [expected]])
  }

  @Test("Moments and times of an OpenDocument file are whole seconds, also where LibreOffice made 11.99 of 12")
  func wholeSeconds() throws {
    func row(_ moment: String, _ time: String) -> String {
      """
      <table:table-row><table:table-cell office:value-type='date' office:date-value='\(moment)'><text:p>x</text:p>\
      </table:table-cell><table:table-cell office:value-type='time' office:time-value='\(time)'><text:p>x</text:p>\
      </table:table-cell></table:table-row>
      """
    }
    let heading = "<table:table-cell office:value-type='string'><text:p>At</text:p></table:table-cell>"
    let rows = [
      row("2026-01-07T10:11:11.99", "PT10H11M11.99S"), row("2026-12-31T23:59:59.999999", "PT25H29M59.996S"),
      row("2026-01-07T10:11:12.01", "PT00H00M00.01S"), row("2026-01-07T10:11:12", "PT10H11M00S"),
      row("2026-01-07", "PT1H2M"), row("2026-01-07", "PT23H59M59.6S"),
    ]
    var zip = ZipMaker()
    zip.add(
      "content.xml",
      "<document><table:table table:name='A'><table:table-row>\(heading)\(heading)</table:table-row>"
        + rows.joined() + "</table:table></document>")
    #expect(
      try table(zip.bytes).dropFirst() == [
        ["2026-01-07 10:11:12", "10:11:12"], ["2027-01-01 00:00:00", "25:30"], ["2026-01-07 10:11:12", "00:00"],
        ["2026-01-07 10:11:12", "10:11"], ["2026-01-07", "01:02"], ["2026-01-07", "23:59:59"],
      ])
  }

  @Test("A sheet has 16,384 columns at most")
  func columns() throws {
    let rows = "<row r='1'><c r='A1'><v>1</v></c><c r='XFD1'><v>2</v></c></row>"
    let wide = try table(ZipMaker.workbook(rows: rows))
    #expect(wide[0].count == 16_384 && wide[0].last == "Column XFD" && wide[1].last == "2")
    let wider = "<row r='1'><c r='XFE1'><v>2</v></c></row>"
    #expect(failure(ZipMaker.workbook(rows: wider)) == .damagedSpreadsheet(file: "data.xlsx"))
  }

  @Test("The heading row can be chosen, and lines have the numbers of rows")
  func header() throws {
    func row(_ number: Int, _ texts: String...) -> String {
      "<row r='\(number)'>" + texts.map { "<c t='inlineStr'><is><t>\($0)</t></is></c>" }.joined() + "</row>"
    }
    let bytes = ZipMaker.workbook(rows: row(1, "Report") + row(3, "Name", "Age") + row(6, "Ada", "36"))
    #expect(try table(bytes) == [["Name", "Age"], ["Ada", "36"]])
    #expect(try table(bytes, header: 6) == [["Ada", "36"]])
    #expect(try table(bytes, header: 0).map(\.first) == ["Column A", "Report", "Name", "Ada"])
    let file = try #require(try TableFile(ByteSource(bytes), name: "a.xlsx"))
    var reader = CSVReader(try written(file, header: 3).0, dialect: CSVDialect())
    var lines: [Int] = []
    while try reader.next() { lines.append(reader.line) }
    #expect(lines == [3, 6])
  }

  @Test("Damaged files, archives of something else and attacks are refused with the reason")
  func bad() throws {
    let whole = ZipMaker.workbook(rows: "<row r='1'><c t='inlineStr'><is><t>Name</t></is></c></row>")
    let damaged = ReadingError.damagedSpreadsheet(file: "data.xlsx")
    #expect(failure(Array(whole.dropLast(30))) == damaged)
    var changed = whole
    let place = try #require(whole.firstRange(of: Array("Name".utf8))).lowerBound
    changed[place] = 0x4d
    #expect(failure(changed) == damaged)
    #expect(failure(ZipMaker.workbook(rows: "<row><c><v>1</c></row></row>")) == damaged)
    #expect(failure(ZipMaker.workbook(rows: "<row r='2'/><row r='1'/>")) == damaged)
    #expect(failure(ZipMaker.workbook(rows: "<row><c t='s'><v>9</v></c></row>")) == damaged)
    var declared = ZipMaker.workbook()
    declared.add("xl/worksheets/sheet1.xml", "<!DOCTYPE a [<!ENTITY b 'c'>]><worksheet/>")
    #expect(failure(declared.bytes) == damaged)
    var other = ZipMaker()
    other.add("word/document.xml", "<document/>")
    #expect(failure(other.bytes) == .notRead(file: "data.xlsx", format: UnreadFormat("Word (.docx)", .document)))
    var locked = ZipMaker()
    locked.add("_rels/.rels", "x", flags: 1)
    #expect(failure(locked.bytes) == .encrypted(file: "data.xlsx"))
  }

  @Test("A file that expands beyond measure is refused, whether packed or by repetition")
  func bombs() throws {
    var packed = ZipMaker.workbook()
    packed.addBomb("xl/worksheets/sheet1.xml", "<worksheet><sheetData>", spaces: 300 << 20)
    #expect(failure(packed.bytes) == .expandsTooMuch(file: "data.xlsx"))
    var repeated = ZipMaker()
    let cell =
      "<table:table-cell table:number-columns-repeated='16384' office:value-type='string'><text:p>x</text:p></table:table-cell>"
    repeated.add(
      "content.xml",
      "<document><table:table table:name='A'><table:table-row table:number-rows-repeated='1048577'>\(cell)"
        + "</table:table-row></table:table></document>")
    #expect(failure(repeated.bytes) == .expandsTooMuch(file: "data.xlsx"))
  }

  @Test(
    "A number beyond all dates stays the number, whatever its format",
    arguments: ["1E300", "-1E300", "9223372036854775808"])
  func hugeDates(literal: String) {
    for format in [NumberFormat.date, .dateAndTime, .time, .duration, .padded(5)] {
      #expect(CellNumber.text(literal, format, isSince1904: false).contains { $0.isNumber })
    }
  }
}
