import Foundation
import KartotekaModel

/// The table of background work, and its statements within a transaction.
///
/// Each change of a job logs its record as changed, so that pages that show it are updated.
struct JobTable {
  static let name = "kartoteka_jobs"
  /// `changeSet` is the one that an attempt did, which the next one goes on with.
  static let statements = [
    """
    CREATE TABLE kartoteka_jobs (
      id INTEGER PRIMARY KEY AUTOINCREMENT, job TEXT NOT NULL, entity TEXT NOT NULL, record INTEGER NOT NULL,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'failed', 'done')),
      done INTEGER, total INTEGER, attempts INTEGER NOT NULL DEFAULT 0, not_before TEXT, error TEXT, deed INTEGER,
      is_requested INTEGER NOT NULL DEFAULT 0, added TEXT NOT NULL, changed TEXT NOT NULL, UNIQUE (entity, record, job)
    ) STRICT
    """,
    "CREATE INDEX kartoteka_jobs_waiting ON kartoteka_jobs (job, not_before) WHERE state = 'waiting'",
  ]

  /// A running job without a sign of life for this number of seconds may be taken over: its process may have ended.
  static let longestSilence = 300.0

  /// `attempts` counts in two parts: the last six digits the attempts since somebody asked for the job, the rest how often
  /// somebody did. The number only grows from one owner to the next, so that it is the fencing token as well.
  static let requested: Int64 = 1_000_000

  let database: SQLConnection
  let model: ModelDescription
  /// The present time; nil for that of the connection, which knows it in a transaction that writes.
  var time: Date?

  // MARK: Reading

  /// The jobs that a condition holds for, the oldest first.
  func jobs(where condition: String, _ arguments: Value..., limit: Int = -1) throws -> [QueuedJob] {
    let rows = try RawStatement(
      """
      SELECT id, job, entity, record, state, done, total, attempts, not_before, error, is_requested FROM kartoteka_jobs \
      WHERE \(condition) ORDER BY id LIMIT \(limit)
      """, in: database)
    rows.bind(arguments)
    defer { rows.reset() }
    var found: [QueuedJob] = []
    while try rows.step() {
      let table = rows.text(column: 2)
      if table.isEmpty {
        found.append(job(rows, of: ""))
      } else if let entity = model.entities.first(where: { $0.table == table }) {
        found.append(job(rows, of: entity.name))
      }
    }
    return found
  }

  /// The running jobs of a name.
  /// - Parameter onlySilent: whether another server may run some. One that has been silent for long has ended.
  func running(_ name: String, onlySilent: Bool) throws -> [QueuedJob] {
    guard onlySilent else { return try jobs(where: "job = ? AND state = 'running'", .text(name)) }
    let latest = Timestamp.text((time ?? database.now).addingTimeInterval(-Self.longestSilence))
    return try jobs(where: "job = ? AND state = 'running' AND changed < ?", .text(name), .text(latest))
  }

  private func job(_ row: RawStatement, of entity: String) -> QueuedJob {
    let progress = row.value(column: 6).integer.map { QueuedJob.Progress(Int(row.integer(column: 5)), of: Int($0)) }
    return QueuedJob(
      id: row.integer(column: 0), name: row.text(column: 1), entity: entity, record: row.integer(column: 3),
      state: QueuedJob.State(rawValue: row.text(column: 4)) ?? .failed, progress: progress,
      token: row.integer(column: 7), notBefore: Timestamp.date(row.text(column: 8)),
      error: JSONText.value(Phrase.self, row.text(column: 9)), isRequested: row.integer(column: 10) == 1)
  }

  /// The failed jobs by name, with their number and reasons.
  func failed() throws -> [FailedJobs] {
    let rows = try RawStatement(
      """
      SELECT job, error, count(*) FROM kartoteka_jobs WHERE state = 'failed' GROUP BY job, error \
      ORDER BY job, min(id)
      """, in: database)
    defer { rows.reset() }
    var found: [FailedJobs] = []
    while try rows.step() {
      let name = rows.text(column: 0)
      if found.last?.name != name { found.append(FailedJobs(name: name)) }
      found[found.count - 1].add(JSONText.value(Phrase.self, rows.text(column: 1)), Int(rows.integer(column: 2)))
    }
    for index in found.indices { found[index].reasons.sort { $0.count > $1.count } }
    return found
  }

  // MARK: Adding and removing

  /// Adds the jobs that begin with new records, in one statement for a whole range of them. A row that an earlier record
  /// of the same id left, which another program deleted, begins anew.
  func add(_ name: String, _ entity: EntityDescription, _ records: ClosedRange<RecordID>) throws {
    try RawStatement(
      """
      INSERT INTO kartoteka_jobs (job, entity, record, added, changed) \
      SELECT ?1, ?2, id, ?3, ?3 FROM \(SQL.name(entity.table)) WHERE id BETWEEN ?4 AND ?5 \
      ON CONFLICT (entity, record, job) DO UPDATE SET state = 'waiting', done = NULL, total = NULL, attempts = attempts + 1, \
      not_before = NULL, error = NULL, deed = NULL, is_requested = 0, added = ?3, changed = ?3
      """, in: database
    ).run(.text(name), .text(entity.table), now, .integer(records.lowerBound), .integer(records.upperBound))
  }

  /// Has a job begin, now or for the first time. One that runs is left alone; one that failed goes on with what it has.
  /// One that has been silent for too long is taken over: the token grows with its next owner.
  func request(_ name: String, _ entity: EntityDescription, _ record: RecordID) throws {
    try RawStatement(
      """
      INSERT INTO kartoteka_jobs (job, entity, record, added, changed, is_requested) VALUES (?1, ?2, ?3, ?4, ?4, 1) \
      ON CONFLICT (entity, record, job) DO UPDATE SET is_requested = 1, \
      attempts = iif(state = 'running', attempts, (attempts / \(Self.requested) + 1) * \(Self.requested)), not_before = NULL, error = NULL, changed = ?4, \
      done = iif(state = 'done', NULL, done), total = iif(state = 'done', NULL, total), \
      deed = iif(state = 'done', NULL, deed), state = 'waiting' \
      WHERE state <> 'running' OR changed < ?5
      """, in: database
    ).run(
      .text(name), .text(entity.table), .integer(record), now,
      .text(Timestamp.text(database.now.addingTimeInterval(-Self.longestSilence))))
    try ChangeLog.append(entity, record, .touch, in: database)
  }

  /// Adds a job with a schedule, which waits for its next time. One that is there stays as it is.
  func add(_ name: String, at next: Date) throws {
    try RawStatement(
      """
      INSERT INTO kartoteka_jobs (job, entity, record, not_before, added, changed) VALUES (?1, '', 0, ?2, ?3, ?3) \
      ON CONFLICT (entity, record, job) DO NOTHING
      """, in: database
    ).run(.text(name), .text(Timestamp.text(next)), now)
  }

  /// Removes all jobs of a record.
  func remove(of entity: EntityDescription, _ record: RecordID) throws {
    try RawStatement("DELETE FROM kartoteka_jobs WHERE entity = ? AND record = ?", in: database)
      .run(.text(entity.table), .integer(record))
  }

  /// Removes all jobs of a range of records.
  func remove(of entity: EntityDescription, _ records: ClosedRange<RecordID>) throws {
    try RawStatement("DELETE FROM kartoteka_jobs WHERE entity = ? AND record BETWEEN ? AND ?", in: database)
      .run(.text(entity.table), .integer(records.lowerBound), .integer(records.upperBound))
  }

  /// Removes all jobs of all records.
  func removeAll() throws { try RawStatement("DELETE FROM kartoteka_jobs WHERE entity <> ''", in: database).run() }

  /// Whether there are rows of a job's other kind: of records if it has a schedule now, of the schedule if it has none.
  func hasFormer(_ name: String, hasSchedule: Bool) throws -> Bool {
    let condition = Self.isFormer(hasSchedule)
    return try RawStatement("SELECT 1 FROM kartoteka_jobs WHERE \(condition) LIMIT 1", in: database)
      .integer(.text(name)) != nil
  }

  /// Removes those rows.
  func removeFormer(_ name: String, hasSchedule: Bool) throws {
    try RawStatement("DELETE FROM kartoteka_jobs WHERE \(Self.isFormer(hasSchedule))", in: database).run(.text(name))
  }

  private static func isFormer(_ hasSchedule: Bool) -> String { "job = ? AND entity \(hasSchedule ? "<>" : "=") ''" }

  /// Removes the jobs of records that another program deleted.
  func removeOrphans(of entity: EntityDescription) throws {
    try RawStatement(
      "DELETE FROM kartoteka_jobs WHERE entity = ? AND record NOT IN (SELECT id FROM \(SQL.name(entity.table)))",
      in: database
    ).run(.text(entity.table))
  }

  // MARK: Changing

  /// Changes a job that is in a state and has the token that the caller knows, and marks its record: an owner whose job was
  /// taken over changes nothing.
  /// - Parameter assignments: `column = ?`, for the values.
  /// - Returns: whether it was: it may be gone with its record, or have another owner.
  @discardableResult
  func change(
    _ job: QueuedJob, in state: QueuedJob.State, _ assignments: String, _ values: Value...
  ) throws -> Bool {
    let update = try RawStatement(
      "UPDATE kartoteka_jobs SET \(assignments), changed = ? WHERE id = ? AND state = ? AND attempts = ?",
      in: database)
    update.bind(values + [now, .integer(job.id), .text(state.rawValue), .integer(job.token)])
    while try update.step() {}
    update.reset()
    guard database.changesCount > 0 else { return false }
    if let entity = model.entity(named: job.entity) {
      try ChangeLog.append(entity, job.record, .touch, in: database)
    }
    return true
  }

  private var now: Value { .text(Timestamp.text(database.now)) }
}
