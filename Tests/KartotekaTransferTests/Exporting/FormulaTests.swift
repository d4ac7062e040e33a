import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaSampleData
@testable import KartotekaTransfer

@Suite("Texts that a spreadsheet would take for formulas")
struct FormulaTests {
  private static let texts = [
    "=HYPERLINK(\"http://example.org\";\"click\")", "=cmd|'/C calc'!A0", "+1", "-1+2", "@SUM(A1)", "'=1", "''+1",
    "'tis",
    "''tis", "'", "plain", "1-2", "5 - 3",
  ]

  @Test("Get an apostrophe in an export for spreadsheets; numbers, days and telephone numbers don't")
  func guarded() async throws {
    let desk = try Desk()
    var things = try await stored(Self.texts, in: desk)
    let sink = MemorySink()
    var exporter = Exporter(desk.store)
    exporter.isForSpreadsheets = true
    try await exporter.write(try #require(office.entity(named: "thing")), as: .csv, to: sink)
    let rows = sink.text.split(separator: "\r\n").dropFirst()
    #expect(rows.count == Self.texts.count)
    for row in rows { #expect(!row.contains(/(^|,)"?[=+@\t]/), "\(row)") }
    #expect(sink.text.contains(",-1.5,"))
    #expect(try await desk.take(["things.csv": sink.text]).counts == ["read": things.count, "unchanged": things.count])
    things = try await desk.all("thing")
    #expect(things.map { $0["name"] } == Self.texts.map(Value.text))
  }

  @Test("Whatever is exported is imported again to equal records", arguments: [false, true])
  func roundTrip(_ isForSpreadsheets: Bool) async throws {
    var random = MockRandom(seed: 11)
    let letters = Array("'=+-@\"a ,;0\t")
    let texts = (0..<2_000).map { _ in
      String((0..<random.below(6)).map { _ in random.pick(letters) }).trimmingSpaces()
    }.filter { !$0.isEmpty }
    let desk = try Desk()
    let things = try await stored(texts, in: desk)
    let sink = MemorySink()
    var exporter = Exporter(desk.store)
    exporter.isForSpreadsheets = isForSpreadsheets
    try await exporter.write(try #require(office.entity(named: "thing")), as: .csv, to: sink)
    let other = try Desk()
    try await other.take(["things.csv": sink.text])
    #expect(try await other.all("thing").map { $0["name"] } == things.map { $0["name"] })
  }

  @Test("An apostrophe of a JSON file stays, also in a row that is corrected")
  func json() async throws {
    let desk = try Desk()
    try await desk.take(["things.json": #"[{"name":"'=1","count":"x"},{"name":"'+2"}]"#])
    let resolver = Resolver(desk.store)
    let row = try #require(try await resolver.rows().rows.first)
    #expect(try await resolver.correct([row.id: ["count": "3"]]).loaded == 1)
    #expect(try await desk.column("thing", "name") == ["'+2", "'=1"])
  }

  private func stored(_ names: [String], in desk: Desk) async throws -> [AnyRecord] {
    let thing = try #require(office.entity(named: "thing"))
    _ = try await desk.store.perform(.code) { transaction in
      for name in names {
        var record = AnyRecord(thing)
        record["name"] = .text(name)
        record["weight"] = .real(-1.5)
        try transaction.insert(record)
      }
    }
    return try await desk.all("thing")
  }
}
