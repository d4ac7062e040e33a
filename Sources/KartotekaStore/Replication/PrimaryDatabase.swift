import Foundation
import KartotekaModel

/// The primary database of an application. The application's SQLite file is a local copy of it.
///
/// A transaction is committed when the primary has committed it. Several servers can have copies of the same primary. The
/// functions block their thread, which is that of the writing connection and never one of Swift's cooperative threads.
package protocol PrimaryDatabase: Sendable {
  /// Copies the whole application to the file, if the primary has the application and single rows can't bring the file up
  /// to date: there is no file, the file is of another epoch, or the primary has forgotten commits that the file lacks.
  /// - Parameters:
  ///   - url: the file. An existing file keeps its place, because connections may have it open; its content is replaced.
  ///   - position: the last commit that the file contains; nil if there is no file, or one that is no copy.
  ///   - isOpen: whether stores with the application's model have the file open. Tables of another model, which they can't read,
  ///     are then refused.
  ///   - isSuspect: whether the file may differ from the primary in rows of which no commit tells. All copies are then made anew.
  /// - Returns: the triggers that note changes of other programs and were missing or disabled. They are there again, and the
  ///   file has the changes that they did not note.
  /// - Throws: ``PrimaryLost``, ``StoreError``.
  func prepareCopy(at url: URL, position: PrimaryPosition?, isOpen: Bool, isSuspect: Bool) throws -> [String]

  /// Begins a transaction that holds the application's write lock until it ends. It waits for the lock.
  /// - Throws: ``PrimaryLost``, ``StoreError/primary(_:remedy:_:)``.
  func beginWriting() throws -> any PrimaryTransaction

  /// Begins a transaction that reads one snapshot.
  /// - Throws: ``PrimaryLost``, ``StoreError/primary(_:remedy:_:)``.
  func beginReading() throws -> any PrimaryTransaction

  /// Whether the primary has a commit. It waits for the end of a transaction that the primary still runs.
  /// - Throws: ``PrimaryLost`` if no server answers, ``StoreError/primary(_:remedy:_:)``.
  func hasCommit(_ position: PrimaryPosition) throws -> Bool

  /// Calls a function whenever the primary may have commits that the local copy lacks, or rows of other programs.
  /// - Parameters:
  ///   - known: the last commit that the local copy contains; nil if the function is to be called in any case.
  ///   - notify: the function. Both are called on any thread, and this one also without a new commit.
  /// - Returns: the subscription, which ends when it is released.
  func watch(
    known: @escaping @Sendable () -> PrimaryPosition?, _ notify: @escaping @Sendable () -> Void
  ) -> any Sendable

  /// The work of a kind that all servers of the application share.
  func work(_ kind: String) -> any SharedWork

  /// The time of the primary's clock, by which all servers judge what is late. It is this machine's until the primary has told its
  /// own.
  var now: Date { get }
}

extension PrimaryDatabase {
  /// Copies the whole application to the file if it is needed.
  /// - Throws: ``PrimaryLost``, ``StoreError``.
  package func prepareCopy(at url: URL, position: PrimaryPosition?, isOpen: Bool) throws -> [String] {
    try prepareCopy(at: url, position: position, isOpen: isOpen, isSuspect: false)
  }
}

/// The primary databases of applications.
package protocol PrimaryDatabases: Sendable {
  /// The primary database of an application.
  func database(of application: PrimaryApplication) -> any PrimaryDatabase
  /// The work of a kind that belongs to no application.
  func work(_ kind: String) -> any SharedWork
}

/// The properties of an application that its primary database needs.
package struct PrimaryApplication: Sendable {
  /// The name of the application.
  package let name: String
  /// The title of the application.
  package let title: String
  /// Whether the application is a designed one, without code.
  package let isDesigned: Bool
  /// The application's description as JSON.
  package let description: String
  /// Whether tables that a later version of the program has changed may be migrated back.
  package let mayGoBack: Bool
  /// The longest time for which a write tries to begin at the primary; nil for that of the primary's settings.
  package var patience: Duration?
  /// Reads the model in a description, such as the one that the primary contains.
  package let model: @Sendable (_ description: String) throws -> ModelDescription

  /// Creates the value from its properties.
  package init(
    name: String, title: String, isDesigned: Bool, description: String, mayGoBack: Bool = false,
    model: @escaping @Sendable (String) throws -> ModelDescription
  ) {
    self.name = name
    self.title = title
    self.isDesigned = isDesigned
    self.description = description
    self.mayGoBack = mayGoBack
    self.model = model
  }
}

/// The primary can't be reached, or the connection to it was lost. Nothing of the transaction was committed. A later attempt can
/// succeed, such as after a fail-over.
package struct PrimaryLost: Error {
  /// The error for people: ``StoreError/primary(_:remedy:_:)``.
  package let reason: StoreError

  /// Creates the error.
  /// - Parameter reason: the error for people.
  package init(_ reason: StoreError) { self.reason = reason }

  /// Whether the primary has ended the transaction because of a deadlock: no other loss says that something was locked.
  var isDeadlock: Bool {
    guard case .primary(_, _, .locked) = reason else { return false }
    return true
  }

  /// The error of a transaction of which nobody knows whether it is committed.
  package var asUnknownOutcome: StoreError {
    guard case .primary(let phrase, let remedy, _) = reason else { return reason }
    return .outcomeUnknown(phrase, remedy: remedy)
  }
}

/// The local copy can't be brought up to date by single rows: the primary does not have the copy's last commit, because it was
/// restored from a backup or has lost commits, or it no longer lists the commits that the copy lacks. The copy has to be renewed.
package struct CopyDiverged: Error {
  /// Whether the primary lists the commits that the copy lacks, and rows of other programs stand in their way.
  let isOfRows: Bool

  /// Creates the error.
  package init() { isOfRows = false }

  init(isOfRows: Bool) { self.isOfRows = isOfRows }
}

/// The outcome of a transaction of a ``PrimaryDatabase``.
package enum PrimaryOutcome {
  /// It is committed.
  case committed
  /// Nothing of it is committed: ``PrimaryLost`` or ``StoreError/primary(_:remedy:_:)``.
  case notCommitted(any Error)
  /// The connection was lost during the commit, and no server has told whether it is committed.
  case unknown(PrimaryLost)

  /// Throws unless the transaction is committed. For transactions that can be repeated, whatever has become of them.
  /// - Throws: ``PrimaryLost``, ``StoreError/primary(_:remedy:_:)``.
  package func requireCommit() throws {
    switch self {
    case .committed: break
    case .notCommitted(let error): throw error
    case .unknown(let lost): throw lost
    }
  }
}

/// The statements of a primary database about the tables of an application.
package protocol PrimaryModel {
  /// The model of the tables, if it differs from the program's.
  var model: ModelDescription? { get }
  /// Whether the primary has all of these tables, with the same rules.
  func hasTables(of tables: [CopiedTable]) -> Bool
}

/// The primary keys of rows that other programs have changed.
package struct ForeignRows: Sendable {
  /// The keys by the table's name.
  package var keys: [String: Set<[Value]>] = [:]

  /// Creates the value without rows.
  package init() {}

  /// Adds the rows of another value.
  package mutating func formUnion(_ other: ForeignRows) { keys.merge(other.keys) { $0.union($1) } }
}

/// A transaction at a ``PrimaryDatabase``. One thread at a time uses it. It ends with ``commit()`` or ``rollback()``. Each of its
/// functions can throw ``PrimaryLost``.
package protocol PrimaryTransaction: AnyObject {
  /// The primary's last commit when the transaction began; nil if the primary does not have the application.
  var position: PrimaryPosition? { get }
  /// Reads what the primary says about the application's tables. Opening an application needs it; other transactions save the two
  /// statements.
  /// - Returns: nil if the primary does not have the application.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``.
  func readModel() throws -> (any PrimaryModel)?
  /// Whether other programs have changed rows of the primary that no server has taken over yet.
  var hasForeignRows: Bool { get }
  /// Whether triggers that note changes of other programs are missing or disabled. The primary is asked at most once in some
  /// minutes, and the answer is false meanwhile.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``.
  func lacksTriggers() throws -> Bool

  /// Writes the rows that later commits have changed into the local copy. A row that another program has given a value without
  /// form in the copy stays as it is there, if the primary has a note about it.
  /// - Parameters:
  ///   - position: the last commit that the local copy contains.
  ///   - receiver: the tables of the local copy.
  /// - Throws: ``CopyDiverged``, ``StoreError/primary(_:remedy:_:)``, and errors of the receiver.
  func readRows(changedAfter position: PrimaryPosition, into receiver: RowReceiver) throws

  /// Deletes notes about rows that other programs have changed, the oldest first. ``hasForeignRows`` says afterwards whether there
  /// are more.
  /// - Parameters:
  ///   - tables: the tables of the local copy. Notes about other tables are dropped.
  ///   - most: the most notes.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``.
  func takeForeignRows(of tables: [CopiedTable], atMost most: Int) throws -> ForeignRows

  /// Writes rows that other programs have changed into the local copy, with the values that they have now.
  /// - Returns: the rows that violate a rule of the local copy, which has refused them.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``, and errors of the receiver.
  func readRows(_ rows: ForeignRows, into receiver: RowReceiver) throws -> [RefusedRow]

  /// Begins to send new rows of a table. They are read before the function returns. The primary can store them while the
  /// local transaction goes on.
  /// - Throws: ``StoreError/primary(_:remedy:_:)`` for a value that the primary can't store. ``write(_:from:isTakingOver:)`` throws
  ///   what the primary refuses.
  func send(_ rows: CopiedRows) throws

  /// Writes changed rows to the primary, and gives the transaction the next number. It waits for the rows of ``send(_:)``.
  /// - Parameters:
  ///   - rows: the keys of the changed rows.
  ///   - source: the local copy, which has the values.
  ///   - isTakingOver: whether other programs may have written the same rows to the primary, so that an inserted row can be
  ///     there already.
  /// - Returns: the position that the primary has after the commit.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``, ``ForeignRowsFound``.
  func write(_ rows: ChangedRows, from source: RowSource, isTakingOver: Bool) throws -> PrimaryPosition

  /// The unique key whose index can't hold a text of the rows of ``write(_:from:isTakingOver:)``, which was refused; else nil.
  var tooLongKey: String? { get }

  /// Replaces the index of a unique key by one for texts of any length.
  /// - Returns: whether there is one.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``.
  func widenKey(_ name: String) throws -> Bool

  /// Replaces the application's tables in the primary by those of the local copy. This is done after a change of tables, and
  /// for an application that the primary does not have.
  /// - Returns: the position after the commit, with a new epoch.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``.
  func publish(_ snapshot: StoreSnapshot) throws -> PrimaryPosition

  /// Deletes the replaced and deleted pictures and files that undo no longer needs.
  /// - Parameter used: the SHA-256 of those that it needs.
  /// - Returns: the number of deleted pictures and files.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``.
  func removeFiles(besides used: Set<[UInt8]>) throws -> Int

  /// Drops the application's schema with all tables.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``.
  func remove() throws

  /// Commits the transaction. If the connection is lost during the commit, a new connection finds out its outcome.
  func commit() -> PrimaryOutcome

  /// Rolls the transaction back. It does nothing after the transaction has ended.
  func rollback()
}

/// The position of a commit in the order of all commits of a ``PrimaryDatabase``.
package struct PrimaryPosition: Sendable, Hashable {
  /// The identity of the tables. It changes when all tables are written anew (``PrimaryTransaction/publish(_:)``).
  package let epoch: String
  /// The number of the commit. Each commit has the number after that of the previous one.
  package let number: Int64
  /// The identity of the transaction. After a restored backup, another commit can have the same number.
  package let token: String

  /// Creates the position of a commit.
  package init(epoch: String, number: Int64, token: String) {
    self.epoch = epoch
    self.number = number
    self.token = token
  }

  /// The key of ``MetaTable`` under which a local copy stores its position.
  static let key = "primary"

  /// The last commit that a local copy contains; nil for a file that is no local copy.
  /// - Throws: ``SQLError``.
  init?(in database: SQLConnection) throws {
    guard try database.hasTable(MetaTable.name), let text = try MetaTable(in: database).text(Self.key) else {
      return nil
    }
    let parts = text.split(separator: " ")
    guard parts.count == 3, let number = Int64(parts[1]) else { return nil }
    self.init(epoch: String(parts[0]), number: number, token: String(parts[2]))
  }

  /// Removes the position from a local copy. The next opening renews the copy.
  /// - Throws: ``SQLError``.
  static func remove(in database: SQLConnection) throws { try MetaTable(in: database).note("none", as: key) }

  /// Whether a file is a local copy, which may have no position.
  static func isCopy(_ database: SQLConnection) throws -> Bool {
    try database.hasTable(MetaTable.name) && MetaTable(in: database).text(key) != nil
  }

  /// Stores the position in a local copy.
  /// - Throws: ``SQLError``.
  func note(in database: SQLConnection) throws {
    let meta = MetaTable(in: database)
    try meta.note("\(epoch) \(number) \(token)", as: Self.key)
    // Positions in the change log mean the same on all servers.
    try meta.note(epoch, as: "log")
  }
}

/// The primary lacks a row that a transaction was about to update: another program has deleted it without the triggers that
/// note such changes. The local copy has to be renewed.
package struct ForeignRowsFound: Error {
  /// Creates the error.
  package init() {}
}
