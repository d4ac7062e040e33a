import Foundation
import KartotekaModel
import Synchronization

import class GRDB.DatabaseQueue

/// A change of the database file at a path.
package enum FileEvent: Sendable {
  /// It is no longer the file that was opened: nothing can be written.
  case lost(StoreError)
  /// The file at the path has been opened.
  case reopened
  /// Another program has dropped or changed tables, indices or triggers of the platform; they are recreated.
  case schemaChanged([String])
}

/// The connections of a store to its file, for as long as the path leads to that file.
///
/// A file that is open can be deleted, replaced or truncated all the same, and SQLite goes on with the one it has. This
/// compares the two; while they differ, nothing is written.
final class FileWatch: Sendable {
  /// The steps after a check of the file.
  struct Step {
    var event: FileEvent?
    /// Connections to be closed, when what they are at has ended.
    var closing: Connections?
    /// Whether their file lies elsewhere by now: its log belongs into it.
    var isReplaced = false
    /// Whether the file at the path is to be opened.
    var opens = false
  }

  private struct State {
    var connections: Connections?
    /// The connections that are being closed: each stays open until its last read has ended.
    var closing: [Closing] = []
    var files: DatabaseFiles?
    var loss: StoreError?
    /// Whether the open file was truncated: what it holds now is another database.
    var isEmptied = false
    /// Whether the primary can be reached again, of a copy that was opened without it.
    var hasPrimary = false
    /// A file at the path that could not be opened, so that it is not tried again and again.
    var refused: FileID?
  }

  private struct Closing {
    weak var readers: ReadPool?
    weak var writer: DatabaseQueue?
    var isOpen: Bool { readers != nil || writer != nil }
  }

  private let path: String?
  private let options: StoreOptions
  private let state: Mutex<State>

  /// Watches connections that were just opened.
  /// - Parameter url: nil for a database in memory.
  init(_ connections: Connections, at url: URL?, _ options: StoreOptions) {
    self.options = options
    path = url?.path(percentEncoded: false)
    let files = path.map(DatabaseFiles.init(at:))
    if let path, connections.access?.isWritable == true { files?.note(at: path) }
    state = Mutex(State(connections: connections, files: files))
  }

  deinit {
    state.withLock { $0.connections = nil }
    if let path { DatabaseFiles.removeNoteWithLog(at: path) }
  }

  /// Why nothing can be written; nil as usual.
  var loss: StoreError? { state.withLock(\.loss) }

  /// Whether the path leads to the file that is open.
  var isCurrent: Bool {
    guard let path else { return true }
    return state.withLock { $0.loss == nil && $0.files?.database == FileID(path) }
  }

  /// The connections to read with.
  /// - Throws: ``StoreError/fileLost(path:_:)`` where there are none.
  func reading() throws -> Connections {
    try state.withLock { state in
      guard let connections = state.connections else { throw state.loss ?? .busy }
      return connections
    }
  }

  /// Whether the file can't be written: it was opened for reading alone.
  var isReadOnly: Bool { state.withLock { $0.connections?.access?.isWritable == false } }

  /// Why a copy of a primary was opened without it; nil as usual.
  var primaryLoss: StoreError? { state.withLock { $0.connections?.access?.refusal } }

  /// Notes that the primary can be reached: the next look has the file opened again.
  func notePrimary() { state.withLock { $0.hasPrimary = true } }

  /// The connections to write with.
  /// - Throws: ``StoreError/fileLost(path:_:)``, ``StoreError/unusable(path:problem:)`` with `.readOnly`.
  func writing() throws -> Connections {
    try state.withLock { state in
      if let loss = state.loss { throw loss }
      guard let connections = state.connections, !connections.writer.isBroken else { throw StoreError.busy }
      if let access = connections.access, !access.isWritable {
        throw access.refusal ?? .unusable(path: access.path, problem: .readOnly)
      }
      return connections
    }
  }

  /// Looks which file the path leads to.
  func look() -> Step {
    guard let path else { return Step() }
    let now = DatabaseFiles(at: path)
    let access = isReadOnly ? FileAccess(URL(filePath: path), options) : nil
    return state.withLock { state in
      let isOpen = state.connections != nil || state.loss == nil
      if let database = now.database, database.size > 0, database == state.files?.database, isOpen {
        return unchanged(&state, now, access, path)
      }
      var step = Step()
      let loss = StoreError.fileLost(path: path, Self.loss(now))
      if now.database?.size == 0 { state.isEmptied = true }
      if state.loss == nil || state.connections != nil && state.loss != loss {
        state.loss = loss
        step.event = .lost(loss)
      }
      guard let database = now.database else { return step }
      // Another file can only be opened when this one is closed: SQLite finds logs by their names.
      step.isReplaced = database != state.files?.database
      step.closing = close(&state)
      step.opens = database.size > 0 && (state.refused != database || state.refused?.size != database.size)
      return step
    }
  }

  private func unchanged(
    _ state: inout State, _ now: DatabaseFiles, _ access: FileAccess?, _ path: String
  ) -> Step {
    var step = Step()
    let opened = state.connections?.access
    let isOutdated = opened?.refusal == nil ? access.map { opened?.isOutdated($0) == true } ?? false : state.hasPrimary
    if isOutdated || state.connections?.writer.isBroken == true { step.closing = close(&state) }
    if state.connections == nil {
      step.opens = true
    } else if state.loss != nil {
      // It was moved away and back.
      state.loss = nil
      step.event = .reopened
    }
    if now.log != state.files?.log {
      state.files = now
      if state.connections?.access?.isWritable == true { now.note(at: path) }
    }
    return step
  }

  private static func loss(_ now: DatabaseFiles) -> StoreError.FileLoss {
    guard let database = now.database else { return .removed }
    return database.size == 0 ? .emptied : .replaced
  }

  private func close(_ state: inout State) -> Connections? {
    guard let connections = state.connections else { return nil }
    state.closing.append(Closing(readers: connections.readers, writer: connections.writer.queue))
    state.connections = nil
    return connections
  }

  /// Opens the file at the path, unless connections to the one before are still open.
  func reopen(_ closeProbe: () -> Void, _ open: () throws -> Connections) -> FileEvent? {
    let isClosed = state.withLock { state in
      state.closing.removeAll { !$0.isOpen }
      return state.closing.isEmpty
    }
    guard isClosed, let path else { return nil }
    closeProbe()
    let (known, isEmptied) = state.withLock { ($0.files, $0.isEmptied) }
    // A log that came with the new file has another identity.
    if let known, let log = known.log, FileID(path + "-wal") == log, isEmptied || FileID(path) != known.database {
      _ = DatabaseFiles.setLogAside(at: path)
    }
    do {
      let connections = try open()
      let files = DatabaseFiles(at: path)
      if connections.access?.isWritable == true { files.note(at: path) }
      state.withLock { $0 = State(connections: connections, files: files) }
      return .reopened
    } catch {
      return state.withLock { state in
        state.refused = FileID(path)
        guard let reason = error as? StoreError, state.loss != reason else { return nil }
        state.loss = reason
        return .lost(reason)
      }
    }
  }
}

// Whether the path of a database still leads to the file that is open.
extension Store {
  /// Why nothing can be written; nil as usual.
  var fileLoss: StoreError? { file.loss ?? openedWatch?.loss }

  /// Why nothing can be written although the file can be: its primary database can't be reached. Nil as usual.
  package var primaryLoss: StoreError? { file.primaryLoss }

  /// Whether the file or its folder can't be written. Everything can be read then, and every change is refused with
  /// ``StoreError/unusable(path:problem:)``.
  package var isReadOnly: Bool { file.isReadOnly }

  /// Compares the file at the path with the one that is open, and opens the one at the path where it is another. To be
  /// called some times a second.
  /// - Returns: the event; nil as usual.
  func checkFile() async -> FileEvent? {
    guard let url else { return nil }
    truncateLargeLog()
    var step = file.look()
    if let closing = step.closing {
      // After the writes that are under way. The log goes into the file, wherever it lies: without its name it could not be
      // found any more.
      try? await closing.writer.writeWithoutTransaction { [isReplaced = step.isReplaced] database in
        // Reads that are under way are not waited for: they can keep a part of the log from going into the file.
        if isReplaced { try database.truncateLogWithoutWaiting() }
      }
    }
    step.closing = nil
    let opened = step.opens ? await reopen(url) : nil
    if case .reopened? = opened {
      // All that is cached was read from the file before.
      let end = try? await read(noting: nil) { try LogState(in: $0).end }
      tracker.restart(at: end ?? ChangePosition(), .any(model.entities, settings: true))
    }
    if let event = opened ?? step.event { return event }
    if let event = openedWatch?.look() {
      await withCheckedContinuation { continuation in
        // It waits for the write that is under way.
        Thread.detachNewThread { [self] in
          leaveLostFile()
          continuation.resume()
        }
      }
      return event
    }
    let names = await checkSchema()
    return names.isEmpty ? nil : .schemaChanged(names)
  }

  private func reopen(_ url: URL) async -> FileEvent? {
    guard replica != nil || openedFile != nil else { return file.reopen({ probe.close() }, { try open(url) }) }
    return await withCheckedContinuation { continuation in
      // It waits for the primary's server, or for the locks of another program.
      Thread.detachNewThread { [self] in
        continuation.resume(returning: file.reopen({ probe.close() }, { try open(url) }))
      }
    }
  }

  private func open(_ url: URL) throws -> Connections {
    let path = url.path(percentEncoded: false)
    do {
      if options.opened == nil { try Schema.inspect(at: url, for: model) }
      let connections = try Self.connect(to: url, mapping, options, options.description, replica)
      try probe.open(connections.access, options.opened)
      return connections
    } catch let error as SQLError {
      throw StoreError.opening(path, error)
    }
  }
}
