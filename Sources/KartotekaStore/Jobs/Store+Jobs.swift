import Foundation
import KartotekaModel

// Background work: what waits, who does it, and what became of it.
extension Store {
  // MARK: Looking

  /// The jobs of a record.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func jobs(of entity: EntityDescription, id: RecordID) async throws -> [QueuedJob] {
    try await readingJobs { try $0.jobs(where: "entity = ? AND record = ?", .text(entity.table), .integer(id)) }
  }

  /// The failed jobs by name, with their number and reasons.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func failedJobs() async throws -> [FailedJobs] { try await readingJobs { try $0.failed() } }

  /// When the next of the jobs of a name may begin; nil when none waits.
  /// - Parameter onlyRequested: skips jobs that no person has requested.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  func nextJob(_ name: String, onlyRequested: Bool = false) async throws -> Date? {
    try await translating {
      try await read { database in
        let next = try RawStatement(
          """
          SELECT min(coalesce(not_before, '')) FROM kartoteka_jobs \
          WHERE job = ? AND state = 'waiting' AND is_requested >= ?
          """, in: database)
        next.bind([.text(name), .integer(onlyRequested ? 1 : 0)])
        defer { next.reset() }
        guard try next.step(), case .text(let text) = next.value(column: 0) else { return nil }
        return Timestamp.date(text) ?? .distantPast
      }
    }
  }

  // MARK: Asking for work

  /// Has a job begin for a record. Where it waits to be tried again it begins now; where it runs nothing is done.
  /// - Throws: ``StoreError`` `.notFound`.
  public func request(_ job: String, for entity: EntityDescription, id: RecordID) async throws {
    _ = try await perform(.code) { try $0.request(job, for: entity, id: id) }
  }

  /// Queues all jobs of a name that failed or wait for a retry, because their obstacle may be gone.
  /// - Parameters:
  ///   - isRequested: whether a person requests them, so that they also run where jobs don't start automatically.
  ///   - isMeant: leaves out those whose error it is false for.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func requestAgain(
    _ job: String, isRequested: Bool = false, where isMeant: @escaping @Sendable (Phrase?) -> Bool = { _ in true }
  ) async throws {
    let condition = "job = ? AND (state = 'failed' OR state = 'waiting' AND not_before IS NOT NULL)"
    guard try await readingJobs({ try $0.jobs(where: condition, .text(job)) }).contains(where: { isMeant($0.error) })
    else { return }
    _ = try await perform(.code) { transaction in
      for job in try transaction.jobs.jobs(where: condition, .text(job)) where isMeant(job.error) {
        try transaction.jobs.change(
          job, in: job.state,
          """
          state = 'waiting', attempts = (attempts / \(JobTable.requested) + 1) * \(JobTable.requested), \
          not_before = NULL, error = NULL, is_requested = max(is_requested, ?)
          """,
          .integer(isRequested ? 1 : 0))
      }
    }
  }

  // MARK: Doing it

  /// Takes the oldest job of a name that may begin; nil when there is none.
  /// - Parameter onlyRequested: skips jobs that no person has requested.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  func takeJob(_ name: String, onlyRequested: Bool = false, now: Date) async throws -> QueuedJob? {
    guard let next = try await nextJob(name, onlyRequested: onlyRequested), next <= now else { return nil }
    return try await perform(.code) { transaction in
      let due = try transaction.jobs.jobs(
        where: "job = ? AND state = 'waiting' AND is_requested >= ? AND (not_before IS NULL OR not_before <= ?)",
        .text(name), .integer(onlyRequested ? 1 : 0), .text(Timestamp.text(now)), limit: 1)
      return try due.first.flatMap { try transaction.take($0) }
    }.value
  }

  /// Takes the job of a record, and adds it if missing; nil while another process runs it.
  /// - Throws: ``StoreError`` `.notFound`.
  package func takeJob(_ name: String, for entity: EntityDescription, id: RecordID) async throws -> QueuedJob? {
    try await perform(.code) { transaction in
      try transaction.request(name, for: entity, id: id)
      let waiting = try transaction.jobs.jobs(
        where: "job = ? AND entity = ? AND record = ? AND state = 'waiting'", .text(name), .text(entity.table),
        .integer(id))
      return try waiting.first.flatMap { try transaction.take($0) }
    }.value
  }

  /// A job is done.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func finish(_ job: QueuedJob) async throws {
    _ = try await perform(.code) {
      guard try $0.jobs.change(job, in: .running, "state = 'done', error = NULL, not_before = NULL"),
        let entity = $0.model.entity(named: job.entity)
      else { return }
      // The next time it may begin with a change.
      try JobAuthor(database: $0.database).note(nil, job.name, entity, job.record)
    }
  }

  /// A job could not be done.
  /// - Parameter retry: the time of the next automatic attempt; nil for none.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func fail(_ job: QueuedJob, because reason: Phrase, retry: Date?) async throws {
    _ = try await perform(.code) { transaction in
      try transaction.jobs.change(
        job, in: .running, "state = ?, error = ?, not_before = ?",
        .text((retry == nil ? QueuedJob.State.failed : .waiting).rawValue), .text(try JSONText.json(reason)),
        retry.map { .text(Timestamp.text($0)) } ?? .null)
    }
  }

  /// A job was interrupted: it begins again, and the attempt doesn't count. Its owner does nothing more.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func release(_ job: QueuedJob) async throws {
    _ = try await perform(.code) {
      try $0.jobs.change(
        job, in: .running, "state = 'waiting', attempts = attempts - min(1, attempts % \(JobTable.requested))")
    }
  }

  /// Starts all running jobs of a name again after the process that ran them has ended. The interrupted attempts count,
  /// so that a process that is still alive has lost its jobs.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  func releaseJobs(_ name: String) async throws {
    let onlySilent = hasPrimary
    let found = try await readingJobs { try $0.running(name, onlySilent: onlySilent) }
    if found.isEmpty { return }
    _ = try await perform(.code) { transaction in
      for job in try transaction.jobs.running(name, onlySilent: onlySilent) {
        try transaction.jobs.change(job, in: .running, "state = 'waiting'")
      }
    }
  }

  func readingJobs<T: Sendable>(_ body: @Sendable (JobTable) throws -> T) async throws -> T {
    let now = replica?.primary.now ?? Date()
    return try await translating { try await read { try body(JobTable(database: $0, model: model, time: now)) } }
  }
}

extension Transaction {
  /// Takes a job that waits, and is its one owner from now on; nil for one whose record is gone, which goes, too.
  fileprivate func take(_ job: QueuedJob) throws -> QueuedJob? {
    // A job with a schedule has no record.
    if !job.entity.isEmpty, try model.entity(named: job.entity).map({ try !exists($0, id: job.record) }) ?? true {
      if let entity = model.entity(named: job.entity) { try jobs.removeOrphans(of: entity) }
      return nil
    }
    guard
      try jobs.change(job, in: .waiting, "state = 'running', attempts = attempts + 1, error = NULL, not_before = NULL")
    else { return nil }
    return try jobs.jobs(where: "id = ?", .integer(job.id)).first
  }
}
