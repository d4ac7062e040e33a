import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Cards, events, places and OpenDocument")
struct OtherFormatTests {
  private func opened(_ bytes: [UInt8], _ name: String) throws -> ImportFile {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(name)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    return try #require(try ImportFile.open(path: url.path(percentEncoded: false), name: name).first)
  }

  private func take(_ desk: Desk, _ bytes: [UInt8], _ name: String) async throws -> [String: Int] {
    let importer = Importer(desk.store, options: ImportOptions())
    return try await importer.run(try importer.plan([opened(bytes, name)])).files[0].counts
  }

  private func people() async throws -> Desk {
    let desk = try Desk()
    try await desk.take([
      "people.csv": """
      id,first_name,last_name,phone,email
      1,Anna,"Nowak, dr; \\n",+48 22 555 01 02,anna@example.org
      2,Łucja Maria,Żółć,,
      """
    ])
    return desk
  }

  @Test(
    "Cards are of version 4.0, with folded lines and escapes; an import of them changes nothing, edited ones change their records"
  )
  func cards() async throws {
    let desk = try await people()
    let before = try await desk.all("person")
    let cards = try await desk.list("person", ["id"], as: .vcf)
    let lines = cards.text.components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 } && lines.filter { $0 == "VERSION:4.0" }.count == 2)
    #expect(lines.contains(#"N:Nowak\, dr\; \\n;Anna;;;"#) && lines.contains { $0.hasPrefix("TEL;TYPE=voice:+48") })
    #expect(try await take(desk, cards.bytes, "people.vcf") == ["read": 2, "unchanged": 2])
    #expect(try await desk.all("person") == before)
    let edited = cards.text.replacing("EMAIL:anna@example.org", with: "EMAIL:a@example.org")
    #expect(try await take(desk, Array(edited.utf8), "people.vcf") == ["read": 2, "updated": 1, "unchanged": 1])
    #expect(try await desk.column("person", "email") == ["a@example.org", ""])
    // In another place they are new people.
    let other = try Desk()
    #expect(try await take(other, cards.bytes, "people.vcf") == ["read": 2, "inserted": 2])
    #expect(try await other.column("person", "lastName") == desk.column("person", "lastName"))
    #expect(try await other.column("person", "phone") == desk.column("person", "phone"))
  }

  private func things() async throws -> Desk {
    let desk = try Desk()
    try await desk.take([
      "things.csv": """
      id,name,notes,made_on,sold_at,place
      1,"Lamp, green",two,2026-03-04,2026-07-05T22:30:00+02:00,"52.23,21.01"
      2,Table,,,,
      """
    ])
    return desk
  }

  @Test("Events have whole days as dates and moments in UTC; a record without a day is none")
  func events() async throws {
    let desk = try await things()
    let lines = try await desk.list("thing", ["name", "notes", "madeOn"], as: .ics).text.components(separatedBy: "\r\n")
    #expect(lines.first == "BEGIN:VCALENDAR" && lines.filter { $0 == "BEGIN:VEVENT" }.count == 1)
    #expect(lines.contains("DTSTART;VALUE=DATE:20260304") && lines.contains(#"SUMMARY:Lamp\, green"#))
    #expect(lines.contains("UID:things-1@List") && lines.contains("GEO:52.23;21.01"))
    #expect(lines.contains("DESCRIPTION:Notes: two"))
    var exporter = ViewExporter(desk.store, .english)
    exporter.day = "soldAt"
    let sink = MemorySink()
    try await exporter.write(AnyFetchRequest("thing"), columns: [], as: .ics, named: "List", to: sink)
    #expect(sink.text.contains("DTSTART:20260705T203000Z\r\n") && !sink.text.contains("DTEND"))
  }

  @Test(
    "An event ends after its minutes, at most a week later; one without minutes has no end",
    arguments: [("30", "20260705T210000Z"), ("100000", "20260712T203000Z"), ("0", nil), ("", nil)]
      as [(String, String?)])
  func ends(_ minutes: String, _ end: String?) async throws {
    let desk = try Desk()
    try await desk.take(["things.csv": "id,name,count,sold_at\n1,Lamp,\(minutes),2026-07-05T22:30:00+02:00\n"])
    var exporter = ViewExporter(desk.store, .english)
    (exporter.day, exporter.minutes) = ("soldAt", ["soldAt": "count"])
    let sink = MemorySink()
    try await exporter.write(AnyFetchRequest("thing"), columns: [], as: .ics, named: "List", to: sink)
    let found = sink.text.firstMatch(of: #/DTEND:([0-9TZ]+)/#).map { String($0.1) }
    #expect(found == end)
  }

  @Test(
    "Places have longitude before latitude; a record without a position has none, and an edited file changes records")
  func places() async throws {
    let desk = try await things()
    let places = try await desk.list("thing", ["id", "name", "notes", "place"], as: .geojson)
    let json = try JSONSerialization.jsonObject(with: Data(places.bytes)) as? [String: Any]
    #expect((json?["features"] as? [Any])?.count == 2)
    #expect(places.text.contains(#""geometry":{"type":"Point","coordinates":[21.01,52.23]}"#))
    #expect(places.text.contains(#""geometry":null"#))
    #expect(try await take(desk, places.bytes, "places.geojson") == ["read": 2, "unchanged": 2])
    let moved = places.text.replacing("[21.01,52.23]", with: "[21.5,52.23]")
    #expect(try await take(desk, Array(moved.utf8), "places.geojson") == ["read": 2, "updated": 1, "unchanged": 1])
    #expect(try await desk.column("thing", "place") == ["52.23,21.5", ""])
  }

  @Test("Lists whose records have nothing for a format are not exported in it")
  func concerns() async throws {
    let team = try #require(office.entity(named: "team"))
    #expect(ViewFormat.allCases.filter { !$0.concerns(team) } == [.vcf, .ics, .geojson])
    let desk = try await people()
    await #expect(throws: ListExportFault.notInFormat(.ics, "people")) {
      try await desk.list("person", ["id"], as: .ics)
    }
  }

  @Test("An OpenDocument sheet keeps spaces, line breaks and odd letters, and hides the mark")
  func openDocument() async throws {
    let sink = MemorySink()
    let texts = ["  two  spaces ", "a\nb\n", "tab\tend", "<&\">", "=1+1", "", "'x", "0012"]
    let rows: [[SheetCell]] = texts.map { [.text($0), .number("1234.50", scale: 2), .flag(true)] }
    var writer = try OpenDocumentWriter(
      to: sink, name: "A & B", headings: ["Text", "Number", "Flag", "_kartoteka"], first: rows, hidden: 3)
    for row in rows { try writer.row(row) }
    try writer.finish()
    #expect(Array(sink.bytes[30..<38]) == Array("mimetype".utf8))
    let content = try #require(try TableFile(ByteSource(sink.bytes, name: "a.ods"), name: "a.ods"))
    #expect(content.sheets == ["A & B"])
    let read = try FileMaker.tables(sink.bytes, "a.ods")[0].rows
    #expect(read.dropFirst().map { $0[0] } == texts)
    #expect(Array(read[1][1...2]) == ["1234.50", "true"])
  }
}
