import KartotekaModel

/// The author of a job's changes: the person who requested it. A job that a record started has the author of the record's last
/// change.
///
/// It is kept apart from the jobs' table, which files of earlier versions have without a place for it.
struct JobAuthor {
  let database: SQLConnection

  private var notes: MetaTable { MetaTable(in: database, MetaTable.unfinished) }

  private func key(_ job: String, _ entity: EntityDescription, _ record: RecordID) -> String {
    "job \(job) \(entity.table) \(record)"
  }

  /// Notes who asks for a job; nil forgets who did.
  func note(_ author: Author?, _ job: String, _ entity: EntityDescription, _ record: RecordID) throws {
    let key = key(job, entity, record)
    if let author { try notes.note(author.text, as: key) } else { try notes.remove(key) }
  }

  /// The author of a job's changes; nil without accounts.
  func author(_ job: String, _ entity: EntityDescription, _ record: RecordID) throws -> Author? {
    if let text = try notes.text(key(job, entity, record)) { return Author(text: text) }
    let row = try RawStatement(
      """
      SELECT d.person FROM kartoteka_deeds d WHERE d.id = (SELECT max(deed) FROM \
      (SELECT deed FROM kartoteka_changes WHERE entity = +?1 AND record = ?2 AND last IS NULL \
      UNION ALL SELECT deed FROM kartoteka_changes INDEXED BY kartoteka_changes_range \
      WHERE entity = +?1 AND last IS NOT NULL AND record <= ?2 AND last >= ?2))
      """, in: database)
    row.bind([.text(entity.table), .integer(record)])
    defer { row.reset() }
    guard try row.step(), case .text(let text) = row.value(column: 0) else { return nil }
    return Author(text: text)
  }
}
