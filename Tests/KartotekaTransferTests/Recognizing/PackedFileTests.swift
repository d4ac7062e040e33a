import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Packed files")
struct PackedFileTests {
  private func folder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "packed-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url)
  }

  @Test("A gzip file is what is in it, also in several parts")
  func gzip() throws {
    let csv = Array("Name,City\nAnn,Oslo\n".utf8)
    let tables = try FileMaker.tables(FileMaker.gzip(csv), "export.csv.gz")
    #expect(tables.map(\.name) == ["export.csv"])
    #expect(tables[0].rows == [["Name", "City"], ["Ann", "Oslo"]])
    let parts = try FileMaker.tables(FileMaker.gzip(csv) + FileMaker.gzip(Array("Bob,Rome\n".utf8)), "x")
    #expect(parts[0].rows.last == ["Bob", "Rome"])
    let inside = ZipMaker.workbook(
      rows: "<row><c t='inlineStr'><is><t>Name</t></is></c></row><row><c><v>1</v></c></row>")
    #expect(try FileMaker.tables(FileMaker.gzip(inside), "a.xlsx.gz").map(\.rows) == [[["Name"], ["1"]]])
    let long = Array(("Name,City\n" + (1...50_000).map { "n\($0),Oslo\n" }.joined()).utf8)
    #expect(try FileMaker.tables(FileMaker.gzip(long))[0].rows.count == 50_001)
  }

  @Test("Each file of a ZIP archive is a file, and those without rows are named")
  func zip() throws {
    var zip = ZipMaker()
    zip.add("feed/stops.txt", "stop_id,stop_name\nS1,Harbour\n")
    zip.add("feed/times.txt", "trip,stop_id\n1,S1\n")
    zip.add("feed/", "")
    zip.add("__MACOSX/feed/._stops.txt", "\0\u{5}")
    zip.add(
      "README.md",
      "This archive has the stops and the times of all buses, as they were in spring.\nUse it as you like it, but name us.\n"
    )
    zip.add("map.png", "\u{89}PNG")
    let tables = try FileMaker.tables(zip.bytes, "feed.zip")
    #expect(tables.map(\.name) == ["stops.txt", "times.txt"])
    #expect(tables[0].notes.map(\.key) == ["{count} files of {file} have no rows and are left out: {names}"])
  }

  @Test("An archive without a table is refused with the reason of its first file")
  func none() {
    var zip = ZipMaker()
    zip.add("a.html", "<html><p>No table</p></html>")
    #expect(FileMaker.refusal(zip.bytes) == .noTables(file: "a.html"))
    #expect(FileMaker.refusal(ZipMaker().bytes) == .noSheets(file: "file"))
  }

  @Test("What is unpacked is counted before it is written, in archives and in gzip, and nothing stays behind")
  func bombs() throws {
    try folder { folder in
      var zip = ZipMaker()
      for name in ["a", "b", "c"] { zip.addBomb(name, "Name,City\nAnn,Oslo\n", spaces: 200 << 20) }
      let source = ByteSource(zip.bytes)
      #expect(throws: ReadingError.expandsTooMuch(file: "x.zip")) {
        try PackedFiles(source, name: "x.zip", into: folder)
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      #expect(left.isEmpty)
    }
  }

  @Test("Files of archives in an archive are counted together")
  func manyInside() throws {
    var outer = ZipMaker()
    for name in ["a", "b"] {
      var inner = ZipMaker()
      for number in 1...260 { inner.add("\(name)\(number).csv", "Name,City\nAnn,Oslo\n") }
      outer.add("\(name).zip", inner.bytes)
    }
    try folder { folder in
      #expect(throws: ReadingError.tooManySheets(file: "x.zip", most: 500)) {
        try PackedFiles(ByteSource(outer.bytes), name: "x.zip", into: folder)
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      #expect(left.isEmpty)
    }
  }

  @Test("A truncated or broken packed file is refused as damaged")
  func damaged() {
    let gzip = FileMaker.gzip(Array(String(repeating: "Name,City\nAnn,Oslo\n", count: 1_000).utf8))
    for count in [11, 20, gzip.count / 2, gzip.count - 9] {
      #expect(FileMaker.refusal(Array(gzip.prefix(count))) == .damaged(file: "file"), "\(count)")
    }
    var broken = gzip
    broken[gzip.count - 6] ^= 0xFF
    #expect(FileMaker.refusal(broken) == .damaged(file: "file"))
  }
}
