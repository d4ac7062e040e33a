import KartotekaModel

/// Deletes the history from before a moment for good, some change sets in each transaction: they may be millions. Their change
/// sets are marked, and ``Retention/removeSome()`` removes the images.
struct EarlierHistory {
  /// The number of change sets or rows of one transaction, so that other writers wait only for a moment.
  static let batch = 2_000

  /// The work of one transaction.
  struct Part: Sendable {
    /// The last change set; nil when none is left.
    let last: Int64?
    let changeSets: Int
    /// The number of deleted rejected rows.
    let rows: Int
  }

  let database: SQLConnection
  let moment: String

  /// Deletes some of it.
  /// - Parameter last: those up to this change set are done; nil at the beginning.
  func purgeSome(after last: Int64?) throws -> Part {
    let changeSets = try database.integers(
      "SELECT id FROM kartoteka_deeds WHERE id > ? AND at < ? ORDER BY id LIMIT \(Self.batch)",
      [.integer(last ?? .min), .text(moment)])
    var rows = 0
    for table in PlatformTable.all {
      switch table.purge {
      // The rows of these tables follow from records, which stay.
      case .nothing, .rowsOf, .unresolvedTexts, .resolvedTexts, .errors: break
      // They go by the marks.
      case .images, .bytes: break
      case .names: try UndoLog.forgetNames(of: changeSets, in: database)
      case .responses: if last == nil { try IdempotencyTable(database: database).forgetResponses() }
      case .rejectedRows:
        rows = try Self.delete(rejected: Self.rejectedRows(closedBy: changeSets, in: database), in: database)
      case .lastUndo: if last == nil { try LongUndo.forget(in: database) }
      }
    }
    try Retention(database: database).mark(changeSets, .age)
    try ChangeLog.appendOwn(in: database)
    return Part(last: changeSets.last, changeSets: changeSets.count, rows: rows)
  }

  /// Deletes some of the rows that imports from before the moment rejected.
  /// - Returns: how many.
  func deleteSomeRejectedRows() throws -> Int {
    let rows = try database.integers(
      """
      SELECT k.id FROM kartoteka_rejects k JOIN kartoteka_imports i ON i.id = k.import WHERE i.at < ? \
      ORDER BY k.id LIMIT \(Self.batch)
      """, [.text(moment)])
    return try Self.delete(rejected: rows, in: database)
  }

  /// The later change sets that undo those from before the moment, directly or by other undos: they are named after them.
  func laterUndos() throws -> [Int64] {
    let undos = try RawStatement(
      """
      SELECT d.id, d.undoes, coalesce(o.at < ?1, 0) FROM kartoteka_deeds d LEFT JOIN kartoteka_deeds o ON o.id = d.undoes \
      WHERE d.undoes IS NOT NULL AND d.at >= ?1 ORDER BY d.id
      """, in: database)
    undos.bind(.text(moment), at: 1)
    defer { undos.reset() }
    var (found, known): ([Int64], Set<Int64>) = ([], [])
    // Each is later than what it undoes.
    while try undos.step() {
      guard undos.integer(column: 2) == 1 || known.contains(undos.integer(column: 1)) else { continue }
      found.append(undos.integer(column: 0))
      known.insert(undos.integer(column: 0))
    }
    return found
  }

  /// The rows that change sets loaded after all: such a row is closed with the change set's number.
  static func rejectedRows(closedBy changeSets: [Int64], in database: SQLConnection) throws -> [Int64] {
    try database.integers(
      "SELECT id FROM kartoteka_rejects WHERE deed IN (SELECT value FROM json_each(?)) AND NOT is_open",
      [SQL.json(changeSets)])
  }

  /// Deletes rejected rows.
  /// - Returns: how many.
  static func delete(rejected rows: some Collection<Int64>, in database: SQLConnection) throws -> Int {
    let waiting = try RawStatement("DELETE FROM kartoteka_waiting WHERE reject = ?", in: database)
    let delete = try RawStatement("DELETE FROM kartoteka_rejects WHERE id = ?", in: database)
    for row in rows {
      try waiting.run(.integer(row))
      try delete.run(.integer(row))
    }
    return rows.count
  }
}
