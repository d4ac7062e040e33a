import Foundation
import KartotekaModel
import KartotekaStore

/// Copies applications between SQLite and a PostgreSQL database, each in one transaction: afterwards all of it is there, or
/// nothing.
package struct PostgresCopy: Sendable {
  /// Receives a table's name, the number of its copied rows, and how many it has; nil if that is unknown.
  package typealias Progress = @Sendable (_ table: String, _ rows: Int, _ total: Int?) -> Void

  private let address: PostgresAddress
  private let patience: PostgresConnection.Patience

  /// Copies from or to a database.
  /// - Parameter silence: seconds after which a server that says nothing is checked, or given up.
  package init(_ address: PostgresAddress, silence: Double = 30) {
    self.address = address
    var patience = PostgresConnection.Patience()
    patience.limit = .seconds(silence)
    self.patience = patience
  }

  /// Checks that applications can be copied to the database, before the first one is.
  /// - Parameter isReplacing: whether those that are there already are replaced.
  /// - Throws: ``PostgresError``, `CancellationError`.
  package func check(_ names: [String], isReplacing: Bool) async throws {
    try await session { session in
      try session.begin(isReading: false)
      for name in names { try session.checkPlace(of: name, isReplacing: isReplacing) }
    }
  }

  /// The applications in the database, by name.
  /// - Throws: ``PostgresError``, `CancellationError`.
  package func applications() async throws -> [PostgresApplication] {
    try await session { session in
      try session.begin(isReading: true)
      return try session.applications()
    }
  }

  /// Copies an application to the database.
  /// - Throws: ``PostgresError``, `StoreError`, `CancellationError`; the database is as it was then.
  package func write(
    _ application: PostgresApplication, from store: Store, isReplacing: Bool, progress: @escaping Progress
  ) async throws -> CopyReport {
    try await session { session in
      try session.begin(isReading: false)
      return try PostgresWriter(session, application, progress).write(store, isReplacing: isReplacing)
    }
  }

  /// Copies an application from the database to a new SQLite file.
  /// - Parameters:
  ///   - model: the model of which the file is, from the application's description.
  ///   - url: the file, which may not exist.
  ///   - description: the description that the file gets, because no program has the application; else nil.
  /// - Throws: ``PostgresError``, `StoreError`, `CancellationError`; there is no file then.
  package func read(
    _ application: PostgresApplication, of model: ModelDescription, to url: URL, storing description: String?,
    progress: @escaping Progress
  ) async throws -> CopyReport {
    guard !FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else {
      throw PostgresError.fileExists(path: url.path(percentEncoded: false))
    }
    return try await session { session in
      try session.begin(isReading: true)
      return try PostgresReader(session, application, progress).read(
        model, to: url, description: description)
    }
  }

  private func session<T: Sendable>(_ body: @escaping @Sendable (PostgresSession) throws -> T) async throws -> T {
    let (address, patience) = (address, patience)
    return try await OwnThread.run { isCancelled in
      var patience = patience
      patience.isCancelled = isCancelled
      let session = try PostgresSession(PostgresConnection(address, patience))
      do {
        return try body(session)
      } catch let error as PostgresError {
        throw error.naming(server: session.connection.server, user: session.connection.user, schema: "")
      }
    }
  }
}

/// The report of a copy.
package struct CopyReport: Sendable, Equatable {
  /// The number of copied records and links.
  package var records = 0
  /// The number of rows with history, settings, views and background work.
  package var platformRows = 0
  /// The number of files that only undo restores.
  package var hiddenFiles = 0
  /// Tables, columns, views and triggers of other programs, which were not copied.
  package var foreign: [String] = []
  /// Tables whose rows another program has changed since they were copied to the database.
  package var changed: [String] = []
}
