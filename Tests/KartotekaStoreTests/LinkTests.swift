import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Links of records that are added in bulk")
struct LinkTests {
  private func students() throws -> RelationshipDescription { try #require(entity("course").relationship("students")) }

  /// Adds courses in bulk, with students.
  private func add(_ names: [String], students: [RecordID], to scratch: Scratch) async throws -> Outcome<[RecordID]> {
    let relationship = try self.students()
    return try await scratch.store.perform(.import) { transaction in
      let bulk = try transaction.bulkInsert(entity("course"))
      var ids: [RecordID] = []
      for name in names {
        for (position, column) in entity("course").columns.enumerated() {
          bulk.bind(column.name == "name" ? .text(name) : .null, at: position)
        }
        ids.append(try bulk.insert())
      }
      try bulk.logRanges()
      let missing = try ids.flatMap { try transaction.linkAdded(entity("course"), relationship, $0, to: students) }
      try bulk.finish()
      return missing
    }
  }

  @Test("They are there, nobody who isn't is, and undo takes them away without images")
  func linking() async throws {
    let scratch = try Scratch()
    let anna = try await scratch.person("Anna", "Nowak")
    let jan = try await scratch.person("Jan", "Kos")
    let ids = [try #require(anna.id), try #require(jan.id)]
    let added = try await add(["Żagle", "Alpy"], students: ids + [77], to: scratch)
    #expect(added.value == [77, 77])
    let relationship = try students()
    #expect(try await scratch.store.related(relationship, of: 1) == ids)
    #expect(try await scratch.store.related(relationship, of: [2, 1, 5]) == [1: ids, 2: ids])
    #expect(try await scratch.store.related(relationship, of: []) == [:])
    // Whoever shows one of them has to look again.
    #expect(added.changes.byEntity["user"]?.updated.sorted() == ids)
    #expect(added.changes.byEntity["course"]?.inserted == [1, 2])
    #expect(added.changes.byEntity["course"]?.updated == [])
    let images = try scratch.store.blockingRead { database in
      try RawStatement("SELECT count(*) FROM kartoteka_changes WHERE entity = 'courses_students'", in: database)
        .integer()
    }
    #expect(images == 0)
    #expect(try await scratch.store.fetch(Course.all.searching("zag")).count == 1)
    let undone = try await scratch.store.undo(try #require(added.changeSet), .screen)
    #expect(try await scratch.store.related(try #require(entity("user").relationship("studies")), of: ids[0]) == [])
    try await scratch.store.undo(try #require(undone.changeSet), .screen)
    #expect(try await scratch.store.related(relationship, of: 2) == ids)
  }

  @Test("Every record is shown, by id")
  func showing() async throws {
    let scratch = try Scratch()
    for name in ["C", "A", "B"] { _ = try await scratch.person(name, "X") }
    let names = try await scratch.store.perform(.code) { transaction in
      var names: [Value] = []
      try transaction.forEach(entity("user")) { names.append($0["firstName"]) }
      return names
    }
    #expect(names.value == [.text("C"), .text("A"), .text("B")])
  }
}
