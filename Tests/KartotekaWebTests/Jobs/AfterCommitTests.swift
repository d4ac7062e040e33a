import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Work after a commit", .timeLimit(.minutes(10)))
struct AfterCommitTests {
  private struct Letter: Entity {
    let text = Attribute<String>("Text", .required, .title)
  }

  /// What was sent.
  private final class Post: Sendable {
    let sent = Mutex<[String]>([])
  }

  private let post = Post()
  private let clock = SteppedClock()

  private var app: App {
    let post = post
    let send = Job(
      "send", title: "Send", doing: "Sending", failure: "It could not be sent", on: Letter.self, startsWithChange: true
    ) { _, letter in
      post.sent.withLock { $0.append(letter.text ?? "") }
      return "Sent"
    }
    return App("post", title: "Post", symbol: .mail, hue: 200, entities: [Letter.self], jobs: [send]) {
      Tab("Letters", symbol: .mail) { List(Letter.self, title: \.text) }
    }
  }

  private func open(_ url: URL) throws -> RunningApp {
    let app = app
    return RunningApp(app, on: try Store(app.description.model, at: url))
  }

  private func work(_ running: RunningApp, until isDone: @escaping @Sendable () async throws -> Bool) async throws {
    let runner = JobRunner([running], clock: clock.clock, logger: .quiet)
    let task = Task { try await runner.run() }
    while true {
      let last = running.store.feed.last
      if try await isDone() { break }
      await running.store.feed.wait(after: last)
    }
    task.cancel()
    try? await task.value
  }

  private func state(_ running: RunningApp) async throws -> QueuedJob.State? {
    let letter = try #require(running.store.model.entity(named: "letter"))
    return try await running.store.jobs(of: letter, id: 1).first?.state
  }

  @Test("work of a change that was committed before the process ended is done by the next one, with the last values")
  func restart() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "post.sqlite")
    do {
      let first = try open(url)
      var letter = Record<Letter>()
      letter.text = "Dear Anna"
      try await first.store.save(&letter)
      letter.text = "Dear Bo"
      try await first.store.save(&letter)
    }
    #expect(post.sent.withLock { $0 } == [])
    let second = try open(url)
    try await work(second) { try await state(second) == .done }
    #expect(post.sent.withLock { $0 } == ["Dear Bo"])
  }
}
