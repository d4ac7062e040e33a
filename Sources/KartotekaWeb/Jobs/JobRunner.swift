import Foundation
import KartotekaApplication
@_spi(System) import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaServices
@_spi(System) import KartotekaStore
import Logging
import ServiceLifecycle

/// Runs the background jobs of applications while the server runs.
///
/// Workers check the queue after each commit of any process and when the next job is due. Jobs that a shutdown interrupts
/// run again after the next start.
struct JobRunner: Service, CustomStringConvertible {
  let apps: [RunningApp]
  /// The source of later applications; nil to use only `apps`.
  var site: Site?
  let clock: JobClock
  let logger: Logger
  /// The service group logs its services. The default description would contain all applications.
  var description: String { "jobs" }

  init(_ apps: [RunningApp], site: Site? = nil, clock: JobClock = .system, logger: Logger) {
    self.apps = apps
    self.site = site
    self.clock = clock
    self.logger = logger
  }

  /// Works until the server shuts down.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup { group in
        for app in site == nil ? apps : [] {
          for job in app.app.jobs { group.addTask { await work(on: job, of: app) } }
        }
        if let site {
          for await app in site.arrivals() {
            for job in app.app.jobs { group.addTask { await work(on: job, of: app) } }
          }
        }
        // Keeps the service running if there are no jobs: the server stops when a service ends.
        group.addTask { await clock.sleep(.distantFuture) }
        await group.waitForAll()
      }
    }
  }

  // Runs as many workers as the job allows. Each runs one job at a time.
  private func work(on job: Job, of app: RunningApp) async {
    while app.systemStore.isReadOnly {
      if isOver(app) { return }
      await clock.sleep(clock.now().addingTimeInterval(Self.pause))
    }
    while !isOver(app) {
      do {
        try await prepare(job, of: app)
        break
      } catch {
        report(error, job, app)
        await clock.sleep(clock.now().addingTimeInterval(Self.pause))
      }
    }
    if job.schedule == nil { do { try await offerKey(job, of: app) } catch { report(error, job, app) } }
    await withTaskGroup { group in
      if job.schedule == nil { group.addTask { await offerAgain(job, of: app) } }
      if app.systemStore.hasPrimary { group.addTask { await releaseSilent(job, of: app) } }
      for _ in 0..<job.description.limit {
        group.addTask { while !isOver(app) { await step(job, app) } }
      }
    }
  }

  // Also once the application has other added fields: its successor begins anew, as after a restart.
  private func isOver(_ app: RunningApp) -> Bool { Task.isCancelled || app.retirement.isOver }

  // Before the first attempt: a job that ran when the server ended would be taken for one that runs.
  private func prepare(_ job: Job, of app: RunningApp) async throws {
    try await app.system.removeFormerJobs(job.description.name, hasSchedule: job.schedule != nil)
    try await app.system.releaseJobs(job.description.name)
    try await schedule(job, of: app, isStart: true)
  }

  /// Runs the next job, or waits until one is due.
  private func step(_ job: Job, _ app: RunningApp) async {
    let context = JobContext(app.systemStore, app.services, now: clock.now)
    let last = app.systemStore.feed.last
    var next: Date?
    do {
      if try await job.obstacle(context) == nil {
        let onlyRequested = try await !job.beginsByItself(context)
        let name = job.description.name
        if let queued = try await app.system.takeJob(name, onlyRequested: onlyRequested, now: clock.now()) {
          return await attempt(job, queued, context, app)
        }
        next = try await app.system.nextJob(name, onlyRequested: onlyRequested)
        if let schedule = job.schedule, next == nil {
          // Another server runs it, whose end is a commit. Or its row is missing, as in a restored backup.
          try await self.schedule(job, of: app, isStart: false)
          next = schedule.next(after: clock.now())
        }
      }
    } catch {
      if isOver(app) { return }
      report(error, job, app)
      next = clock.now().addingTimeInterval(Self.pause)
    }
    await wait(for: app.systemStore.feed, after: last, until: next)
  }

  private func schedule(_ job: Job, of app: RunningApp, isStart: Bool) async throws {
    guard let schedule = job.schedule else { return }
    let now = clock.now()
    try await app.system.schedule(job.description.name, at: schedule.next(after: now), now: now, isStart: isStart)
  }

  private func attempt(_ job: Job, _ queued: QueuedJob, _ context: JobContext, _ app: RunningApp) async {
    do {
      try await job.attempt(queued, context)
    } catch is CancellationError {
    } catch let failure as JobFailure {
      let reason = failure.cause ?? Localizer.english(failure.reason)
      let record = job.schedule == nil ? " of \(queued.entity) \(queued.record)" : ""
      logger.warning("\(app.name): \(job.description.name)\(record): \(reason)")
    } catch {
      report(error, job, app)
      await release(job, queued, app)
    }
  }

  // The end of the attempt could not be written. The row would stay that of a running job until the next start.
  private func release(_ job: Job, _ queued: QueuedJob, _ app: RunningApp) async {
    while !isOver(app) {
      await clock.sleep(clock.now().addingTimeInterval(Self.pause))
      do { return try await app.systemStore.release(queued) } catch { report(error, job, app) }
    }
  }

  // The environment may contain another key than at the last start.
  private func offerKey(_ job: Job, of app: RunningApp) async throws {
    let secrets = app.app.description.secrets
    guard try secrets.contains(where: { try app.systemStore.secrets.source(of: $0) == .environment }) else { return }
    let reasons = [app.services.pictures.credit.name, ServiceCredit.geoapify.name].flatMap { service in
      [ServiceError(service, .noKey).phrase, ServiceError(service, .unauthorized).phrase]
    }
    try await app.systemStore.requestAgain(job.description.name) { error in reasons.contains { error?.says($0) == true }
    }
  }

  // The jobs of a server that has ended. Others may never start again.
  private func releaseSilent(_ job: Job, of app: RunningApp) async {
    while !isOver(app) {
      await clock.sleep(clock.now().addingTimeInterval(60))
      do { try await app.system.releaseJobs(job.description.name) } catch { report(error, job, app) }
    }
  }

  // A changed setting, above all a key, may remove the reason of failures.
  private func offerAgain(_ job: Job, of app: RunningApp) async {
    let feed = app.systemStore.feed
    var last = feed.last
    while !isOver(app) {
      await feed.wait(after: last)
      let commits = feed.commits(after: last) ?? []
      last = feed.last
      guard commits.contains(where: \.changes.settings) else { continue }
      do { try await app.systemStore.requestAgain(job.description.name) } catch { report(error, job, app) }
    }
  }

  private func wait(for feed: ChangeFeed, after last: Int, until next: Date?) async {
    await withTaskGroup { group in
      group.addTask { await feed.wait(after: last) }
      if let next { group.addTask { await clock.sleep(next) } }
      await group.next()
      group.cancelAll()
    }
  }

  private func report(_ error: any Error, _ job: Job, _ app: RunningApp) {
    if !isOver(app) { logger.error("\(app.name): \(job.description.name): \(error)") }
  }

  /// The number of seconds until the next attempt after an error of the store, or while the store is read-only.
  private static let pause = 5.0
}
