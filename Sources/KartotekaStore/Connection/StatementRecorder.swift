import GRDBSQLite
import Synchronization

/// A statement that was run to show a page, as the screen for developers shows it.
package struct RecordedStatement: Sendable, Hashable {
  /// The SQL, with places for its values.
  package let sql: String
  /// The time it took in milliseconds, reading the rows included.
  package let milliseconds: Double
  /// The number of rows of its result.
  package let rows: Int
  /// The steps of SQLite's query plan with their depth, the first being 0
  /// (<https://www.sqlite.org/eqp.html>).
  package let plan: [Step]

  /// A step of a query plan.
  package struct Step: Sendable, Hashable {
    /// The depth within other steps.
    package let depth: Int
    /// The text of the step: `SEARCH users USING INDEX …`.
    package let detail: String
  }
}

/// Remembers the statements that stores run for one task: `StatementRecorder.$current.withValue(recorder) { … }`.
package final class StatementRecorder: Sendable {
  /// The recorder of the current task's statements; nil, as usual, if none are recorded.
  @TaskLocal package static var current: StatementRecorder?

  /// The maximum number of recorded statements; later ones are not recorded.
  package static let limit = 200

  private let recorded = Mutex<[RecordedStatement]>([])

  /// A recorder that remembers nothing yet.
  package init() {}

  /// The statements so far, in the order in which they ended.
  package var statements: [RecordedStatement] { recorded.withLock { $0 } }

  /// Remembers what a connection runs meanwhile; those statements are not logged.
  func recording<T>(_ database: SQLConnection, _ body: () throws -> T) rethrows -> T {
    var reports: [StatementTrace.Report] = []
    let trace = StatementTrace(.times) { reports.append($0) }
    defer { append(reports, database) }
    return try withExtendedLifetime(trace) { try trace.whileRunning(on: database, body) }
  }

  private func append(_ reports: [StatementTrace.Report], _ database: SQLConnection) {
    let room = Self.limit - recorded.withLock(\.count)
    let new = reports.filter { !$0.isOfTransaction }.prefix(max(0, room)).map { report in
      RecordedStatement(
        sql: report.sql, milliseconds: report.milliseconds ?? 0, rows: report.rows,
        plan: Self.plan(report.sql, database))
    }
    recorded.withLock { $0 += new }
  }

  private static func plan(_ sql: String, _ database: SQLConnection) -> [RecordedStatement.Step] {
    // A statement that can't be explained, such as a PRAGMA, is shown without a plan. Values stay NULL: a plan does not
    // depend on them.
    guard let rows = try? PreparedStatement("EXPLAIN QUERY PLAN " + sql, in: database) else { return [] }
    var depths: [Int64: Int] = [:]
    var steps: [RecordedStatement.Step] = []
    while sqlite3_step(rows.handle) == SQLITE_ROW {
      let (id, parent) = (sqlite3_column_int64(rows.handle, 0), sqlite3_column_int64(rows.handle, 1))
      let depth = depths[parent].map { $0 + 1 } ?? 0
      depths[id] = depth
      let detail = sqlite3_column_text(rows.handle, 3).map { String(cString: $0) } ?? ""
      steps.append(RecordedStatement.Step(depth: depth, detail: detail))
    }
    return steps
  }
}

extension StatementTrace.Report {
  fileprivate var isOfTransaction: Bool {
    ["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"].contains { sql.hasPrefix($0) }
  }
}
