import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Background jobs on the page of their record.
extension AppScreens {
  /// The states of a record's jobs; nil if its entity has no jobs.
  func jobLines(of entity: EntityDescription, id: RecordID, _ request: ScreenRequest) async throws -> JobLines? {
    let jobs = app.app.jobs.filter { $0.description.entity == entity.name }
    guard !jobs.isEmpty else { return nil }
    var lines = JobLines(returnTo: request.address)
    for queued in try await store.jobs(of: entity, id: id) {
      guard let job = jobs.first(where: { $0.description.name == queued.name }), try await !isHindered(job) else {
        continue
      }
      if queued.state == .waiting, !queued.isRequested, try await !job.beginsByItself(context) { continue }
      if let line = line(queued, job.description, entity, request.say) { lines.lines.append(line) }
    }
    return lines
  }

  /// All failed jobs with their reasons; nil for applications without jobs.
  /// - Parameter again: the address to which a job's name is appended to retry it.
  func failedJobLines(_ again: URLPath, returnTo: URLPath, _ say: Localizer) async throws -> JobLines? {
    guard !app.app.jobs.isEmpty else { return nil }
    var lines = JobLines(returnTo: returnTo)
    for failed in try await store.failedJobs() {
      guard let job = app.app.jobs.first(where: { $0.description.name == failed.name }),
        let entity = description.model.entity(named: job.description.entity), try await !isHindered(job)
      else { continue }
      let counted = Phrase.Argument.text(say.counted(failed.count, entity.nouns))
      lines.lines.append(
        JobLines.Line(
          job: failed.name,
          text: say("{failure}: {reason}", ["failure": .phrase(Phrase(job.description.failure)), "reason": counted]),
          details: details(of: failed, entity.nouns, say),
          again: (say("Try again"), again.appending(failed.name))))
    }
    return lines
  }

  // The most frequent reasons with the numbers of their records.
  private func details(of failed: FailedJobs, _ nouns: Nouns, _ say: Localizer) -> [String] {
    let unknown: Phrase = "Something went wrong."
    if failed.reasons.count == 1 { return [say(failed.reasons[0].error ?? unknown)] }
    var reasons = failed.reasons.prefix(Self.mostReasons).map {
      (Phrase.Argument.phrase($0.error ?? unknown), $0.count)
    }
    let others = failed.reasons.dropFirst(Self.mostReasons).reduce(0) { $0 + $1.count }
    if others > 0 { reasons.append((.phrase("for other reasons"), others)) }
    return reasons.map { reason, count in
      say("{failure}: {reason}", ["failure": .text(say.counted(count, nouns)), "reason": reason])
    }
  }

  /// The maximum number of displayed reasons.
  private static let mostReasons = 3

  /// Retries all jobs of a name; false if there is no such job on records. A job with a schedule begins only at its times.
  func requestAgain(_ name: String) async throws -> Bool {
    guard app.app.jobs.contains(where: { $0.description.name == name && $0.schedule == nil }) else { return false }
    try await store.requestAgain(name, isRequested: true)
    return true
  }

  /// The names of jobs with an obstacle, whose actions are not offered.
  func hinderedJobs(of entity: EntityDescription) async throws -> Set<String> {
    var names: Set<String> = []
    for job in app.app.jobs where job.description.entity == entity.name {
      if try await isHindered(job) { names.insert(job.description.name) }
    }
    return names
  }

  /// The dependencies of a record's card outside of the store: an obstacle of a job may be a missing secret or a service, and the
  /// displayed age of the last change depends on the day.
  func cardDependencies(of entity: EntityDescription) -> Dependencies {
    let jobs = app.app.jobs.contains { $0.description.entity == entity.name } ? Dependencies.outside : Dependencies()
    return access.isOfPerson && !entity.isDerived ? jobs.union(.day) : jobs
  }

  private func isHindered(_ job: Job) async throws -> Bool {
    try await job.obstacle(context) != nil
  }

  private var context: JobContext { JobContext(store, app.services) }

  private func line(
    _ queued: QueuedJob, _ job: JobDescription, _ entity: EntityDescription, _ say: Localizer
  ) -> JobLines.Line? {
    let action = path(of: entity).appending(queued.record).appending("actions").appending(job.name)
    switch (queued.state, queued.error) {
    case (.done, _): return nil
    case (.failed, let error):
      return JobLines.Line(
        job: job.name, text: say(job.failed(error ?? "Something went wrong.")), again: (say("Try again"), action))
    case (.waiting, let error?):
      let text = Phrase("{problem} It will be tried again by itself.", ["problem": .phrase(job.failed(error))])
      return JobLines.Line(job: job.name, text: say(text), again: (say("Try again now"), action))
    case (.waiting, nil), (.running, _):
      guard let progress = queued.progress else { return JobLines.Line(job: job.name, text: say(job.doing)) }
      return JobLines.Line(
        job: job.name,
        text: say(
          "{work}: {done} of {total}",
          ["work": .phrase(Phrase(job.doing)), "done": .count(progress.done), "total": .count(progress.total)]))
    }
  }
}
