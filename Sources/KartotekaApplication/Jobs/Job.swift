import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Work on a record that goes on in the background, declared once: it begins by itself with a new record, or when
/// somebody says so, and outlives the end of the program.
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
/// An attempt may end at any point, with the process, and another one begins: its body has to look at what is there
/// already. It should say how far it is at least every five minutes.
public struct Job: Sendable {
  /// Everything about it that is data.
  public let description: JobDescription
  private let findObstacle: @Sendable (JobContext) async throws -> Phrase?
  private let findBeginning: @Sendable (JobContext) async throws -> Bool
  private let body: @Sendable (JobRun, AnyRecord) async throws -> Phrase

  /// A job on the records of an entity.
  /// - Parameters:
  ///   - name: its name in addresses and on the command line: small letters, with hyphens between.
  ///   - title: what its button says; a key into the catalogue, as all words here.
  ///   - doing: what is going on while it runs.
  ///   - failure: what is wrong when it could not be done; the reason follows behind a colon.
  ///   - startsWithRecord: whether it begins by itself for every new record, however it is added.
  ///   - startsWithChange: whether it begins by itself whenever a record was added or changed, after the commit: for mail
  ///     and other services. It runs at least once, also after a restart; a change during a run makes it run again. What
  ///     jobs change with ``JobRun/perform(_:of:_:)`` starts no such job.
  ///   - limit: how many records it is done for at once.
  ///   - obstacle: why it can't be done as things are, a sentence; nil where it can. While there is one, jobs wait and
  ///     nobody is told of them.
  ///   - beginsByItself: whether those that begin with their record may begin now; otherwise they wait unseen, too.
  ///   - body: does it, and says what was done. What it throws that is temporary is tried again by itself.
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
    findObstacle = obstacle
    findBeginning = beginsByItself
    self.body = { run, record in try await body(run, Record<E>(record)) }
  }

  /// Why it can't be done as things are; nil where it can.
  public func obstacle(_ context: JobContext) async throws -> Phrase? { try await findObstacle(context) }

  /// Whether those that begin with their record may begin now.
  public func beginsByItself(_ context: JobContext) async throws -> Bool { try await findBeginning(context) }

  /// Makes one attempt at a job that was taken, and notes in the store what came of it.
  /// - Returns: what was done; nil where the job is over, because its record is gone.
  /// - Throws: ``JobFailure``, and `CancellationError` when the task is cancelled; the job begins again then.
  @discardableResult
  public func attempt(
    _ queued: QueuedJob, _ context: JobContext, report: @escaping @Sendable (QueuedJob.Progress) -> Void = { _ in }
  ) async throws -> Phrase? {
    let store = context.store
    do {
      guard let entity = store.model.entity(named: queued.entity),
        let record = try await store.record(entity, id: queued.record)
      else { return nil }
      let done = try await body(JobRun(context: context, job: queued, report: report), record)
      try await store.finish(queued)
      return done
    } catch is JobOver {
      return nil
    } catch  where Task.isCancelled {
      // In a task of its own: nothing is written by one that is cancelled.
      try await Task { try await store.release(queued) }.value
      throw CancellationError()
    } catch {
      let failure = JobFailure(error, in: store.model)
      try await store.fail(
        queued, because: failure.reason, retry: JobRetry.date(after: queued.attempts, failure, context.now()))
      throw failure
    }
  }
}

/// When a job that failed is tried again by itself.
enum JobRetry {
  /// The seconds until the next attempt, by the number of those there were; after these it stays failed.
  static let delays: [TimeInterval] = [30, 120, 600, 1_800, 3_600, 3_600, 7_200, 14_400]

  /// The moment; nil for never.
  static func date(after attempts: Int, _ failure: JobFailure, _ now: Date) -> Date? {
    guard failure.isTemporary, (1...delays.count).contains(attempts) else { return nil }
    let date = now.addingTimeInterval(delays[attempts - 1])
    return failure.retryAt.map { max(date, $0) } ?? date
  }
}

extension Job {
  /// The action of the same name: has the job begin in the background, and on the command line does it.
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
  /// What went wrong, with the reason.
  public func failed(_ reason: Phrase) -> Phrase {
    Phrase("{failure}: {reason}", ["failure": .phrase(Phrase(failure)), "reason": .phrase(reason)])
  }
}
