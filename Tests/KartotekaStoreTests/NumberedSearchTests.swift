import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("A search for a number")
struct NumberedSearchTests {
  private let file: SchoolFile

  init() throws { file = try SchoolFile() }

  private func request(_ name: String, _ search: String, _ number: RecordID?, limit: Int) -> AnyFetchRequest {
    var request = AnyFetchRequest(name)
    (request.search, request.number, request.ranksMatches, request.limit) = (search, number, true, limit)
    request.sort = [FetchSort(name == "user" ? "lastName" : "name")]
    return request
  }

  /// All pages one behind the other, forwards.
  private func walk(_ request: AnyFetchRequest) async throws -> (ids: [RecordID], last: FetchPage) {
    var request = request
    var page = try await file.store.fetch(request)
    var ids = page.records.compactMap(\.id)
    let total = page.total
    while let next = page.next {
      request.position = .after(next)
      page = try await file.store.fetch(request)
      #expect(page.total == total)
      ids += page.records.compactMap(\.id)
    }
    #expect(total == ids.count)
    return (ids, page)
  }

  private func ids(_ request: AnyFetchRequest) async throws -> [RecordID] {
    try await file.store.fetch(request).records.compactMap(\.id)
  }

  // Users have two searched attributes, whose matches are ranked; courses have one.
  @Test(
    "The record of the number comes first among many, and each page, count and way back has it once",
    arguments: ["user", "course"])
  func first(_ name: String) async throws {
    defer { file.remove() }
    try await file.add(
      name,
      (1...30).map { index in
        // Number 7 is found by its number alone, 17 also by its name, which is the last one.
        let text = index == 7 ? "Zeta" : index == 17 ? "Zulu 17" : "Room \(700 + index) 17"
        return name == "user" ? ["firstName": "Anna", "lastName": text] : ["name": text]
      })
    for (number, total) in [(7, 30), (17, 29)] as [(RecordID, Int)] {
      for limit in [1, 7, 20, 1_000] {
        let request = request(name, String(number), number, limit: limit)
        let (ids, last) = try await walk(request)
        #expect(ids.first == number && Set(ids).count == ids.count && ids.count == total, "\(number) \(limit)")
        #expect(try await file.store.fetch(request).total == total)
        #expect(try await file.store.count(request) == total)
        var (back, page, found) = (request, last, last.records.compactMap(\.id))
        while let previous = page.previous {
          back.position = .before(previous)
          page = try await file.store.fetch(back)
          found = page.records.compactMap(\.id) + found
        }
        #expect(found == ids, "\(number) \(limit)")
      }
      var around = request(name, String(number), number, limit: 10)
      around.position = .around(number)
      #expect(try await ids(around).first == number)
      around.position = .around(15)
      #expect(try await ids(around).contains(15))
      // A chosen order holds, and the record belongs to what is found.
      var ordered = request(name, String(number), number, limit: 1_000)
      (ordered.ranksMatches, ordered.sort) = (false, [FetchSort("id", ascending: false)])
      let inOrder = try await ids(ordered)
      #expect(inOrder == inOrder.sorted(by: >) && inOrder.count == total && inOrder.contains(number))
      ordered.limit = 5
      #expect(try await file.store.fetch(ordered).total == total)
      #expect(try await walk(ordered).ids == inOrder)
      var any = request(name, String(number), number, limit: 5)
      (any.takesAnyMatchesFrom, any.wantsTotal) = (1, false)
      let some = try await ids(any)
      #expect(some.first == number && Set(some).count == 5)
    }
  }

  @Test("Only what fulfils the other conditions belongs to it, and a number that no record has changes nothing")
  func conditions() async throws {
    defer { file.remove() }
    try await file.add("course", (1...20).map { ["name": $0 == 3 ? "Z" : "3 \($0)", "subject": $0 < 10 ? "a" : "b"] })
    var request = request("course", "3", 3, limit: 5)
    request.predicate = .compare("subject", .eq, [.text("b")])
    #expect(try await !walk(request).ids.contains(3))
    #expect(try await file.store.count(request) == 11)
    request.predicate = .compare("subject", .eq, [.text("a")])
    #expect(try await walk(request).ids.first == 3)
    #expect(try await file.store.count(request) == 9)
    #expect(try await file.store.count(self.request("course", "3", 99, limit: 5)) == 19)
    // A search that finds nothing else, and one of an entity that is searched by numbers alone.
    #expect(try await ids(self.request("course", "20", 20, limit: 5)) == [20])
    _ = try await file.store.perform(.code) { transaction in
      for title in ["One", "Two"] {
        var lesson = AnyRecord(entity("lesson"))
        (lesson["title"], lesson["course"]) = (.text(title), .integer(1))
        try transaction.insert(lesson)
      }
    }
    var lesson = AnyFetchRequest("lesson")
    (lesson.search, lesson.number, lesson.ranksMatches) = ("2", 2, true)
    #expect(try await ids(lesson) == [2])
    lesson.limit = 1
    #expect(try await file.store.count(lesson) == 1)
    lesson.ranksMatches = false
    #expect(try await ids(lesson) == [2])
  }
}
