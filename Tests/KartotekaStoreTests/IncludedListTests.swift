import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Included lists")
struct IncludedListTests {
  @Test("a large page includes fewer related records of each record, with their exact number")
  func large() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    let students = try #require(entity("course").relationship("students"))
    try await file.add("user", (1...60).map { ["firstName": "Ada", "lastName": "B\($0)"] })
    try await file.add("course", (1...200).map { ["name": "Course \($0)"] })
    _ = try await file.store.perform(.code) { transaction in
      try transaction.relate(entity("course"), students, of: 7, to: Array(1...60))
    }
    var request = AnyFetchRequest("course")
    request.include = ["students"]
    for (count, included) in [(100, 60), (200, 50)] {
      request.limit = count
      let page = try await file.store.fetch(request)
      #expect(page.records.count == count)
      let list = try #require(page.includedLists["students"]?[7])
      #expect(list.records.compactMap(\.id) == Array(1...RecordID(included)))
      #expect(list.total == 60)
    }
  }

  @Test(
    "all records of a page together have at most 10,000, and each at least one",
    arguments: [1, 100, 101, 1_000, 20_000])
  func limit(count: Int) {
    let limit = IncludedRecords.limit(onPageOf: count)
    #expect((1...IncludedRecords.limit).contains(limit))
    #expect(limit == 1 || limit * count <= IncludedRecords.pageLimit)
  }
}
