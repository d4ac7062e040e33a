import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaStore

// Copies of the backups in a storage elsewhere.
extension Site {
  // After so many seconds a copy that failed is tried again.
  private static let copyPatience = 900.0

  /// The backup that is to be copied to the storage: the newest whole one of this data folder, unless it is there or a copy failed
  /// shortly before.
  package func backupToCopy(_ files: [BackupFile], now: Date) -> BackupFile? {
    guard let state = desk?.state, state.storage != nil else { return nil }
    if let copy = state.copy, copy.isFailure, now.timeIntervalSince(copy.date).magnitude < Self.copyPatience {
      return nil
    }
    for file in files where file.isOwn && file.date <= now {
      if file.name == state.copied?.name { return nil }
      if BackupFolder.isWhole(file) { return file }
    }
    return nil
  }

  /// Begins a copy of a backup to the storage, unless another work with backups runs. The rule of the backups is applied there,
  /// too.
  /// - Returns: whether it was begun.
  @discardableResult
  package func beginCopy(_ file: BackupFile, now: @escaping @Sendable () -> Date = { Date() }) -> Bool {
    guard let desk else { return false }
    return desk.begin(.copy) { report in
      var outcome = BackupState.Outcome(
        date: now(), says: Phrase("The backup was copied to the storage: {file}", ["file": .text(file.name)]))
      do {
        guard let client = try Self.client(desk, in: desk.folder.url, { try report(file.name, $0) }) else { return }
        try client.upload(file)
        desk.change { $0.copied = BackupState.Copied(name: file.name, date: now()) }
        // The copy is there. It is not made again because the key may not delete, for example.
        do { try Self.removeSurplus(desk, client, now()) } catch let error as StorageError {
          outcome.lacks.append(
            Phrase("What the rule lets go could not be removed there: {reason}", ["reason": .phrase(error.phrase)]))
        }
      } catch is CancellationError {
        return
      } catch {
        outcome = Self.failure("The copy to the storage failed: {reason}", error, now())
      }
      desk.log(outcome)
      desk.change { [outcome] in $0.copy = outcome }
    }
  }

  private static func removeSurplus(_ desk: BackupDesk, _ client: StorageClient, _ now: Date) throws {
    let (state, folder) = (desk.state, desk.folder)
    var stored = try client.files()
    desk.stored = stored
    // As in the folder, nothing goes while there is none that is known to come back.
    guard state.trial?.isFailure != true else { return }
    let surplus = state.rule.surplus(stored.compactMap { folder.date(in: $0.name) }, now: now, in: .current)
    for old in stored {
      guard let date = folder.date(in: old.name), surplus.contains(date) else { continue }
      try client.remove(old.name)
      stored.removeAll { $0 == old }
      desk.stored = stored
    }
  }

  /// Begins a look at the storage, unless another work with backups runs.
  /// - Parameter isAsked: whether a person asked for it, and sees the outcome.
  /// - Returns: whether it was begun.
  @discardableResult
  package func beginStorageLook(isAsked: Bool) -> Bool {
    guard let desk else { return false }
    return desk.begin(.look) { report in
      do {
        guard let client = try Self.client(desk, in: desk.data, { try report("", $0) }) else { return }
        let stored = try client.files()
        desk.stored = stored
        guard isAsked else { return }
        desk.change {
          $0.other = BackupState.Outcome(
            date: Date(),
            says: Phrase("The storage answers, and has {count} backups", ["count": .count(stored.count)]))
        }
      } catch is CancellationError {
      } catch {
        // It is not asked again each minute.
        if desk.stored == nil { desk.stored = [] }
        let failure = Self.failure("The storage could not be read: {reason}", error, Date())
        desk.log(failure)
        if isAsked { desk.change { $0.other = failure } }
      }
    }
  }

  /// Begins to fetch a backup from the storage into the folder, unless another work with backups runs.
  /// - Returns: whether it was begun.
  @discardableResult
  package func beginFetch(_ stored: StoredBackup) -> Bool {
    guard let desk else { return false }
    return desk.begin(.fetch) { report in
      var outcome = BackupState.Outcome(
        date: Date(), says: Phrase("The backup was fetched from the storage: {file}", ["file": .text(stored.name)]),
        file: stored.name)
      do {
        let folder = desk.folder
        // Other servers that share the folder wait.
        let lock = try folder.lock()
        try withExtendedLifetime(lock) {
          guard let client = try Self.client(desk, in: folder.url, { try report(stored.name, $0) }) else { return }
          try client.fetch(stored, into: folder)
        }
      } catch is CancellationError {
        return
      } catch {
        outcome = Self.failure("The backup could not be fetched: {reason}", desk.folder.explained(error), Date())
      }
      desk.log(outcome)
      desk.change { [outcome] in $0.other = outcome }
    }
  }

  // Nil if no storage is set any more. Unfinished copies are left in the folder, where the next one removes them.
  private static func client(
    _ desk: BackupDesk, in folder: URL, _ progress: @escaping (Double) throws -> Void
  ) throws -> StorageClient? {
    guard let storage = desk.state.storage else { return nil }
    guard let secret = try BackupStorage.secret(in: desk.data) else { throw StorageError.noSecret }
    return try StorageClient(storage, secret: secret, folder: folder, progress: progress)
  }
}
