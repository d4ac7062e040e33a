import Foundation

// Statements, and COPY.
extension PostgresConnection {
  /// Runs a statement with text arguments.
  /// - Returns: the rows, as texts.
  /// - Throws: ``PostgresError``, `CancellationError`.
  @discardableResult
  func run(_ sql: String, _ arguments: String?...) throws -> [[String?]] { try run(sql, arguments) }

  /// Runs a statement with a list of arguments.
  /// - Returns: the rows, as texts.
  /// - Throws: ``PostgresError``, `CancellationError`.
  @discardableResult
  func run(_ sql: String, _ arguments: [String?]) throws -> [[String?]] {
    try send(sql, arguments)
    return try results().rows
  }

  /// Runs a statement that changes rows, with text arguments.
  /// - Returns: the number of changed rows.
  /// - Throws: ``PostgresError``, `CancellationError`.
  func change(_ sql: String, _ arguments: String?...) throws -> Int {
    try send(sql, arguments)
    return try results().count
  }

  /// Runs a query with text arguments whose rows come in their binary form.
  /// - Parameters:
  ///   - areLarge: whether one row at a time is in memory, instead of all.
  ///   - row: receives the cells of each row.
  /// - Throws: ``PostgresError``, `CancellationError`, and what the body throws.
  func binaryRows(
    _ sql: String, _ arguments: String?..., areLarge: Bool = false, row: (ResultCells) throws -> Void
  ) throws {
    try send(sql, arguments, isBinary: true, rowByRow: areLarge)
    var failure: (any Error)?
    while let result = try next() {
      defer { library.clear(result) }
      guard failure == nil else { continue }
      do {
        // 9 is a single row, 2 all rows, or the end of single ones.
        guard [2, 9].contains(library.resultStatus(result)) else { throw error(result) }
        for index in 0..<library.rowCount(result) { try row(ResultCells(library: library, result: result, row: index)) }
      } catch {
        // The other results have to be read before the next statement.
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func send(
    _ sql: String, _ arguments: [String?], isBinary: Bool = false, rowByRow: Bool = false
  ) throws {
    try finishPosted()
    let isSent = Self.withTexts(arguments) { texts in
      // The simple protocol takes several statements, and no arguments.
      arguments.isEmpty && !isBinary
        ? library.sendQuery(handle, sql)
        : library.sendQueryParams(handle, sql, CInt(arguments.count), nil, texts, nil, nil, isBinary ? 1 : 0)
    }
    guard isSent == 1 else { throw lost() }
    if rowByRow { _ = library.setSingleRowMode(handle) }
    try flush()
  }

  /// Commits the transaction.
  /// - Parameter notifying: the statement that runs after it. The function does not wait for its end, and ignores its errors.
  /// - Throws: ``PostgresError``, `CancellationError`. Only an error that is no ``PostgresError/isLoss`` says that nothing is
  ///   committed.
  func commit(notifying statement: String? = nil) throws {
    try send("COMMIT", [])
    guard try results().tag == "COMMIT" else {
      // PostgreSQL's answer if an earlier error of the transaction was passed over.
      throw PostgresError.other(state: "25P02", reason: "COMMIT: ROLLBACK")
    }
    guard let statement, library.sendQuery(handle, statement) == 1 else { return }
    isPosted = true
    try? flush()
  }

  private func finishPosted() throws {
    guard isPosted else { return }
    isPosted = false
    while let result = try next() { library.clear(result) }
  }

  /// Waits a fifth of a second for notifications.
  /// - Returns: their texts; none where none came.
  /// - Throws: ``PostgresError`` `.lost`, `CancellationError`.
  func notifications() throws -> [String] {
    if try Self.isReady(library.socket(handle), Int16(POLLIN), patience), library.consumeInput(handle) != 1 {
      throw lost()
    }
    var texts: [String] = []
    while let notification = library.notifies(handle) {
      defer { library.freeMemory(notification) }
      // PGnotify: the channel's name, the server process, and the text.
      let text = notification.load(fromByteOffset: 2 * MemoryLayout<Int>.size, as: LibPQ.Text?.self)
      if let text { texts.append(String(cString: text)) }
    }
    return texts
  }

  private func next() throws -> LibPQ.Result? {
    while library.isBusy(handle) == 1 { try receive() }
    return library.getResult(handle)
  }

  /// All results of the current statement.
  private func results() throws -> (rows: [[String?]], count: Int, tag: String) {
    var rows: [[String?]] = []
    var count = 0
    var tag = ""
    var failure: PostgresError?
    while let result = try next() {
      defer { library.clear(result) }
      switch library.resultStatus(result) {
      case 2: rows = self.rows(result)
      case 1:
        count = library.commandRows(result).flatMap { Int(String(cString: $0)) } ?? 0
        tag = library.commandStatus(result).map { String(cString: $0) } ?? ""
      case 0: break
      // An unexpected COPY would not end.
      case 3, 4, 8: throw PostgresError.lost(server: server, reason: "COPY")
      default: failure = failure ?? error(result)
      }
    }
    if let failure { throw failure }
    return (rows, count, tag)
  }

  private func rows(_ result: LibPQ.Result) -> [[String?]] {
    (0..<library.rowCount(result)).map { row in
      (0..<library.columnCount(result)).map { column in
        library.isNull(result, row, column) == 1 ? nil : library.value(result, row, column).map { String(cString: $0) }
      }
    }
  }

  /// The cells of a row of a result, which are valid while the row is read.
  struct ResultCells {
    fileprivate let library: LibPQ
    fileprivate let result: LibPQ.Result
    fileprivate let row: CInt

    /// The bytes of a cell; nil for NULL.
    subscript(_ column: Int) -> UnsafeRawBufferPointer? {
      guard library.isNull(result, row, CInt(column)) == 0 else { return nil }
      return UnsafeRawBufferPointer(
        start: library.value(result, row, CInt(column)), count: Int(library.length(result, row, CInt(column))))
    }
  }

  private func error(_ result: LibPQ.Result) -> PostgresError {
    func field(_ code: Unicode.Scalar) -> String {
      library.resultField(result, CInt(code.value)).map { String(cString: $0) } ?? ""
    }
    let state = field("C")
    // Without a code the connection itself has failed.
    guard !state.isEmpty else { return lost() }
    return PostgresError.refusing(
      PostgresRefusal(
        state: state, message: field("M"), detail: field("D"), context: field("W"), table: field("t"),
        constraint: field("n")))
  }

  // MARK: COPY

  /// Runs `COPY … FROM STDIN`.
  /// - Parameter fill: sends the bytes in parts.
  /// - Returns: the number of rows that the server has stored.
  /// - Throws: ``PostgresError``, `CancellationError`, and what the body throws.
  func copyIn(
    _ sql: String, _ fill: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> Int {
    try beginCopy(sql)
    try fill { try self.sendCopy($0) }
    return try finishCopy()
  }

  /// Begins `COPY … FROM STDIN`. ``sendCopy(_:)`` and ``finishCopy()`` follow.
  /// - Throws: ``PostgresError``, `CancellationError`.
  func beginCopy(_ sql: String) throws { try begin(sql, 4) }

  /// Ends `COPY … FROM STDIN`.
  /// - Returns: the number of rows that the server has stored.
  /// - Throws: ``PostgresError``, `CancellationError`.
  func finishCopy() throws -> Int {
    try endCopy(nil)
    return try results().count
  }

  private func begin(_ sql: String, _ expected: CInt) throws {
    try finishPosted()
    guard library.sendQuery(handle, sql) == 1 else { throw lost() }
    try flush()
    guard let result = try next() else { throw lost() }
    defer { library.clear(result) }
    guard library.resultStatus(result) == expected else {
      let failure = error(result)
      _ = try? results()
      throw failure
    }
  }

  /// Sends bytes of `COPY … FROM STDIN`.
  /// - Throws: ``PostgresError``, `CancellationError`. After an error of the server the statement has ended.
  func sendCopy(_ bytes: UnsafeRawBufferPointer) throws {
    guard let start = bytes.baseAddress else { return }
    var descriptor = pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0)
    if patience.isCancelled() { throw CancellationError() }
    if poll(&descriptor, 1, 0) > 0 {
      // Only an error makes the server speak before the end.
      try endCopy("stopped")
      _ = try results()
      throw lost()
    }
    var sent = 0
    // libpq takes a 32-bit length. Its buffer is emptied after each part.
    while sent < bytes.count {
      let count = min(bytes.count - sent, 1 << 18)
      guard library.putCopyData(handle, start + sent, CInt(count)) == 1 else { throw lost() }
      try flush()
      sent += count
    }
  }

  private func endCopy(_ message: String?) throws {
    // 0 means that the buffer is full, which it never is after a flush.
    guard library.putCopyEnd(handle, message) == 1 else { throw lost() }
    try flush()
  }

  /// Runs `COPY … TO STDOUT`.
  /// - Parameter take: takes each message of the server, which is valid until it returns.
  /// - Throws: ``PostgresError``, `CancellationError`, and what the body throws; the connection is unusable then.
  func copyOut(_ sql: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    try begin(sql, 3)
    while true {
      var message: UnsafeMutablePointer<CChar>?
      let count = library.getCopyData(handle, &message, 1)
      switch count {
      case 0: try receive()
      case -1:
        _ = try results()
        return
      case ..<0: throw lost()
      default:
        defer { library.freeMemory(message) }
        try take(UnsafeRawBufferPointer(start: message, count: Int(count)))
      }
    }
  }
}
