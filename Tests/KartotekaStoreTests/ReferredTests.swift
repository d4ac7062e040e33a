import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Conditions on records that refer to a record")
struct ReferredTests {
  @Test("Records to which others refer that match a condition, however many those are")
  func referred() async throws {
    let scratch = try Scratch()
    for number in 0..<10 { _ = try await scratch.person("Anna", "Person \(number)") }
    _ = try await scratch.store.perform(.code) { transaction in
      for number in 0..<1_200 {
        var course = AnyRecord(entity("course"))
        course["name"] = .text("Course \(number % 3)")
        course["teacher"] = number % 100 == 99 ? .null : .integer(Int64(number % 5 + 1))
        try transaction.insert(course)
      }
    }
    var request = AnyFetchRequest("user")
    (request.sort, request.limit) = ([FetchSort("lastName")], 2)
    func ids() async throws -> [RecordID] {
      request.position = .start
      var ids: [RecordID] = []
      while true {
        let page = try await scratch.store.fetch(request)
        ids += page.records.compactMap(\.id)
        guard let next = page.next else { break }
        request.position = .after(next)
      }
      #expect(try await scratch.store.count(request) == ids.count)
      return ids.sorted()
    }
    request.predicate = .isReferred("course", "teacher", .compare("name", .eq, [.text("Course 0")]))
    #expect(try await ids() == [1, 2, 3, 4, 5])
    request.predicate = .isReferred("course", "teacher", .compare("id", .in, [.integer(2), .integer(103)]))
    #expect(try await ids() == [2, 3])
    request.predicate = .not(.isReferred("course", "teacher", .all([])))
    #expect(try await ids() == [6, 7, 8, 9, 10])
    request.predicate = .isReferred("lesson", "course", .all([]))
    await #expect(throws: StoreError.unknownField(entity: "lesson", field: "course")) {
      try await scratch.store.fetch(request)
    }
  }
}
