import Foundation
import KartotekaModel

// Opening a local copy, and what has to be true of it.
extension Replica {
  /// Opens the local copy: copies the application if single rows can't bring the file up to date, applies the missing commits,
  /// migrates the tables, and commits the changes of opening at the primary. If the primary can't be reached, an existing copy is
  /// opened for reading alone.
  /// - Parameters:
  ///   - open: opens the connections to the file, and creates the file if it is missing.
  ///   - prepare: creates or migrates the tables.
  /// - Throws: ``StoreError``, ``SQLError``.
  func open(
    _ open: (FileAccess?) throws -> Connections, prepare: (ConnectionQueue) throws -> Void
  ) throws -> Connections {
    do {
      return try openWithPrimary({ try open(nil) }, prepare)
    } catch let lost as PrimaryLost {
      return try openForReading(because: lost.reason, open, prepare)
    } catch let error as StoreError {
      // Another server may be writing all tables anew.
      guard case .primary(_, _, .locked) = error else { throw error }
      return try openForReading(because: error, open, prepare)
    }
  }

  private func openForReading(
    because reason: StoreError, _ open: (FileAccess?) throws -> Connections, _ prepare: (ConnectionQueue) throws -> Void
  ) throws -> Connections {
    guard try Self.position(at: url) != nil else { throw reason }
    let connections = try open(FileAccess(url, refusal: reason))
    // The tables of another model would have to be changed at the primary, too.
    do { try prepare(connections.writer) } catch StoreError.unusable(_, .readOnly) { throw reason }
    return connections
  }

  /// Whether the primary can be reached. It blocks the thread.
  var canReachPrimary: Bool {
    guard let transaction = try? primary.beginReading() else { return false }
    transaction.rollback()
    return true
  }

  private func openWithPrimary(
    _ open: () throws -> Connections, _ prepare: (ConnectionQueue) throws -> Void
  ) throws -> Connections {
    // Another server may write everything anew between the two steps.
    var isWhole = false
    for _ in 0..<3 {
      try refuseOther()
      let known = try isWhole ? nil : Self.position(at: url)
      warn(ofRestored: try primary.prepareCopy(at: url, position: known, isOpen: false))
      let remote = try primary.beginWriting()
      do {
        let (here, there) = (try Self.position(at: url), remote.position)
        if here?.epoch == there?.epoch {
          return try self.open(remote, remote.readModel(), from: here, open, prepare)
        }
        if there == nil { throw Self.isGone(url) }
      } catch let diverged as CopyDiverged {
        // The next turn renews the copy.
        isWhole = diverged.isOfRows
      } catch {
        remote.rollback()
        throw error
      }
      remote.rollback()
    }
    throw StoreError.busy
  }

  /// Refuses a file that is no copy, in whose place one would be put.
  private func refuseOther() throws {
    guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)),
      try DatabaseCopy.glance(at: url).unsafeRead({ try !PrimaryPosition.isCopy($0) && $0.hasTable(MetaTable.name) })
    else { return }
    let remote = try primary.beginReading()
    defer { remote.rollback() }
    guard try remote.readModel() != nil else { return }
    throw StoreError.primary(
      Phrase(
        "{file} is no local copy of the application in the PostgreSQL database",
        ["file": .text(url.path(percentEncoded: false))]),
      remedy: "Choose another folder for the local copies with --copies.")
  }

  private func open(
    _ remote: any PrimaryTransaction, _ there: (any PrimaryModel)?, from here: PrimaryPosition?,
    _ open: () throws -> Connections,
    _ prepare: (ConnectionQueue) throws -> Void
  ) throws -> Connections {
    if let here, let end = remote.position, here != end {
      let older = there?.model.map { ModelMapping($0, blobs: mapping.blobs) } ?? mapping
      let receiver = try Self.receiver(at: url)
      try receiver.writeWithoutTransaction { database in
        let tables = try Self.tables(older, in: database)
        try Self.receive(remote, to: end, in: database, older, tables)
      }
    }
    let connections = try open()
    // Nil for an application that the primary does not have: all of it is published.
    let session = try connections.writer.writeWithoutTransaction { database -> RowSession? in
      try here == nil ? nil : RowSession(on: database, Self.tables(mapping, in: database))
    }
    // If the process ends before the primary has the changes of opening, the file has no position, and the next opening renews
    // the copy.
    let before = try connections.writer.writeWithoutTransaction { database -> OwnState? in
      guard here != nil else { return nil }
      try PrimaryPosition.remove(in: database)
      return try OwnState(in: database)
    }
    do { try prepare(connections.writer) } catch {
      try connections.writer.writeWithoutTransaction { database in
        // A session that has seen the tables change can't be read.
        if (try? session?.changes().isEmpty) == true { try remote.position?.note(in: database) }
      }
      throw error
    }
    try connections.writer.writeWithoutTransaction { database in
      let tables = try Self.tables(mapping, in: database)
      let after = try OwnState(in: database)
      // Derived tables that were dropped and made again have changed in a way that the session has not seen.
      let isDerivedAnew = !mapping.allDerived.isEmpty && after.dependents != before?.dependents
      // Publishing alone tells other servers and later copies that a migration step is done.
      let isAlike = there?.hasTables(of: tables) == true && !isDerivedAnew && after.steps == before?.steps
      var position: PrimaryPosition?
      if let session, isAlike {
        let changed = try session.changes()
        // Also a description that differs in texts alone is stored, so that the primary knows its version.
        if !changed.isEmpty || there?.model != nil {
          position = try remote.write(changed, from: RowSource(database, mapping), isTakingOver: false)
        }
      } else {
        position = try remote.publish(StoreSnapshot(mapping, in: database))
      }
      if let position {
        try database.localTransaction(.immediate) {
          try position.note(in: database)
          // Of an unknown outcome the next opening learns: the file has no position then.
          try remote.commit().requireCommit()
          return .commit
        }
      } else {
        try remote.position?.note(in: database)
        remote.rollback()
      }
      try computeKeys(in: database)
      // Also those that an earlier process has pulled.
      if remote.hasForeignRows { try noteMixed(since: max(0, ChangeLog.last(in: database) - 1_000), in: database) }
      if let reached = position ?? remote.position { reach(reached) }
      state.withLock { $0.tables = tables }
    }
    let receiver = try Self.receiver(at: url)
    state.withLock { $0.receiver = receiver }
    connections.writer.attach(self)
    return connections
  }

  /// The notes of a file about itself that its primary database does not have.
  private struct OwnState {
    let dependents: String?
    let steps: Set<String>

    init(in database: SQLConnection) throws {
      let isMade = try database.hasTable(MetaTable.name)
      dependents = try isMade ? MetaTable(in: database).text("keys") : nil
      steps = try isMade ? StepLog(database: database).names() : []
    }
  }

  static func isGone(_ url: URL) -> StoreError {
    .primary(
      Phrase("The database no longer has this application: {file}", ["file": .text(url.lastPathComponent)]),
      remedy: "Restore it in the database, or remove the local copy.")
  }

  /// The last commit that a file contains; nil if the file is missing.
  static func position(at url: URL) throws -> PrimaryPosition? {
    guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return nil }
    return try DatabaseCopy.glance(at: url).unsafeRead { try PrimaryPosition(in: $0) }
  }

  static func receiver(at url: URL) throws -> ConnectionQueue {
    var settings = ConnectionQueue.Settings()
    settings.keepsStatements = true
    settings.enforcesForeignKeys = false
    settings.busyTimeout = StoreOptions().busyTimeout
    settings.prepare = { try $0.leaveOutTriggers() }
    return try ConnectionQueue(url.path(percentEncoded: false), settings)
  }

  /// The tables with a primary key that are also in the primary: all but the table of the file's own state and archives.
  static func tables(_ mapping: ModelMapping, in database: SQLConnection) throws -> [CopiedTable] {
    try StoreSnapshot(mapping, in: database).tables.filter {
      $0.role != .archive && $0.name != MetaTable.name && !$0.primaryKey.isEmpty
    }
  }

  /// Removes the application from the primary. The file stays as it is.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``.
  func remove() throws {
    do {
      let remote = try primary.beginWriting()
      defer { remote.rollback() }
      try remote.remove()
      try Self.commit(remote)
    } catch let lost as PrimaryLost {
      throw lost.reason
    }
  }
}
