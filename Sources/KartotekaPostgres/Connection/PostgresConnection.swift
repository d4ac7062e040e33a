import Foundation

/// A connection to a PostgreSQL server. Its calls wait on the thread that makes them, which must not be one of Swift's
/// cooperative threads: ``OwnThread``.
///
/// All input and output is non-blocking, so that each wait can end: by cancellation, and by a server that is silent.
final class PostgresConnection {
  /// How the server is waited for.
  struct Patience: Sendable {
    /// The time to connect, and the time of silence after which the server is checked by a second connection.
    var limit: Duration = .seconds(30)
    /// Whether the work is cancelled. It is asked several times a second.
    var isCancelled: @Sendable () -> Bool = { false }
    /// Whether a server that only reads is passed over.
    var needsWriting = false
  }

  let library: LibPQ
  private let address: PostgresAddress
  private let patience: Patience
  /// The one of the address's servers that it leads to.
  private let place: PostgresAddress.Place
  private let handle: LibPQ.Connection

  /// Connects.
  /// - Throws: ``PostgresError``, `CancellationError`.
  init(_ address: PostgresAddress, _ patience: Patience = Patience()) throws {
    guard let library = LibPQ.shared else { throw PostgresError.noLibrary }
    self.library = library
    self.address = address
    var patience = patience
    let options = try address.options(library)
    if let seconds = options["connect_timeout"].flatMap(Int.init), seconds > 0 { patience.limit = .seconds(seconds) }
    self.patience = patience
    (place, handle) = try Self.connect(address, PostgresAddress.places(options), library, patience)
    _ = library.setNonblocking(handle, 1)
  }

  deinit { library.finish(handle) }

  // MARK: Connecting

  /// The time for which each of several servers is waited for, so that one that is gone is passed over.
  private static let turn = Duration.seconds(2)

  /// Connects to the first of several servers that is there and may be used. libpq itself would wait for one that says
  /// nothing as long as for all.
  private static func connect(
    _ address: PostgresAddress, _ places: [PostgresAddress.Place], _ library: LibPQ, _ patience: Patience
  ) throws -> (PostgresAddress.Place, LibPQ.Connection) {
    var patience = patience
    if places.count > 1 { patience.limit = min(patience.limit, turn) }
    var failures: [PostgresError] = []
    for place in places {
      do { return (place, try connect(address, at: place, library, patience)) } catch let error as PostgresError {
        failures.append(error)
      }
    }
    // A standby that only reads is no fault while the primary is missing.
    let fault = failures.first { !$0.isLoss } ?? failures.first { if case .readOnly = $0 { false } else { true } }
    throw fault ?? failures.first ?? .badAddress
  }

  private static func connect(
    _ address: PostgresAddress, at place: PostgresAddress.Place, _ library: LibPQ, _ patience: Patience
  ) throws -> LibPQ.Connection {
    // Those before the address are defaults, those after it take precedence. The keepalives find a network that is gone.
    let parameters =
      [
        ("target_session_attrs", patience.needsWriting ? "read-write" : "any"), ("application_name", "kartoteka"),
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "10000"),
        ("dbname", address.text), ("client_encoding", "UTF8"),
      ] + place.options
    let started = withTexts(parameters.map(\.0)) { names in
      withTexts(parameters.map(\.1)) { library.connectStart(names, $0, 1) }
    }
    guard let connection = started else { throw PostgresError.noLibrary }
    do {
      // The error's code is part of the message then, and the same in each language.
      _ = library.setErrorVerbosity(connection, 2)
      // libpq would write what the server remarks to standard error. Its errors come as results.
      _ = library.setNoticeProcessor(connection, { _, _ in }, nil)
      try complete(connection, library, patience)
      return connection
    } catch {
      library.finish(connection)
      throw error
    }
  }

  private static func complete(_ connection: LibPQ.Connection, _ library: LibPQ, _ patience: Patience) throws {
    let deadline = ContinuousClock.now + patience.limit
    var events = Int16(POLLOUT)
    guard library.status(connection) != 1 else { throw failure(connection, library) }
    while true {
      while try !isReady(library.socket(connection), events, patience) {
        if ContinuousClock.now >= deadline {
          throw PostgresError.silent(
            server: place(connection, library), seconds: Int(patience.limit.components.seconds))
        }
      }
      switch library.connectPoll(connection) {
      case 1: events = Int16(POLLIN)
      case 2: events = Int16(POLLOUT)
      case 3: return
      default: throw failure(connection, library)
      }
    }
  }

  private static func failure(_ connection: LibPQ.Connection, _ library: LibPQ) -> PostgresError {
    let message = library.errorMessage(connection).map { String(cString: $0) } ?? ""
    return PostgresError.connecting(
      message, needsPassword: library.needsPassword(connection) == 1, server: place(connection, library),
      user: library.user(connection).map { String(cString: $0) } ?? "",
      database: library.database(connection).map { String(cString: $0) } ?? "")
  }

  private static func place(_ connection: LibPQ.Connection, _ library: LibPQ) -> String {
    let host = library.host(connection).map { String(cString: $0) } ?? ""
    let port = library.port(connection).map { String(cString: $0) } ?? ""
    return host.hasPrefix("/") ? "\(host)/.s.PGSQL.\(port)" : "\(host):\(port)"
  }

  /// The server, for people.
  var server: String { Self.place(handle, library) }
  /// The name of the database.
  var database: String { library.database(handle).map { String(cString: $0) } ?? "" }
  /// The name of the user.
  var user: String { library.user(handle).map { String(cString: $0) } ?? "" }
  /// The server's version: 150004 for 15.4.
  var version: Int { Int(library.serverVersion(handle)) }

  // MARK: Waiting

  /// Waits a fifth of a second for a socket.
  private static func isReady(_ socket: CInt, _ events: Int16, _ patience: Patience) throws -> Bool {
    if patience.isCancelled() { throw CancellationError() }
    var descriptor = pollfd(fd: socket, events: events, revents: 0)
    return poll(&descriptor, 1, 200) > 0
  }

  /// Waits for the server as long as it is there.
  private func wait(_ events: Int16) throws {
    var deadline = ContinuousClock.now + patience.limit
    while try !Self.isReady(library.socket(handle), events, patience) {
      guard ContinuousClock.now >= deadline else { continue }
      // A statement may take long. A server that accepts a second connection is working.
      var check = patience
      check.needsWriting = false
      try library.finish(Self.connect(address, at: place, library, check))
      deadline = .now + patience.limit
    }
  }

  /// Sends what libpq has buffered.
  private func flush() throws {
    while true {
      switch library.flush(handle) {
      case 0: return
      case 1:
        try wait(Int16(POLLOUT) | Int16(POLLIN))
        guard library.consumeInput(handle) == 1 else { throw lost() }
      default: throw lost()
      }
    }
  }

  private func receive() throws {
    try wait(Int16(POLLIN))
    guard library.consumeInput(handle) == 1 else { throw lost() }
  }

  private func lost() -> PostgresError {
    .lost(server: server, reason: PostgresError.line(library.errorMessage(handle).map { String(cString: $0) } ?? ""))
  }

  // MARK: Statements

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
  /// - Parameter row: receives the cells of each row.
  /// - Throws: ``PostgresError``, `CancellationError`, and what the body throws.
  func binaryRows(_ sql: String, _ arguments: String?..., row: (ResultCells) throws -> Void) throws {
    try send(sql, arguments, isBinary: true)
    var failure: (any Error)?
    while let result = try next() {
      defer { library.clear(result) }
      guard failure == nil else { continue }
      do {
        guard library.resultStatus(result) == 2 else { throw error(result) }
        for index in 0..<library.rowCount(result) { try row(ResultCells(library: library, result: result, row: index)) }
      } catch {
        // The other results have to be read before the next statement.
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func send(_ sql: String, _ arguments: [String?], isBinary: Bool = false) throws {
    let isSent = Self.withTexts(arguments) { texts in
      // The simple protocol takes several statements, and no arguments.
      arguments.isEmpty && !isBinary
        ? library.sendQuery(handle, sql)
        : library.sendQueryParams(handle, sql, CInt(arguments.count), nil, texts, nil, nil, isBinary ? 1 : 0)
    }
    guard isSent == 1 else { throw lost() }
    try flush()
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
  private func results() throws -> (rows: [[String?]], count: Int) {
    var rows: [[String?]] = []
    var count = 0
    var failure: PostgresError?
    while let result = try next() {
      defer { library.clear(result) }
      switch library.resultStatus(result) {
      case 2: rows = self.rows(result)
      case 1: count = library.commandRows(result).flatMap { Int(String(cString: $0)) } ?? 0
      case 0: break
      // COPY that nobody expects has no end by itself.
      case 3, 4, 8: throw PostgresError.lost(server: server, reason: "COPY")
      default: failure = failure ?? error(result)
      }
    }
    if let failure { throw failure }
    return (rows, count)
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
    try begin(sql, 4)
    do {
      try fill { try self.send($0) }
      try endCopy(nil)
    } catch is ServerSpoke {
      // Only an error makes the server speak before the end.
      try endCopy("stopped")
    }
    return try results().count
  }

  private struct ServerSpoke: Error {}

  private func begin(_ sql: String, _ expected: CInt) throws {
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

  private func send(_ bytes: UnsafeRawBufferPointer) throws {
    guard let start = bytes.baseAddress else { return }
    var descriptor = pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0)
    if patience.isCancelled() { throw CancellationError() }
    if poll(&descriptor, 1, 0) > 0 { throw ServerSpoke() }
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

  /// Passes texts as an array of C strings that a null pointer ends.
  private static func withTexts<T>(_ texts: [String?], _ body: (UnsafePointer<LibPQ.Text?>) -> T) -> T {
    let copies = texts.map { $0.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    let pointers: [LibPQ.Text?] = copies.map { $0.map { LibPQ.Text($0) } } + [nil]
    return pointers.withUnsafeBufferPointer { buffer in
      // swift-format-ignore: NeverForceUnwrap
      body(buffer.baseAddress!)  // An array with at least one element has an address.
    }
  }
}
