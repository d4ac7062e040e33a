import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Retention of the history")
struct RetentionTests {
  private func images(_ store: Store) throws -> Int64? {
    try store.blockingRead { try RawStatement("SELECT count(*) FROM kartoteka_changes", in: $0).integer() }
  }

  @Test("images that are too old are removed; their change sets stay, can't be undone and say why")
  func age() async throws {
    let scratch = try Scratch()
    let store = scratch.store
    _ = try await scratch.person("Anna", "Nowak")
    let old = try #require(try await store.lastChangeSet())
    #expect(try await store.pruneHistory() == PrunedHistory(changeSets: 0, files: 0))
    let later = Date(timeIntervalSinceNow: 91 * 86_400)
    #expect(try await store.pruneHistory(now: later).changeSets == 1)
    #expect(try images(store) == 0)
    #expect(try await store.changeSet(old.id)?.removal == .age)
    #expect(try await store.changeSet(old.id)?.name == old.name)
    await #expect(throws: StoreError.cannotUndo(ChangeSet.Removal.age.phrase)) { try await store.undo(old.id, .screen) }
    // Once is enough, and what is done since is kept.
    _ = try await scratch.person("Jan", "Kos")
    #expect(try await store.pruneHistory().changeSets == 0)
    try await store.undo(try #require(try await store.lastChangeSet()).id, .screen)
  }

  @Test("the oldest images are removed while all take too much, but none of the last day")
  func size() async throws {
    var options = StoreOptions()
    options.history.bytes = 1_000
    let store = try Store(inMemory: school, options: options)
    var changeSets: [Int64] = []
    for number in 1...10 {
      changeSets.append(
        try #require(
          try await store.perform(.code) { transaction in
            var course = AnyRecord(entity("course"))
            course["name"] = .text("Course \(number) " + String(repeating: "x", count: 100))
            try transaction.insert(course)
          }.changeSet))
    }
    #expect(try await store.pruneHistory().changeSets == 0)
    let pruned = try await store.pruneHistory(now: Date(timeIntervalSinceNow: 2 * 86_400)).changeSets
    #expect(pruned > 3 && pruned < 10)
    #expect(try await store.changeSet(changeSets[0])?.removal == .size)
    #expect(try await store.changeSet(changeSets[9])?.removal == nil)
    try await store.undo(changeSets[9], .screen)
  }

  @Test("a picture within the database is in it once, is restored by undo, and goes with the images")
  func pictures() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let bytes = Gallery.bytes(900)
    let painting = try await gallery.hang("A", bytes)
    func rows(_ sql: String) throws -> [String] { try DatabaseFile(gallery.database).rows(sql) }
    #expect(try rows("SELECT count(*) FROM kartoteka_image_blobs") == ["0"])
    #expect(try rows("SELECT max(length(after)) < 400 FROM kartoteka_changes") == ["1"])
    try await gallery.store.delete(painting)
    let deleted = try #require(try await gallery.store.lastChangeSet())
    try await gallery.hang("B", bytes)
    let again = try await gallery.store.fetch(FetchRequest<Painting>())
    for painting in again { try await gallery.store.delete(painting) }
    // Both deletions would restore the same bytes.
    #expect(try rows("SELECT count(*), sum(length(bytes)) FROM kartoteka_image_blobs") == ["1|900"])
    let undone = try await gallery.store.undo(deleted.id, .screen)
    #expect(try await gallery.store.record(Painting.self, id: painting.id ?? 0)?.picture == Data(bytes))
    try await gallery.store.undo(try #require(undone.changeSet), .screen)
    try await gallery.store.pruneHistory(until: Date())
    #expect(try rows("SELECT count(*) FROM kartoteka_image_blobs") == ["0"])
  }

  @Test("a changed picture within the database stands in the way of undo like any other value")
  func changedPicture() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    var painting = try await gallery.hang("A", Gallery.bytes(900))
    let added = try #require(try await gallery.store.lastChangeSet())
    painting.picture = Data(Gallery.bytes(900, 1))
    try await gallery.store.save(&painting)
    await #expect(throws: StoreError.self) { try await gallery.store.undo(added.id, .screen) }
  }
}

@Suite("History, read and deleted for good")
struct HistoryTests {
  @Test("a record's history says what each change set changed, the newest first, page by page")
  func record() async throws {
    let scratch = try Scratch()
    var anna = try await scratch.person("Anna", "Byron")
    anna.lastName = "Lovelace"
    try await scratch.store.save(&anna)
    let id = try #require(anna.id)
    try await scratch.store.delete(anna)
    _ = try await scratch.person("Jan", "Kos")
    let history = try await scratch.store.history(of: entity("user"), id: id)
    #expect(history.total == 3 && history.next == nil)
    #expect(history.items.map { $0.changes.map(\.operation) } == [[.delete], [.update], [.insert]])
    let field = try #require(history.items[1].changes.first?.fields.first)
    #expect(field.name == "lastName" && field.before == .text("Byron") && field.after == .text("Lovelace"))
    let first = try await scratch.store.history(of: entity("user"), id: id, limit: 2)
    let next = try #require(first.next)
    let rest = try await scratch.store.history(of: entity("user"), id: id, before: next, limit: 2)
    #expect((first.items + rest.items).map(\.changeSet.id) == history.items.map(\.changeSet.id))
    #expect(try await scratch.store.history().total == 4)
  }

  @Test("The history of a record has its deleted parts, which an index of their images finds")
  func deletedParts() async throws {
    let scratch = try Scratch()
    let (algebra, logic) = (try await scratch.course("Algebra"), try await scratch.course("Logic"))
    for course in [algebra, logic] {
      var lesson = Record<Lesson>()
      lesson.title = "First"
      lesson.course = course.id
      try await scratch.store.save(&lesson)
      try await scratch.store.delete(lesson)
    }
    let recorder = StatementRecorder()
    let history = try await StatementRecorder.$current.withValue(recorder) {
      try await scratch.store.history(of: entity("course"), id: try #require(algebra.id))
    }
    #expect(history.items.map { $0.changes.map(\.entity) } == [["lesson"], ["lesson"], ["course"]])
    let steps = recorder.statements.flatMap(\.plan).map(\.detail).filter { $0.contains("kartoteka_changes") }
    #expect(steps.contains { $0.contains("INDEX kartoteka_changes_of_lessons__course_id (") }, "\(steps)")
    #expect(steps.allSatisfy { $0.hasPrefix("SEARCH") && !$0.hasSuffix("(entity=?)") }, "\(steps)")
  }

  @Test("links and bulk imports are in a record's history")
  func linksAndRanges() async throws {
    let scratch = try Scratch()
    let anna = try #require(try await scratch.person("Anna", "Nowak").id)
    _ = try await scratch.store.perform(.import) { transaction in
      let bulk = try transaction.bulkInsert(entity("course"))
      for name in ["A", "B"] {
        for (position, column) in entity("course").columns.enumerated() {
          bulk.bind(column.name == "name" ? .text(name) : .null, at: position)
        }
        try bulk.insert()
      }
      try bulk.finish()
    }
    let relationship = try #require(entity("course").relationship("students"))
    _ = try await scratch.store.perform(.screen) {
      try $0.link(entity("course"), relationship, of: 2, to: anna)
    }
    let history = try await scratch.store.history(of: entity("course"), id: 2)
    #expect(history.items.count == 2)
    let link = try #require(history.items.first?.changes.first?.fields.first)
    #expect(link.isLink && link.name == "students" && link.after == .integer(anna))
    #expect(history.items.last?.changes.first?.last == 2)
    #expect(try await scratch.store.history(of: entity("course"), id: 1).total == 1)
  }

  @Test("a deleted record's history is deleted for good: nothing of it is left in the file, and nothing is undone")
  func purge() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let store = scratch.store
    var anna = try await scratch.person("Zdzisława", "Wyrwidąb")
    let id = try #require(anna.id)
    anna.lastName = "Wyrwidąbska"
    try await store.save(&anna)
    try await store.delete(anna)
    let deleted = try #require(try await store.lastChangeSet())
    _ = try await scratch.person("Jan", "Kos")
    let kept = try #require(try await store.lastChangeSet())
    let purged = try await store.purgeHistory(.record(entity("user"), id))
    #expect(purged.changeSets == 3)
    #expect(try await store.history(of: entity("user"), id: id).total == 0)
    await #expect(throws: StoreError.cannotUndo(ChangeSet.Removal.request.phrase)) {
      try await store.undo(deleted.id, .screen)
    }
    let backup = scratch.folder.appending(path: "backup")
    try store.backup(to: backup)
    let bytes = try Data(contentsOf: backup)
    #expect(bytes.range(of: Data("Wyrwidąb".utf8)) == nil)
    #expect(bytes.range(of: Data("Kos".utf8)) != nil)
    try await store.undo(kept.id, .screen)
  }

  @Test("the history of an entity, or from before a moment, is deleted with rejected rows")
  func purgeMore() async throws {
    let scratch = try Scratch()
    let store = scratch.store
    _ = try await scratch.person("Anna", "Nowak")
    _ = try await scratch.course("Algebra")
    _ = try await store.perform(.import) { transaction in
      let importID = try transaction.recordImport("Imported users.csv", options: "", files: [])
      try transaction.recordRejectedRow(
        of: importID, layout: transaction.layout(of: entity("user"), "[]"), file: "users.csv", line: 2, record: nil,
        raw: "Anna;?", faults: "[]", missing: [])
    }
    let users = try await store.purgeHistory(.entity(entity("user")))
    #expect(users.changeSets == 1 && users.rejectedRows == 1)
    #expect(try await store.history(of: entity("course"), id: 1).total == 1)
    let all = try await store.purgeHistory(.before(Date(timeIntervalSinceNow: 60)))
    #expect(all.changeSets == 2)
    #expect(try await store.history(of: entity("course"), id: 1).total == 0)
    #expect(try await store.record(Course.self, id: 1)?.name == "Algebra")
  }
}
