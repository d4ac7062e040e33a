import Foundation
import KartotekaModel

// A store whose file is a local copy of a primary database.
extension Store {
  /// Opens the connections to a file and brings its tables up to date.
  /// - Throws: ``StoreError``, ``SQLError``.
  static func connect(
    to url: URL, _ mapping: ModelMapping, _ options: StoreOptions, _ description: DescriptionUse, _ replica: Replica?
  ) throws -> Connections {
    var preparing = options
    preparing.description = description
    func prepare(_ writer: ConnectionQueue) throws { try Schema(mapping, preparing).prepare(writer, at: url) }
    let connections: Connections
    if let replica {
      connections = try replica.open({ try Connections(url, options, $0) }, prepare: prepare)
    } else {
      connections = try Connections(url, options)
      try prepare(connections.writer)
    }
    connections.writer.watch(by: SchemaGuard(description.opened, mapping.model))
    return connections
  }

  // A copy that was opened without its primary has to be opened again, whatever it contains.
  var knownPosition: PrimaryPosition? { file.primaryLoss == nil ? replica?.position : nil }

  /// Whether the file is a local copy of a primary database.
  package var hasPrimary: Bool { replica != nil }

  /// Copies the whole application from its primary database to the file, if there is no file, or one that opening can't bring up to
  /// date. Without a primary database it does nothing.
  /// - Returns: the faults of the primary database that were repaired; nil as usual.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``, `StoreError`.
  package static func prepareCopy(at url: URL, options: StoreOptions) throws -> Phrase? {
    guard let primary = options.primary else { return nil }
    return try Replica.sentences(
      ofRestored: primary.prepareCopy(at: url, position: Replica.position(at: url), isOpen: false))
  }

  /// Removes the application from its primary database. The file stays as it is. The function blocks the thread.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``.
  func removeFromPrimary() throws { try replica?.remove() }

  /// Brings the local copy up to date. Without a primary database it does nothing. The function blocks the thread.
  /// - Throws: ``StoreError``: the file then has what was last known.
  func bringUpToDate() throws {
    guard let replica else { return }
    try withPrimary { try writer.writeWithoutTransaction { try replica.catchUp(on: $0) } }
  }

  /// Puts an opened copy of a backup in the place of the application in its primary database, at one moment and for all servers.
  /// The function blocks the thread.
  /// - Parameter primary: the primary database of the application that the copy has, whose description may be another one.
  /// - Returns: the copy of what was replaced.
  /// - Throws: ``StoreError``; everything is as it was then, except with ``StoreError/outcomeUnknown(_:remedy:)``.
  func replaceInPrimary(by copy: Store, of primary: any PrimaryDatabase) throws -> URL {
    guard let replica else { throw StoreError.busy }
    let kept = DatabaseCopy.place(beside: replica.url)
    do {
      try withPrimary {
        try writer.writeWithoutTransaction { database in
          try replica.replace(by: copy, of: primary, on: database) { try backup(to: kept) }
        }
      }
    } catch {
      if case StoreError.outcomeUnknown = error { throw error }
      try? FileManager.default.removeItem(at: kept)
      throw error
    }
    return kept
  }

  /// Publishes an opened copy of a backup as an application that the primary database does not have. The function blocks the
  /// thread.
  /// - Returns: false if the database has the application.
  /// - Throws: ``StoreError``; nothing is published then, except with ``StoreError/outcomeUnknown(_:remedy:)``.
  package static func publish(_ copy: Store, to primary: any PrimaryDatabase) throws -> Bool {
    do { return try Replica.publish(copy, to: primary) } catch let lost as PrimaryLost { throw lost.reason }
  }

  // Catching up in the background publishes new rows to readers and to clients that wait for changes.
  private func withPrimary(_ body: () throws -> Void) throws {
    if let loss = file.primaryLoss { throw loss }
    defer { catchUpInBackground() }
    do { try body() } catch let lost as PrimaryLost { throw lost.reason }
  }

  /// The names of the local copies of applications in a folder.
  package static func copies(in folder: URL) -> [String] {
    Disk.content(of: folder).filter { $0.pathExtension == "sqlite" && !$0.lastPathComponent.hasPrefix(".") }
      .filter { (try? Replica.position(at: $0)) != nil }.map { $0.deletingPathExtension().lastPathComponent }
  }

  /// Renames a file, so that no application uses it any more.
  /// - Returns: the new name.
  /// - Throws: `CocoaError`.
  @discardableResult
  package static func setAside(_ file: URL) throws -> String {
    let name = file.lastPathComponent + asideMark + Timestamp.text(Date()).replacing(":", with: "-")
    try move(file, to: file.deletingLastPathComponent().appending(path: name))
    return name
  }

  /// The mark behind the name of a file that was set aside, before the time.
  package static let asideMark = ".deleted-"

  /// Gives a file that was set aside its name again.
  /// - Throws: `CocoaError`, also where there is a file of that name.
  package static func putBack(_ kept: URL, as file: URL) throws { try move(kept, to: file) }

  // While somebody reads, the last commits are in the write-ahead log alone, which is moved, too.
  private static func move(_ file: URL, to target: URL) throws {
    let (from, to) = (file.path(percentEncoded: false), target.path(percentEncoded: false))
    try FileManager.default.moveItem(atPath: from, toPath: to)
    for ending in ["-wal", "-shm"] { try? FileManager.default.moveItem(atPath: from + ending, toPath: to + ending) }
  }

  /// The number of the last commit of the primary database that the file contains; nil for a file that is no local copy.
  package var primaryNumber: Int64? { replica?.number }

  /// Brings the file up to date if it lacks a commit of the primary database. Failures are ignored: the response is then made from
  /// the older state.
  /// - Parameter number: that of the commit; the last one of all by default.
  package func catchUp(to number: Int64 = .max) async {
    guard let replica, replica.number < number else { return }
    try? await writer.writeWithoutTransaction { try replica.catchUp(on: $0) }
    _ = try? await latestVersion()
  }

  /// Whether the primary database has a commit; nil if it does not tell.
  func isCommitted(_ position: PrimaryPosition) async -> Bool? {
    guard let replica else { return nil }
    return await withCheckedContinuation { continuation in
      // The question blocks a thread.
      Thread.detachNewThread { continuation.resume(returning: try? replica.primary.hasCommit(position)) }
    }
  }

  /// Brings the local copy up to date in the background.
  func catchUpInBackground() {
    inBackground("primary") { store in
      if let replica = store.replica { await store.catchUp(replica) }
      return nil
    }
  }

  private func catchUp(_ replica: Replica) async {
    if file.primaryLoss != nil { return await lookForPrimary(replica) }
    do {
      try await writer.writeWithoutTransaction { try replica.catchUp(on: $0) }
      replica.note(nil, ofWriting: false)
    } catch {
      // The next notification or write tries again.
      replica.note(error, ofWriting: false)
    }
    if replica.takeRenewal() {
      // Positions of the change log may belong to commits that the primary has lost.
      let end = try? await read(noting: nil) { try LogState(in: $0).end }
      tracker.restart(at: end ?? ChangePosition(), .any(model.entities, settings: true))
    }
    _ = try? await latestVersion()
  }

  /// Causes the file to be opened again, for writing, when its primary can be reached.
  private func lookForPrimary(_ replica: Replica) async {
    let canReach = await withCheckedContinuation { continuation in
      // The question blocks a thread.
      Thread.detachNewThread { continuation.resume(returning: replica.canReachPrimary) }
    }
    if canReach { file.notePrimary() }
  }
}
