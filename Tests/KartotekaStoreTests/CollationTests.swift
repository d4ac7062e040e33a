import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Sorting by language", .serialized)
struct CollationTests {
  /// People as a Polish list has them.
  static let polish = [
    "Cysorz", "czyż", "Ćwik", "Lis", "Lubicz", "Łabędź", "Łódźka", "Malec", "Olek", "Óska", "Sroka", "Szyc", "Śliwa",
    "Zając", "Zych", "Źdźbło", "Żak", "żuk", "Елагина", "Ёлкин", "Ершов", "Иванов", "Йогансен", "Кротов",
  ]
  /// The same as an English one has them.
  static let root = [
    "Ćwik", "Cysorz", "czyż", "Łabędź", "Lis", "Łódźka", "Lubicz", "Malec", "Olek", "Óska", "Śliwa", "Sroka", "Szyc",
    "Zając", "Żak", "Źdźbło", "żuk", "Zych", "Елагина", "Ёлкин", "Ершов", "Иванов", "Йогансен", "Кротов",
  ]

  func filled(file: Bool = false) async throws -> Scratch {
    let scratch = try Scratch(file: file)
    _ = try await scratch.store.perform(.code) { transaction in
      for name in Self.polish.enumerated().sorted(by: { $0.offset * 7 % 24 < $1.offset * 7 % 24 }).map(\.element) {
        try transaction.insert(AnyRecord(entity("user"), id: nil, values: [.text("Anna"), .text(name), .null]))
      }
    }
    return scratch
  }

  func request(
    _ collation: Collation = .polish, _ change: (inout AnyFetchRequest) -> Void = { _ in }
  ) -> AnyFetchRequest {
    var request = AnyFetchRequest("user")
    request.sort = [FetchSort("lastName")]
    request.collation = collation
    change(&request)
    return request
  }

  func names(
    _ store: Store, _ collation: Collation = .polish, _ change: (inout AnyFetchRequest) -> Void = { _ in }
  ) async throws -> [String] {
    let page = try await store.fetch(request(collation, change))
    // The order is computed until its keys are made.
    await store.background.waitUntilIdle()
    #expect(try await store.fetch(request(collation, change)).records == page.records)
    return page.records.map(Self.name)
  }

  static func name(_ record: AnyRecord) -> String {
    if case .text(let name) = record["lastName"] { name } else { "" }
  }

  func hasKeys(_ store: Store, _ name: String = "kartoteka_keys_users__polish") throws -> Bool {
    try store.blockingRead {
      try $0.first(Int.self, "SELECT count(*) FROM sqlite_master WHERE name = ?", [name]) == 1
    }
  }

  @Test("each language has its order, also at the same time, and only a read in that order makes its keys")
  func orders() async throws {
    let scratch = try await filled()
    #expect(try await names(scratch.store, .root) == Self.root)
    #expect(try hasKeys(scratch.store) == false)
    #expect(try await names(scratch.store) == Self.polish)
    #expect(try hasKeys(scratch.store))
    #expect(try await names(scratch.store, .root) == Self.root)
  }

  @Test(
    "pages by cursor forwards and backwards give every record once, whatever is searched and sorted by",
    arguments: [
      [FetchSort("lastName")], [FetchSort("lastName", ascending: false)],
      [FetchSort("firstName"), FetchSort("lastName")],
      [FetchSort("email"), FetchSort("lastName", ascending: false)],
    ], ["", "an", "anna", "l", "o a"])
  func paging(sort: [FetchSort], search: String) async throws {
    let scratch = try await filled()
    let all = try await scratch.store.fetch(
      request {
        $0.sort = sort
        $0.search = search
      })
    let expected = Self.polish.filter { name in
      search.split(separator: " ").allSatisfy { "anna \(Folding.fold(name))".contains($0) }
    }
    #expect(all.total == expected.count)
    #expect(all.records.map(Self.name) == (sort.last?.ascending == true ? expected : expected.reversed()))
    var request = request {
      $0.sort = sort
      $0.search = search
      $0.limit = 5
    }
    var forwards: [AnyRecord] = []
    var last: FetchPage?
    while true {
      let page = try await scratch.store.fetch(request)
      #expect(page.total == expected.count)
      forwards += page.records
      last = page
      guard let next = page.next else { break }
      request.position = .after(next)
    }
    #expect(forwards == all.records)
    var backwards = last?.records ?? []
    while let previous = last?.previous {
      request.position = .before(previous)
      last = try await scratch.store.fetch(request)
      backwards = (last?.records ?? []) + backwards
    }
    #expect(backwards == all.records)
  }

  @Test("a page around a record has its neighbours in that language")
  func around() async throws {
    let scratch = try await filled()
    let record = try await scratch.store.fetch(request { $0.search = "łabę" }).records.first
    let id = try #require(record?.id)
    func neighbours(_ collation: Collation) async throws -> [String] {
      try await names(scratch.store, collation) {
        $0.position = .around(id)
        $0.limit = 3
      }
    }
    #expect(try await neighbours(.polish) == ["Lubicz", "Łabędź", "Łódźka"])
    #expect(try await neighbours(.root) == ["czyż", "Łabędź", "Lis"])
  }

  @Test(
    "a page from a letter begins with the first name of that letter or after it, in both directions",
    arguments: [
      ("l", true, "Lis"), ("ł", true, "Łabędź"), ("Ł", true, "Łabędź"), ("łb", true, "Łódźka"), ("ń", true, "Olek"),
      ("z", true, "Zając"), ("ź", true, "Źdźbło"), ("ż", true, "Żak"), ("z\u{307}", true, "Żak"),
      ("й", true, "Йогансен"),
      ("l", false, "Lubicz"), ("ł", false, "Łódźka"), ("z", false, "Zych"), ("ź", false, "Źdźbło"),
      ("ż", false, "żuk"), ("и", false, "Иванов"),
    ])
  func from(_ text: String, _ ascending: Bool, _ name: String) async throws {
    let scratch = try await filled()
    let found = try await names(scratch.store) {
      $0.sort = [FetchSort("lastName", ascending: ascending)]
      $0.position = .from(text)
      $0.limit = 1
    }
    #expect(found == [name])
  }

  @Test("the letters to jump along are the language's own")
  func initials() async throws {
    let scratch = try await filled()
    _ = try await scratch.person("Anna", "\u{10FFFF}z\u{10FFFF}")
    func letters(_ collation: Collation, ascending: Bool = true) async throws -> String {
      try await scratch.store.initials(
        of: entity("user"), by: FetchSort("lastName", ascending: ascending), collation
      ).joined()
    }
    #expect(try await letters(.polish) == "cćlłmoósśzźżеийк")
    #expect(try await letters(.polish, ascending: false) == "кйиеżźzśsóomłlćc")
    #expect(try await letters(.root) == "clmoszеийк")
  }

  @Test("a cursor of another language is refused, unless no text is sorted by")
  func cursors() async throws {
    let scratch = try await filled()
    for (one, other) in [(Collation.root, Collation.polish), (.polish, .root)] {
      let cursor = try #require(try await scratch.store.fetch(request(one) { $0.limit = 2 }).next)
      #expect(cursor.collation == one)
      await #expect(throws: StoreError.badCursor) {
        _ = try await scratch.store.fetch(request(other) { $0.position = .after(cursor) })
      }
      let byID = try #require(
        try await scratch.store.fetch(
          request(one) {
            $0.sort = []
            $0.limit = 2
          }
        ).next)
      let rest = try await scratch.store.fetch(
        request(other) {
          $0.sort = []
          $0.position = .after(byID)
        })
      #expect(rest.records.count == Self.polish.count - 2)
    }
  }

  @Test("what another program writes stands in its place at the next look")
  func otherProgram() async throws {
    let scratch = try await filled(file: true)
    defer { scratch.remove() }
    let other = try DatabaseFile(scratch.folder.appending(path: "school.sqlite"))
    // Once before the keys are made, and once after.
    try other.execute("INSERT INTO users (first_name, last_name) VALUES ('Ewa', 'Łącka')")
    #expect(try await names(scratch.store) { $0.position = .from("ł") }.prefix(3) == ["Łabędź", "Łącka", "Łódźka"])
    try other.execute(
      """
      INSERT INTO users (first_name, last_name) VALUES ('Ewa', 'Lwów'), ('Jan', 'Ław');
      DELETE FROM users WHERE last_name = 'Łabędź';
      UPDATE users SET last_name = 'Łza' WHERE last_name = 'Malec';
      """)
    let expected = ["Lis", "Lubicz", "Lwów", "Ław", "Łącka", "Łódźka", "Łza", "Olek"]
    #expect(try await names(scratch.store) { $0.position = .from("l") }.prefix(8) == expected[...])
    #expect(try await names(scratch.store) { $0.search = "ła" } == ["Ław", "Łącka"])
  }

  @Test("what another program changes in most records at once stands in its place, too")
  func otherProgramManyTimes() async throws {
    let scratch = try await filled(file: true)
    defer { scratch.remove() }
    _ = try await names(scratch.store)
    let other = try DatabaseFile(scratch.folder.appending(path: "school.sqlite"))
    try other.execute(
      """
      WITH RECURSIVE number(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM number WHERE n < 2999)
      INSERT INTO users (first_name, last_name) SELECT 'Jan', 'Łan' || n FROM number
      """)
    func beyond() async throws -> [String] {
      try await names(scratch.store) {
        $0.position = .from("łan2998")
        $0.limit = 4
      }
    }
    #expect(try await beyond() == ["Łan2998", "Łan2999", "Łódźka", "Malec"])
    try other.execute("DELETE FROM users WHERE last_name = 'Łan2999'; UPDATE users SET last_name = last_name || ' II'")
    #expect(try await beyond() == ["Łan2998 II", "Łódźka II", "Malec II", "Olek II"])
  }

  @Test(
    "a page deep in the list walks an index in every language, also with a search",
    arguments: Collation.allCases, ["", "an"])
  func plans(_ collation: Collation, _ search: String) async throws {
    let seen = Lines()
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { if $0.hasPrefix("SELECT"), $0.contains("ORDER BY") { seen.add($0) } }
    let store = try Store(inMemory: school, options: options)
    for (first, last) in [("Anna", "Lis"), ("Anna", "Łoś"), ("Hanna", "Malec"), ("Ewa", "Nowak")] {
      var user = Record<User>()
      (user.firstName, user.lastName) = (first, last)
      try await store.save(&user)
    }
    _ = try await store.fetch(request(collation) { _ in })
    await store.background.waitUntilIdle()
    let first = seen.lines.count
    for ascending in [true, false] {
      var request = request(collation) {
        $0.sort = [FetchSort("lastName", ascending: ascending)]
        $0.search = search
        $0.limit = 1
      }
      let cursor = try #require(try await store.fetch(request).next)
      for position in [FetchPosition.after(cursor), .before(cursor), .around(2), .from("m")] {
        request.position = position
        _ = try await store.fetch(request)
      }
    }
    #expect(seen.lines.count >= first + 10)
    let index = "kartoteka_keys_users" + (collation == .polish ? "__polish" : "") + "_last_name"
    for sql in seen.lines.dropFirst(first) {
      let plan = try store.blockingRead {
        try $0.rows("EXPLAIN QUERY PLAN " + sql.replacing("?", with: "1")).map { try $0["detail"] as String }
      }
      #expect(plan.first?.contains(index) == true, "\(sql)\n\(plan)")
      #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(sql)\n\(plan)")
    }
  }
}
