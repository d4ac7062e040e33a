import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("The notation of a file's numbers and dates")
struct NotationImportTests {
  @Test("Any value of a column settles its decimal mark, also behind those that it settles")
  func settled() async throws {
    let desk = try Desk()
    try await desk.take(["things.csv": "name;weight\na;12,345\nb;0,250\nc;1,5\n"])
    #expect(try await desk.column("thing", "weight") == ["12.345", "0.25", "1.5"])
    try await desk.take(["things.csv": "name;weight\nd;1.234\ne;1.234,56\n"])
    #expect(try await desk.column("thing", "weight").suffix(2) == ["1234.0", "1234.56"])
    try await desk.take(["things.csv": "name,weight\nf,\"1,234\"\ng,0.5\n"])
    #expect(try await desk.column("thing", "weight").suffix(2) == ["1234.0", "0.5"])
  }

  @Test("A file whose values leave the decimal mark open is refused with both readings and a remedy")
  func open() async throws {
    let desk = try Desk()
    let error = await #expect(throws: ImportError.self) {
      try await desk.take(["things.csv": "name;Weight\na;12,345\nb;7\n"])
    }
    let english = Localizer.english
    #expect(
      error.map { english($0.phrase) }
        == "It isn't clear whether 12,345 in Weight of things.csv is 12345 or 12.345")
    #expect(
      error.map { english($0.remedy) } == "Say how the file writes numbers: --decimal point or --decimal comma.")
    #expect(try await desk.all("thing").isEmpty)
    await #expect(throws: ImportError.self) {
      try await desk.take(["things.csv": "name;weight\na;1,5\nb;2.5\nc;1,234\n"])
    }
  }

  @Test(
    "What the person says decides what the values leave open", arguments: [("comma", "12.345"), ("point", "12345.0")])
  func said(_ mark: String, _ weight: String) async throws {
    let desk = try Desk()
    try await desk.take(["things.csv": "name;weight\na;12,345\n"]) {
      $0.notation = .undecided
      $0.notation?.decimalMark = ValueNotation.DecimalMark(rawValue: mark)
    }
    #expect(try await desk.column("thing", "weight") == [weight])
  }

  @Test("A whole number with one mark is asked for, too, unless another tells")
  func integers() async throws {
    let desk = try Desk()
    await #expect(throws: ImportError.self) { try await desk.take(["things.csv": "name;count\na;1,000\n"]) }
    let report = try await desk.take(["things.csv": "name;count\na;1,000\nb;1,000,000\nc;7.0\n"])
    #expect(report.counts == ["read": 3, "inserted": 3])
    #expect(try await desk.column("thing", "count") == ["1000", "1000000", "7"])
  }

  @Test("Dates with one reading decide the order of day and month for their column")
  func dates() async throws {
    let desk = try Desk()
    let days = ["1/5/2000", "12/31/1999", "2024-01-02 10:20:30", "5-Jan-2000", "2000-02-29"]
    let rows = days.enumerated().map { "\($0.offset),\($0.element)" }
    let report = try await desk.take(["things.csv": (["name,made on"] + rows).joined(separator: "\n")])
    #expect(report.counts == ["read": 5, "inserted": 5])
    #expect(
      try await desk.column("thing", "madeOn") == [
        "2000-01-05", "1999-12-31", "2024-01-02", "2000-01-05", "2000-02-29",
      ])
    let error = await #expect(throws: ImportError.self) {
      try await desk.take(["things.csv": "name,made on\na,1/5/2000\n"])
    }
    #expect(
      error
        == .unclear(
          file: "things.csv", column: "made on", text: "1/5/2000", readings: ["2000-05-01", "2000-01-05"], isDate: true)
    )
    try await desk.take(["things.csv": "name,made on\na,1/5/2000\n"]) {
      $0.notation = ValueNotation(dateOrder: .dayMonthYear)
    }
    #expect(try await desk.column("thing", "madeOn").last == "2000-05-01")
  }

  @Test("A JSON file's texts are read like those of CSV")
  func json() async throws {
    let desk = try Desk()
    let text = #"[{"name":"a","weight":"12,345","madeOn":"12/31/1999","count":1e2},{"name":"b","weight":"0,5"}]"#
    let report = try await desk.take(["things.json": text])
    #expect(report.counts == ["read": 2, "inserted": 2])
    #expect(try await desk.column("thing", "weight") == ["12.345", "0.5"])
    #expect(try await desk.column("thing", "count") == ["100", ""])
  }

  @Test("An export is imported again without a question, whatever its numbers are")
  func exports() async throws {
    let desk = try Desk()
    try await desk.take(["things.json": #"[{"name":"a","weight":1.234},{"name":"b","weight":12.345}]"#])
    for format in ExportFormat.allCases {
      let sink = MemorySink()
      try await Exporter(desk.store).write(try #require(office.entity(named: "thing")), as: format, to: sink)
      let report = try await desk.take(["things.\(format.rawValue)": sink.text])
      #expect(report.counts == ["read": 2, "unchanged": 2])
    }
  }

  @Test("Rows that could not be loaded keep the notation of their file")
  func kept() async throws {
    let desk = try Desk()
    let report = try await desk.take(["things.csv": "name;weight;count\na;12,345;x\nb;0,5;1\n"])
    #expect(report.counts == ["read": 2, "inserted": 1, "rejected": 1])
    let resolver = Resolver(desk.store)
    let row = try #require(try await resolver.rows().rows.first)
    #expect(try await resolver.correct([row.id: ["count": "3"]]).loaded == 1)
    #expect(try await desk.column("thing", "weight") == ["0.5", "12.345"])
  }
}
