import Foundation
import KartotekaApplication
import KartotekaModel
@_spi(System) import KartotekaStore

extension AppSite {
  /// Runs a job of the application now, as a server does at its time, and waits for its end:
  ///
  /// ```swift
  /// try await site.run(job: "give-up", at: Date(timeIntervalSinceNow: 400 * 86_400))
  /// #expect(try await site.store.count(Loan.all.where(\.lost != nil)) == 1)
  /// ```
  /// - Parameters:
  ///   - name: the name of the job.
  ///   - record: the record of a job on records; nil for a job with a schedule, whose time need not have come.
  ///   - moment: the moment of the run. `today` of store and transaction, `.today` of conditions and defaults, `now` of
  ///     formulas and the next time of the schedule follow it; the times of the history and of attributes with `.createdAt` and
  ///     `.changedAt` are those of the computer's clock. Nil for that clock alone.
  /// - Returns: the message of success in English; nil for a job with a schedule, and where the record is gone.
  /// - Throws: `JobFailure` with what the body threw; ``Refusal`` where the application has no such job.
  @discardableResult
  public func run(job name: String, on record: RecordID? = nil, at moment: Date? = nil) async throws -> String? {
    guard let job = app.jobs.first(where: { $0.description.name == name }) else {
      let names = app.jobs.map(\.description.name).joined(separator: ", ")
      throw Refusal(text: "There is no job \(name). There are: \(names)")
    }
    let context = JobContext(store, services) { moment ?? Date() }
    let message = try await TaskMoment.$fixed.withValue(moment) {
      if let obstacle = try await job.obstacle(context) { throw JobFailure(obstacle) }
      guard let queued = try await take(job, on: record, at: moment ?? Date()) else {
        throw Refusal(text: "The job \(name) runs already")
      }
      return try await job.attempt(queued, context)
    }
    return message.map { Localizer.english($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func take(_ job: Job, on record: RecordID?, at moment: Date) async throws -> QueuedJob? {
    let name = job.description.name
    guard job.schedule != nil else {
      guard let record else { throw Refusal(text: "The job \(name) needs a record: run(job: \"\(name)\", on: id)") }
      return try await store.takeJob(name, for: entity(job.description.entity), id: record)
    }
    let system = store.system
    try await system.schedule(name, at: moment, now: moment, isStart: false)
    // An earlier run has put its next time off.
    let due = try await system.nextJob(name, onlyRequested: false) ?? moment
    return try await system.takeJob(name, onlyRequested: false, now: max(moment, due))
  }
}
