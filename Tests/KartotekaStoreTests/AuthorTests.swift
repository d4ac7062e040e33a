import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Who made a change set")
struct AuthorTests {
  private let anna = Author(id: 3, name: "Anna \"A\" / Ł")
  private let bob = Author(id: 31, name: "Bob")

  @Test("A change set has the author of its task, as of then, and none without one")
  func author() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try await scratch.course("Yoga")
    #expect(try await scratch.store.lastChangeSet()?.author == nil)
    _ = try await Author.$current.withValue(anna) { try await scratch.course("Music") }
    let made = try #require(try await scratch.store.lastChangeSet())
    #expect(made.author == anna)
    #expect(made.person == anna.name)
    let undone = try await Author.$current.withValue(bob) { try await scratch.store.undo(made.id, .code) }
    #expect(try await scratch.store.changeSet(try #require(undone.changeSet))?.author == bob)
    #expect(try await scratch.store.changeSet(made.id)?.author == anna)
  }

  @Test("Writes that share a transaction keep their authors")
  func shared() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = scratch.store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...40 {
        group.addTask {
          let author = number % 3 == 0 ? nil : Author(id: Int64(number), name: "Person \(number)")
          let made = try await Author.$current.withValue(author) {
            try await store.perform(.code) { transaction in
              transaction.name = Phrase("Change {number}", ["number": .text(String(number))])
              try insert("Course \(number)", transaction)
            }
          }
          let changeSet = try #require(made.changeSet)
          #expect(try await store.changeSet(changeSet)?.author == author)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("A change in several transactions keeps who began it, also when it is taken back")
  func parts() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let store = scratch.store
    struct Stopped: Error {}
    let made = try await Author.$current.withValue(anna) {
      try await store.performInParts(.import) { part -> Bool? in
        try insert("Course", part.transaction)
        return part.isFirst ? nil : true
      }
    }
    #expect(try await store.changeSet(try #require(made.changeSet))?.author == anna)
    await #expect(throws: Stopped.self) {
      try await Author.$current.withValue(bob) {
        try await store.performInParts(.import) { part -> Bool? in
          guard part.isFirst else { throw Stopped() }
          try insert("Another course", part.transaction)
          return nil
        }
      }
    }
    let page = try await store.changeSets(ChangeSetFilter(), limit: 10)
    #expect(page.changeSets.map(\.author) == [bob, bob, anna])
  }

  @Test("A list has the change sets of a person and of some days")
  func filter() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = scratch.store
    for author in [anna, bob, nil, Author(id: nil, name: "root"), anna] {
      _ = try await Author.$current.withValue(author) { try await scratch.course("Course") }
    }
    func ids(_ filter: ChangeSetFilter) async throws -> [Int64] {
      try await store.changeSets(filter, limit: 10).changeSets.map(\.id)
    }
    #expect(try await ids(ChangeSetFilter(person: 3)) == [5, 1])
    #expect(try await ids(ChangeSetFilter(person: 31)) == [2])
    #expect(try await ids(ChangeSetFilter(person: 4)) == [])
    let times = try await store.changeSets(ChangeSetFilter(), limit: 10).changeSets.map(\.at)
    #expect(try await ids(ChangeSetFilter(from: times[0] + 1)) == [])
    #expect(try await ids(ChangeSetFilter(to: times[4])) == [])
    #expect(try await ids(ChangeSetFilter(person: 3, from: times[4], to: times[0] + 1)) == [5, 1])
  }

  @Test("The people of all change sets are known, the last one first, each once by the newest name, however old it is")
  func people() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let store = scratch.store
    #expect(try await store.authors().isEmpty)
    let renamed = Author(id: 3, name: "Anne")
    for author in [anna, Author(id: 4, name: "Zoe"), bob, nil, Author(id: nil, name: "root"), renamed, bob] {
      _ = try await Author.$current.withValue(author) { try await scratch.course("Course") }
    }
    let zoe = Author(id: 4, name: "Zoe")
    #expect(try await store.authors() == [bob, renamed, zoe])
    // Many newer change sets hide nobody.
    let file = try DatabaseFile(scratch.folder.appending(path: "school.sqlite"))
    try file.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) \
      INSERT INTO kartoteka_deeds (at, way, name) SELECT '2026-01-01T00:00:00.000Z', 'code', '{}' FROM n
      """)
    #expect(try await store.authors() == [bob, renamed, zoe])
  }

  @Test("A file of an earlier version gets the index of its people when it is opened; without it the newest are found")
  func earlierFile() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    _ = try await Author.$current.withValue(anna) { try await scratch.course("Course") }
    let url = scratch.folder.appending(path: "school.sqlite")
    let file = try DatabaseFile(url)
    let indices = "SELECT name FROM sqlite_master WHERE name = '\(UndoLog.peopleIndex)'"
    #expect(try file.rows(indices).count == 1)
    try file.execute("DROP INDEX \(UndoLog.peopleIndex)")
    #expect(try await scratch.store.authors() == [anna])
    let again = try Store(school, at: url)
    #expect(try file.rows(indices).count == 1)
    #expect(try await again.authors() == [anna])
  }

  @Test("The stored text begins with the number, and a text of another form is a name")
  func texts() throws {
    for author in [anna, bob, Author(id: nil, name: "root")] { #expect(Author(text: try author.text) == author) }
    #expect(try anna.text.hasPrefix(Author.start(of: 3)))
    #expect(try !bob.text.hasPrefix(Author.start(of: 3)))
    #expect(Author(text: "Zoe") == Author(id: nil, name: "Zoe"))
  }

  @Test("No change set has values of entities without history")
  func withoutHistory() async throws {
    var options = StoreOptions()
    options.entitiesWithoutHistory = ["course"]
    let store = try Store(inMemory: school, options: options)
    let outcome = try await store.perform(.code) { transaction in
      var course = try insert("Secret", transaction)
      course.name = "Another secret"
      try transaction.update(course)
      try transaction.delete(course)
    }
    #expect(outcome.changeSet == nil)
    #expect(try await store.lastChangeSet() == nil)
  }
}

@discardableResult
private func insert(_ name: String, _ transaction: Transaction) throws -> Record<Course> {
  var course = Record<Course>()
  course.name = name
  try transaction.insert(&course)
  return course
}

@Suite("Who asked for a job")
struct JobAuthorTests {
  private let anna = Author(id: 3, name: "Anna")
  private let bob = Author(id: 4, name: "Bob")

  /// Runs the job of a course.
  /// - Returns: the author of its change set.
  private func run(_ store: Store, _ id: RecordID) async throws -> Author? {
    let job = try #require(try await store.takeJob("tidy", now: Date()))
    let made = try await store.perform(.code) { transaction in
      #expect(try transaction.progress(QueuedJob.Progress(1, of: 1), of: job))
      var course = try #require(try transaction.record(Course.self, id: id))
      course.subject = (course.subject ?? "") + "x"
      try transaction.update(course)
    }
    try await store.finish(job)
    return try await store.changeSet(try #require(made.changeSet))?.author
  }

  @Test("What a job changes has the author who asked for it, else who changed its record last")
  func author() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = scratch.store
    let course = try await Author.$current.withValue(bob) { try await scratch.course("Yoga") }
    let id = try #require(course.id)
    try await store.request("tidy", for: entity("course"), id: id)
    #expect(try await run(store, id) == bob)
    try await Author.$current.withValue(anna) { try await store.request("tidy", for: entity("course"), id: id) }
    #expect(try await run(store, id) == anna)
    // Who asked the last time asks no more.
    try await Author.$current.withValue(bob) {
      _ = try await store.perform(.code) { transaction in
        var course = try #require(try transaction.record(Course.self, id: id))
        course.subject = "Body"
        try transaction.update(course)
      }
    }
    try await store.request("tidy", for: entity("course"), id: id)
    #expect(try await run(store, id) == bob)
  }
}
