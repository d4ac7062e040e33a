import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Files and messages mean what they meant")
struct SoundFileTests {
  @Test("A number cell of an export is a number, whatever text an opened file has in its column")
  func numberCells() throws {
    let sink = MemorySink()
    let odd: [SheetCell] = [
      .number("n/a", scale: nil), .number("a & b", scale: 2), .number("1</v></c><c><f>X</f><v>2", scale: nil),
      .number("inf", scale: nil), .number("-1.50", scale: 2),
    ]
    var writer = try SpreadsheetWriter(
      to: sink, name: String(repeating: "👩‍👩‍👧", count: 20), headings: ["a", "b", "c", "d", "e"], first: [odd])
    try writer.row(odd)
    try writer.finish()
    let file = try #require(try TableFile(ByteSource(sink.bytes, name: "a.xlsx"), name: "a.xlsx"))
    let rows = try file.survey(0).rows
    #expect(rows[1].cells == ["n/a", "a & b", "1</v></c><c><f>X</f><v>2", "inf", "-1.50"])
    #expect((file.sheets?[0].utf16.count ?? 99) <= 31)
  }

  @Test("Escapes of an inline text are read once")
  func escapes() throws {
    let cell = "<c t='inlineStr'><is><t>_x005F_x0041_</t></is></c>"
    let rows = "<row r='1'><c t='inlineStr'><is><t>Name</t></is></c></row><row r='2'>\(cell)</row>"
    let file = try #require(try TableFile(ByteSource(ZipMaker.workbook(rows: rows)), name: "a.xlsx"))
    #expect(try file.survey(0).rows[1].cells == ["_x0041_"])
  }

  @Test("An argument of a message is not filled again")
  func messages() {
    let error = ReadingError.notAnObject(file: "a.json", line: 7, column: 1, found: "{line} {column}")
    #expect(error.description == "Expected a record in braces in line 7, but found {line} {column}")
  }

  @Test("A stored notation of an earlier version is read")
  func notations() throws {
    let notation = try JSONDecoder().decode(ValueNotation.self, from: Data(#"{"comma":"decimal"}"#.utf8))
    #expect(notation == ValueNotation(comma: .decimal))
  }

  @Test("A corrected row of a JSON file keeps its numbers, which were never in doubt")
  func correctedJSON() async throws {
    let desk = try Desk()
    try await desk.take(["things.json": #"[{"name":"A","weight":1.234,"count":1e3,"madeOn":"x"}]"#])
    let row = try await desk.row("things.json", 1)
    let report = try await desk.resolver.correct([row: ["madeOn": "2026-01-02"]])
    #expect(report.loaded == 1)
    #expect(try await desk.column("thing", "weight") == ["1.234"])
    #expect(try await desk.column("thing", "count") == ["1000"])
  }

  @Test("_id is a record's number, and the headings beside rejected rows are not")
  func underscores() throws {
    let entity = try #require(office.entity(named: "person"))
    #expect(HeaderMatcher(entity).target(of: "_id") == .id && HeaderMatcher(entity).target(of: "_line") == .nothing)
  }

  @Test("Choices are read in the words of every language")
  func choices() async throws {
    let desk = try Desk()
    let words = try Catalogue(language: .polish, json: Data(#"{"Round": "Okrągły", "Square": "Kwadratowy"}"#.utf8))
    let importer = Importer(desk.store, words: words)
    let text = try TextSource("name,shape\na,okrągły\nb,SQUARE\nc,Kwadratowy\n", name: "things.csv")
    let report = try await importer.run(try importer.plan([ImportFile(text)]))
    #expect(report.files[0].rejected == 0)
    #expect(try await desk.column("thing", "shape") == ["round", "square", "square"])
  }

  @Test("An alias of a choice that is another one's label in some language means neither")
  func ambiguousAlias() async throws {
    let desk = try Desk()
    let words = try Catalogue(language: .polish, json: Data(#"{"Square": "Rund"}"#.utf8))
    let importer = Importer(desk.store, words: words)
    for (name, text) in [
      ("things.csv", "name,shape\na,rund\nb,Circular\nc,ROUND\n"),
      ("things.json", #"[{"name":"a","shape":"rund"},{"name":"d","shape":"circular"}]"#),
    ] {
      let source = try TextSource(text, name: name)
      let report = try await importer.run(try importer.plan([ImportFile(source)]))
      #expect(report.files[0].rejected == 1, "\(name)")
    }
    #expect(try await desk.column("thing", "shape") == ["round", "round", "round"])
  }
}
