/// A version of a store's data: the number of the last row of the change log in a snapshot.
///
/// A value that was computed at a version is valid at each later one, up to the next change of its dependencies.
package struct DataVersion: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// The number of events after which row numbers can't be compared with earlier ones: the file was restored or
  /// replaced, or something outside the database changed.
  let epoch: Int
  /// The number of the row; 0 for an empty change log.
  let number: Int64

  init(epoch: Int = 0, number: Int64 = 0) {
    self.epoch = epoch
    self.number = number
  }

  /// The version as text, for entity tags.
  package var description: String { "\(epoch).\(number)" }

  /// The older version is less.
  package static func < (one: DataVersion, other: DataVersion) -> Bool {
    (one.epoch, one.number) < (other.epoch, other.number)
  }
}

/// A position in a change log: behind the row of that number.
struct ChangePosition: Hashable, Sendable {
  /// The log's identity.
  var log = ""
  /// The number of the row; 0 for the beginning.
  var number: Int64 = 0
}

/// The end of the change log in a snapshot, and how much of the log the derived data include.
struct LogState: Sendable {
  /// The end of the log.
  private(set) var end = ChangePosition()
  /// The number of the last row that was applied.
  private(set) var applied: Int64 = 0
  /// Whether a search index has an ``IndexMark``.
  private(set) var hasIndexMarks = false

  /// Whether the derived data include all rows.
  var isApplied: Bool { applied == end.number }

  /// One statement, since each read begins with it.
  init(in database: SQLConnection) throws {
    let row = try RawStatement(Self.sql, in: database)
    defer { row.reset() }
    guard try row.step() else { return }
    end = ChangePosition(log: row.text(column: 0), number: row.integer(column: 1))
    (applied, hasIndexMarks) = (row.integer(column: 2), row.integer(column: 3) != 0)
  }

  private static let sql = """
    SELECT (SELECT value FROM kartoteka_meta WHERE key = 'log'), (SELECT max(seq) FROM \(ChangeLog.table)),
      (SELECT value FROM kartoteka_meta WHERE key = '\(ChangeLog.appliedKey)'),
      EXISTS (SELECT 1 FROM \(IndexMark.all))
    """
}
