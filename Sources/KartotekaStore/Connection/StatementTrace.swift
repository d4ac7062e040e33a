import GRDBSQLite

/// Tells of the statements that a connection runs (SQLite: "SQL Trace Hook", <https://www.sqlite.org/c3ref/trace_v2.html>).
///
/// Sendable because SQLite calls it on the thread that runs the statement, and a connection is used by one thread at a
/// time.
final class StatementTrace: @unchecked Sendable {
  /// The logged data of a statement.
  struct Report {
    /// The statement, with its values where they are asked for.
    var sql: String
    /// The time it took in milliseconds, reading the rows included; nil before it has run.
    var milliseconds: Double?
    /// The number of rows of its result.
    var rows = 0
  }

  private let level: StoreOptions.SQLLog
  private let report: (Report) -> Void
  private var rows: [OpaquePointer: Int] = [:]
  // SQLite itself measures milliseconds.
  private var starts: [OpaquePointer: ContinuousClock.Instant] = [:]

  /// - Parameters:
  ///   - level: the details of each statement; not ``StoreOptions/SQLLog/off``.
  ///   - report: receives each statement.
  init(_ level: StoreOptions.SQLLog, _ report: @escaping (Report) -> Void) {
    self.level = level
    self.report = report
  }

  /// Begins to tell of a connection's statements. Another trace that the connection had tells no more.
  private func begin(on connection: SQLConnection) {
    let events = level == .statements ? SQLITE_TRACE_STMT : SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE | SQLITE_TRACE_ROW
    sqlite3_trace_v2(
      connection.handle, CUnsignedInt(events),
      { event, context, statement, detail in
        if let context, let statement {
          Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
            .take(CInt(bitPattern: event), OpaquePointer(statement), detail)
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Begins to log a new connection's statements, as far as the options ask for it.
  static func log(_ connection: SQLConnection, _ options: StoreOptions) {
    guard options.sqlLog > .off else { return }
    let trace = StatementTrace(options.sqlLog) { [log = options.log] in log($0.line) }
    // SQLite does not retain it.
    connection.trace = trace
    trace.begin(on: connection)
  }

  /// Reports a connection's statements for a while, in place of the log.
  func whileRunning<T>(on connection: SQLConnection, _ body: () throws -> T) rethrows -> T {
    begin(on: connection)
    defer {
      if let log = connection.trace {
        log.begin(on: connection)
      } else {
        sqlite3_trace_v2(connection.handle, 0, nil, nil)
      }
    }
    return try body()
  }

  private func take(_ event: CInt, _ statement: OpaquePointer, _ detail: UnsafeMutableRawPointer?) {
    switch event {
    case SQLITE_TRACE_ROW: rows[statement, default: 0] += 1
    case SQLITE_TRACE_STMT where level == .statements: report(Report(sql: text(of: statement)))
    // No end is reported for a statement that was finalized early; the next one may have the same address.
    case SQLITE_TRACE_STMT:
      // A trigger that the statement runs is a comment with its name.
      guard detail?.load(as: UInt8.self) != UInt8(ascii: "-") else { return }
      rows[statement] = nil
      starts[statement] = .now
    default:
      let time = starts.removeValue(forKey: statement)?.duration(to: .now) ?? .zero
      report(
        Report(
          sql: text(of: statement), milliseconds: time / .milliseconds(1),
          rows: rows.removeValue(forKey: statement) ?? 0))
    }
  }

  private func text(of statement: OpaquePointer) -> String {
    guard level == .values, let expanded = sqlite3_expanded_sql(statement) else {
      return sqlite3_sql(statement).map { String(cString: $0) } ?? ""
    }
    defer { sqlite3_free(expanded) }
    return String(cString: expanded)
  }
}

extension StatementTrace.Report {
  /// The line of a log: `0.214 ms, 50 rows  SELECT …`.
  var line: String {
    guard let milliseconds else { return sql }
    return "\((milliseconds * 1_000).rounded() / 1_000) ms, \(rows) rows  \(sql)"
  }
}
