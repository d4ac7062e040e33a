import Foundation
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import Synchronization
import Testing

import struct GRDB.Configuration
import class GRDB.DatabaseQueue

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaStore
@testable import KartotekaWeb

@Suite("Jobs with a schedule", .timeLimit(.minutes(10)))
struct ScheduledJobTests {
  private struct Note: Entity {
    let text = Attribute<String>("Text", .required, .title)
  }

  /// When the job ran, by the clock of the test, the errors of the next attempts, and what the next one does at its end.
  private final class Runs: Sendable {
    private struct State {
      var times: [Date] = []
      var errors: [any Error] = []
      var end: (@Sendable () async throws -> Void)?
    }

    private let state = Mutex(State())

    var times: [Date] { state.withLock { $0.times } }

    func expect(_ errors: any Error...) { state.withLock { $0.errors += errors } }

    func expectAtEnd(_ end: @escaping @Sendable () async throws -> Void) { state.withLock { $0.end = end } }

    func end() async throws {
      let end = state.withLock { state in
        defer { state.end = nil }
        return state.end
      }
      try await end?()
    }

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
      try await runs.end()
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

  private func job(of server: RunningApp) async throws -> QueuedJob? {
    try await server.store.readingJobs { try $0.jobs(where: "job = 'write' AND entity = ''") }.first
  }

  private func job(of server: RunningApp, _ isSo: @Sendable (QueuedJob) -> Bool) async throws {
    while true {
      if let job = try await job(of: server), isSo(job) { return }
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

  /// A server whose database is a file, and another program that can lock it. Its folder is to be removed.
  private func openFile() throws -> (server: RunningApp, other: DatabaseQueue, folder: URL) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    let url = folder.appending(path: "notes.sqlite")
    var options = StoreOptions()
    options.busyTimeout = 0.1
    let server = try open(Store(app.description.model, at: url, options: options))
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .timeout(60)
    return (server, try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration), folder)
  }

  private static func run(_ sql: String, in other: DatabaseQueue) async throws {
    try await other.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  @Test("begin again where the database was locked when they ended, and are done then")
  func lockedAtEnd() async throws {
    let (server, other, folder) = try openFile()
    defer { try? FileManager.default.removeItem(at: folder) }
    runs.expectAtEnd { try await Self.run("BEGIN IMMEDIATE", in: other) }
    let first = nextHour
    try await working([server]) {
      await pass(until: first)
      let again = first.addingTimeInterval(5)
      while !clock.awaited.contains(again) { await Task.yield() }
      try await Self.run("COMMIT", in: other)
      await pass(until: again)
      try await job(of: server) { $0.state == .waiting && $0.notBefore == first.addingTimeInterval(3_600) }
    }
    #expect(runs.times == [first, first.addingTimeInterval(5)])
    #expect(try await job(of: server)?.error == nil)
  }

  @Test("begin again after the next start, also where the database is locked then")
  func lockedAtStart() async throws {
    let (server, other, folder) = try openFile()
    defer { try? FileManager.default.removeItem(at: folder) }
    let start = clock.now
    try await server.store.schedule("write", at: start, now: start, isStart: true)
    _ = try #require(try await server.store.takeJob("write", now: start))
    try await Self.run("BEGIN IMMEDIATE", in: other)
    let next = nextHour
    try await working([server]) {
      let again = start.addingTimeInterval(5)
      while !clock.awaited.contains(again) { await Task.yield() }
      try await Self.run("COMMIT", in: other)
      await pass(until: again)
      try await job(of: server) { $0.state == .waiting && $0.notBefore == next }
    }
    #expect(runs.times == [start.addingTimeInterval(5)])
  }

  @Test("begin again after the next start, where they ended because the server did")
  func cancelled() async throws {
    let server = try open()
    let first = nextHour
    runs.expectAtEnd { [clock] in await clock.clock.sleep(.distantFuture) }
    try await working([server]) {
      await pass(until: first)
      while try await server.store.count(Note.all) == 0 { await Task.yield() }
    }
    let left = try #require(try await job(of: server))
    #expect(left.state == .waiting && left.notBefore == nil)
  }

  @Test("run once, whatever a job of records of the same name has left")
  func ofRecordsBefore() async throws {
    let server = try open()
    let entity = try #require(server.store.model.entity(named: "note"))
    _ = try await server.store.perform(.code) { transaction in
      for text in ["A", "B", "C"] {
        var note = Record<Note>()
        note.text = text
        try transaction.insert(&note)
      }
      try transaction.jobs.add("write", entity, 1...3)
    }
    let first = nextHour
    try await working([server]) {
      await pass(until: first)
      try await job(of: server) { $0.state == .waiting && $0.notBefore == first.addingTimeInterval(3_600) }
    }
    #expect(runs.times == [first])
    #expect(try await server.store.readingJobs { try $0.jobs(where: "job = 'write'") }.map(\.entity) == [""])
  }

  @Test("leave nothing to a job of records that takes their name")
  func ofRecordsAfterwards() async throws {
    let bakery = Bakery()
    let (running, now) = (try bakery.open(), bakery.clock.now)
    _ = try await running.store.perform(.code) { try $0.jobs.add("bake", at: now) }
    try await bakery.working(running) {
      let id = try await Bakery.add("Rye", to: running)
      try await Bakery.job(of: id, in: running) { $0.state == .done }
    }
    #expect(try await running.store.readingJobs { try $0.jobs(where: "job = 'bake'") }.map(\.entity) == ["loaf"])
  }

  @Test("begin only at their times, not on request")
  func requested() async throws {
    let server = try open()
    let first = nextHour
    try await server.store.schedule("write", at: first, now: clock.now, isStart: true)
    let icon = URLPath("icon")
    let screens = AppScreens(app: server, place: 0, assets: Assets(icon: icon, pixels: icon))
    #expect(try await !screens.requestAgain("write"))
    #expect(try await job(of: server)?.notBefore == first)
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

  @Test("follow a schedule that has changed also after a failure, but not while they wait to be tried again")
  func changedAfterFailure() async throws {
    let server = try open()
    let (now, first) = (clock.now, nextHour)
    let (retry, next) = (first.addingTimeInterval(30), first.addingTimeInterval(3_600))
    let other = next.addingTimeInterval(60)
    try await server.store.schedule("write", at: first, now: now, isStart: true)
    let failed = try #require(try await server.store.takeJob("write", now: first))
    try await server.store.fail(failed, because: "It rains in.", retry: retry)
    try await server.store.schedule("write", at: other, now: first, isStart: true)
    #expect(try await job(of: server)?.notBefore == retry)
    let again = try #require(try await server.store.takeJob("write", now: retry))
    try await server.store.wait(for: again, until: next, because: "The flour is gone.")
    try await server.store.schedule("write", at: other, now: retry, isStart: true)
    #expect(try await job(of: server)?.notBefore == other)
  }
}
