import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Fetching", .serialized)
struct FetchTests {
  /// People in an order that is none.
  private static let people = [
    ("Zofia", "Łódźka"), ("Anna", "Kowalska"), ("Tomasz", "kowalski"), ("Øyvind", "Lindqvist"), ("Wen", "Li"),
    ("Пётр", "Ёлкин"), ("Мария", "Елагина"), ("Jan", "Żak"), ("Bo", "O'Neil"), ("X", "100%_sure\"quote"),
  ]

  private func filled(file: Bool = false) async throws -> Scratch {
    let scratch = try Scratch(file: file)
    _ = try await scratch.store.perform(.code) { transaction in
      for (first, last) in Self.people {
        var user = AnyRecord(entity("user"))
        user["firstName"] = .text(first)
        user["lastName"] = .text(last)
        try transaction.insert(user)
      }
    }
    return scratch
  }

  private func byLastName(_ change: (inout AnyFetchRequest) -> Void = { _ in }) -> AnyFetchRequest {
    var request = AnyFetchRequest("user")
    request.sort = [FetchSort("lastName")]
    change(&request)
    return request
  }

  private func names(_ page: FetchPage) -> [String] {
    page.records.map { if case .text(let name) = $0["lastName"] { name } else { "" } }
  }

  @Test("UC-2 sorts by last name whatever the case and accents")
  func order() async throws {
    let scratch = try await filled()
    let page = try await scratch.store.fetch(byLastName())
    #expect(
      names(page) == [
        "100%_sure\"quote", "Kowalska", "kowalski", "Li", "Lindqvist", "Łódźka", "O'Neil", "Żak", "Елагина",
        "Ёлкин",
      ])
    #expect(page.total == 10)
  }

  @Test("A blank among the values of `in` finds records without a value, as `eq` does")
  func blankAmongValues() async throws {
    let scratch = try await filled()
    for email in ["a@b.pl", "c@d.pl", nil] { _ = try await scratch.person("Ewa", "Nowak", email: email) }
    func count(_ filter: FilterOperator, _ values: [Value]) async throws -> Int {
      try await scratch.store.count(byLastName { $0.predicate = .compare("email", filter, values) })
    }
    let blank = try await count(.eq, [.null])
    #expect(blank == 11)
    #expect(try await count(.in, [.null]) == blank)
    #expect(try await count(.in, [.text("a@b.pl")]) == 1)
    #expect(try await count(.in, [.null, .text("a@b.pl"), .text("no@where.pl")]) == blank + 1)
    #expect(
      try await scratch.store.count(
        byLastName { $0.predicate = .not(.compare("email", .in, [.null, .text("a@b.pl")])) }) == 1)
  }

  @Test("equal texts are found by an index of keys, and those that only look alike are not among them")
  func equalTexts() async throws {
    let scratch = try await filled()
    _ = try await scratch.person("Ewa", "kowalski")
    _ = try await scratch.person("Tomasz", "Kowalski")
    func found(_ predicate: FetchPredicate) async throws -> [String] {
      let recorder = StatementRecorder()
      let page = try await StatementRecorder.$current.withValue(recorder) {
        try await scratch.store.fetch(
          byLastName {
            $0.predicate = predicate
            $0.wantsTotal = true
          })
      }
      #expect(page.total == page.records.count)
      let plans = recorder.statements.flatMap { $0.plan.map(\.detail) }
      #expect(plans.contains { $0.contains("kartoteka_keys_users_last_name") })
      return page.records.map { record in
        ["firstName", "lastName"].map { if case .text(let name) = record[$0] { name } else { "" } }
          .joined(separator: " ")
      }
    }
    let last = FetchPredicate.compare("lastName", .eq, [.text("kowalski")])
    let first = FetchPredicate.compare("firstName", .eq, [.text("Tomasz")])
    #expect(try await Set(found(last)) == ["Tomasz kowalski", "Ewa kowalski"])
    #expect(try await found(.all([first, last])) == ["Tomasz kowalski"])
    #expect(try await found(.all([last, .not(first)])) == ["Ewa kowalski"])
    #expect(try await found(.compare("lastName", .eq, [.text("KOWALSKI")])) == [])
  }

  @Test(
    "pages by cursor forwards and backwards give every record once, in both directions of every sort",
    arguments: [
      [FetchSort("lastName")], [FetchSort("lastName", ascending: false)],
      [FetchSort("firstName"), FetchSort("lastName", ascending: false)],
      [FetchSort("email"), FetchSort("firstName")], [FetchSort("email", ascending: false)], [],
      [FetchSort("id", ascending: false)],
    ])
  func paging(sort: [FetchSort]) async throws {
    let scratch = try await filled()
    _ = try await scratch.store.perform(.code) { transaction in
      for id in [2, 4, 6] as [RecordID] {
        guard var user = try transaction.record(entity("user"), id: id) else { continue }
        user["email"] = .text("p\(id)@example.org")
        try transaction.update(user)
      }
    }
    var request = byLastName {
      $0.sort = sort
      $0.limit = 3
    }
    let all = try await scratch.store.fetch(byLastName { $0.sort = sort }).records
    var forwards: [AnyRecord] = []
    var last: FetchPage?
    while true {
      let page = try await scratch.store.fetch(request)
      #expect(page.total == 10)
      forwards += page.records
      last = page
      guard let next = page.next else { break }
      request.position = .after(next)
    }
    #expect(forwards == all)
    var backwards = last?.records ?? []
    while let previous = last?.previous {
      request.position = .before(previous)
      last = try await scratch.store.fetch(request)
      backwards = (last?.records ?? []) + backwards
    }
    #expect(backwards == all)
  }

  @Test("UC-9 a page around a record has it in the middle, and one that isn't there begins at the start")
  func around() async throws {
    let scratch = try await filled()
    var page = try await scratch.store.fetch(
      byLastName {
        $0.position = .around(1)
        $0.limit = 3
      })
    #expect(names(page) == ["Lindqvist", "Łódźka", "O'Neil"])
    #expect(page.next != nil && page.previous != nil)
    page = try await scratch.store.fetch(
      byLastName {
        $0.position = .around(99)
        $0.limit = 2
      })
    #expect(names(page) == ["100%_sure\"quote", "Kowalska"])
  }

  @Test("a page from a letter begins with the first name of that letter or after it")
  func from() async throws {
    let scratch = try await filled()
    #expect(
      names(
        try await scratch.store.fetch(
          byLastName {
            $0.position = .from("l")
            $0.limit = 2
          })) == ["Li", "Lindqvist"])
    #expect(
      names(
        try await scratch.store.fetch(
          byLastName {
            $0.position = .from("ж")
            $0.limit = 2
          })) == ["Елагина", "Ёлкин"])
    #expect(
      try await scratch.store.initials(of: entity("user"), by: FetchSort("lastName")) == [
        "1", "k", "l", "o", "z", "е",
      ])
  }

  @Test(
    "UC-3 finds any part of a searched attribute whatever the case or accents",
    arguments: [
      ("łodz", ["Łódźka"]), ("LODZ", ["Łódźka"]), ("owal", ["Kowalska", "kowalski"]), ("елк", ["Ёлкин"]),
      ("ЁЛК", ["Ёлкин"]),
      ("li", ["Li", "Lindqvist"]), ("o'n", ["O'Neil"]), ("%_s", ["100%_sure\"quote"]),
      ("e\"q", ["100%_sure\"quote"]),
      ("zz", []), ("a* OR b", []), ("anna kow", ["Kowalska"]), ("  ", nil), ("\u{0}", []), ("🙂", []),
    ] as [(String, [String]?)])
  func search(text: String, expected: [String]?) async throws {
    let scratch = try await filled()
    let page = try await scratch.store.fetch(byLastName { $0.search = text })
    if let expected {
      #expect(names(page).sorted() == expected.sorted())
      #expect(page.total == page.records.count)
    } else {
      #expect(page.total == 10)
    }
  }

  @Test("searching by index and by scan gives the same records and totals")
  func ways() async throws {
    let scratch = try Scratch()
    _ = try await scratch.store.perform(.code) { transaction in
      let bulk = try transaction.bulkInsert(entity("user"))
      for number in 0..<3_000 {
        bulk.bind(.text("Anna"), at: 0)
        bulk.bind(.text(number % 3 == 0 ? "Kowalska \(number)" : "Nowak \(number)"), at: 1)
        bulk.bind(.null, at: 2)
        try bulk.insert()
      }
      try bulk.finish()
    }
    for (text, count) in [
      ("kowal", 1000), ("wal", 1000), ("no", 2000), ("a 299", 13), ("k 2999", 1), ("kowalska 2997", 1),
    ] {
      let page = try await scratch.store.fetch(
        byLastName {
          $0.search = text
          $0.limit = 1
        })
      #expect(page.total == count, "\(text)")
      let all = try await scratch.store.fetch(
        byLastName {
          $0.search = text
          $0.limit = 1_000
        })
      #expect(all.records.count == min(count, 1000), "\(text)")
    }
  }

  @Test("filters compare as their operator says")
  func filters() async throws {
    let scratch = try Scratch()
    for (name, seats) in [("Algebra", 10), ("Biology", 20), ("Chemistry", nil)] as [(String, Int?)] {
      var course = Record<Course>()
      course.name = name
      course.seats = seats
      try await scratch.store.save(&course)
    }
    func found(_ filter: FilterOperator, _ values: Value..., of name: String = "seats") async throws -> Int {
      var request = AnyFetchRequest("course")
      request.predicate = .compare(name, filter, values)
      return try await scratch.store.fetch(request).total ?? -1
    }
    #expect(try await found(.eq, .integer(10)) == 1)
    #expect(try await found(.ne, .integer(10)) == 2)
    #expect(try await found(.lt, .integer(20)) == 1)
    #expect(try await found(.lte, .integer(20)) == 2)
    #expect(try await found(.gt, .integer(10)) == 1)
    #expect(try await found(.gte, .integer(10)) == 2)
    #expect(try await found(.in, .integer(10), .integer(20)) == 2)
    #expect(try await found(.null, .integer(1)) == 1)
    #expect(try await found(.null, .integer(0)) == 2)
    #expect(try await found(.contains, .text("OLO"), of: "name") == 1)
    #expect(try await found(.prefix, .text("al"), of: "name") == 1)
    await #expect(throws: StoreError.badFilter(field: "seats", operator: .contains)) {
      _ = try await found(.contains, .text("1"))
    }
    await #expect(throws: StoreError.unknownField(entity: "course", field: "nothing")) {
      _ = try await found(.eq, .null, of: "nothing")
    }
    #expect(try await scratch.store.count(Course.all.where(\.seats > 5 && !(\.name == "Biology"))) == 1)
    let open = Course.all.where(\.isOpen == true).sorted(by: \.name, ascending: false)
    let courses = try await scratch.store.fetch(open)
    #expect(courses.compactMap(\.name) == ["Chemistry", "Biology", "Algebra"])
  }

  @Test("a cursor of another order is refused")
  func badCursor() async throws {
    let scratch = try await filled()
    let cursor = try #require(try await scratch.store.fetch(byLastName { $0.limit = 2 }).next)
    await #expect(throws: StoreError.badCursor) {
      _ = try await scratch.store.fetch(
        byLastName {
          $0.sort = [FetchSort("firstName")]
          $0.position = .after(cursor)
        })
    }
  }

  @Test("included records come with the page")
  func include() async throws {
    let scratch = try Scratch()
    let nora = try await scratch.person("Nora", "Lind")
    _ = try await scratch.course("Databases", teacher: nora)
    _ = try await scratch.course("Art")
    var request = AnyFetchRequest("course")
    request.include = ["teacher"]
    let page = try await scratch.store.fetch(request)
    #expect(page.included["teacher"] == [nora.id ?? 0: nora.any])
  }

  @Test("what another program writes is found, sorted and counted at the next look")
  func otherProgram() async throws {
    let scratch = try await filled(file: true)
    defer { scratch.remove() }
    #expect(try await scratch.store.fetch(byLastName()).total == 10)
    let other = try DatabaseFile(scratch.folder.appending(path: "school.sqlite"))
    try other.execute(
      "INSERT INTO users (first_name, last_name) VALUES ('Ewa', 'Ślązak'); DELETE FROM users WHERE id = 2; UPDATE users SET last_name = 'Abc' WHERE id = 1"
    )
    let page = try await scratch.store.fetch(byLastName())
    #expect(page.total == 10)
    #expect(
      names(page).contains("Ślązak") && names(page).contains("Abc") && !names(page).contains("Kowalska"))
    #expect(names(try await scratch.store.fetch(byLastName { $0.search = "slaz" })) == ["Ślązak"])
    #expect(try await scratch.store.fetch(byLastName { $0.search = "lodz" }).total == 0)
  }

  @Test("a page of any list takes the same number of statements whatever its length")
  func statements() async throws {
    let counter = Counter()
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { _ in counter.add() }
    let store = try Store(inMemory: school, options: options)
    _ = try await store.perform(.code) { transaction in
      let nora = try transaction.insert(
        AnyRecord(entity("user"), id: nil, values: [.text("N"), .text("L"), .null]))
      for number in 0..<200 {
        var course = AnyRecord(entity("course"))
        course["name"] = .text("C\(number)")
        course["teacher"] = .integer(nora.id ?? 0)
        try transaction.insert(course)
      }
    }
    var used: [Int] = []
    for limit in [1, 10, 150] {
      var request = AnyFetchRequest("course")
      request.limit = limit
      request.sort = [FetchSort("name")]
      request.include = ["teacher"]
      counter.reset()
      _ = try await store.fetch(request)
      used.append(counter.count)
    }
    #expect(Set(used.dropFirst()).count == 1)
  }
}
