import Foundation
import Testing

@testable import KartotekaTransfer

@Suite("A text source")
struct TextSourceTests {
  private func source(_ bytes: [UInt8]) throws -> TextSource {
    try TextSource(ByteSource(bytes))
  }

  private func utf16(_ text: String, isBig: Bool, hasMark: Bool) -> [UInt8] {
    ((hasMark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
      let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
      return isBig ? bytes.reversed() : bytes
    }
  }

  @Test("takes UTF-8 as it is, without a byte order mark", arguments: ["", "a,b", "Łódź;Мария;שלום;😀"])
  func utf8(text: String) throws {
    for mark in [[], [0xEF, 0xBB, 0xBF] as [UInt8]] {
      let source = try source(mark + Array(text.utf8))
      #expect(source.encoding == .utf8)
      #expect(string(source.bytes) == text)
      #expect(source.replacedCharacters == 0)
    }
  }

  @Test("reads UTF-16 with and without a mark", arguments: [true, false], [true, false])
  func utf16(isBig: Bool, hasMark: Bool) throws {
    let text = "name,city\r\nŁukasz,Łódź\r\nМария,Москва\r\n😀,x\r\n"
    let source = try source(utf16(text, isBig: isBig, hasMark: hasMark))
    #expect(source.encoding == (isBig ? .utf16BigEndian : .utf16LittleEndian))
    #expect(string(source.bytes) == text)
    #expect(try CSVRow.all(in: source).map(\.fields.count) == [2, 2, 2, 2])
  }

  @Test("replaces halves of characters in UTF-16 and counts them")
  func loneSurrogates() throws {
    let source = try source([0xFF, 0xFE, 0x3D, 0xD8, 0x61, 0x00, 0x00, 0xDE, 0x62, 0x00, 0x3D, 0xD8, 0x63])
    #expect(string(source.bytes) == "\u{FFFD}a\u{FFFD}b\u{FFFD}\u{FFFD}")
    #expect(source.replacedCharacters == 4)
  }

  @Test(
    "reads the code pages of older Windows programs",
    arguments: [
      ("name\nJosé Muñoz\nÉmile Zola\nMüller – “Straße” 5 €\n", .windows1252, .windowsCP1252),
      ("preis;größe\n5 €;10 m³\n¿Qué?;£5\n", .windows1252, .windowsCP1252),
      ("имя,город\nМария,Москва\nАлёша,Орёл\n", .windows1251, .windowsCP1251),
      ("name,city\nИван Petrov,Київ\n", .windows1251, .windowsCP1251),
      ("name\nMüller\nJosé\nGödel\nJürgen\nCafé\nŁukasz\n", .windows1250, .windowsCP1250),
      ("imię;miasto\nŁukasz;Białystok\nŻaneta;Gdańsk\nzażółć gęślą jaźń\n", .windows1250, .windowsCP1250),
    ] as [(String, TextEncoding, String.Encoding)])
  func codePages(text: String, encoding: TextEncoding, foundation: String.Encoding) throws {
    let data = try #require(text.data(using: foundation))
    let source = try source(Array(data))
    #expect(source.encoding == encoding)
    #expect(string(source.bytes) == text)
    #expect(source.replacedCharacters == 0)
  }

  @Test("keeps UTF-8 with a few broken characters UTF-8, and counts what it replaced")
  func brokenUTF8() throws {
    var bytes = Array(String(repeating: "Zażółć gęślą jaźń\n", count: 10).utf8)
    bytes.insert(0xE9, at: 0)
    bytes.append(0xC5)
    let source = try source(bytes)
    #expect(source.encoding == .utf8)
    #expect(source.replacedCharacters == 2)
    #expect(string(source.bytes).hasPrefix("\u{FFFD}Zażółć"))
    #expect(string(source.bytes).hasSuffix("jaźń\n\u{FFFD}"))
  }

  @Test(
    "refuses files that are no text and says what they seem to be",
    arguments: [
      (Array("SQLite format 3\0 and more".utf8), .sqlite),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A], UnreadFormat("PNG", .media)),
      ([0x50, 0x4B, 0x03, 0x04, 0x14], .zip), ([0xFF, 0xD8, 0xFF, 0xE0], UnreadFormat("JPEG", .media)),
      (Array("GIF89a\u{1}\0".utf8), UnreadFormat("GIF", .media)),
      (Array("%PDF-1.7".utf8), UnreadFormat("PDF", .document)),
      ([0x1F, 0x8B, 0x08, 0x00], .gzip), ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], .oldExcel),
      ([0xFF, 0xFE, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00], .utf32),
    ] as [([UInt8], UnreadFormat)])
  func binary(bytes: [UInt8], format: UnreadFormat) {
    #expect(throws: ReadingError.notRead(file: nil, format: format)) { try source(bytes) }
  }

  @Test("refuses NUL characters and names the line")
  func nul() {
    #expect(throws: ReadingError.containsNUL(file: nil, line: 3)) {
      try source(Array("a,b\r\n1,2\r\n3,\0".utf8))
    }
    #expect(throws: ReadingError.containsNUL(file: nil, line: 2)) { try source([0xE9, 0x0A, 0x00]) }
    #expect(throws: ReadingError.containsNUL(file: nil, line: 1)) { try source([0x00]) }
    // One NUL among many letters is no UTF-16.
    #expect(throws: ReadingError.containsNUL(file: nil, line: 2)) { try source(Array("Name,City\nA\0nn,Rome\n".utf8)) }
    #expect(throws: ReadingError.containsNUL(file: nil, line: 1)) { try source([0x01, 0x00, 0x00, 0x02]) }
    #expect(throws: ReadingError.containsNUL(file: nil, line: 2)) {
      try source(utf16("a\n\0", isBig: false, hasMark: true))
    }
  }

  @Test("opens files by their path")
  func files() throws {
    try withFile(named: "ludzie ż.csv", Array("a,b\n1,2\n".utf8)) { path in
      let source = try TextSource(path: path)
      #expect(source.name == "ludzie ż.csv")
      #expect(try CSVRow.all(in: source) == [CSVRow(1, "a", "b"), CSVRow(2, "1", "2")])
    }
    try withFile([]) { path in
      let rows = try CSVRow.all(in: TextSource(path: path))
      #expect(rows == [])
    }
    try withFile(named: "x.csv", [0xFF, 0xFE, 0x61, 0x00]) { path in
      let source = try TextSource(path: path)
      #expect(string(source.bytes) == "a")
    }
    try withFile(named: "page.csv", [UInt8](repeating: 0x61, count: 4096)) { path in
      let rows = try CSVRow.all(in: TextSource(path: path))
      #expect(rows.first?.fields.first?.count == 4096)
    }
  }

  @Test("says why a file cannot be opened")
  func missing() throws {
    #expect(throws: ReadingError.notFound(file: "none.csv")) { try TextSource(path: "/nowhere/none.csv") }
    let folder = FileManager.default.temporaryDirectory
    #expect(throws: ReadingError.isFolder(file: folder.lastPathComponent)) {
      try TextSource(path: folder.path(percentEncoded: false))
    }
    try withFile(named: "b.csv", [0x00]) { path in
      #expect(throws: ReadingError.containsNUL(file: "b.csv", line: 1)) { try TextSource(path: path) }
    }
  }

  @Test("has sentences with all their placeholders filled")
  func sentences() {
    let errors: [ReadingError] = [
      .notFound(file: "f"), .notPermitted(file: "f"), .isFolder(file: "f"),
      .unreadable(file: "f", reason: "r"),
      .notRead(file: "f", format: .zip), .containsNUL(file: "f", line: 7),
      .unclosedQuote(file: "f", line: 7, column: 2), .notAnObject(file: "f", line: 7, column: 1, found: "42"),
      .noList(file: "f", found: "42"), .severalLists(file: "f", names: ["a", "b"]),
      .notRead(file: "f", format: .oldExcel), .notRead(file: "f", format: .xml("x")), .notRead(file: "f", format: .sql),
      .notRead(file: "f", format: .sqlite), .notRead(file: "f", format: .utf32),
      .notRead(file: "f", format: UnreadFormat("PDF", .document)),
      .notRead(file: "f", format: UnreadFormat("PNG", .media)),
      .runningText(file: "f"), .noTables(file: "f"), .binary(file: "f"), .damaged(file: "f"),
      .encrypted(file: "f"), .damagedSpreadsheet(file: "f"), .expandsTooMuch(file: "f"), .noSheets(file: "f"),
      .tooManySheets(file: "f", most: 9),
    ]
    #expect(Set(errors.map(\.key)) == Set(ReadingError.Sentence.allCases.map(\.rawValue)))
    for error in errors {
      #expect(!error.description.contains("{"))
      #expect(error.file == "f")
      #expect(error.line.map { error.description.contains(String($0)) } ?? true)
    }
    #expect(errors[6].description == "The quote opened in line 7 is never closed")
  }
}
