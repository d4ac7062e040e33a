import Foundation
import KartotekaModel
import KartotekaSampleData
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Percentages, durations and ratings in files")
struct NumberFormFileTests {
  private struct Job: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let discount = Attribute<Decimal>("Discount", .scale(3), .percent)
    let spent = Attribute<Int>("Spent", .duration)
    let stars = Attribute<Int>("Stars", .rating)
  }

  private static let model = ModelDescription([Job.self])
  private static let columns = ["name", "discount", "spent", "stars"]
  private static let jobs: [(String, Int64?, Int64?, Int64?)] = [
    ("Roof", 125, 90, 4), ("Door", -5, 6_005, 1), ("Wall", 1_000, 0, 5), ("Lamp", 250, nil, 2), ("Gate", 0, -30, 3),
  ]

  private func desk() async throws -> Desk {
    let desk = try Desk(Self.model)
    _ = try await desk.store.perform(.code) { transaction in
      for (name, discount, spent, stars) in Self.jobs {
        var job = AnyRecord(Job.declaration.description)
        job["name"] = .text(name)
        job["discount"] = discount.map(Value.integer) ?? .null
        job["spent"] = spent.map(Value.integer) ?? .null
        job["stars"] = stars.map(Value.integer) ?? .null
        try transaction.insert(job)
      }
    }
    return desk
  }

  private func bytes(_ desk: Desk, _ format: ViewFormat, figures: [String] = []) async throws -> [UInt8] {
    let labels = zip(Self.columns, ["Name", "Discount", "Spent", "Stars"]).map { (path: $0, label: $1) }
    let sink = MemorySink()
    try await ViewExporter(desk.store, .english).write(
      AnyFetchRequest("job"), columns: labels, figures: figures.compactMap { ListFigure(text: $0) }, as: format,
      named: "Jobs", to: sink)
    return sink.bytes
  }

  private func take(_ desk: Desk, _ bytes: [UInt8], _ name: String) async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(name)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    let files = try ImportFile.open(path: url.path(percentEncoded: false), name: name)
    let importer = Importer(desk.store, options: ImportOptions())
    let report = try await importer.run(try importer.plan(files))
    #expect(report.counts["rejected"] == nil, "\(name)")
  }

  @Test("an export is imported to the same values", arguments: [ViewFormat.csv, .xlsx, .ods, .json])
  func roundTrip(_ format: ViewFormat) async throws {
    let file = try await bytes(try await desk(), format)
    let other = try Desk(Self.model)
    try await take(other, file, "jobs.\(format.rawValue)")
    let values = try await other.all("job").map { job in Self.columns.map { job[$0] } }
    func number(_ number: Int64?) -> Value { number.map(Value.integer) ?? .null }
    #expect(values == Self.jobs.map { [.text($0.0), number($0.1), number($0.2), number($0.3)] })
  }

  @Test("spreadsheets have the format of a percentage and of hours beyond 24", arguments: [ViewFormat.xlsx, .ods])
  func formats(_ format: ViewFormat) async throws {
    let file = try await bytes(try await desk(), format)
    let rows = try #require(try FileMaker.tables(file, "jobs.\(format.rawValue)").first).rows.map {
      Array($0.prefix(4))
    }
    #expect(Array(rows[1]) == ["Roof", "12.5%", "1:30", "4"])
    #expect(Array(rows[2]) == ["Door", "-0.5%", "100:05", "1"])
    #expect(Array(rows[3]) == ["Wall", "100%", "0:00", "5"])
    // No spreadsheet has negative hours in every program.
    #expect(rows[5][2] == "-0:30")
  }

  @Test("a new application of a spreadsheet has fields of the same forms", arguments: [ViewFormat.xlsx, .ods])
  func guessed(_ format: ViewFormat) async throws {
    let file = try await GuessedFile(try await bytes(try await desk(), format), "jobs.\(format.rawValue)")
    #expect(file.field("Discount")?.form == .percent && file.field("Spent")?.form == .duration)
    #expect(try await file.column("Discount") == ["12.5%", "-0.5%", "100.0%", "25.0%", "0.0%"])
    #expect(try await file.column("Spent") == ["1:30", "100:05", "0:00", "", "-0:30"])
  }

  @Test("CSV has what people type, with the totals of the list below")
  func csv() async throws {
    let text = String(
      decoding: try await bytes(
        try await desk(), .csv, figures: ["sum:spent", "avg:spent", "avg:discount", "avg:stars"]), as: UTF8.self)
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines[1].hasPrefix("Roof,12.5%,1:30,4"))
    #expect(lines.contains { $0.hasPrefix("Sum,,101:05,") })
    #expect(lines.contains { $0.hasPrefix("Average,27.40%,25:16,3.00") })
  }

  @Test("a file has them in other notations")
  func notations() async throws {
    let desk = try Desk(Self.model)
    try await desk.take([
      "jobs.csv": """
      name;discount;spent;stars
      Roof;12,5 %;90 min;★★★★☆
      Door;7;1,5 h;2
      Wall;0;0:05;1

      """
    ])
    #expect(try await desk.column("job", "discount") == ["12.5%", "7.0%", "0.0%"])
    #expect(try await desk.column("job", "spent") == ["1:30", "1:30", "0:05"])
    #expect(try await desk.column("job", "stars") == ["4", "2", "1"])
  }

  @Test("sample records have percentages up to 100, durations of a day's work and stars that there are")
  func samples() throws {
    let sink = MemorySink()
    try EntityMock(of: Job.declaration.description, seed: 1).write(count: 200, as: .csv, to: sink)
    let rows = try FileMaker.rows(sink.text, "jobs.csv")
    let place = try #require(rows[0].firstIndex(of: "discount"))
    let percentages = rows.dropFirst().map { $0[place] }.filter { !$0.isEmpty }
    #expect(percentages.count > 50)
    var numbers: [Double] = []
    for text in percentages {
      let number = try #require(Double(text.replacing("%", with: "")), "\(text)")
      #expect((0...100).contains(number), "\(text)")
      numbers.append(number)
    }
    // A discount is usually a share of one, which its percentage is not.
    #expect(numbers.contains { $0 >= 5 })
  }
}
