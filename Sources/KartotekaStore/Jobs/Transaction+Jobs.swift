import Foundation
import KartotekaModel

extension Transaction {
  var jobs: JobTable { JobTable(database: database, model: model) }

  /// Adds the jobs of new and changed records. Records that an undo restores had their jobs already.
  func followWithJobs() throws {
    guard log.undoes == nil else { return }
    for (name, touched) in log.changes.byEntity {
      guard let entity = model.entity(named: name), !entity.isDerived else { continue }
      for job in model.jobs[name] ?? [] {
        for records in touched.insertedRanges { try jobs.add(job, entity, records) }
      }
      // Otherwise a job that changes its record would start itself.
      guard log.job == nil else { continue }
      for job in model.changeJobs[name] ?? [] {
        for records in touched.insertedRanges { try jobs.add(job, entity, records) }
        for id in Set(touched.updated).sorted() { try jobs.add(job, entity, id...id) }
      }
    }
  }

  /// Has a job begin for a record. Where it waits to be tried again it begins now; where it runs nothing is done.
  /// - Throws: ``StoreError`` `.notFound`.
  public func request(_ job: String, for entity: EntityDescription, id: RecordID) throws {
    guard try exists(entity, id: id) else { throw StoreError.notFound(entity: entity.name, id: id) }
    try jobs.request(job, entity, id)
    try JobAuthor(database: database).note(log.author, job, entity, id)
  }

  /// Says how far a running job is; what this transaction changes belongs to the one change set that all its attempts
  /// make. Called before anything is changed.
  /// - Returns: whether the job still runs: it is gone with its record.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func progress(_ progress: QueuedJob.Progress, of job: QueuedJob) throws -> Bool {
    guard
      try jobs.change(
        job, in: .running, "done = ?, total = ?", .integer(Int64(progress.done)), .integer(Int64(progress.total)))
    else { return false }
    // A change set that was undone meanwhile stays undone; another one begins.
    let changeSet = try RawStatement("SELECT deed FROM kartoteka_jobs WHERE id = ?", in: database)
      .integer(.integer(job.id))
    log.job = (job.id, try changeSet.flatMap { try UndoLog.mayGrow($0, in: database) ? $0 : nil })
    if log.author == nil, let entity = model.entity(named: job.entity) {
      log.author = try JobAuthor(database: database).author(job.name, entity, job.record)
    }
    return true
  }

  /// Notes the change set of a job, when it made one.
  func noteChangeSetOfJob() throws {
    guard let job = log.job, let changeSet = log.changeSet, changeSet != job.changeSet else { return }
    try RawStatement("UPDATE kartoteka_jobs SET deed = ? WHERE id = ?", in: database)
      .run(.integer(changeSet), .integer(job.id))
  }
}

extension Changes.OfEntity {
  /// The new records as ranges of ids.
  fileprivate var insertedRanges: [ClosedRange<RecordID>] {
    guard isRange else { return inserted.map { $0...$0 } }
    return stride(from: 0, to: inserted.count - 1, by: 2).map { inserted[$0]...inserted[$0 + 1] }
  }
}
