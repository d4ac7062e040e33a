import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaSampleData
@testable import KartotekaTransfer

@Suite("Sample records of an entity with many-to-many relationships")
struct LinkMockTests {
  private func text(_ entity: String, _ format: ExportFormat, seed: UInt64 = 1, count: Int = 200) throws -> String {
    let sink = MemorySink()
    let description = try #require(campus.entity(named: entity))
    try EntityMock(of: description, seed: seed).write(count: count, as: format, to: sink)
    return sink.text
  }

  @Test("Lead to up to ten of the first so many records, each once; few have to do where there are few")
  func lists() throws {
    let mock = EntityMock(of: try #require(campus.entity(named: "lecture")))
    let lists = (0..<300).flatMap { mock.related($0, of: 300) }
    #expect(lists.count == 300)
    #expect(Set(lists.map(\.count)) == Set(0...10))
    #expect(lists.allSatisfy { $0 == Set($0).sorted() })
    let ids = Set(lists.joined())
    #expect(ids.isSubset(of: Set(1...300)))
    #expect(ids.count > 250)
    #expect((0..<50).allSatisfy { Set(mock.related($0, of: 3).joined()).isSubset(of: [1, 2, 3]) })
    // Of their own kind only what came before.
    let pupils = EntityMock(of: try #require(campus.entity(named: "pupil")))
    for index in 0..<100 { #expect(pupils.related(index, of: 100).joined().allSatisfy { $0 <= index }) }
    #expect(!pupils.related(99, of: 100).joined().isEmpty || !pupils.related(98, of: 100).joined().isEmpty)
  }

  @Test("Refer to the records of a store, whatever their numbers are, and to none where there are none")
  func existing() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name\n7,A,B\n40,C,D\n"])
    let thing = try #require(office.entity(named: "thing"))
    let mock = try await EntityMock(of: thing, in: desk.store)
    let owners = (0..<100).map { mock.record($0, of: 100)["owner"] }
    #expect(Set(owners) == [.integer(7), .integer(40), .null])
    let person = try #require(office.entity(named: "person"))
    #expect(try await EntityMock(of: person, in: desk.store).record(3, of: 10)["team"] == .null)
    let sink = MemorySink()
    try mock.write(count: 100, as: .csv, to: sink)
    #expect(try await desk.take(["things.csv": sink.text]).counts == ["read": 100, "inserted": 100])
  }

  @Test("Can be imported in all formats, in whatever order the files are named", arguments: ExportFormat.allCases)
  func imported(_ format: ExportFormat) async throws {
    let desk = try Desk(campus)
    let report = try await desk.take([
      "lectures.\(format)": try text("lecture", format), "pupils.\(format)": try text("pupil", format),
    ])
    #expect(report.files.map(\.counts) == Array(repeating: ["read": 200, "inserted": 200], count: 2))
    let mock = EntityMock(of: try #require(campus.entity(named: "lecture")))
    let links = try await desk.links("lecture", "audience")
    for index in 0..<200 { #expect(links[RecordID(index + 1)] ?? [] == mock.related(index, of: 200)[0]) }
  }

  @Test("Are the same for the same seed and others for another, and subject and branch belong together")
  func plausible() throws {
    #expect(try text("lecture", .json) == text("lecture", .json))
    #expect(try text("lecture", .json) != text("lecture", .json, seed: 2))
    #expect(try text("lecture", .csv).hasPrefix("name,subject,branch,lecturer_id,audience\r\n"))
    let branches = Set(MockCourse.all.map { $0.subject + "/" + $0.branch })
    let mock = EntityMock(of: try #require(campus.entity(named: "lecture")))
    for index in 0..<200 {
      let record = mock.record(index, of: 200)
      guard case .text(let subject) = record["subject"], case .text(let branch) = record["branch"] else { continue }
      #expect(branches.contains(subject + "/" + branch))
    }
  }
}
