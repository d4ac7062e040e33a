import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
@_spi(System) import KartotekaStore
import Synchronization

// Backups of all applications of the data folder, or of a primary database.
extension Site {
  /// Begins a backup of everything, unless another work with backups runs.
  /// - Parameter isTimed: whether the timer begins it: it is made only if it is due once the folder is locked.
  /// - Returns: whether it was begun.
  @discardableResult
  package func beginBackup(isTimed: Bool = false, now: @escaping @Sendable () -> Date = { Date() }) -> Bool {
    guard let desk else { return false }
    return desk.begin(.backup) { [self] report in
      // The names of backups have what is written here.
      if desk.state.last == nil { desk.change { _ in } }
      let folder = desk.folder
      let outcome: BackupState.Outcome
      do {
        let lock = try folder.lock()
        guard let made = try withExtendedLifetime(lock, { try backUp(desk, folder, isTimed, now, report) }) else {
          return
        }
        outcome = made
      } catch BackupError.backingUp where isTimed {
        // Another server makes it.
        return
      } catch is CancellationError {
        return
      } catch {
        let failure = Self.failure("The backup failed: {reason}", folder.explained(error), now())
        // The other server's backup has not failed: only the person who pressed the button sees the message.
        if case BackupError.backingUp = error { return desk.change { $0.other = failure } }
        outcome = failure
      }
      desk.log(outcome)
      desk.change {
        $0.last = outcome
        $0.other = nil
      }
    }
  }

  // - Returns: nil if none is due.
  private func backUp(
    _ desk: BackupDesk, _ folder: BackupFolder, _ isTimed: Bool, _ now: () -> Date,
    _ report: @escaping (String, Double) throws -> Void
  ) throws -> BackupState.Outcome? {
    let rule = desk.state.rule
    guard !isTimed || rule.isDue(folder.times(), now: now(), in: .current) else { return nil }
    let place = folder.place(now: now())
    let behind = BehindCopies()
    let (all, unavailable, size) = try backupOfAll(noting: behind)
    var backup = all
    backup.settings = BackupSettings(desk.state)
    guard BackupFolder.hasRoom(for: size, at: folder.url) else { throw BackupError.folderFull }
    let made = try backup.write(to: place, unavailable: unavailable, progress: report)
    let isPartial = !made.unavailable.isEmpty || !made.missing.isEmpty || !behind.phrases.isEmpty
    var surplus: [Phrase] = []
    // Nothing goes for a backup that lacks something, or while there is none that is known to come back.
    if isTimed, !isPartial, desk.state.trial?.isFailure != true {
      // The backup itself is made.
      do { try folder.removeSurplus(by: rule, now: now(), in: .current) } catch { surplus.append(error.phrase) }
    }
    var lacks = made.unavailable.map { name, error in
      Phrase("{app}: {reason}", ["app": .text(name), "reason": .phrase(Self.words(for: error).says)])
    }
    lacks += behind.phrases
    lacks += made.missing.flatMap { app in app.files.map { $0.phrase(in: app.model) } }
    lacks += made.entries.filter { !$0.hasDatabase }.map {
      Phrase("Only linked, and not in the backup: {file}", ["file": .text($0.file)])
    }
    var outcome = BackupState.Outcome(
      date: now(),
      says: Phrase("{count} applications were backed up", ["count": .count(made.entries.count { !$0.isOfPlatform })]),
      lacks: lacks + surplus, file: place.lastPathComponent)
    outcome.isPartial = isPartial
    return outcome
  }

  // - Returns: also the room that it needs.
  // - Throws: ``BackupError`` `.nothing`.
  private func backupOfAll(
    noting behind: BehindCopies
  ) throws -> (FolderBackup, [(name: String, error: any Error)], size: Int64) {
    let content = state.withLock { $0.content }
    let stored = content.apps.filter { $0.store.openedFile == nil && $0.store.url != nil }
    let people = try people?.storeForBackup()
    let sources =
      stored.map { app in
        FolderBackup.Source(app.app) {
          do { try app.system.bringUpToDate() } catch { behind.note(app.name, Self.words(for: error).says) }
          return app.store
        }
      } + [people].compactMap(\.self).map(FolderBackup.Source.init)
    let opened = folder.map { OpenedFolder(in: $0.url).files() } ?? []
    var unavailable = content.unavailable.filter { $0.app.openedFile == nil }.map { (name: $0.name, error: $0.error) }
    let known = Set(stored.map(\.name) + unavailable.map(\.name))
    for name in folder?.names() ?? [] where !known.contains(name) {
      let error = StoreError.unusable(path: name + ".sqlite", problem: .foreign(missing: ["kartoteka_description"]))
      unavailable.append((name, error))
    }
    guard !sources.isEmpty || !opened.isEmpty || !unavailable.isEmpty else { throw BackupError.nothing }
    let size = BackupFolder.room(for: stored.compactMap(\.store.url), opened.map(\.file))
    return (FolderBackup(sources, opened: opened, program: "kartoteka \(KartotekaVersion.current)"), unavailable, size)
  }

  // MARK: Restoring

  /// The applications in code.
  var codeApps: [App] {
    let content = state.withLock { $0.content }
    return content.apps.map(\.app).filter { $0.design == nil && $0.openedFile == nil }
      + content.unavailable.map(\.app).filter { folder?.taken.contains($0.description.name) == true }
  }

  /// Whether the data folder has an application of a name.
  package func hasApp(_ name: String) -> Bool {
    let content = state.withLock { $0.content }
    return content.apps.contains { $0.name == name } || content.unavailable.contains { $0.name == name }
      || folder?.names().contains(name) == true
  }

  /// The number of records that an application has now; nil if there is none, or they can't be counted.
  package func recordCount(of name: String) async throws -> Int? {
    guard let app = app(name) else { return nil }
    var total = 0
    for entity in app.description.model.entities where !entity.isDerived {
      guard let count = try await app.store.countIfPossible(entity) else { return nil }
      total = total.addingClamped(count)
    }
    return total
  }

  /// Begins a restore into the data folder, unless another work with backups runs.
  /// - Parameter choose: chooses what is restored.
  /// - Returns: whether it was begun.
  package func beginRestore(_ file: URL, _ choose: @escaping @Sendable (inout FolderRestore) -> Void) -> Bool {
    guard let desk else { return false }
    return desk.begin(.restore) { [self] report in
      var outcome: BackupState.Outcome
      do {
        var restore = FolderRestore(try BackupArchive(file), apps: codeApps + [.people])
        choose(&restore)
        restore.progress = restore.salvages ? Self.keepingRoom(at: desk.data, report) : report
        let report =
          try primaries == nil
          ? withoutImports(into: restore) { try restore.run(into: desk.data) }
          : restoreIntoPrimaries(restore, beside: desk.data)
        // The folder's file is written as this server knows it.
        if let settings = report.settings { desk.change { _ = settings.place(in: &$0, of: desk.data) } }
        outcome = Self.outcome(of: report)
      } catch is CancellationError {
        return
      } catch {
        outcome = Self.failure("The restore failed: {reason}", error, Date())
      }
      outcome.file = file.lastPathComponent
      desk.log(outcome)
      desk.change { $0.restore = outcome }
    }
  }

  // An import goes on in the file that was replaced: none runs in an application that is.
  private func withoutImports<Result>(
    into restore: FolderRestore, _ body: () throws -> Result
  ) throws -> Result {
    let replaced = restore.existing == .replace ? apps.filter { restore.only.contains($0.name) } : []
    return try withoutActuallyEscaping(body) { body in
      var work = body
      for app in replaced {
        let inner = work
        work = { try app.imports.withoutImports(inner) }
      }
      return try work()
    }
  }

  private static func outcome(of report: FolderRestore.Report) -> BackupState.Outcome {
    let names = report.restored.map(\.name).joined(separator: ", ")
    var lacks = report.lost.map { Phrase("Not restored: {reason}", ["reason": .phrase($0)]) }
    lacks += report.salvaged.flatMap { $0.report.phrases(of: $0.title, $0.model) }
    lacks += report.missing.flatMap { app in app.files.map { $0.phrase(in: app.model) } }
    lacks += report.restored.compactMap(\.kept).map {
      Phrase("The previous database is kept in {file}", ["file": .text($0.lastPathComponent)])
    }
    if let hint = report.hintAboutPeople { lacks.append(hint) }
    lacks += report.left.map { Phrase("There already, left as it is: {app}", ["app": .text($0)]) }
    lacks += report.elsewhere.map {
      Phrase("Not in the backup: {place}", ["place": .text(BackupError.shown($0.file.lastPathComponent))])
    }
    return BackupState.Outcome(
      date: Date(),
      says: names.isEmpty ? "Nothing was restored." : Phrase("Restored: {names}", ["names": .text(names)]), lacks: lacks
    )
  }

  // MARK: Trying

  /// Begins a restore into a scratch folder, which is compared with the backup, unless another work with backups runs.
  /// - Returns: whether it was begun.
  @discardableResult
  package func beginTrial(_ file: BackupFile, now: @escaping @Sendable () -> Date = { Date() }) -> Bool {
    guard let desk else { return false }
    return desk.begin(.trial) { [self] report in
      // The state of the newest backup has only trials of that backup.
      let isNewest = BackupFolder.newest(desk.folder.files(), now: now())?.name == file.name
      if isNewest { desk.noteTrial(now()) }
      var outcome: BackupState.Outcome?
      do {
        let trial = try BackupTrial(apps: codeApps + [.people]).run(file.url, in: desk.data, progress: report)
        outcome = Self.outcome(of: trial, now())
      } catch is CancellationError {
      } catch {
        outcome = Self.failure("The trial failed: {reason}", error, now())
      }
      outcome?.file = file.name
      if let outcome { desk.log(outcome) }
      desk.change { [outcome] state in
        if isNewest { state.trialBegan = nil }
        guard let outcome else { return }
        if isNewest { state.trial = outcome } else { state.other = outcome }
      }
    }
  }

  private static func outcome(of trial: BackupTrial.Report, _ date: Date) -> BackupState.Outcome {
    let apps = Phrase("{count} applications", ["count": .count(trial.apps)])
    let records = Phrase("{count} records", ["count": .count(trial.records)])
    let names: [String: Phrase.Argument] = ["apps": .phrase(apps), "records": .phrase(records)]
    guard trial.faults.isEmpty else {
      return BackupState.Outcome(
        date: date, says: Phrase("A restore was tried, and the backup has faults: {apps}, {records}", names),
        remedy: "Make another backup, and look for the reason: kartoteka check", isFailure: true, lacks: trial.faults)
    }
    return BackupState.Outcome(
      date: date, says: Phrase("A restore was tried, and everything came back: {apps}, {records}", names),
      lacks: trial.remarks)
  }

  // MARK: Words

  static func failure(_ key: String, _ error: any Error, _ date: Date) -> BackupState.Outcome {
    let (says, remedy) = words(for: error)
    return BackupState.Outcome(
      date: date, says: Phrase(key, ["reason": .phrase(says)]), remedy: remedy, isFailure: true)
  }

  /// An error, and its remedy on a screen. Paths are private to the server, and so are hosts; names of files are not.
  package static func words(for error: any Error) -> (says: Phrase, remedy: Phrase?) {
    switch error {
    case let error as BackupError: (error.phrase.withoutFolders, error.remedyOnScreen)
    case let error as StorageError: (error.phrase, error.remedy)
    case let error as DesignError: (error.phrase, error.remedy)
    case let error as AppDocumentError: (error.phrase, nil)
    case StoreError.primary(_, _, let refusal): (refusal.phrase, nil)
    case let error as StoreError:
      (error.phraseForPeople(in: ModelDescription(entities: [])).withoutFolders, error.remedy)
    default: (Phrase("Unexpected error: {error}", ["error": .text("\(error)")]).withoutFolders, nil)
    }
  }
}

/// The notes on applications whose local copies could not be brought up to date for a backup.
private final class BehindCopies: Sendable {
  private let content = Mutex<[Phrase]>([])

  var phrases: [Phrase] { content.withLock { $0 } }

  func note(_ name: String, _ reason: Phrase) {
    let phrase = Phrase(
      "Of {app} it has what this server knew last: {reason}", ["app": .text(name), "reason": .phrase(reason)])
    content.withLock { $0.append(phrase) }
  }
}

extension Phrase {
  /// The phrase with the names of files in place of their paths.
  var withoutFolders: Phrase {
    Phrase(
      key,
      arguments.mapValues { argument in
        switch argument {
        case .text(let text): .text(text.replacing(#/(?:/[^/\s:]+)+/(?<name>[^/\s:]+)/#) { String($0.output.name) })
        case .phrase(let phrase): .phrase(phrase.withoutFolders)
        case .count, .country: argument
        }
      })
  }
}
