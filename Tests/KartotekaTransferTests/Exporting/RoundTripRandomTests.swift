import Foundation
import KartotekaModel
import KartotekaStore
import RandomTests
import Testing

@testable import KartotekaTransfer

@Suite("Lists there and back, whatever people do with them")
struct RoundTripRandomTests {
  /// `KARTOTEKA_OPERATIONS` sets the number of edited files in each language, at most 1,000.
  private static let seeds = 1...min(max(RandomTests.operations(RandomTests.count(3, all: 40)), 1), 1_000)

  private static let polish = #"{"Round": "Okrągły", "Square": "Kwadratowy", "No.": "Nr", "Name": "Nazwa"}"#
  private static let russian = #"{"Round": "Круглый", "Square": "Квадратный", "No.": "№", "Name": "Название"}"#

  private static func words(_ language: Language) throws -> Catalogue {
    switch language {
    case .polish: try Catalogue(language: .polish, json: Data(polish.utf8))
    case .russian: try Catalogue(language: .russian, json: Data(russian.utf8))
    default: Catalogue()
    }
  }

  private static func say(_ language: Language) throws -> Localizer {
    Localizer(language: language, catalogue: try words(language), timeZone: TimeZone(identifier: "Europe/Warsaw"))
  }

  private static let names = ["Łódź", "1.000", "7", "=1+1", "'x", " a", "NULL", "-", "12/5", "Zoë, \"x\"", "№ 3"]
  private static let columns = [
    "id", "name", "notes", "count", "weight", "price", "isNew", "madeOn", "soldAt", "shape", "page", "place", "owner",
    "owner.lastName",
  ]
  // The fields that lists can change, and texts of new values as people write them in their language.
  private static let texts: [(field: String, texts: [String])] = [
    ("name", ["New", "Łomża", "2026"]), ("notes", ["", "two\nlines", "0012"]), ("count", ["", "0", "42"]),
    ("weight", ["", "2.5"]), ("price", ["0.00", "1234.50"]), ("madeOn", ["", "2026-11-29"]), ("page", [""]),
  ]

  private func desk(_ random: inout CorpusRandom, _ count: Int) async throws -> Desk {
    let desk = try Desk()
    // Two people with one name, and one whose name is the number of another.
    try await desk.take(["people.csv": "id,first_name,last_name\n1,Jan,Kot\n2,Jan,Kot\n3,Ola,Lis\n"])
    let thing = try #require(office.entity(named: "thing"))
    var things: [AnyRecord] = []
    for _ in 0..<count {
      func some(_ values: [Value]) -> Value { values.randomElement(using: &random) ?? .null }
      var record = AnyRecord(thing)
      func set(_ name: String, _ values: [Value]) {
        if let place = thing.position(of: name) { record.values[place] = some(values) }
      }
      set("name", Self.names.map(Value.text))
      set("notes", [.null, .text("a, b"), .text("+48 1"), .text(String(repeating: "x", count: 400))])
      set("count", [.null, .integer(0), .integer(999_999)])
      set("weight", [.null, .real(1.5), .real(1_234.125), .real(1e-7)])
      set("price", [.null, .integer(0), .integer(123_456), .integer(100_000)])
      set("isNew", [.integer(0), .integer(1)])
      set("madeOn", [.null, .text("2026-03-04"), .text("1888-12-31")])
      set("soldAt", [.null, .text("2026-01-05T10:00:00.250Z"), .text("2026-07-05T22:30:00.000Z")])
      set("shape", [.null, .text("round"), .text("square")])
      set("page", [.null, .text("https://example.org/a?b=1")])
      set("place", [.null, .text("52.23,21.01")])
      set("owner", [.null, .integer(1), .integer(2), .integer(3)])
      things.append(record)
    }
    _ = try await desk.store.perform(.screen) { [things] in for thing in things { _ = try $0.insert(thing) } }
    return desk
  }

  private func take(_ desk: Desk, _ file: ImportFile, _ say: Localizer) async throws -> FileResult {
    var options = ImportOptions()
    options.timeZone = say.timeZone
    let importer = Importer(desk.store, options: options, words: try Self.words(say.language))
    return try await importer.run(try importer.plan([file])).files[0]
  }

  // With a header, all rows below it are records, whatever they look like.
  private func opened(_ bytes: [UInt8], _ format: ViewFormat = .xlsx, header: Int? = nil) throws -> ImportFile {
    let url = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID()).\(format.rawValue)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    let files = try ImportFile.open(
      path: url.path(percentEncoded: false), name: "list", as: nil, header: header, keepsAllRows: header != nil)
    return try #require(files.first)
  }

  @Test("What nobody touched changes nothing, in all formats and languages", arguments: Language.all)
  func untouched(_ language: Language) async throws {
    let say = try Self.say(language)
    for seed in 1...RandomTests.count(2, all: 6) {
      var random = CorpusRandom(UInt64(seed))
      let desk = try await desk(&random, 12)
      let before = try await desk.all("thing")
      let csv = try await desk.list("thing", Self.columns, say)
      let text = try await take(desk, ImportFile(try TextSource(csv.text, name: "list.csv")), say)
      #expect(text.counts == ["read": 12, "unchanged": 12], "\(seed): \(text.rejects.map(\.brief))")
      for format in [ViewFormat.xlsx, .ods, .geojson] {
        let bytes = try await desk.list("thing", Self.columns, say, as: format).bytes
        let file = try await take(desk, opened(bytes, format), say)
        #expect(file.counts == ["read": 12, "unchanged": 12], "\(seed) \(format): \(file.rejects.map(\.brief))")
      }
      #expect(try await desk.all("thing") == before)
    }
  }

  @Test("Random edits come back with no duplicate and no lost field", arguments: Language.all)
  func edited(_ language: Language) async throws {
    let say = try Self.say(language)
    let thing = try #require(office.entity(named: "thing"))
    for seed in Self.seeds {
      var random = CorpusRandom(UInt64(seed) &* 7_919)
      let desk = try await desk(&random, 10)
      var expected: [RecordID: [Value]] = [:]
      for record in try await desk.all("thing") { expected[record.id ?? 0] = record.values }
      var table: SentTable
      // Every format in turn, also where only few seeds are tried.
      let format = [ViewFormat.csv, .xlsx, .ods][seed % 3]
      if format == .csv {
        table = try SentTable(try await desk.list("thing", Self.columns, say).text)
      } else {
        let file = try opened(try await desk.list("thing", Self.columns, say, as: format).bytes, format)
        table = try SentTable(String(decoding: file.text.bytes, as: UTF8.self))
      }
      let marks = table.rows.indices.map { table[$0, "_kartoteka"] }
      // What the file changes, and how many there were of what it counts anew.
      let countPlace = try #require(thing.position(of: "count"))
      var counts: [RecordID: Value] = [:]
      for row in table.rows.indices where Int.random(in: 0..<3, using: &random) == 0 {
        guard let (field, texts) = Self.texts.randomElement(using: &random),
          let text = texts.randomElement(using: &random), let place = thing.position(of: field),
          let id = RecordMark(text: marks[row])?.id
        else { continue }
        table[row, say(thing.columns[place].label)] = text
        let attribute = try #require(thing.attribute(field))
        if field == "count" { counts[id] = expected[id]?[place] }
        expected[id]?[place] = text.isEmpty ? .null : try attribute.behavior.value(text: text, for: attribute)
      }
      // What others change meanwhile, in fields that the file leaves alone.
      for id in expected.keys.sorted() where Int.random(in: 0..<3, using: &random) == 0 {
        guard let place = thing.position(of: "isNew"), case .integer(let flag)? = expected[id]?[place] else { continue }
        try await desk.set("thing", id, "isNew", .integer(1 - flag))
        expected[id]?[place] = .integer(1 - flag)
      }
      // What others change in a field that the file changes, too.
      var both: Set<RecordID> = []
      for (id, count) in counts.sorted(by: { $0.key < $1.key }) where expected[id]?[countPlace] != count {
        guard Bool.random(using: &random) else { continue }
        try await desk.set("thing", id, "count", .integer(777))
        both.insert(id)
      }
      table.rows.shuffle(using: &random)
      table.rows.removeLast(Int.random(in: 0...2, using: &random))
      let new = Int.random(in: 0...2, using: &random)
      for number in 0..<new {
        table.rows.append(table.headings.map { $0 == say("Name") ? "Brand new \(number)" : "" })
      }
      // Columns in another order, and without some.
      let order = table.headings.indices.shuffled(using: &random)
      let kept = order.filter { place in
        ["_kartoteka", say("Name")].contains(table.headings[place]) || Int.random(in: 0..<6, using: &random) > 0
      }
      let lost = Set(table.headings.indices).subtracting(kept).map { table.headings[$0] }
      let before = try await desk.all("thing")
      for name in lost {
        guard let place = thing.columns.firstIndex(where: { say($0.label) == name }) else { continue }
        for record in before { expected[record.id ?? 0]?[place] = record.values[place] }
      }
      let gone = Set(marks).subtracting(table.rows.map { $0[table.headings.firstIndex(of: "_kartoteka") ?? 0] })
      for record in before where gone.contains(where: { RecordMark(text: $0)?.id == record.id }) {
        expected[record.id ?? 0] = record.values
      }
      // A row that both have changed is kept back as a whole.
      let left = gone.compactMap { RecordMark(text: $0)?.id }
      if lost.contains(say(thing.columns[countPlace].label)) { both = [] }
      both.subtract(left)
      for record in before where both.contains(record.id ?? 0) { expected[record.id ?? 0] = record.values }
      table.rows = table.rows.map { row in kept.map { row[$0] } }
      table.headings = kept.map { table.headings[$0] }
      let file =
        format == .csv
        ? ImportFile(try TextSource(try table.text, name: "list.csv"))
        : try opened(sheet(table, format, say), format, header: 1)
      let result = try await take(desk, file, say)
      #expect(result.rejected == both.count, "\(seed): \(result.rejects.map(\.brief))")
      #expect(result.inserted == new, "\(seed)")
      let after = try await desk.all("thing")
      #expect(after.count == 10 + new, "\(seed)")
      for record in after.prefix(10) {
        #expect(record.values == expected[record.id ?? 0], "\(seed): \(table.headings)")
      }
      #expect(try await take(desk, file, say).unchanged == table.rows.count - both.count, "\(seed)")
    }
  }

  // The table as a spreadsheet whose cells have the types of their fields, as a spreadsheet program saves it.
  private func sheet(_ table: SentTable, _ format: ViewFormat, _ say: Localizer) throws -> [UInt8] {
    let thing = try #require(office.entity(named: "thing"))
    let kinds = table.headings.map { heading -> KindName? in
      if heading == say("No.") { return .integer }
      return thing.attributes.first { say($0.label) == heading }?.kind
    }
    let rows = table.rows.map { row in zip(row, kinds).map { Self.cell($0, $1) } }
    let (sink, hidden) = (MemorySink(), table.headings.firstIndex(of: "_kartoteka"))
    func write(_ writer: some SheetWriter) throws {
      var writer = writer
      for row in rows { try writer.row(row) }
      try writer.finish()
    }
    if format == .xlsx {
      try write(
        SpreadsheetWriter(to: sink, name: "List", headings: table.headings, first: rows, hidden: hidden))
    } else {
      try write(
        OpenDocumentWriter(to: sink, name: "List", headings: table.headings, first: rows, hidden: hidden))
    }
    return sink.bytes
  }

  private static func cell(_ text: String, _ kind: KindName?) -> SheetCell {
    if text.isEmpty { return .empty }
    switch kind {
    case .integer?, .decimal?, .real?: return JSONParser.isNumber(text) ? .number(text, scale: nil) : .text(text)
    case .boolean?: return text == "true" || text == "false" ? .flag(text == "true") : .text(text)
    case .date?: return CalendarDate(iso: text).map { .day($0) } ?? .text(text)
    case .timestamp?:
      let halves = text.split(separator: " ")
      let clock = halves.last?.split(separator: ":").compactMap { Int($0) } ?? []
      guard halves.count == 2, clock.count == 3, let day = CalendarDate(iso: halves[0]) else { return .text(text) }
      return .moment(day, seconds: clock[0] * 3_600 + clock[1] * 60 + clock[2])
    default: return .text(text)
    }
  }

  @Test("A reference that several records have the title of stays, and so does one that was changed here since")
  func references() async throws {
    let say = try Self.say(.english)
    var random = CorpusRandom(1)
    let desk = try await desk(&random, 3)
    for id in 1...3 { try await desk.set("thing", RecordID(id), "owner", .integer(2)) }
    var table = try SentTable(try await desk.list("thing", ["name", "owner"], say).text)
    #expect(table[0, "Owner"] == "Jan Kot")
    table[2, "Owner"] = ""
    try await desk.set("thing", 1, "owner", .integer(1))
    let result = try await take(desk, ImportFile(try TextSource(try table.text, name: "list.csv")), say)
    #expect(result.counts == ["read": 3, "unchanged": 2, "updated": 1], "\(result.rejects.map(\.brief))")
    #expect(try await desk.column("thing", "owner") == ["1", "2", ""])
  }
}
