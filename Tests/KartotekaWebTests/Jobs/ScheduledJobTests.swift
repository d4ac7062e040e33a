import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaStore
@testable import KartotekaWeb

@Suite("Jobs with a schedule", .timeLimit(.minutes(10)))
struct ScheduledJobTests {
  private struct Note: Entity {
    let text = Attribute<String>("Text", .required, .title)
  }

  /// When the job ran, by the clock of the test, and the errors of the next attempts.
  private final class Runs: Sendable {
    private let state = Mutex((times: [Date](), errors: [any Error]()))

    var times: [Date] { state.withLock { $0.times } }

    func expect(_ errors: any Error...) { state.withLock { $0.errors += errors } }

    func run(at time: Date) throws {
      let error = state.withLock { state in
        state.times.append(time)
        return state.errors.isEmpty ? nil : state.errors.removeFirst()
      }
      if let error { throw error }
    }
  }

  private let runs = Runs()
  private let clock = SteppedClock()
  private let app: App

  init() {
    let (runs, clock) = (runs, clock)
    let job = Job("write", every: .minutes(60)) { run in
      try runs.run(at: clock.now)
      _ = try await run.store.perform(.code) { transaction in
        var note = Record<Note>()
        note.text = "Hourly"
        try transaction.insert(&note)
      }
    }
    app = App("notes", title: "Notes", symbol: .book, hue: 30, entities: [Note.self], jobs: [job]) {
      Tab("Notes", symbol: .book) { List(Note.self, title: \.text).sorted(by: \.text) }
    }
  }

  private func open(_ store: Store? = nil) throws -> RunningApp {
    RunningApp(app, on: try store ?? Store(inMemory: app.description.model))
  }

  private func working(_ servers: [RunningApp], _ body: () async throws -> Void) async throws {
    let tasks = servers.map { server in
      Task { [clock] in try await JobRunner([server], clock: clock.clock, logger: .quiet).run() }
    }
    try await body()
    for task in tasks { task.cancel() }
    for task in tasks { try await task.value }
  }

  private var nextHour: Date { JobSchedule.minutes(60).next(after: clock.now) }

  /// Lets the time come for which the job waits.
  private func pass(until time: Date) async {
    while !clock.awaited.contains(time) { await Task.yield() }
    clock.advance(time.timeIntervalSince(clock.now))
  }

  private func job(of server: RunningApp, _ isSo: @Sendable (QueuedJob) -> Bool) async throws {
    while true {
      let job = try await server.store.readingJobs { try $0.jobs(where: "job = 'write'") }.first
      if let job, isSo(job) { return }
      await Task.yield()
    }
  }

  @Test("run at their times, each time on one of the servers, and each run is a change that can be undone")
  func once() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "notes.sqlite")
    let servers = try (1...2).map { _ in try open(Store(app.description.model, at: url)) }
    let first = nextHour
    let times = (0..<3).map { first.addingTimeInterval(Double($0) * 3_600) }
    try await working(servers) {
      for time in times {
        await pass(until: time)
        try await job(of: servers[0]) { $0.state == .waiting && $0.notBefore == time.addingTimeInterval(3_600) }
      }
    }
    #expect(runs.times == times)
    #expect(try await servers[1].store.count(Note.all) == 3)
    let last = try #require(try await servers[0].store.lastChangeSet())
    try await servers[0].store.undo(last.id, .screen)
    #expect(try await servers[0].store.count(Note.all) == 2)
  }

  @Test("are made up for once at the next start, if no server ran at their times")
  func missed() async throws {
    let server = try open()
    let first = nextHour
    try await working([server]) { try await job(of: server) { $0.notBefore == first } }
    clock.advance(5 * 3_600)
    let next = nextHour
    try await working([server]) { try await job(of: server) { $0.notBefore == next } }
    #expect(runs.times == [clock.now])
  }

  @Test("are tried again after a failure that may pass, and after another one at their next time")
  func failures() async throws {
    let server = try open()
    let first = nextHour
    runs.expect(JobFailure("It rains in.", isTemporary: true), JobFailure("The flour is gone."))
    try await working([server]) {
      await pass(until: first)
      try await job(of: server) { $0.error == "It rains in." }
      await pass(until: first.addingTimeInterval(30))
      let next = first.addingTimeInterval(3_600)
      try await job(of: server) { $0.error == "The flour is gone." && $0.notBefore == next }
      await pass(until: next)
      try await job(of: server) { $0.error == nil && $0.notBefore == next.addingTimeInterval(3_600) }
    }
    #expect(runs.times == [first, first.addingTimeInterval(30), first.addingTimeInterval(3_600)])
    #expect(try await server.store.count(Note.all) == 1)
  }

  @Test("stay when all data are deleted, and begin again if the server ended meanwhile")
  func interrupted() async throws {
    let server = try open()
    let first = nextHour
    try await working([server]) { try await job(of: server) { $0.notBefore == first } }
    _ = try await server.store.perform(.code) { try $0.jobs.removeAll() }
    clock.advance(3_600)
    #expect(try await server.store.takeJob("write", now: clock.now)?.state == .running)
    let next = nextHour
    try await working([server]) { try await job(of: server) { $0.state == .waiting && $0.notBefore == next } }
    #expect(runs.times == [clock.now])
  }

  @Test("follow a schedule that has changed, unless their time has come already")
  func changed() async throws {
    let server = try open()
    let (now, first) = (clock.now, nextHour)
    try await server.store.schedule("write", at: first, now: now, isStart: true)
    try await server.store.schedule("write", at: first.addingTimeInterval(60), now: now, isStart: false)
    try await job(of: server) { $0.notBefore == first }
    try await server.store.schedule("write", at: first.addingTimeInterval(60), now: now, isStart: true)
    try await job(of: server) { $0.notBefore == first.addingTimeInterval(60) }
    let late = first.addingTimeInterval(120)
    try await server.store.schedule("write", at: late.addingTimeInterval(60), now: late, isStart: true)
    try await job(of: server) { $0.notBefore == first.addingTimeInterval(60) }
  }

  @Test("of a day come once on each day, also where the clock is changed")
  func days() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Warsaw"))
    func moments(_ schedule: JobSchedule, after text: String) throws -> [String] {
      var moment = try #require(Timestamp.date(text))
      return (1...3).map { _ in
        moment = schedule.next(after: moment, in: zone)
        return Timestamp.text(moment)
      }
    }
    let usual = ["2026-06-01T01:00:00.000Z", "2026-06-02T01:00:00.000Z", "2026-06-03T01:00:00.000Z"]
    #expect(try moments(.day(at: 3), after: "2026-06-01T00:59:59.999Z") == usual)
    // There is no 2:30 on 29 March, and there are two on 25 October.
    let spring = try moments(.day(at: 2, 30), after: "2026-03-28T00:00:00Z")
    #expect(spring == ["2026-03-28T01:30:00.000Z", "2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z"])
    let autumn = try moments(.day(at: 2, 30), after: "2026-10-24T00:00:00Z")
    #expect(autumn == ["2026-10-24T00:30:00.000Z", "2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"])
    let quarters = ["2026-06-01T01:00:00.000Z", "2026-06-01T01:15:00.000Z", "2026-06-01T01:30:00.000Z"]
    #expect(try moments(.minutes(15), after: "2026-06-01T00:59:59.999Z") == quarters)
  }
}
