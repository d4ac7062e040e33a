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

  @Test("Records that were marked as different from a third one are merged with each other")
  func distinctFromOne() async throws {
    let scratch = try Scratch()
    for _ in 0..<4 { _ = try await scratch.person("Anna", "Berg") }
    _ = try await scratch.store.perform(.screen) { [user] transaction in
      for other in RecordID(2)...4 { try transaction.setDistinct(user, 1, other, true) }
    }
    #expect(try await scratch.store.equalRecords(of: user) == [[2, 3, 4]])
    #expect(try await scratch.store.mergeEqualRecords(of: user, .screen).merged == 2)
  }

  @Test("They are looked for once until a record changes")
  func cached() async throws {
    let scratch = try Scratch()
    for _ in 0..<2 { _ = try await scratch.person("Anna", "Berg") }
    let (store, caches) = (scratch.store, scratch.store.caches)
    func known() async throws -> [[RecordID]]? {
      caches.equalGroups.known("user", at: try await store.latestVersion(), until: ["user"])?.groups
    }
    #expect(try await known() == nil)
    #expect(try await store.equalRecords(of: user) == [[1, 2]])
    #expect(try await known() == [[1, 2]])
    _ = try await scratch.course("Algebra")
    #expect(try await known() == [[1, 2]])
    // A mark changes no record.
    _ = try await store.perform(.screen) { [user] in try $0.setDistinct(user, 1, 2, true) }
    #expect(try await store.equalRecords(of: user).isEmpty)
    _ = try await scratch.person("Anna", "Berg")
    #expect(try await known() == nil)
    #expect(try await store.equalRecords(of: user) == [[1, 3]])
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

  /// Nothing tells which of them are only alike.
  struct Sale: Entity {
    let amount = Attribute<Int>("Amount", .required)
    let pieces = Attribute<Int>("Pieces")
  }

  @Test("Equal records are found however many have the same title, and however far apart they are")
  func repeated() async throws {
    let scratch = try Scratch()
    let course = entity("course")
    // 20 courses of one name, each twice: the second one 20 after the first one.
    _ = try await scratch.store.perform(.code) { transaction in
      for seats in Array(1...20) + Array(1...20) {
        var record = AnyRecord(course)
        (record["name"], record["seats"]) = (.text("Coffee"), .integer(Int64(seats)))
        try transaction.insert(record)
      }
    }
    #expect(try await scratch.store.equalRecords(of: course) == (RecordID(1)...20).map { [$0, $0 + 20] })
    #expect(try await scratch.store.mergeEqualRecords(of: course, .screen).merged == 20)
  }

  @Test("More than 10,000 pairs of records without a title are merged at one press, as one change set")
  func many() async throws {
    let store = try Store(inMemory: ModelDescription([Sale.self]))
    let (sale, pairs) = (store.model.entities[0], Int64(10_100))
    #expect(sale.canHaveEqualRecords && !sale.canHaveDuplicates)
    _ = try await store.perform(.code) { transaction in
      for amount in Array(1...pairs) + Array(1...pairs) {
        var record = AnyRecord(sale)
        record["amount"] = .integer(amount)
        try transaction.insert(record)
      }
    }
    let outcome = try await store.mergeEqualRecords(of: sale, .screen)
    #expect(outcome.merged == Int(pairs))
    #expect(try await store.fetch(AnyFetchRequest(sale.name)).total == Int(pairs))
    #expect(try await store.equalRecords(of: sale).isEmpty)
    #expect(try await outcome.changeSet == store.lastChangeSet()?.id)
  }

  @Test("A record that others refer to merges with its equal, unless something keeps it from that")
  func referred() async throws {
    let scratch = try Scratch()
    for _ in 0..<2 { _ = try await scratch.course("Algebra") }
    var lesson = Record<Lesson>()
    (lesson.title, lesson.course) = ("First", 2)
    try await scratch.save(lesson)
    // Only the second one has lessons, which the first one gets.
    #expect(try await scratch.store.equalRecords(of: entity("course")) == [[1, 2]])
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

  /// Nobody searches its title.
  struct Plain: Entity {
    let name = Attribute<String>("Name", .required, .title)
  }

  @Test("A title that nobody searches is looked for as a whole")
  func unsearched() async throws {
    let store = try Store(inMemory: ModelDescription([Plain.self]))
    let plain = store.model.entities[0]
    var record = AnyRecord(plain)
    record["name"] = .text("a")
    #expect(try await store.records(like: record, limit: 3).isEmpty)
    record["name"] = .text("Łódź")
    _ = try await store.perform(.code) { [record] in try $0.insert(record) }
    record["name"] = .text("lodz")
    #expect(try await store.records(like: record, limit: 3).map(\.id) == [1])
  }

  private func ids(_ scratch: Scratch) async throws -> [RecordID] {
    try await scratch.store.fetch(AnyFetchRequest("user")).records.compactMap(\.id).sorted()
  }
}
