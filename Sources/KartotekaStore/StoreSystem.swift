import Foundation
import KartotekaModel

/// The functions of a store that only the system calls, on behalf of nobody: a server, a command, and the code that opens and
/// closes applications. Pages and API, which do not import `@_spi(System)`, can't call them whatever access they have.
@_spi(System) public struct StoreSystem: Sendable {
  let store: Store

  // MARK: The file

  /// Why nothing can be written; nil as usual.
  package var fileLoss: StoreError? { store.fileLoss }

  /// Compares the file at the path with the one that is open, and opens the one at the path where it is another. To be
  /// called some times a second.
  /// - Returns: the event; nil as usual.
  package func checkFile() async -> FileEvent? { await store.checkFile() }

  /// Whether the file's description is no longer the one that the store was opened with: another process, or another store
  /// of this one, has changed it.
  package func hasOtherDescription() async -> Bool { await store.hasOtherDescription() }

  /// Ends background work and puts the write-ahead log into the database file. For the end of a process, when nothing reads
  /// or writes any more.
  package func emptyLog() { store.emptyLog() }

  /// Ends statements that triggers of an opened file make long. To be called when the program ends.
  package func endLongStatements() { store.endLongStatements() }

  /// Resumes tasks that wait for changes, so that they notice that the store is no longer used.
  package func endStreams() { store.endStreams() }

  /// Removes the application from its primary database. The file stays as it is. The function blocks the thread.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``.
  package func removeFromPrimary() throws { try store.removeFromPrimary() }

  /// Brings the local copy of a primary database up to date; else it does nothing. The function blocks the thread.
  /// - Throws: ``StoreError``: the file then has what was last known.
  package func bringUpToDate() throws { try store.bringUpToDate() }

  /// Puts an opened copy of a backup in the place of the application in its primary database, at one moment and for all servers.
  /// The function blocks the thread.
  /// - Parameter primary: the primary database of the application that the copy has, whose description may be another one.
  /// - Returns: the copy of what was replaced.
  /// - Throws: ``StoreError``; everything is as it was then, except with ``StoreError/outcomeUnknown(_:remedy:)``.
  package func replaceInPrimary(by copy: Store, of primary: any PrimaryDatabase) throws -> URL {
    try store.replaceInPrimary(by: copy, of: primary)
  }

  /// Rebuilds all that is derived from records.
  /// - Throws: ``StoreError`` `.busy`, `.disk`; everything is as it was then.
  package func repair() async throws { try await store.repair() }

  /// Copies the database with all its pictures and files, as of one moment, to one file, and checks the copy. The file appears
  /// when it is whole; one that was there is replaced then.
  /// - Parameters:
  ///   - isTemporary: whether the copy is removed soon, and need not be on the disk.
  ///   - progress: receives the finished share; an error that it throws ends the copy.
  /// - Returns: the pictures and files that the backup lacks, since they are missing or damaged beside the database.
  /// - Throws: ``StoreError``; a file that was there is as it was.
  @discardableResult
  package func backup(
    to url: URL, isTemporary: Bool = false, progress: @escaping (Double) throws -> Void = { _ in }
  ) throws -> [MissingFile] {
    try store.backup(to: url, isTemporary: isTemporary, progress: progress)
  }

  /// Reads all data in one snapshot, on the calling thread's time: never on one of Swift's cooperative threads.
  /// - Throws: ``StoreError``, and what the body throws.
  package func readSnapshot<T>(_ body: (StoreSnapshot) throws -> T) throws -> T { try store.readSnapshot(body) }

  // MARK: The opened file of another program

  /// The number of the changes of its schema; nil where it can't be read.
  package func openedSchemaVersion() -> Int64? { store.openedSchemaVersion() }

  /// Whether another file lies at its path.
  package var isOpenedFileReplaced: Bool { store.isOpenedFileReplaced }

  /// Puts the log of an opened file that has lost its name into it, wherever it lies.
  package func leaveLostFile() { store.leaveLostFile() }

  // MARK: Work in the background

  /// Removes the images of change sets that are older, or take more, than ``StoreOptions/history`` says.
  /// - Throws: ``StoreError`` `.busy`, `.disk`.
  package func pruneHistory() async throws -> PrunedHistory { try await store.pruneHistory() }

  /// Does the next part of the undo that is under way.
  /// - Returns: how far it is; nil where none is under way.
  /// - Throws: ``StoreError`` where the next attempt may succeed (``StoreError/mayPass``).
  package func continueUndo() async throws -> LongUndo? { try await store.continueUndo() }

  /// When the next of the jobs of a name may begin; nil when none waits.
  /// - Parameter onlyRequested: skips jobs that no person has requested.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func nextJob(_ name: String, onlyRequested: Bool) async throws -> Date? {
    try await store.nextJob(name, onlyRequested: onlyRequested)
  }

  /// Takes the oldest job of a name that may begin; nil when there is none.
  /// - Parameter onlyRequested: skips jobs that no person has requested.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func takeJob(_ name: String, onlyRequested: Bool, now: Date) async throws -> QueuedJob? {
    try await store.takeJob(name, onlyRequested: onlyRequested, now: now)
  }

  /// Has a job with a schedule wait for its next time, if it is new.
  /// - Parameter isStart: whether the program begins: a time that is still to come then follows the schedule.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func schedule(_ name: String, at next: Date, now: Date, isStart: Bool) async throws {
    try await store.schedule(name, at: next, now: now, isStart: isStart)
  }

  /// Removes the rows of a job's other kind: those of records if it has a schedule now, that of the schedule if it has none.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func removeFormerJobs(_ name: String, hasSchedule: Bool) async throws {
    try await store.removeFormerJobs(name, hasSchedule: hasSchedule)
  }

  /// Starts all running jobs of a name again after the process that ran them has ended.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func releaseJobs(_ name: String) async throws { try await store.releaseJobs(name) }
}

extension Store {
  /// The functions of the store that only the system calls.
  @_spi(System) public var system: StoreSystem { StoreSystem(store: self) }
}
