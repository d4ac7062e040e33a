import KartotekaModel
import Testing

import class GRDB.Row

@testable import KartotekaStore

/// Courses are searched by their name alone and sorted by it, so that their different names are indexed.
@Suite("The different texts of a searched key")
struct TextTableTests {
  private let file: SchoolFile

  init() throws { file = try SchoolFile() }

  private func add(_ names: [String]) async throws { try await file.add("course", names.map { ["name": $0] }) }

  private func delete(_ ids: [RecordID]) async throws { try await file.delete("course", ids) }

  private func addMany() async throws { try await add((0...250).map { "Geometry \($0 % 100)" }) }

  private func rename(_ id: RecordID, to name: String) async throws {
    var course = try #require(try await file.store.record(Course.self, id: id))
    course.name = name
    try await file.store.save(&course)
  }

  private func found(_ search: String) async throws -> [RecordID] {
    try await file.store.fetch(Course.all.searching(search)).compactMap(\.id).sorted()
  }

  private func counted(_ text: String) throws -> [String] {
    try file.other.rows("SELECT records FROM kartoteka_texts_courses WHERE text = '\(text)'")
  }

  /// Has FTS5 compare the index with the texts, and compares these with the keys of all records.
  private func check() throws {
    try file.check("courses")
    #expect(
      try file.other.rows("SELECT text, records FROM kartoteka_texts_courses ORDER BY text")
        == file.other.rows(
          "SELECT name, count(*) FROM kartoteka_keys_courses GROUP BY name ORDER BY name"))
    let polish = "SELECT 1 FROM sqlite_master WHERE name = 'kartoteka_keys_courses__polish'"
    if try file.other.rows(polish).isEmpty { return }
    #expect(
      try file.other.rows("SELECT text, folded FROM kartoteka_texts_courses__polish ORDER BY text")
        == file.other.rows(
          """
          SELECT DISTINCT p.name, k.name FROM kartoteka_keys_courses__polish p JOIN kartoteka_keys_courses k USING (id) \
          ORDER BY p.name
          """))
  }

  @Test("Each is indexed once and counts its records; the last one takes it along")
  func counting() async throws {
    defer { file.remove() }
    try await add(["Algebra", "Botany", "ALGEBRA"])
    #expect(try counted("algebra") == ["2"])
    #expect(try await found("lgeb") == [1, 3])
    try check()
    try await addMany()
    #expect(try counted("algebra") == ["2"])
    #expect(try await found("lgeb") == [1, 3])
    #expect(try await file.store.count(Course.all.searching("geom")) == 251)
    try check()
    try await add(["Algebra II", "Algebra"])
    #expect(try await found("lgeb") == [1, 3, 255, 256])
    #expect(try await file.store.count(Course.all.searching("lgeb")) == 4)
    try await delete([1])
    #expect(try counted("algebra") == ["2"])
    try await rename(3, to: "Chess")
    #expect(try counted("algebra") == ["1"])
    #expect(try await found("lgeb") == [255, 256])
    #expect(try await found("hess") == [3])
    try await delete([255, 256])
    #expect(try await found("lgeb") == [])
    try check()
  }

  @Test("A bulk import counts what is new among what is known")
  func importing() async throws {
    defer { file.remove() }
    func importMany(_ name: String) async throws {
      _ = try await file.store.perform(.code) { transaction in
        let bulk = try transaction.bulkInsert(entity("course"))
        for number in 0..<300 {
          for place in 0..<8 { bulk.bind(.null, at: place) }
          bulk.bind(.text("\(name) \(number % 50)"), at: 0)
          bulk.bind(.integer(1), at: 5)
          try bulk.insert()
        }
        try bulk.finish()
      }
    }
    try await importMany("Algebra")
    try await makePolish()
    try check()
    #expect(try counted("algebra 7") == ["6"])
    try await importMany("Botany")
    try await importMany("Algebra")
    try check()
    #expect(try counted("algebra 7") == ["12"])
    // 1, 10 to 19, 21, 31 and 41.
    #expect(try await file.store.count(Course.all.searching("algebra 1")) == 14 * 12)
  }

  @Test("Another program's records, and an index that is made anew, are counted alike")
  func others() async throws {
    defer { file.remove() }
    try await add(["Algebra"])
    try await makePolish()
    try await addMany()
    try file.other.execute("UPDATE courses SET name = 'Botany' WHERE id = 1")
    try file.other.execute("INSERT INTO courses (name, is_open) VALUES ('Botany', 1)")
    #expect(try await found("botan") == [1, 253])
    #expect(try await found("lgeb") == [])
    try check()
    try await file.store.rebuild(entity("course"))
    #expect(try counted("botany") == ["2"])
    #expect(try await found("botan") == [1, 253])
    try check()
  }

  // MARK: Ways

  private static let searches = [
    "club", "lgeb", "of a", "3", "b 7", "algebra of", "club 3", "zebra", "kolo", "lodz", "ł 1", "ł", "zz", "\u{0}",
  ]

  private func request(_ search: String, ascending: Bool, _ collation: Collation = .root) -> AnyFetchRequest {
    var request = AnyFetchRequest("course")
    request.collation = collation
    request.search = search
    request.sort = [FetchSort("name", ascending: ascending)]
    request.limit = 7
    return request
  }

  /// Asks for the Polish order, for which keys are made then.
  private func makePolish() async throws { _ = try await file.store.fetch(request("", ascending: true, .polish)) }

  private func ids(_ page: FetchPage) -> [RecordID] { page.records.compactMap(\.id) }

  /// Compares what searches find, page by page forwards and back, with what is in the table.
  private func compare(_ collation: Collation) async throws {
    let rows = try file.other.rows("SELECT id, name FROM courses").map { row in
      let parts = row.split(separator: "|")
      let name = String(parts[1])
      return (id: RecordID(parts[0]) ?? 0, text: Folding.fold(name), key: Array(collation.key(name).utf8))
    }
    for search in Self.searches {
      let words = Folding.fold(search).split(separator: " ")
      let found = rows.filter { row in words.allSatisfy { row.text.contains($0) } }.sorted { one, other in
        one.key == other.key ? one.id < other.id : one.key.lexicographicallyPrecedes(other.key)
      }
      for ascending in [true, false] {
        let expected = ascending ? found.map(\.id) : found.reversed().map(\.id)
        var paged = request(search, ascending: ascending, collation)
        var page = try await file.store.fetch(paged)
        var forwards = ids(page)
        while let next = page.next {
          paged.position = .after(next)
          page = try await file.store.fetch(paged)
          forwards += ids(page)
          #expect(page.total == expected.count)
        }
        #expect(forwards == expected, "\(search)")
        var backwards = ids(page)
        while let previous = page.previous {
          paged.position = .before(previous)
          page = try await file.store.fetch(paged)
          backwards = ids(page) + backwards
        }
        #expect(backwards == expected, "\(search)")
        guard let middle = expected.dropFirst(expected.count / 2).first else { continue }
        paged.position = .around(middle)
        let around = ids(try await file.store.fetch(paged))
        #expect(around.contains(middle) && expected.firstRange(of: around) != nil, "\(search)")
      }
    }
  }

  @Test(
    "Frequent and rare parts bring the same records page by page, whatever waits, changes and goes",
    arguments: Collation.allCases)
  func ways(_ collation: Collation) async throws {
    defer { file.remove() }
    var chance = SystemRandomNumberGenerator()
    func name() -> String {
      let kinds = ["Chess club", "Algebra club", "Algebra of", "Koło łodzian", "Kolo lodzian", "Żółw club Łódź", "Ł"]
      return "\(kinds.randomElement(using: &chance) ?? "") \(Int.random(in: 0..<40, using: &chance))"
    }
    try await add((0..<600).map { _ in name() })
    for round in 0..<4 {
      try await compare(collation)
      try check()
      // Names that are new, among those that wait.
      try await add(["A new club \(round)", "Żółty club \(round)", name(), name()])
      try await compare(collation)
      let known = try file.other.rows("SELECT id FROM courses").compactMap { RecordID($0) }
      try await delete(Array(known.shuffled(using: &chance).prefix(60)))
      for id in known.shuffled(using: &chance).prefix(20)
      where try await file.store.record(Course.self, id: id) != nil { try await rename(id, to: name()) }
      try file.other.execute("UPDATE courses SET name = '\(name())' WHERE id % 50 = \(round)")
      if round % 2 == 1 { try await add((0..<300).map { _ in name() }) }
    }
    try await compare(collation)
    try check()
  }

  @Test(
    "Neither a frequent part nor a rare one, long or short, sorts records or looks at the key of each",
    arguments: [true, false], [Collation.root, .polish])
  func plans(ascending: Bool, collation: Collation) async throws {
    defer { file.remove() }
    let seen = Lines()
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { if $0.hasPrefix("SELECT"), $0.contains("kartoteka_keys") { seen.add($0) } }
    // The keys of another collation are made after the first read in its order.
    _ = try await file.store.fetch(request("", ascending: true, collation))
    await file.store.background.settled()
    let store = try Store(school, at: #require(file.store.url), options: options)
    try await add((0..<300).map { "Chess club \($0)" } + ["Algebra"])
    func plans(_ search: String) async throws -> [String] {
      var request = request(search, ascending: ascending, collation)
      let cursor = try await store.fetch(request).next
      if let cursor {
        request.position = .after(cursor)
        _ = try await store.fetch(request)
      }
      return try store.blockingRead { database in
        try seen.lines.flatMap { sql in
          try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql.replacing("?", with: "1"))
            .map { $0["detail"] as String }
        }
      }
    }
    let (keys, name) = collation == .root ? ("k", "kartoteka_keys_courses") : ("o", "kartoteka_keys_courses__polish")
    func looksAtAll(_ plan: String) -> Bool { plan == "SCAN \(keys)" || plan.hasPrefix("SCAN \(keys) ") }
    let rare = try await plans("algeb")
    #expect(rare.contains { $0.hasPrefix("SEARCH \(keys) USING COVERING INDEX \(name)_name (name=?") }, "\(rare)")
    #expect(!rare.contains { $0.contains("TEMP B-TREE") || looksAtAll($0) }, "\(rare)")
    let frequent = try await plans("club").dropFirst(rare.count)
    #expect(frequent.contains { $0.hasPrefix("SCAN x") }, "\(frequent)")
    #expect(frequent.contains { $0.hasPrefix("SEARCH x USING") }, "\(frequent)")
    #expect(!frequent.contains { $0.contains("TEMP B-TREE") || looksAtAll($0) }, "\(frequent)")
    let short = try await plans("ch").dropFirst(rare.count + frequent.count)
    #expect(short.contains { $0.hasPrefix("SCAN x") }, "\(short)")
    #expect(!short.contains { $0.contains("TEMP B-TREE") || looksAtAll($0) }, "\(short)")
    // What no index knows is looked for no further than the first records.
    let both = try await plans("ra").dropFirst(rare.count + frequent.count + short.count)
    #expect(both.contains { $0.hasPrefix("SCAN x") }, "\(both)")
    #expect(!both.contains { $0.contains("LIST SUBQUERY") || $0.contains("TEMP B-TREE") || looksAtAll($0) }, "\(both)")
  }
}
