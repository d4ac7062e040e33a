import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Records that are equal in every field")
struct EqualRecordTests {
  private let user = entity("user")

  @Test("All of them are merged as one change set, which can be undone; what differs in a field stays")
  func merged() async throws {
    let scratch = try Scratch()
    for email in [nil, nil, "a@example.org"] { _ = try await scratch.person("Anna", "Berg", email: email) }
    let fourth = try await scratch.person("Anna", "Berg")
    for _ in 0..<2 { _ = try await scratch.person("Bert", "Berg") }
    let course = try await scratch.course("Algebra", teacher: fourth)
    #expect(try await scratch.store.equalRecords(of: user) == [[1, 2, 4], [5, 6]])
    let outcome = try await scratch.store.mergeEqualRecords(of: user, .screen)
    #expect(outcome.merged == 3)
    #expect(try await ids(scratch) == [1, 3, 5])
    #expect(try await scratch.store.record(entity("course"), id: course.id ?? 0)?["teacher"] == .integer(1))
    #expect(try await scratch.store.equalRecords(of: user).isEmpty)
    try await scratch.store.undo(try #require(outcome.changeSet), .screen)
    #expect(try await ids(scratch) == [1, 2, 3, 4, 5, 6])
    #expect(try await scratch.store.record(entity("course"), id: course.id ?? 0)?["teacher"] == .integer(4))
  }

  @Test("A pair that was marked as different stays, also where both are equal to a third record")
  func distinct() async throws {
    let scratch = try Scratch()
    for _ in 0..<3 { _ = try await scratch.person("Anna", "Berg") }
    _ = try await scratch.store.perform(.screen) { [user] in try $0.setDistinct(user, 1, 3, true) }
    #expect(try await scratch.store.equalRecords(of: user) == [[1, 2]])
  }

  @Test("Two records that both have parts are not equal: the one that stays would have them twice")
  func parts() async throws {
    let scratch = try Scratch()
    for name in ["Algebra", "Algebra"] {
      let course = try await scratch.course(name)
      var lesson = Record<Lesson>()
      (lesson.title, lesson.course) = ("First", course.id)
      try await scratch.save(lesson)
    }
    #expect(try await scratch.store.equalRecords(of: entity("course")).isEmpty)
    let outcome = try await scratch.store.mergeEqualRecords(of: entity("course"), .screen)
    #expect(outcome.merged == 0 && outcome.changeSet == nil)
  }

  @Test("A record that is being typed is like those with its name, a name with one slip, or its mail address")
  func typed() async throws {
    let scratch = try Scratch()
    _ = try await scratch.person("Anna", "Kowalska", email: "Anna@example.org")
    _ = try await scratch.person("Bert", "Adler")
    func like(_ first: String, _ last: String, email: String? = nil) async throws -> [RecordID?] {
      var record = AnyRecord(user)
      (record["firstName"], record["lastName"]) = (.text(first), .text(last))
      record["email"] = email.map(Value.text) ?? .null
      return try await scratch.store.records(like: record, limit: 3).map(\.id)
    }
    #expect(try await like("kowalska", "ANNA") == [1])
    #expect(try await like("Anna", "Kovalska") == [1])
    #expect(try await like("Somebody", "Else", email: "anna@example.org") == [1])
    #expect(try await like("Anna", "Adler") == [])
    #expect(try await like("", "") == [])
  }

  private func ids(_ scratch: Scratch) async throws -> [RecordID] {
    try await scratch.store.fetch(AnyFetchRequest("user")).records.compactMap(\.id).sorted()
  }
}
