import KartotekaModel
import Testing

@testable import KartotekaStore

/// People are searched by first and last name.
@Suite("Ways to find what is searched for")
struct SearchWayTests {
  private let store: Store

  init() throws { store = try Store(inMemory: school) }

  private func add(_ names: [(first: String, last: String)]) async throws {
    _ = try await store.perform(.code) { transaction in
      for name in names {
        var user = AnyRecord(entity("user"))
        user["firstName"] = .text(name.first)
        user["lastName"] = .text(name.last)
        try transaction.insert(user)
      }
    }
  }

  /// Three thousand people, some of whom have another name and stand where it stands in the alphabet.
  private func addMany(with last: String, _ count: Int) async throws {
    try await add((0..<3_000 - count).map { ("Jan", "Nowak \(1_000_000 + $0)") })
    try await add((0..<count).map { ("Anna", "\(last) \(1_000_000 + $0)") })
  }

  private func request(_ search: String, limit: Int = 10) -> AnyFetchRequest {
    var request = AnyFetchRequest("user")
    request.search = search
    request.sort = [FetchSort("lastName")]
    request.limit = limit
    return request
  }

  private func lastNames(_ page: FetchPage) -> [String] {
    page.records.map { if case .text(let name) = $0["lastName"] { name } else { "" } }
  }

  /// A page, and the statement that it came from in the end.
  private func fetch(_ search: String) async throws -> (page: FetchPage, statement: RecordedStatement) {
    let recorder = StatementRecorder()
    let page = try await StatementRecorder.$current.withValue(recorder) { try await store.fetch(request(search)) }
    return (page, try #require(recorder.statements.last { $0.sql.contains("\"users\" t") && $0.sql.contains("LIMIT") }))
  }

  @Test("A filter that none of the first records matches is evaluated before the order, another one in the order")
  func filter() async throws {
    try await addMany(with: "Zzyx", 5)
    func page(without name: String) async throws -> (page: FetchPage, sql: String) {
      var request = request("")
      request.predicate = .compare("firstName", .ne, [.text(name)])
      let recorder = StatementRecorder()
      let page = try await StatementRecorder.$current.withValue(recorder) { [request] in try await store.fetch(request)
      }
      return (page, try #require(recorder.statements.last { $0.sql.contains("ORDER BY") }).sql)
    }
    let few = try await page(without: "Jan")
    #expect(few.sql.contains("FROM \"users\" t CROSS JOIN"))
    #expect(lastNames(few.page) == (0..<5).map { "Zzyx \(1_000_000 + $0)" } && few.page.total == 5)
    let many = try await page(without: "Nobody")
    #expect(many.sql.contains("FROM \"kartoteka_keys_users\" k JOIN"))
    #expect(lastNames(many.page).first == "Nowak 1000000" && many.page.total == 3_000)
  }

  @Test(
    "Finds each word, however short, in one of the attributes, with the exact total, by pages and in any order",
    arguments: [
      "a", "ł", "an", "xq", "anna", "anna k", "k anna", "ann ko l", "anna xq", "xq anna", "nobody a", "owa a n", "\" a",
    ])
  func finds(search: String) async throws {
    let names = [
      ("Anna", "Kowalska"), ("Jan", "Kowal"), ("Ann", "Kol"), ("Łucja", "Ankowal"), ("Zofia", "Axq"), ("Anna", "\""),
      ("Kol", "Annan"), ("Ola", "Nowak"),
    ]
    // Some of them are in the index, others wait.
    for _ in 0..<60 { try await add(names) }
    let words = Folding.fold(search).split(separator: " ")
    let expected = names.filter { first, last in
      words.allSatisfy { Folding.fold(first).contains($0) || Folding.fold(last).contains($0) }
    }
    let sorted = expected.map(\.1).sorted { Folding.fold($0) < Folding.fold($1) }
    var all = request(search, limit: 7)
    var found: [String] = []
    while true {
      let page = try await store.fetch(all)
      #expect(page.total == expected.count * 60)
      found += lastNames(page)
      guard let next = page.next else { break }
      all.position = .after(next)
    }
    #expect(found == sorted.flatMap { Array(repeating: $0, count: 60) })
    #expect(try await store.count(request(search)) == expected.count * 60)
    var other = request(search, limit: 500)
    for (collation, sort) in [(Collation.polish, "lastName"), (.root, "email")] {
      other.collation = collation
      other.sort = [FetchSort(sort)]
      #expect(lastNames(try await store.fetch(other)).sorted() == found.sorted())
    }
  }

  @Test(
    "A search with many matches scans the order if they are at its beginning, and uses the index if they are at its end"
  )
  func many() async throws {
    try await addMany(with: "Smith", 600)
    let late = try await fetch("smith")
    #expect(lastNames(late.page) == (0..<10).map { "Smith \(1_000_000 + $0)" })
    #expect(late.page.total == 600)
    #expect(late.statement.sql.contains("MATCH"))
    let early = try await fetch("jan")
    #expect(lastNames(early.page) == (0..<10).map { "Nowak \(1_000_000 + $0)" })
    #expect(early.page.total == 2_400)
    #expect(!early.statement.sql.contains("MATCH"))
  }

  @Test(
    "Terms too short for the index are found by a scan of the order, and if few records match by one scan of all keys")
  func short() async throws {
    try await addMany(with: "Żx", 2)
    let rare = try await fetch("x")
    #expect(lastNames(rare.page) == ["Żx 1000000", "Żx 1000001"])
    #expect(rare.page.total == 2)
    #expect(rare.statement.sql.contains("k.id IN (SELECT k.id FROM"))
    let frequent = try await fetch("j")
    #expect(lastNames(frequent.page) == (0..<10).map { "Nowak \(1_000_000 + $0)" })
    #expect(frequent.page.total == 2_998)
    #expect(!frequent.statement.sql.contains("IN (SELECT"))
  }

  @Test("A word of one or two letters is compared with the matches of the other words")
  func begun() async throws {
    try await addMany(with: "Smith", 20)
    let begun = try await fetch("smith a")
    #expect(begun.page.total == 20)
    #expect(begun.statement.sql.contains("MATCH"))
  }

  @Test("Nothing is read if the number of matches is known to be zero")
  func none() async throws {
    try await add([("Anna", "Kowalska")])
    let nobody = try await fetch("nobody")
    #expect(nobody.page.records.isEmpty)
    #expect(nobody.page.total == 0)
    #expect(!nobody.statement.sql.contains("MATCH") && !nobody.statement.sql.contains("instr"))
  }

  @Test("A statement that takes too many steps is broken off, and only that one")
  func steps() throws {
    try ConnectionQueue().read { database in
      func rows(to last: Int64, within steps: Int?) throws -> Int {
        let counting = try RawStatement(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n", in: database)
        counting.bind(.integer(last), at: 1)
        return try counting.within(steps: steps) {
          var count = 0
          while try counting.step() { count += 1 }
          return count
        }
      }
      #expect(throws: TooManySteps.self) { try rows(to: 10_000, within: 5_000) }
      // What it took before doesn't count.
      for _ in 0..<10 {
        let few = try rows(to: 100, within: 5_000)
        #expect(few == 100)
      }
      let many = try rows(to: 10_000, within: nil)
      #expect(many == 10_000)
    }
  }
}
