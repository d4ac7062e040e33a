import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

/// Workers that take jobs, and take them over.
extension JobTests {
  @Test("a job that one worker took is not given to another, and runs once")
  func taking() async throws {
    let store = try store()
    let (first, second) = (try await add("Algebra", to: store), try await add("Geometry", to: store))
    let one = try #require(try await store.takeJob("greet", now: Date()))
    let other = try #require(try await store.takeJob("greet", now: Date()))
    #expect([one.record, other.record] == [first, second])
    #expect(one.state == .running && one.attempts == 1)
    #expect(try await store.takeJob("greet", now: Date()) == nil)
    #expect(try await store.takeJob("greet", for: course, id: first) == nil)
    try await store.finish(one)
    #expect(try await states(store, first) == [.done])
    #expect(try await store.takeJob("greet", now: Date()) == nil)
    #expect(try await store.takeJob("another", now: Date()) == nil)
  }

  @Test("two who ask at the same time get different jobs")
  func race() async throws {
    let store = try store()
    for number in 1...20 { _ = try await add("Course \(number)", to: store) }
    let taken = try await withThrowingTaskGroup(of: [RecordID].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var mine: [RecordID] = []
          while let job = try await store.takeJob("greet", now: Date()) { mine.append(job.record) }
          return mine
        }
      }
      return try await group.reduce(into: [RecordID]()) { $0 += $1 }
    }
    #expect(taken.sorted() == Array(1...20))
  }

  @Test("a silent owner whose job was taken over neither finishes nor fails the new owner's attempt")
  func takeover() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    let store = try Store(busySchool, at: url)
    let id = try await add("Algebra", to: store)
    let silent = try #require(try await store.takeJob("greet", for: course, id: id))
    try DatabaseFile(url).execute("UPDATE kartoteka_jobs SET changed = '2020-01-01T00:00:00Z'")
    let new = try #require(try await store.takeJob("greet", for: course, id: id))
    try await store.finish(silent)
    #expect(try await states(store, id) == [.running])
    try await store.fail(silent, because: "No.", retry: nil)
    #expect(try await store.perform(.code) { try $0.progress(.init(1, of: 2), of: silent) }.value == false)
    #expect(try await states(store, id) == [.running])
    try await store.finish(new)
    #expect(try await states(store, id) == [.done])
  }

  @Test("An owner that was silent for long changes nothing of the job's next owner, however often somebody asked again")
  func fence() async throws {
    for requests in 1...3 {
      let store = try store()
      let id = try await add("Algebra", to: store)
      let old = try #require(try await store.takeJob("greet", now: Date()))
      try store.writer.writeHere {
        try $0.execute("UPDATE kartoteka_jobs SET changed = '2020-01-01T00:00:00.000Z'")
      }
      for _ in 1...requests { try await store.request("greet", for: course, id: id) }
      let new = try #require(try await store.takeJob("greet", now: Date()))
      #expect(new.attempts == (requests == 1 ? 2 : 1))
      let mayGoOn = try await store.perform(.code) { try $0.progress(.init(1, of: 2), of: old) }.value
      #expect(!mayGoOn)
      try await store.finish(old)
      try await store.fail(old, because: "x", retry: nil)
      try await store.release(old)
      #expect(try await states(store, id) == [.running])
      try await store.finish(new)
      #expect(try await states(store, id) == [.done])
    }
  }

  @Test("Another process takes a job over, somebody asks again, and its first owner is out")
  func fenceOfRelease() async throws {
    let store = try store()
    let id = try await add("Algebra", to: store)
    let old = try #require(try await store.takeJob("greet", now: Date()))
    try await store.releaseJobs("greet")
    try await store.request("greet", for: course, id: id)
    let new = try #require(try await store.takeJob("greet", now: Date()))
    try await store.finish(old)
    #expect(try await states(store, id) == [.running])
    // An attempt that was interrupted doesn't count, and asking again begins anew.
    try await store.release(new)
    let third = try #require(try await store.takeJob("greet", now: Date()))
    #expect(third.attempts == 1)
    try await store.fail(third, because: "x", retry: nil)
    try await store.requestAgain("greet")
    #expect(try await store.takeJob("greet", now: Date())?.attempts == 1)
  }
}
