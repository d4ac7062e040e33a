import KartotekaModel
import RandomTests
import Testing

@testable import KartotekaStore

/// Courses are searched by their name alone and sorted by it.
@Suite("Searches by the attribute that records are sorted by")
struct OneKeySearchTests {
  private let file: SchoolFile

  init() throws { file = try SchoolFile() }

  private func add(_ names: [String]) async throws { try await file.add("course", names.map { ["name": $0] }) }

  private func delete(_ ids: [RecordID]) async throws { try await file.delete("course", ids) }

  private func rename(_ id: RecordID, to name: String) async throws {
    var course = try #require(try await file.store.record(Course.self, id: id))
    course.name = name
    try await file.store.save(&course)
  }

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
        // Three pages are enough.
        paged.limit = max(7, found.count / RandomTests.count(3, all: 12))
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
    for round in 0..<RandomTests.count(2, all: 4) {
      if round == 0 || RandomTests.doesAll { try await compare(collation) }
      try file.check("courses")
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
    try file.check("courses")
  }
}
