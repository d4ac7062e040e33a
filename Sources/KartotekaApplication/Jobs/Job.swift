import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Background work on a record. It starts automatically with a new record, or when a person starts it, and continues after
/// a restart of the program.
///
/// ```swift
/// Job(
///   "load-pictures", title: "Load pictures", doing: "Loading pictures", failure: "Pictures could not be loaded",
///   on: Country.self, startsWithRecord: true
/// ) { run, country in
///   for number in 1...10 { try await run.perform(number, of: 10) { … } }
///   return "Loaded 10 pictures"
/// }
/// ```
/// An attempt may end at any point with the process, and another one begins. The body must therefore check which work is
/// already done. It should report progress at least every five minutes.
///
/// A job with a schedule has no record, and runs once at each time on one of the servers of the application:
///
/// ```swift
/// Job("close-old", every: .day(at: 3)) { run in
///   try await run.store.perform(.code) { transaction in … }
/// }
/// ```
public struct Job: Sendable {
  /// The description, without code.
  public let description: JobDescription
  /// When it begins; nil for a job on records.
  package let schedule: JobSchedule?
  let place: SourcePlace?
  private let findObstacle: @Sendable (JobContext) async throws -> Phrase?
  private let findBeginning: @Sendable (JobContext) async throws -> Bool
  private let body: @Sendable (JobRun, AnyRecord?) async throws -> Phrase

  /// A job on the records of an entity.
  /// - Parameters:
  ///   - name: its name in addresses and on the command line: small letters, with hyphens between.
  ///   - title: the label of its button; a catalogue key, like all texts here.
  ///   - doing: the message while it runs.
  ///   - failure: the message after a failure; the reason follows after a colon.
  ///   - entity: the entity of the records.
  ///   - startsWithRecord: whether it starts automatically for every new record, whichever interface adds it.
  ///   - startsWithChange: whether it starts automatically after each commit that adds or changes a record: for mail and other
  ///     services. It runs at least once, also after a restart; a change during a run makes it run again. Changes by
  ///     ``JobRun/perform(_:of:_:)`` start no such job.
  ///   - limit: the number of records for which it runs concurrently.
  ///   - obstacle: the reason why it can't run now, as a sentence; nil if it can. While there is one, jobs wait silently.
  ///   - beginsByItself: whether automatically started jobs may run now; otherwise they wait silently, too.
  ///   - body: the work; it returns the message of success. Temporary errors that it throws are retried automatically.
  public init<E: Entity>(
    _ name: String, title: String, doing: String, failure: String, on entity: E.Type, startsWithRecord: Bool = false,
    startsWithChange: Bool = false, limit: Int = 2,
    obstacle: @escaping @Sendable (JobContext) async throws -> Phrase? = { _ in nil },
    beginsByItself: @escaping @Sendable (JobContext) async throws -> Bool = { _ in true },
    body: @escaping @Sendable (JobRun, Record<E>) async throws -> Phrase
  ) {
    description = JobDescription(
      name: name, title: title, doing: doing, failure: failure, entity: E.name, startsWithRecord: startsWithRecord,
      startsWithChange: startsWithChange, limit: limit)
    (schedule, place) = (nil, nil)
    findObstacle = obstacle
    findBeginning = beginsByItself
    self.body = { run, record in
      guard let record else { throw JobOver() }
      return try await body(run, Record<E>(record))
    }
  }

  /// A job with a schedule, which runs while a server does. If no server ran at its time, it runs at the next start. An error
  /// that may pass is tried again with growing pauses; after what the store refuses, and a ``JobFailure`` that isn't temporary,
  /// the job waits for its next time. The log of the server says why.
  /// - Parameters:
  ///   - name: its name, also in the log: small letters, with hyphens between.
  ///   - schedule: when it begins.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  ///   - body: the work. Each of its transactions is a change of its own in the history, except those of
  ///     ``JobRun/perform(_:of:_:)``, which are one together.
  public init(
    _ name: String, every schedule: JobSchedule, fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (JobRun) async throws -> Void
  ) {
    description = JobDescription(
      name: name, title: "", doing: "", failure: "", entity: "", startsWithRecord: false, limit: 1)
    (self.schedule, place) = (schedule, SourcePlace(fileID, line))
    findObstacle = { _ in nil }
    findBeginning = { _ in true }
    self.body = { run, _ in
      try await body(run)
      return ""
    }
  }

  /// The reason why it can't run now; nil if it can.
  public func obstacle(_ context: JobContext) async throws -> Phrase? { try await findObstacle(context) }

  /// Whether automatically started jobs may run now.
  public func beginsByItself(_ context: JobContext) async throws -> Bool { try await findBeginning(context) }

  /// Makes one attempt at a job that was taken, and stores the result.
  /// - Returns: the message of success; nil if the record was deleted.
  /// - Throws: ``JobFailure``; `CancellationError` when the task is cancelled, and the job is queued again; `StoreError`
  ///   where the result can't be stored.
  @discardableResult
  public func attempt(
    _ queued: QueuedJob, _ context: JobContext, report: @escaping @Sendable (QueuedJob.Progress) -> Void = { _ in }
  ) async throws -> Phrase? {
    let store = context.store
    let done: Phrase
    do {
      let run = JobRun(context: context, job: queued, report: report)
      if schedule != nil {
        done = try await body(run, nil)
        // A cancelled body may have left out the rest.
        try Task.checkCancellation()
      } else {
        guard let entity = store.model.entity(named: queued.entity),
          let record = try await store.record(entity, id: queued.record)
        else { return nil }
        done = try await body(run, record)
        try await store.finish(queued)
      }
    } catch is JobOver {
      return nil
    } catch  where Task.isCancelled {
      // In a new task, because a cancelled task can't write.
      try await Task { try await store.release(queued) }.value
      throw CancellationError()
    } catch {
      let failure = JobFailure(error, in: store.model)
      let retry = JobRetry.date(after: queued.attempts, failure, context.now())
      if let next = schedule?.next(after: context.now()), next <= retry ?? .distantFuture {
        try await store.wait(for: queued, until: next, because: failure.reason)
      } else {
        try await store.fail(queued, because: failure.reason, retry: retry)
      }
      throw failure
    }
    if let schedule {
      // An error of the store is none of the body, which is done. In a new task, because a cancelled task can't write.
      try await Task { try await store.wait(for: queued, until: schedule.next(after: context.now())) }.value
    }
    return done
  }
}

/// The times of automatic retries.
enum JobRetry {
  /// The seconds until the next attempt, by the number of earlier ones. After these the job stays failed.
  static let delays: [TimeInterval] = [30, 120, 600, 1_800, 3_600, 3_600, 7_200, 14_400]

  /// The moment; nil for never.
  static func date(after attempts: Int, _ failure: JobFailure, _ now: Date) -> Date? {
    guard failure.isTemporary, (1...delays.count).contains(attempts) else { return nil }
    let date = now.addingTimeInterval(delays[attempts - 1])
    return failure.retryAt.map { max(date, $0) } ?? date
  }
}

extension Job {
  /// The action of the same name: it queues the job, and on the command line runs it at once.
  public var action: Action {
    let name = description.name
    let description = ActionDescription(name: name, title: description.title, scope: .record(description.entity))
    return Action(description) { call in
      guard let record = call.record, let id = record.id else { throw ActionError.needsRecord }
      if let context = call.jobs, let obstacle = try await obstacle(context) { throw ActionError.refused(obstacle) }
      guard call.origin == .command, let context = call.jobs else {
        try await call.store.request(name, for: record.entity, id: id)
        return ActionResult(Phrase(self.description.doing), goesOn: true)
      }
      guard let queued = try await call.store.takeJob(name, for: record.entity, id: id) else {
        throw ActionError.refused("This is being done already.")
      }
      do {
        return ActionResult(try await attempt(queued, context, report: call.report) ?? "The record is gone.")
      } catch let failure as JobFailure {
        throw ActionError.refused(self.description.failed(failure.reason))
      }
    }
  }
}

extension JobDescription {
  /// The message of a failure with its reason.
  package func failed(_ reason: Phrase) -> Phrase {
    Phrase("{failure}: {reason}", ["failure": .phrase(Phrase(failure)), "reason": .phrase(reason)])
  }
}
