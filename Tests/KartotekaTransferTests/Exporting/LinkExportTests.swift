import KartotekaModel
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaTransfer

@Suite("Export of many-to-many relationships")
struct LinkExportTests {
  private func text(_ store: Store, _ entity: String, _ format: ExportFormat) async throws -> String {
    let sink = MemorySink()
    try await Exporter(store).write(try #require(campus.entity(named: entity)), as: format, to: sink)
    return sink.text
  }

  private func filled() async throws -> Desk {
    let desk = try await Desk.withPupils()
    try await desk.take(["lectures.csv": "id,name,lecturer,audience\n3,Algebra,1,3;1\n4,Logic,,\n9,Chess,2,2\n"])
    try await desk.take(["pupils.csv": "id,friends\n1,2;3\n3,3\n"], into: "pupils")
    return desk
  }

  @Test("The formats, to the letter: a list on the side that leads, and nothing on the other")
  func formats() async throws {
    let store = try await filled().store
    #expect(
      try await text(store, "lecture", .csv) == "id,name,subject,branch,lecturer_id,audience\r\n"
        + "3,Algebra,,,1,1;3\r\n4,Logic,,,,\r\n9,Chess,,,2,2\r\n")
    let algebra = #"{"id":3,"name":"Algebra","subject":null,"branch":null,"lecturer":1,"audience":[1,3]}"#
    let logic = #"{"id":4,"name":"Logic","subject":null,"branch":null,"lecturer":null,"audience":[]}"#
    let chess = #"{"id":9,"name":"Chess","subject":null,"branch":null,"lecturer":2,"audience":[2]}"#
    #expect(try await text(store, "lecture", .ndjson) == "\(algebra)\n\(logic)\n\(chess)\n")
    #expect(try await text(store, "lecture", .json) == "[\n\(algebra),\n\(logic),\n\(chess)\n]\n")
    #expect(try await text(store, "pupil", .csv).hasPrefix("id,first_name,last_name,email,friends\r\n1,Anna,Nowak,"))
    #expect(try await text(store, "pupil", .ndjson).contains(#""friends":[2,3]}"#))
  }

  @Test("Importing an export gives equal records and links; again, nothing", arguments: ExportFormat.allCases)
  func roundTrip(_ format: ExportFormat) async throws {
    let desk = try await filled()
    let pupils = try await text(desk.store, "pupil", format)
    let lectures = try await text(desk.store, "lecture", format)
    for isTogether in [true, false] {
      let fresh = try Desk(campus)
      let files: KeyValuePairs = ["lectures.\(format)": lectures, "pupils.\(format)": pupils]
      if isTogether {
        try await fresh.take(files)
      } else {
        for (name, text) in files.reversed() { try await fresh.take([name: text]) }
      }
      #expect(try await fresh.all("pupil") == desk.all("pupil"))
      #expect(try await fresh.all("lecture") == desk.all("lecture"))
      #expect(try await fresh.links("pupil", "friends") == [1: [2, 3], 3: [3]])
      #expect(try await fresh.links("lecture", "audience") == [3: [1, 3], 9: [2]])
      #expect(try await text(fresh.store, "lecture", format) == lectures)
      #expect(try await text(fresh.store, "pupil", format) == pupils)
      #expect(try await fresh.take(files).files.map(\.unchanged) == [3, 3])
    }
  }

  @Test("In any order, over many pages, with one look at the links for each")
  func pages() async throws {
    let looks = Mutex(0)
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { line in
      if line.contains("FROM \"lectures_audience\"") { looks.withLock { $0 += 1 } }
    }
    let store = try Store(inMemory: campus, options: options)
    let importer = Importer(store)
    let pupils = (["first_name,last_name"] + (1...9).map { "P\($0),X" }).joined(separator: "\n")
    let rows = (1...2_500).map { "L\($0 % 10),\($0 % 9 + 1)" }
    let lectures = (["name,audience"] + rows).joined(separator: "\n")
    let files = [
      ImportFile(try TextSource(pupils, name: "pupils.csv")),
      ImportFile(try TextSource(lectures, name: "lectures.csv")),
    ]
    _ = try await importer.run(try importer.plan(files))
    looks.withLock { $0 = 0 }
    var request = AnyFetchRequest("lecture")
    request.sort = [FetchSort("name", ascending: false)]
    let sink = MemorySink()
    #expect(try await Exporter(store).write(request, as: .ndjson, to: sink) == 2_500)
    #expect(looks.withLock { $0 } == 3)
    let lines = sink.text.split(separator: "\n")
    #expect(Set(lines).count == 2_500)
    for line in lines {
      guard case .object(let lecture) = try JSONParser.parse(String(line)), case .number(let id) = lecture["id"] else {
        Issue.record("no record")
        continue
      }
      #expect(lecture["audience"] == .array([.number(String((Int(id) ?? 0) % 9 + 1))]))
    }
  }
}
