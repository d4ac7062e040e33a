import KartotekaModel
import Synchronization

/// Whether the path of an attached file still leads to the file that is open, as ``FileWatch`` asks for the store's own one.
///
/// SQLite goes on with a file that has lost its name, and finds a write-ahead log by its name alone: beside another file it
/// would be replayed into that one.
final class OpenedFileWatch: Sendable {
  private struct State {
    /// The log of the open file, and the log's index.
    var (log, index): (FileID?, FileID?)
    /// The loss that was told last.
    var told: StoreError?
    var isLogSetAside = false
  }

  private let path: String
  private let identity: FileID
  private let state = Mutex(State())

  /// - Returns: nil for an adopted file, which is the store's own.
  init?(_ attachment: Attachment?) {
    guard let attachment, !attachment.file.isAdopted, let identity = attachment.identity else { return nil }
    (path, self.identity) = (attachment.file.path, identity)
    noteLog()
  }

  /// Why nothing can be written; nil as usual.
  var loss: StoreError? { FileGuard.File(path: path, identity: identity).loss }

  /// Whether another file lies at the path.
  var isReplaced: Bool { loss == .fileLost(path: path, .replaced) }

  /// Looks which file the path leads to.
  /// - Returns: the event; nil as usual.
  func look() -> FileEvent? {
    let loss = loss
    if loss == nil { noteLog() }
    return state.withLock { state in
      guard loss != state.told else { return nil }
      state.told = loss
      return loss.map(FileEvent.lost) ?? .reopened
    }
  }

  private func noteLog() {
    let (log, index) = (FileID(path + "-wal"), FileID(path + "-shm"))
    state.withLock { ($0.log, $0.index) = (log, index) }
  }

  /// Takes the log of the file that was open away from the one that lies at the path now.
  /// - Returns: where the log lies now; nil where it had no content or is gone.
  func setLogAside() -> String? {
    guard isReplaced else { return nil }
    let (log, index, isDone) = state.withLock { state in
      defer { state.isLogSetAside = true }
      return (state.log, state.index, state.isLogSetAside)
    }
    guard !isDone else { return nil }
    if let log, FileID(path + "-wal") == log { return DatabaseFiles.setLogAside(at: path) }
    // The index of a log that came with the new file is made anew.
    if let index, FileID(path + "-shm") == index { DatabaseFiles.removeIndex(at: path) }
    return nil
  }
}

extension Store {
  /// Puts the log of an opened file that has lost its name into it, wherever it lies, and takes the log away from another file
  /// at its path.
  func leaveLostFile() {
    // One that was emptied may have other content by now, which the log does not belong to.
    guard let openedWatch, case .fileLost(_, let kind)? = openedWatch.loss, kind != .emptied else { return }
    // Reads that are under way are not waited for: they can keep a part of the log from going into the file.
    try? file.reading().writer.writeWithoutTransaction { [options] database in
      try database.truncateLogWithoutWaiting(options.busyTimeout)
    }
    if let aside = openedWatch.setLogAside() {
      options.warn("\(aside) is the write-ahead log of another file that lay at its place, and was set aside.")
    }
  }
}
