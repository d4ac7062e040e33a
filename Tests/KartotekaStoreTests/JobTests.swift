import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

/// A school in which every new course gets a job.
let busySchool: ModelDescription = {
  var model = school
  model.jobs = ["course": ["greet"]]
  return model
}()

@Suite("Background work that is kept", .serialized)
struct JobTests {
  let course = entity("course")

  func store() throws -> Store { try Store(inMemory: busySchool) }

  func add(_ name: String, to store: Store) async throws -> RecordID {
    var course = Record<Course>()
    course.name = name
    try await store.save(&course)
    return try #require(course.id)
  }

  func states(_ store: Store, _ id: RecordID) async throws -> [QueuedJob.State] {
    try await store.jobs(of: course, id: id).map(\.state)
  }

  @Test("a new record's job waits as soon as the record is there, and not when adding it failed")
  func added() async throws {
    let store = try store()
    let id = try await add("Algebra", to: store)
    let job = try #require(try await store.jobs(of: course, id: id).first)
    #expect(job.name == "greet" && job.entity == "course" && job.record == id && job.state == .waiting)
    #expect(job.attempts == 0 && job.progress == nil && job.error == nil && job.notBefore == nil)
    await #expect(throws: CancellationError.self) {
      _ = try await store.perform(.screen) { transaction in
        var other = AnyRecord(entity("course"))
        other["name"] = .text("Geometry")
        try transaction.insert(other)
        throw CancellationError()
      }
    }
    #expect(try await states(store, id + 1) == [])
    // Other entities have none.
    var user = Record<User>()
    (user.firstName, user.lastName) = ("Anna", "Nowak")
    try await store.save(&user)
    #expect(try await store.jobs(of: entity("user"), id: 1) == [])
  }

  @Test("many records that are added at once have a job each")
  func bulk() async throws {
    let store = try store()
    _ = try await store.perform(.import) { transaction in
      let insert = try transaction.bulkInsert(entity("course"))
      for number in 1...200 {
        var record = AnyRecord(entity("course"))
        record["name"] = .text("Course \(number)")
        for (position, value) in record.values.enumerated() { insert.bind(value, at: position) }
        try insert.insert()
      }
      try insert.finish()
    }
    var taken: [RecordID] = []
    while let job = try await store.takeJob("greet", now: Date()) { taken.append(job.record) }
    #expect(taken == Array(1...200))
  }

  @Test("a job that ran when the process ended begins again, whatever its step was", arguments: [false, true])
  func restart(hasProgress: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    var store: Store? = try Store(busySchool, at: url)
    let waiting = try await add("Algebra", to: #require(store))
    let running = try await add("Geometry", to: #require(store))
    let done = try await add("History", to: #require(store))
    let first = try #require(try await store?.takeJob("greet", for: course, id: done))
    try await store?.finish(first)
    let second = try #require(try await store?.takeJob("greet", for: course, id: running))
    if hasProgress { _ = try await store?.perform(.code) { try $0.progress(.init(3, of: 10), of: second) } }
    store = nil

    let next = try Store(busySchool, at: url)
    #expect(try await states(next, running) == [.running])
    try await next.releaseJobs("greet")
    #expect(try await states(next, waiting) == [.waiting])
    #expect(try await states(next, done) == [.done])
    let again = try #require(try await next.jobs(of: course, id: running).first)
    #expect(again.state == .waiting && again.attempts == 1)
    #expect(again.progress == (hasProgress ? .init(3, of: 10) : nil))
    #expect(try await next.takeJob("greet", now: Date())?.record == waiting)
    #expect(try await next.takeJob("greet", now: Date())?.record == running)
    // Who was thought to be gone and was not has lost it.
    try await next.finish(second)
    #expect(try await states(next, running) == [.running])
  }

  @Test("a new record with the number of a deleted one has a job of its own, whichever program deleted that")
  func reusedNumber() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    let store = try Store(busySchool, at: url)
    func addOnce() async throws {
      let id: RecordID = 1
      _ = try await store.perform(.code) { transaction in
        var course = AnyRecord(entity("course"))
        course.id = id
        course["name"] = .text("Algebra")
        try transaction.insert(course)
      }
      let job = try #require(try await store.takeJob("greet", now: Date()))
      try await store.finish(job)
      #expect(try await states(store, id) == [.done])
    }
    try await addOnce()
    try DatabaseFile(url).execute("DELETE FROM courses")
    try await addOnce()
    try await store.deleteAll(.screen)
    try await addOnce()
  }

  @Test("a job that failed temporarily waits until its time; one that failed permanently waits for a request")
  func failing() async throws {
    let store = try store()
    let id = try await add("Algebra", to: store)
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let job = try #require(try await store.takeJob("greet", now: now))
    try await store.fail(job, because: "The line was busy.", retry: now.addingTimeInterval(30))
    var kept = try #require(try await store.jobs(of: course, id: id).first)
    #expect(kept.state == .waiting && kept.error == "The line was busy." && kept.attempts == 1)
    #expect(try await store.nextJob("greet") == now.addingTimeInterval(30))
    #expect(try await store.takeJob("greet", now: now.addingTimeInterval(29)) == nil)
    let again = try #require(try await store.takeJob("greet", now: now.addingTimeInterval(30)))
    #expect(again.attempts == 2 && again.error == nil && again.notBefore == nil)

    try await store.fail(again, because: "The key was refused.", retry: nil)
    #expect(try await states(store, id) == [.failed])
    #expect(try await store.nextJob("greet") == nil)
    #expect(try await store.takeJob("greet", now: .distantFuture) == nil)
    try await store.request("greet", for: course, id: id)
    kept = try #require(try await store.jobs(of: course, id: id).first)
    #expect(kept.state == .waiting && kept.error == nil && kept.attempts == 0)
    #expect(try await store.takeJob("greet", now: now)?.record == id)
  }

  @Test("a request has a job that waits for a retry begin now, and does not affect one that runs")
  func requesting() async throws {
    let store = try store()
    let id = try await add("Algebra", to: store)
    let job = try #require(try await store.takeJob("greet", now: Date()))
    try await store.request("greet", for: course, id: id)
    #expect(try await states(store, id) == [.running])
    try await store.fail(job, because: "The line was busy.", retry: .distantFuture)
    try await store.request("greet", for: course, id: id)
    #expect(try await store.takeJob("greet", now: Date())?.record == id)
    await #expect(throws: StoreError.notFound(entity: "course", id: 99)) {
      try await store.request("greet", for: course, id: 99)
    }
    // Of a job that begins by nobody but a word, too.
    try await store.request("praise", for: course, id: id)
    #expect(try await store.takeJob("praise", now: Date())?.record == id)
  }

  @Test("those that nobody has asked for can be left out")
  func onlyRequested() async throws {
    let store = try store()
    let (first, second) = (try await add("Algebra", to: store), try await add("Geometry", to: store))
    #expect(try await store.nextJob("greet", onlyRequested: true) == nil)
    #expect(try await store.takeJob("greet", onlyRequested: true, now: Date()) == nil)
    try await store.request("greet", for: course, id: second)
    #expect(try await store.takeJob("greet", onlyRequested: true, now: Date())?.record == second)
    #expect(try await store.takeJob("greet", now: Date())?.record == first)
  }

  @Test("one request has all jobs begin that failed or wait for a retry, and none that is done")
  func requestingAll() async throws {
    let store = try store()
    for number in 1...3 { _ = try await add("Course \(number)", to: store) }
    let jobs = [
      try #require(try await store.takeJob("greet", now: Date())),
      try #require(try await store.takeJob("greet", now: Date())),
      try #require(try await store.takeJob("greet", now: Date())),
    ]
    try await store.fail(jobs[0], because: "The key was refused.", retry: nil)
    try await store.fail(jobs[1], because: "The line was busy.", retry: .distantFuture)
    try await store.finish(jobs[2])
    try await store.requestAgain("greet")
    #expect(try await store.takeJob("greet", now: Date())?.record == 1)
    #expect(try await store.takeJob("greet", now: Date())?.record == 2)
    #expect(try await store.takeJob("greet", now: Date()) == nil)
    let last = store.feed.last
    try await store.requestAgain("greet")
    #expect(store.feed.last == last)
  }

  @Test("a record that is deleted takes its job along, waiting or running, and does not bring it back")
  func deleting() async throws {
    let store = try store()
    let (first, second) = (try await add("Algebra", to: store), try await add("Geometry", to: store))
    let job = try #require(try await store.takeJob("greet", now: Date()))
    let changeSet = try await store.perform(.screen) { transaction in
      for id in [first, second] { try transaction.delete(entity("course"), id: id) }
    }.changeSet
    for id in [first, second] { #expect(try await states(store, id) == []) }
    #expect(try await store.perform(.code) { try $0.progress(.init(1, of: 2), of: job) }.value == false)
    try await store.finish(job)
    try await store.undo(#require(changeSet), .screen)
    #expect(try await store.count(Course.all) == 2)
    for id in [first, second] { #expect(try await states(store, id) == []) }
    #expect(try await store.takeJob("greet", now: Date()) == nil)
  }

  @Test("undoing the import that added records takes their jobs out")
  func undoing() async throws {
    let store = try store()
    let changeSet = try await store.perform(.import) { transaction in
      for name in ["Algebra", "Geometry"] {
        var course = AnyRecord(entity("course"))
        course["name"] = .text(name)
        try transaction.insert(course)
      }
    }.changeSet
    #expect(try await states(store, 1) == [.waiting])
    try await store.undo(#require(changeSet), .screen)
    #expect(try await store.nextJob("greet") == nil)
  }

  @Test("of a record that another program took away the job goes when its turn comes")
  func orphan() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    let store = try Store(busySchool, at: url)
    let id = try await add("Algebra", to: store)
    try DatabaseFile(url).execute("DELETE FROM courses WHERE id = \(id)")
    #expect(try await store.takeJob("greet", now: Date()) == nil)
    #expect(try await states(store, id) == [])
  }

  @Test("every step of a job is reported as a change of its record")
  func telling() async throws {
    let store = try store()
    let id = try await add("Algebra", to: store)
    func told(_ body: () async throws -> Void) async throws -> [RecordID] {
      let last = store.feed.last
      try await body()
      return (store.feed.commits(after: last) ?? []).flatMap { $0.changes.byEntity["course"]?.updated ?? [] }
    }
    var job: QueuedJob?
    #expect(try await told { job = try await store.takeJob("greet", now: Date()) } == [id])
    let taken = try #require(job)
    #expect(
      try await told { _ = try await store.perform(.code) { try $0.progress(.init(1, of: 2), of: taken) } } == [id])
    #expect(try await store.jobs(of: course, id: id).first?.progress == .init(1, of: 2))
    #expect(try await told { try await store.fail(taken, because: "No.", retry: nil) } == [id])
    #expect(try await told { try await store.request("greet", for: course, id: id) } == [id])
    let again = try #require(try await store.takeJob("greet", now: Date()))
    #expect(try await told { try await store.finish(again) } == [id])
    #expect(try await store.lastChangeSet()?.name == Phrase("Added {title}", ["title": .text("Algebra")]))
  }

  @Test("all attempts at a job make one change set, named for all of it; what was undone meanwhile stays undone")
  func oneChangeSet() async throws {
    let store = try store()
    let id = try await add("Algebra", to: store)
    func lesson(_ title: String, _ number: Int, _ job: QueuedJob) async throws -> Int64? {
      try await store.perform(.code) { transaction in
        #expect(try transaction.progress(.init(number, of: 3), of: job))
        transaction.name = Phrase("Added {count} lessons", ["count": .count(number)])
        var lesson = AnyRecord(entity("lesson"))
        lesson["title"] = .text(title)
        lesson["course"] = .integer(id)
        try transaction.insert(lesson)
      }.changeSet
    }
    let job = try #require(try await store.takeJob("greet", now: Date()))
    let changeSet = try #require(try await lesson("One", 1, job))
    try await store.releaseJobs("greet")
    let again = try #require(try await store.takeJob("greet", now: Date()))
    #expect(again.progress == .init(1, of: 3))
    #expect(try await lesson("Two", 2, again) == changeSet)
    // Saying how far it is alone leaves the change set's name.
    _ = try await store.perform(.code) { try $0.progress(.init(2, of: 3), of: again) }
    #expect(try await store.changeSet(changeSet)?.name == Phrase("Added {count} lessons", ["count": .count(2)]))
    try await store.undo(changeSet, .screen)
    #expect(try await store.count(Lesson.all) == 0)
    #expect(try await lesson("Three", 3, again) != changeSet)
    #expect(try await store.count(Lesson.all) == 1)
    #expect(try await store.changeSet(changeSet)?.undoneBy != nil)
    // Another round is another change set.
    try await store.finish(again)
    try await store.request("greet", for: course, id: id)
    let third = try #require(try await store.takeJob("greet", now: Date()))
    #expect(third.progress == nil)
  }

  @Test("a file of an earlier version gets the table; its records have no jobs")
  func migration() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    var store: Store? = try Store(busySchool, at: url)
    let old = try await add("Algebra", to: #require(store))
    store = nil
    try DatabaseFile(url).execute("DROP TABLE kartoteka_jobs")
    let next = try Store(busySchool, at: url)
    #expect(try await states(next, old) == [])
    let id = try await add("Geometry", to: next)
    #expect(try await states(next, id) == [.waiting])
  }
}
