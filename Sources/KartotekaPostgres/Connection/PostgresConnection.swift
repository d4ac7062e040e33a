import Foundation

/// A connection to a PostgreSQL server. Its calls wait on the thread that makes them, which must not be one of Swift's
/// cooperative threads: ``OwnThread``.
///
/// All input and output is non-blocking, so that each wait can end: by cancellation, and by a server that is silent.
final class PostgresConnection {
  /// The times for which the server is waited for.
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
  let patience: Patience
  /// The one of the address's servers that it leads to.
  private let place: PostgresAddress.Place
  let handle: LibPQ.Connection
  /// Whether a statement was sent whose results nobody has read.
  var isPosted = false

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
    // Options before the address are defaults, those after it take precedence. The keepalives find a network that is gone.
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
  static func isReady(_ socket: CInt, _ events: Int16, _ patience: Patience) throws -> Bool {
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
  func flush() throws {
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

  /// Waits for what the server sends, and reads it.
  func receive() throws {
    try wait(Int16(POLLIN))
    guard library.consumeInput(handle) == 1 else { throw lost() }
  }

  /// The error of a connection that was lost.
  func lost() -> PostgresError {
    .lost(server: server, reason: PostgresError.line(library.errorMessage(handle).map { String(cString: $0) } ?? ""))
  }

  /// Passes texts as an array of C strings that a null pointer ends.
  static func withTexts<T>(_ texts: [String?], _ body: (UnsafePointer<LibPQ.Text?>) -> T) -> T {
    let copies = texts.map { $0.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    let pointers: [LibPQ.Text?] = copies.map { $0.map { LibPQ.Text($0) } } + [nil]
    return pointers.withUnsafeBufferPointer { buffer in
      // swift-format-ignore: NeverForceUnwrap
      body(buffer.baseAddress!)  // An array with at least one element has an address.
    }
  }
}
