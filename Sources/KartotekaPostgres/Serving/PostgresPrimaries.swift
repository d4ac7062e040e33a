import Foundation
import KartotekaModel
import KartotekaStore
import Synchronization

/// A PostgreSQL database with the applications of one or more servers. Each application has a schema of its own.
package final class PostgresPrimaries: PrimaryDatabases {
  private let address: PostgresAddress
  let listener: PostgresListener
  private let patience: Duration
  private let inspection: Duration
  private let lockTimeout: Duration
  private let work: PostgresWorkTables
  private let pool: PostgresPool
  private let state = Mutex(State())

  private struct State {
    /// The time of the last search for designed applications.
    var looked: ContinuousClock.Instant?
    /// The applications that the last search has found.
    var known: PostgresSession.Known = [:]
  }

  /// The time between two searches for designed applications of other servers. A notification with an unknown schema starts one
  /// at once.
  private static let interval = Duration.seconds(5)

  /// The databases by address.
  private static let known = Mutex<[String: PostgresPrimaries]>([:])

  /// The database at an address. Equal addresses have the same instance within a process. No connection is made yet.
  /// - Parameter address: the address of the database. Of several hosts, the one that accepts writes is used.
  package static func at(_ address: PostgresAddress) -> PostgresPrimaries {
    known.withLock { known in
      let database = known[address.text] ?? PostgresPrimaries(address)
      known[address.text] = database
      return database
    }
  }

  /// Creates the value. No connection is made yet.
  /// - Parameters:
  ///   - patience: the time for which a writing transaction tries to connect, such as during a fail-over.
  ///   - inspection: the time between two inspections of an application's triggers.
  ///   - lockTimeout: the time for which a transaction waits for a lock.
  init(
    _ address: PostgresAddress, patience: Duration = .seconds(15), inspection: Duration = .seconds(300),
    lockTimeout: Duration = .seconds(30)
  ) {
    self.address = address
    self.patience = patience
    self.inspection = inspection
    self.lockTimeout = lockTimeout
    pool = PostgresPool(address, mostIdle: 1)
    listener = PostgresListener(address, inspection: inspection)
    work = PostgresWorkTables(address, listener, patience)
  }

  /// Whether the database has an application of the name.
  /// - Throws: `StoreError.primary`.
  package func contains(_ name: String) throws -> Bool {
    do {
      return try session { session in
        var known: PostgresSession.Known = [:]
        return try session.applications(&known).contains(name)
      }
    } catch let lost as PrimaryLost {
      throw lost.reason
    }
  }

  /// Copies the designed applications that the folder lacks from the database to the folder, and renames the local copies of
  /// applications that the database no longer has.
  /// - Parameters:
  ///   - folder: the folder of the local copies.
  ///   - names: the names of the applications in code, which are not copied.
  ///   - isRequested: whether the database is asked in any case. Else it is asked every 5 s, and after a notification.
  ///   - model: reads the model in a description; it gets the application's name, too.
  /// - Returns: the names of the applications that the database no longer has.
  /// - Throws: `PrimaryLost`, `StoreError`.
  package func bringDesigned(
    to folder: URL, besides names: [String], isRequested: Bool,
    model: @escaping @Sendable (_ name: String, _ description: String) throws -> ModelDescription
  ) throws -> [String] {
    let now = ContinuousClock.now
    let hasNews = listener.takeUnknown()
    let isDue = state.withLock { state in
      guard isRequested || hasNews || state.looked.map({ now - $0 > Self.interval }) ?? true else { return false }
      state.looked = now
      return true
    }
    guard isDue else { return [] }
    var known = state.withLock(\.known)
    let found = try session { try $0.applications(&known) }
    state.withLock { [known] in $0.known = known }
    for application in found.applications where application.isDesigned {
      let name = application.name
      let file = folder.appending(path: name + ".sqlite")
      guard !names.contains(name), !FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
        continue
      }
      let described = PrimaryApplication(
        name: name, title: application.title, isDesigned: true, description: application.description
      ) { try model(name, $0) }
      _ = try database(of: described).prepareCopy(at: file, position: nil, isOpen: false)
    }
    // The copy of an application that can't be read stays, too: a newer version of the program has it.
    return try Store.copies(in: folder).filter { !names.contains($0) && !found.contains($0) }.map { name in
      try Store.setAside(folder.appending(path: name + ".sqlite"))
      return name
    }
  }

  private func session<T>(_ body: (PostgresSession) throws -> T) throws -> T {
    try pool.use(trying: .zero) { connection in
      let session = try PostgresSession(connection)
      try session.begin(isReading: true)
      let made = try body(session)
      try connection.run("ROLLBACK")
      pool.keep(connection)
      return made
    }
  }

  /// The schema of an application as its primary database.
  package func database(of application: PrimaryApplication) -> any PrimaryDatabase {
    PostgresPrimary(
      application, at: address, listener, patience, work, inspection: inspection, lockTimeout: lockTimeout)
  }

  /// The work of a kind that belongs to no application.
  package func work(_ kind: String) -> any SharedWork { PostgresWork(tables: work, place: kind) }
}
