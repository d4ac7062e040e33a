import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTTP
@testable import KartotekaStore
@testable import KartotekaWeb

@Suite("Background work in a running server", .timeLimit(.minutes(10)))
struct JobRunnerTests {
  private let bakery = Bakery()

  private func temporary(_ reason: Phrase = "The fire went out.", retryAt: Date? = nil) -> JobFailure {
    JobFailure(reason, isTemporary: true, retryAt: retryAt)
  }

  @Test("A new record's job runs in one change set, and its page is notified")
  func done() async throws {
    let running = try bakery.open()
    try await bakery.working(running) {
      let id = try await Bakery.add("Rye", to: running)
      try await Bakery.job(of: id, in: running) { $0.state == .done && $0.progress == .init(3, of: 3) }
    }
    #expect(try await running.store.count(Bakery.Slice.all) == 3)
    let changeSet = try #require(try await running.store.lastChangeSet())
    #expect(changeSet.name == Phrase("Baked {count} slices", ["count": .count(3)]) && changeSet.origin == .code)
    try await running.store.undo(changeSet.id, .screen)
    #expect(try await running.store.count(Bakery.Slice.all) == 0)
    #expect(try await running.store.count(Bakery.Loaf.all) == 1)
  }

  @Test("Waiting jobs run when the server starts, also those that another process has added")
  func others() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "bakery.sqlite")
    let running = try bakery.open(Store(bakery.app.description.model, at: url))
    let first = try await Bakery.add("Rye", to: running)
    try await bakery.working(running) { [bakery] in
      try await Bakery.job(of: first, in: running) { $0.state == .done }
      let other = try bakery.open(Store(bakery.app.description.model, at: url))
      let second = try await Bakery.add("Wheat", to: other)
      let poller = Task { try await ChangePoller(apps: [running], logger: .quiet, interval: .milliseconds(5)).run() }
      defer { poller.cancel() }
      try await Bakery.job(of: second, in: running) { $0.state == .done }
    }
    #expect(bakery.oven.attempts == ["Rye", "Wheat"])
  }

  @Test("A job that a shutdown interrupted continues after the next start")
  func shutdown() async throws {
    let running = try bakery.open()
    bakery.oven.expect(.waits(after: 2))
    let id = try await Bakery.add("Rye", to: running)
    try await bakery.working(running) {
      try await Bakery.job(of: id, in: running) { $0.progress == .init(2, of: 3) }
    }
    let left = try await Bakery.job(of: id, in: running) { _ in true }
    #expect(left.state == .waiting && left.attempts == 0 && left.error == nil)
    bakery.oven.expect(.bakes(1))
    try await bakery.working(running) { try await Bakery.job(of: id, in: running) { $0.state == .done } }
    #expect(try await running.store.count(Bakery.Slice.all) == 3)
  }

  @Test("A job that was interrupted by a kill continues")
  func killed() async throws {
    let running = try bakery.open()
    let id = try await Bakery.add("Rye", to: running)
    let taken = try #require(try await running.store.takeJob("bake", now: bakery.clock.now))
    _ = try await running.store.perform(.code) { try $0.progress(.init(2, of: 3), of: taken) }
    bakery.oven.expect(.bakes(1))
    try await bakery.working(running) { try await Bakery.job(of: id, in: running) { $0.state == .done } }
    let slices = try await running.store.fetch(Bakery.Slice.all)
    #expect(slices.map(\.number) == [3])
  }

  @Test("Temporary failures are retried with increasing delays, and the reason is shown")
  func retries() async throws {
    let running = try bakery.open()
    bakery.oven.expect(.fails(after: 1, temporary()), .fails(after: 0, temporary("It rains in.")), .bakes(2))
    let (oven, clock) = (bakery.oven, bakery.clock)
    try await bakery.working(running) {
      let id = try await Bakery.add("Rye", to: running)
      let first = try await Bakery.job(of: id, in: running) { $0.error != nil }
      #expect(first.state == .waiting && first.error == "The fire went out.")
      #expect(first.notBefore == clock.now.addingTimeInterval(30))
      while !clock.awaited.contains(clock.now.addingTimeInterval(30)) { await Task.yield() }
      #expect(oven.attempts.count == 1)
      clock.advance(30)
      let second = try await Bakery.job(of: id, in: running) { $0.error == "It rains in." }
      #expect(second.notBefore == clock.now.addingTimeInterval(120) && second.attempts == 2)
      while !clock.awaited.contains(clock.now.addingTimeInterval(120)) { await Task.yield() }
      clock.advance(120)
      let last = try await Bakery.job(of: id, in: running) { $0.state == .done }
      #expect(last.error == nil && last.progress == .init(3, of: 3))
    }
    #expect(bakery.oven.attempts.count == 3)
    #expect(try await running.store.count(Bakery.Slice.all) == 3)
  }

  @Test("A service with Retry-After is not used before")
  func retryAt() async throws {
    let running = try bakery.open()
    let clock = bakery.clock
    bakery.oven.expect(.fails(after: 0, temporary(retryAt: clock.now.addingTimeInterval(3_600))))
    try await bakery.working(running) {
      let id = try await Bakery.add("Rye", to: running)
      let failed = try await Bakery.job(of: id, in: running) { $0.error != nil }
      #expect(failed.notBefore == clock.now.addingTimeInterval(3_600))
    }
  }

  @Test("A job that fails too often is not retried")
  func givesUp() async throws {
    let running = try bakery.open()
    let clock = bakery.clock
    let id = try await Bakery.add("Rye", to: running)
    for _ in 0..<9 { bakery.oven.expect(.fails(after: 0, temporary())) }
    try await bakery.working(running) {
      for attempt in 1...8 {
        let job = try await Bakery.job(of: id, in: running) { $0.attempts == attempt && $0.state != .running }
        #expect(job.state == .waiting)
        while !clock.awaited.contains(job.notBefore ?? .distantPast) { await Task.yield() }
        clock.advance(14_400)
      }
      try await Bakery.job(of: id, in: running) { $0.state == .failed && $0.attempts == 9 }
    }
  }

  @Test("A permanent failure is retried only on request")
  func stops() async throws {
    let running = try bakery.open()
    bakery.oven.expect(.fails(after: 1, JobFailure("The flour is gone.")))
    let (oven, clock) = (bakery.oven, bakery.clock)
    try await bakery.working(running) {
      let id = try await Bakery.add("Rye", to: running)
      let failed = try await Bakery.job(of: id, in: running) { $0.state == .failed }
      #expect(failed.error == "The flour is gone." && failed.notBefore == nil)
      clock.advance(1_000_000)
      let other = try await Bakery.add("Wheat", to: running)
      try await Bakery.job(of: other, in: running) { $0.state == .done }
      #expect(oven.attempts == ["Rye", "Wheat"])
      oven.expect(.bakes(2))
      let loaf = try #require(running.store.model.entity(named: "loaf"))
      try await running.store.request("bake", for: loaf, id: id)
      try await Bakery.job(of: id, in: running) { $0.state == .done }
    }
    #expect(try await running.store.count(Bakery.Slice.all) == 6)
  }

  @Test("no more are done at once than the job allows, and none twice")
  func limit() async throws {
    let running = try bakery.open()
    let oven = bakery.oven
    oven.expect(.waits(after: 0), .waits(after: 0))
    for number in 1...5 { _ = try await Bakery.add("Loaf \(number)", to: running) }
    try await bakery.working(running) {
      while oven.running < 2 { await Task.yield() }
      for _ in 0..<100 { await Task.yield() }
      #expect(oven.attempts.sorted() == ["Loaf 1", "Loaf 2"])
    }
    try await bakery.working(running) {
      for id in 1...5 as ClosedRange<RecordID> { try await Bakery.job(of: id, in: running) { $0.state == .done } }
    }
    #expect(oven.most == 2)
    #expect(oven.attempts.dropFirst(2).sorted() == (1...5).map { "Loaf \($0)" })
    #expect(try await running.store.count(Bakery.Slice.all) == 15)
  }

  @Test("A job with an obstacle waits silently, and begins after a change of settings")
  func hindered() async throws {
    let running = try bakery.open()
    let oven = bakery.oven
    oven.isHindered = true
    try await bakery.working(running) {
      let id = try await Bakery.add("Rye", to: running)
      // Each commit has it looked at again.
      _ = try await Bakery.add("Wheat", to: running)
      for _ in 0..<100 { await Task.yield() }
      let job = try await Bakery.job(of: id, in: running) { _ in true }
      #expect(job.state == .waiting && job.error == nil && oven.attempts == [])
      oven.isHindered = false
      running.store.feed.publish(Changes(settings: true))
      try await Bakery.job(of: id, in: running) { $0.state == .done }
    }
  }

  @Test("A refused job is retried after a change of settings")
  func set() async throws {
    let running = try bakery.open()
    bakery.oven.expect(.fails(after: 0, JobFailure("The key was refused.")))
    try await bakery.working(running) {
      let id = try await Bakery.add("Rye", to: running)
      try await Bakery.job(of: id, in: running) { $0.state == .failed }
      running.store.feed.publish(Changes(settings: true))
      try await Bakery.job(of: id, in: running) { $0.state == .done }
    }
  }

  @Test("Jobs that don't begin automatically begin on request")
  func idle() async throws {
    let running = try bakery.open()
    let oven = bakery.oven
    oven.isIdle = true
    try await bakery.working(running) {
      _ = try await Bakery.add("Rye", to: running)
      let id = try await Bakery.add("Wheat", to: running)
      let loaf = try #require(running.store.model.entity(named: "loaf"))
      try await running.store.request("bake", for: loaf, id: id)
      try await Bakery.job(of: id, in: running) { $0.state == .done }
      #expect(oven.attempts == ["Wheat"])
    }
  }

  @Test("a record that is deleted meanwhile ends its job; others go on")
  func gone() async throws {
    let running = try bakery.open()
    let clock = bakery.clock
    bakery.oven.expect(.fails(after: 1, temporary()))
    try await bakery.working(running) {
      let id = try await Bakery.add("Rye", to: running)
      try await Bakery.job(of: id, in: running) { $0.error != nil }
      let loaf = try #require(running.store.model.entity(named: "loaf"))
      _ = try await running.store.perform(.screen) { try $0.delete(loaf, id: id) }
      clock.advance(60)
      let other = try await Bakery.add("Wheat", to: running)
      try await Bakery.job(of: other, in: running) { $0.state == .done }
    }
    #expect(bakery.oven.attempts == ["Rye", "Wheat"])
  }
}
