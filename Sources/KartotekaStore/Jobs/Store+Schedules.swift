import Foundation
import KartotekaModel

// Jobs that have a schedule in place of a record: one row for each, whatever the number of servers.
extension Store {
  /// Has a job with a schedule wait for its next time, if it is new.
  /// - Parameter isStart: whether the program begins: a time that is still to come then follows the schedule, which may be
  ///   another one than before. Servers with different schedules would else move it in turns for ever.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  func schedule(_ name: String, at next: Date, now: Date, isStart: Bool) async throws {
    let known = try await readingJobs { try $0.jobs(where: Self.ofSchedule, .text(name)) }.first
    guard known.map({ isStart && Self.isMoved($0, to: next, now: now) }) ?? true else { return }
    _ = try await perform(.code) { transaction in
      guard let job = try transaction.jobs.jobs(where: Self.ofSchedule, .text(name)).first else {
        return try transaction.jobs.add(name, at: next)
      }
      guard Self.isMoved(job, to: next, now: now) else { return }
      try transaction.jobs.change(job, in: .waiting, "not_before = ?", .text(Timestamp.text(next)))
    }
  }

  /// A job with a schedule waits for its next time: it is done, or could not be done.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func wait(for job: QueuedJob, until next: Date, because reason: Phrase? = nil) async throws {
    _ = try await perform(.code) { transaction in
      try transaction.jobs.change(
        job, in: .running,
        """
        state = 'waiting', attempts = (attempts / \(JobTable.requested) + 1) * \(JobTable.requested), error = ?, \
        not_before = ?, done = NULL, total = NULL, deed = NULL
        """,
        try reason.map { .text(try JSONText.json($0)) } ?? .null, .text(Timestamp.text(next)))
    }
  }

  /// Removes the rows of a job's other kind: those of records if it has a schedule now, that of the schedule if it has none. Rows
  /// are taken by the name of the job, so these would run, too.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  func removeFormerJobs(_ name: String, hasSchedule: Bool) async throws {
    guard try await readingJobs({ try $0.hasFormer(name, hasSchedule: hasSchedule) }) else { return }
    _ = try await perform(.code) { try $0.jobs.removeFormer(name, hasSchedule: hasSchedule) }
  }

  private static let ofSchedule = "job = ? AND entity = ''"

  // A retry is not moved, and a time that has passed is made up for. Only a retry has attempts: `wait` counts
  // them anew.
  private static func isMoved(_ job: QueuedJob, to next: Date, now: Date) -> Bool {
    guard job.state == .waiting, job.attempts == 0, let due = job.notBefore else { return false }
    return due > now && due != next
  }
}
