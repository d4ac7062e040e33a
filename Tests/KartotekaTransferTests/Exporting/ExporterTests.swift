import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Export")
struct ExporterTests {
  private func fill(_ desk: Desk) async throws {
    var people: [Record<Person>] = []
    for (first, last) in [("Anna", "Łódźka"), ("\"Jan\"", "NULL"), ("שלום", "=1+1"), ("👩‍👩‍👧", "a;b\tc,d")] {
      var person = Record<Person>()
      person.firstName = first
      person.lastName = last
      person.phone = people.isEmpty ? "+48 123 456 789" : nil
      person.boss = people.last?.id
      try await desk.store.save(&person)
      people.append(person)
    }
    var full = Record<Thing>()
    full.name = "-12,5 \"quoted\" 'x' {name} <b>"
    full.notes = "first, line\nsecond \"line\"\n\n\tfifth: Ünïcødé, עברית, 日本, 👍🏽"
    full.count = 1_000_000
    full.weight = -1.5e-7
    full.price = Decimal(string: "12345678.90")
    full.isNew = false
    full.madeOn = CalendarDate(year: 2024, month: 2, day: 29)
    full.soldAt = Date(timeIntervalSince1970: 1_234_567_890.123)
    full.shape = .square
    full.page = "https://example.org/a?b=c,d&e=\"f\"".replacing("\"", with: "%22")
    full.picture = Data((0..<256).map { UInt8($0) })
    full.place = Coordinate(latitude: -33.8688, longitude: 151.2093)
    full.owner = people[1].id
    try await desk.store.save(&full)
    var empty = Record<Thing>()
    empty.name = "NULL"
    try await desk.store.save(&empty)
    for (name, price, weight) in [("null", "0", 0.1), ("0", "0.01", 1e300), ("-", "1", 3.0)] {
      var thing = Record<Thing>()
      thing.name = name
      thing.price = Decimal(string: price)
      thing.weight = weight
      thing.count = 0
      try await desk.store.save(&thing)
    }
    // A gap in the numbers.
    try await desk.store.delete(empty)
    empty = Record<Thing>()
    empty.name = "id"
    try await desk.store.save(&empty)
  }

  private func text(_ desk: Desk, _ entity: String, _ format: ExportFormat) async throws -> String {
    let sink = MemorySink()
    let description = try #require(office.entity(named: entity))
    let count = try await Exporter(desk.store).write(description, as: format, to: sink)
    #expect(count == (try await desk.all(entity).count))
    return sink.text
  }

  @Test("Importing an export gives equal records, numbers included; again, nothing", arguments: ExportFormat.allCases)
  func roundTrip(_ format: ExportFormat) async throws {
    let desk = try Desk()
    try await fill(desk)
    let people = try await text(desk, "person", format)
    let things = try await text(desk, "thing", format)
    let fresh = try Desk()
    let name = "x." + (format == .csv ? "csv" : format == .json ? "json" : "ndjson")
    let reports = (
      try await fresh.take([name: people], into: "people"), try await fresh.take([name: things], into: "things")
    )
    #expect(reports.0.counts == ["read": 4, "inserted": 4])
    #expect(reports.1.counts == ["read": 5, "inserted": 5])
    #expect(try await fresh.all("person") == desk.all("person"))
    #expect(try await fresh.all("thing") == desk.all("thing"))
    #expect(try await fresh.take([name: things], into: "things").counts == ["read": 5, "unchanged": 5])
    #expect(try await text(fresh, "thing", format) == things)
  }

  @Test("The formats, to the letter")
  func formats() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name,boss\n3,Anna,\"von, und\",\n7,Jan,NULLA,3\n"])
    #expect(
      try await text(desk, "person", .csv) == "id,first_name,last_name,phone,email,badge,boss_id,team_id\r\n"
        + "3,Anna,\"von, und\",,,,,\r\n7,Jan,NULLA,,,,3,\r\n")
    let anna =
      #"{"id":3,"firstName":"Anna","lastName":"von, und","phone":null,"email":null,"badge":null,"boss":null,"team":null}"#
    let jan =
      #"{"id":7,"firstName":"Jan","lastName":"NULLA","phone":null,"email":null,"badge":null,"boss":3,"team":null}"#
    #expect(try await text(desk, "person", .ndjson) == "\(anna)\n\(jan)\n")
    #expect(try await text(desk, "person", .json) == "[\n\(anna),\n\(jan)\n]\n")
    #expect(try await text(desk, "team", .csv) == "id,code,name,lead_id\r\n")
    #expect(try await text(desk, "team", .ndjson) == "")
  }

  @Test("What was written is handed over after some 64 KB, however long a page is")
  func handover() async throws {
    let desk = try Desk()
    let thing = try #require(office.entity(named: "thing"))
    _ = try await desk.store.perform(.code) { transaction in
      for index in 0..<40 {
        var record = AnyRecord(thing)
        record["name"] = .text("t\(index)")
        record["notes"] = .text(String(repeating: "x", count: 50_000))
        try transaction.insert(record)
      }
    }
    let sink = MeasuringSink()
    try await Exporter(desk.store).write(thing, as: .csv, to: sink) { _ in sink.handOver() }
    #expect(sink.largest < 200_000)
    #expect(sink.all > 2_000_000)
  }

  /// How many bytes came between two hand-overs.
  private final class MeasuringSink: ByteSink {
    private var since = 0
    private(set) var largest = 0
    private(set) var all = 0

    func write(_ bytes: UnsafeRawBufferPointer) {
      since += bytes.count
      all += bytes.count
      largest = max(largest, since)
    }

    func handOver() { since = 0 }
  }

  @Test("Many pages, in order, each record once; only what a request asks for")
  func pages() async throws {
    let desk = try Desk()
    let rows = (1...2_500).map { "A\($0),B\($0 % 7)" }
    try await desk.take(["people.csv": (["first_name,last_name"] + rows).joined(separator: "\n")])
    let seen = Seen.Counts()
    let sink = MemorySink()
    let description = try #require(office.entity(named: "person"))
    try await Exporter(desk.store).write(description, as: .csv, to: sink) { seen.add($0) }
    #expect(seen.all == [1_000, 2_000, 2_500])
    let lines = sink.text.split(separator: "\r\n").dropFirst()
    #expect(lines.compactMap { Int($0.prefix { $0 != "," }) } == Array(1...2_500))
    var request = AnyFetchRequest("person")
    request.predicate = .compare("lastName", .eq, [.text("B3")])
    request.sort = [FetchSort("id", ascending: false)]
    let some = MemorySink()
    let count = try await Exporter(desk.store).write(request, as: .ndjson, to: some)
    #expect(count == rows.count { $0.hasSuffix("B3") })
    #expect(some.text.hasPrefix(#"{"id":2495,"#) || some.text.contains("\n"))
    #expect(some.text.split(separator: "\n").count == count)
  }
}
