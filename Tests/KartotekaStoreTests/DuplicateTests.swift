import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Duplicates")
struct DuplicateTests {
  private struct Found: Equatable {
    let ids: [RecordID]
    let evidence: [DuplicateEvidence]

    init(_ first: RecordID, _ second: RecordID, _ evidence: DuplicateEvidence...) {
      (ids, self.evidence) = ([first, second], evidence)
    }
    init(_ pair: DuplicatePair) { (ids, evidence) = ([pair.first, pair.second], pair.evidence) }
  }

  private func found(_ scratch: Scratch) async throws -> [Found] {
    try await scratch.store.duplicates(of: entity("user"), limit: 100).pairs.map(Found.init)
  }

  @Test("Titles are the same in any order of words, without case, accents and punctuation")
  func titles() async throws {
    let scratch = try Scratch()
    for (first, last) in [("Łucja", "Nowak-Żak"), ("zak nowak", "Lucja"), ("Anna", "Berg"), ("Hanna", "Wolf")] {
      _ = try await scratch.person(first, last)
    }
    #expect(try await found(scratch) == [Found(1, 2, .title)])
  }

  @Test(
    "A title with one slip is found: a letter missing, wrong, too many, or exchanged with its neighbour",
    arguments: ["Ann Kowalska", "Anna Kowalskaa", "Xnna Kowalska", "Anna Koawlska", "Anna Kowalski"])
  func slips(title: String) async throws {
    let scratch = try Scratch()
    let words = title.split(separator: " ").map(String.init)
    _ = try await scratch.person("Anna", "Kowalska")
    _ = try await scratch.person(words[0], words[1])
    _ = try await scratch.person("Anna", "Kowalczyk")
    #expect(try await found(scratch) == [Found(1, 2, .slip)])
  }

  @Test("Equal and similar titles of records with different required related records are no duplicates")
  func owners() async throws {
    let scratch = try Scratch()
    let courses = [try await scratch.course("Algebra").id, try await scratch.course("Botany").id]
    for (title, course) in [("First lesson", 0), ("First lesson", 1), ("First lessons", 1), ("Lesson, first", 0)] {
      var lesson = Record<Lesson>()
      lesson.title = title
      lesson.course = courses[course]
      try await scratch.save(lesson)
    }
    let pairs = try await scratch.store.duplicates(of: entity("lesson"), limit: 100).pairs.map(Found.init)
    #expect(pairs == [Found(1, 4, .title), Found(2, 3, .slip)])
  }

  @Test("Cyrillic titles are compared by letters; titles of fewer than five letters have no slips")
  func letters() async throws {
    let scratch = try Scratch()
    for (first, last) in [("Анна", "Соколова"), ("Анна", "Сокалова"), ("Jo", "X"), ("Jo", "Y")] {
      _ = try await scratch.person(first, last)
    }
    #expect(try await found(scratch) == [Found(1, 2, .slip)])
  }

  @Test("Titles whose numbers differ are no slips of each other")
  func numbers() async throws {
    let scratch = try Scratch()
    for (first, last) in [("Member", "3"), ("Member", "13"), ("Membre", "3")] {
      _ = try await scratch.person(first, last)
    }
    #expect(try await found(scratch) == [Found(1, 3, .slip)])
  }

  @Test("An equal mail address is found whatever its case; the most similar pairs come first, page by page")
  func values() async throws {
    let scratch = try Scratch()
    _ = try await scratch.person("Anna", "Berg", email: "Anna@example.org")
    _ = try await scratch.person("Bert", "Adler", email: "bert@example.org")
    _ = try await scratch.person("Bert", "Adler")
    _ = try await scratch.person("Anna", "Berg", email: "anna@example.org")
    let expected = [Found(1, 4, .value("email"), .title), Found(2, 3, .title)]
    #expect(try await found(scratch) == expected)
    let page = try await scratch.store.duplicates(of: entity("user"), limit: 1)
    #expect(page.pairs.map(Found.init) == [expected[0]] && page.total == 2 && page.isComplete)
    let next = try await scratch.store.duplicates(of: entity("user"), after: page.next, limit: 1)
    #expect(next.pairs.map(Found.init) == [expected[1]] && next.next == nil)
  }

  @Test(
    "A position in the list is three whole numbers, of any size",
    arguments: ["-9223372036854775808.1.1", "9223372036854775807.1.1", "0.-9223372036854775808.9223372036854775807"])
  func positions(_ text: String) async throws {
    let scratch = try Scratch()
    _ = try await scratch.person("Anna", "Berg")
    _ = try await scratch.person("Anna", "Berg")
    let position = try #require(DuplicatePosition(text))
    #expect(position.description == text)
    let page = try await scratch.store.duplicates(of: entity("user"), after: position, limit: 1)
    #expect(page.pairs.isEmpty == !text.hasPrefix("9223"))
    for other in ["", "x", "1.2", "1.2.3.4", "1.2.x3", "1.2.9223372036854775808", "1..2.3"] {
      #expect(DuplicatePosition(other) == nil, "\(other)")
    }
  }

  @Test("A change of the entity is seen at once, also by another program")
  func changes() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    _ = try await scratch.person("Anna", "Berg")
    #expect(try await found(scratch).isEmpty)
    _ = try await scratch.person("Anna", "Berg")
    #expect(try await found(scratch) == [Found(1, 2, .title)])
    let other = try DatabaseFile(try #require(scratch.store.url))
    try other.execute("INSERT INTO users (first_name, last_name) VALUES ('Berg', 'Anna')")
    #expect(try await found(scratch).count == 3)
  }

  @Test("A pair that was marked as different is listed apart, until the mark is removed")
  func distinct() async throws {
    let scratch = try Scratch()
    for _ in 0..<2 { _ = try await scratch.person("Anna", "Berg") }
    let user = entity("user")
    _ = try await scratch.store.perform(.screen) { try $0.setDistinct(user, 2, 1, true) }
    #expect(try await found(scratch).isEmpty)
    let marked = try await scratch.store.duplicates(of: user, limit: 9, areDistinct: true)
    #expect(marked.pairs.map(Found.init) == [Found(1, 2, .title)])
    _ = try await scratch.store.perform(.screen) { try $0.setDistinct(user, 1, 2, false) }
    #expect(try await found(scratch).count == 1)
    await #expect(throws: StoreError.notFound(entity: "user", id: 9)) {
      try await scratch.store.perform(.screen) { try $0.setDistinct(user, 1, 9, true) }
    }
  }

  @Test("Of many records with one name each is paired with a few others, so that the search ends")
  func many() async throws {
    let scratch = try Scratch()
    _ = try await scratch.store.perform(.code) { transaction in
      for _ in 0..<100 {
        var user = Record<User>()
        (user.firstName, user.lastName) = ("Anna", "Berg")
        try transaction.insert(user.any)
      }
    }
    let page = try await scratch.store.duplicates(of: entity("user"), limit: 10)
    #expect(page.total == 100 * 7 - 28 && page.pairs.count == 10)
  }
}

@Suite("Merging two records")
struct MergeTests {
  private let user = entity("user")

  private func merge(_ scratch: Scratch, _ merge: RecordMerge) async throws -> Int64? {
    try await scratch.store.perform(.screen) { [user] in try $0.merge(merge, of: user) }.changeSet
  }

  // Two people, each with a course, a lesson of it and a badge; both study the first course.
  private func fill(_ scratch: Scratch) async throws {
    let anna = try await scratch.person("Anna", "Berg")
    let other = try await scratch.person("Ana", "Berg", email: "anna@example.org")
    let courses = [try await scratch.course("Yoga", teacher: anna), try await scratch.course("Chess", teacher: other)]
    _ = try await scratch.store.perform(.code) { [user] transaction in
      for (index, person) in [anna, other].enumerated() {
        var badge = AnyRecord(entity("badge"))
        badge["number"] = .integer(Int64(index + 7))
        badge["owner"] = .integer(person.id ?? 0)
        try transaction.insert(badge)
      }
      let studies = try #require(user.relationship("studies"))
      for person in [anna, other] {
        try transaction.link(user, studies, of: person.id ?? 0, to: courses[0].id ?? 0)
      }
      try transaction.link(user, studies, of: other.id ?? 0, to: courses[1].id ?? 0)
    }
  }

  private func state(_ scratch: Scratch) async throws -> [String] {
    var lines: [String] = []
    for entity in school.entities {
      var request = AnyFetchRequest(entity.name)
      request.sort = [FetchSort("id")]
      lines += try await scratch.store.fetch(request).records.map { "\(entity.name) \($0.id ?? 0) \($0.values)" }
    }
    let studies = try #require(user.relationship("studies"))
    for id: RecordID in [1, 2] { lines.append("\(id) \(try await scratch.store.related(studies, of: id))") }
    return lines
  }

  @Test(
    "It moves references and links, fills what is empty, deletes the other record, and is undone and redone as one change"
  )
  func merges() async throws {
    let scratch = try Scratch()
    try await fill(scratch)
    let before = try await state(scratch)
    let plan = try await scratch.store.plan(RecordMerge(2, into: 1), of: user, .screen)
    #expect(plan.moved.map { "\($0.entity.name) \($0.count)" } == ["course 1", "badge 1"])
    #expect(plan.left.isEmpty && plan.obstacles.isEmpty)
    let changeSet = try #require(try await merge(scratch, RecordMerge(2, into: 1, sides: ["firstName": .other])))
    let after = try await state(scratch)
    let kept = try #require(try await scratch.store.record(user, id: 1))
    #expect(kept["firstName"] == .text("Ana") && kept["email"] == .text("anna@example.org"))
    #expect(try await scratch.store.record(user, id: 2) == nil)
    #expect(try await scratch.store.related(try #require(user.relationship("taught")), of: 1) == [1, 2])
    #expect(try await scratch.store.related(try #require(user.relationship("studies")), of: 1) == [1, 2])
    #expect(try await scratch.store.related(try #require(user.relationship("badges")), of: 1) == [1, 2])
    let done = try #require(try await scratch.store.changeSet(changeSet))
    #expect(Localizer.english(done.name) == "Merged Anna Berg with Ana Berg")
    let undone = try await scratch.store.undo(changeSet, .screen).changeSet
    #expect(try await state(scratch) == before)
    try await scratch.store.undo(try #require(undone), .screen)
    #expect(try await state(scratch) == after)
  }

  @Test("A record can't be merged with itself or with one that does not exist; nothing is changed then")
  func refuses() async throws {
    let scratch = try Scratch()
    try await fill(scratch)
    let before = try await state(scratch)
    await #expect(throws: StoreError.self) { _ = try await merge(scratch, RecordMerge(1, into: 1)) }
    await #expect(throws: StoreError.notFound(entity: "user", id: 9)) {
      _ = try await merge(scratch, RecordMerge(9, into: 1))
    }
    #expect(try await state(scratch) == before)
  }

  struct Bill: Entity {
    let name = Attribute<String>("Name", .required)
    let parent = ToOne<Bill>("Parent", onDelete: .deny)
  }

  struct Item: Entity {
    let bill = ToOne<Bill>("Bill", required: true, onDelete: .cascade)
    let place = Attribute<Int>("Place")
    static let uniqueKeys = [UniqueKey(\Item.bill, \.place)]
  }

  /// Each bill has at most one.
  struct Cover: Entity {
    let title = Attribute<String>("Title", .required)
    let bill = ToOne<Bill>("Bill", required: true, unique: true, onDelete: .cascade)
  }

  // Two bills, the second one below the first, with an item at each of the places and a cover.
  private func bills(places: [Int64]) async throws -> (Store, EntityDescription) {
    let store = try Store(inMemory: ModelDescription([Bill.self, Item.self, Cover.self]))
    let model = store.model
    let (bill, item, cover) = (model.entities[0], model.entities[1], model.entities[2])
    _ = try await store.perform(.code) { transaction in
      for (index, place) in places.enumerated() {
        var record = AnyRecord(bill, id: nil, values: [.text("Bill"), index == 0 ? .null : .integer(1)])
        record = try transaction.insert(record)
        let id = Value.integer(record.id ?? 0)
        var line = AnyRecord(item)
        (line["bill"], line["place"]) = (id, .integer(place))
        try transaction.insert(line)
        try transaction.insert(AnyRecord(cover, id: nil, values: [.text("Cover"), id]))
      }
    }
    return (store, bill)
  }

  @Test("Parts with the same unique values stand in the way, which is said before and when it is tried")
  func collision() async throws {
    let (store, bill) = try await bills(places: [1, 1])
    let plan = try await store.plan(RecordMerge(2, into: 1), of: bill, .screen)
    guard case .same(let referrers, fields: ["place"])? = plan.obstacles.first, referrers.count == 1 else {
      Issue.record("\(plan.obstacles)")
      return
    }
    await #expect(throws: StoreError.notUniqueTogether(entity: "item", fields: ["place"])) {
      try await store.perform(.screen) { try $0.merge(RecordMerge(2, into: 1), of: bill) }
    }
    #expect(try await store.count(AnyFetchRequest("bill")) == 2)
  }

  @Test(
    "Of two records of which each bill has one, that of the deleted bill goes with it; a reference to the other bill is emptied"
  )
  func oneEach() async throws {
    let (store, bill) = try await bills(places: [1, 2])
    let merge = RecordMerge(1, into: 2)
    let plan = try await store.plan(merge, of: bill, .screen)
    #expect(plan.left.map(\.entity.name) == ["cover"] && plan.moved.map(\.entity.name) == ["item"])
    let changeSet = try #require(try await store.perform(.screen) { try $0.merge(merge, of: bill) }.changeSet)
    #expect(try await store.record(bill, id: 2)?["parent"] == .null)
    #expect(try await store.count(AnyFetchRequest("cover")) == 1)
    #expect(try await store.count(AnyFetchRequest("item")) == 2)
    try await store.undo(changeSet, .screen)
    #expect(try await store.record(bill, id: 2)?["parent"] == .integer(1))
    #expect(try await store.count(AnyFetchRequest("cover")) == 2)
  }
}
