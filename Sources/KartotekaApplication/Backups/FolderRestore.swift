import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A restore of applications from a backup of a data folder. Everything is taken out and checked before anything gets its place.
package struct FolderRestore {
  /// The treatment of applications that the folder has already.
  package enum Existing: Sendable {
    /// The restore is refused.
    case refuse
    /// They are replaced, and copies of them kept.
    case replace
    /// They are left as they are.
    case keep
  }

  /// The report of a restore.
  package struct Report: Sendable {
    /// The restored applications, each with the copy of what was replaced.
    package var restored: [(name: String, kept: URL?)] = []
    /// The applications that are left as they were.
    package var left: [String] = []
    /// The applications that the backup lacks, if all are restored.
    package var unavailable: [String] = []
    /// The parts that could not be restored.
    package var lost: [Phrase] = []
    /// The saved parts of damaged applications, with their models.
    package var salvaged: [(name: String, title: String, model: ModelDescription, report: SalvageReport)] = []
    /// The pictures and files that the backup lacked, with the models of their applications.
    package var missing: [(model: ModelDescription, files: [MissingFile])] = []
    /// The files of other programs that are left out.
    package var notTaken: [String] = []
    /// The files of other programs that were not in the backup: the name in the folder, where it was, and whether something that was
    /// kept beside it was.
    package var elsewhere: [(file: URL, place: String, hasSide: Bool)] = []
    /// The backup's settings for backups, if all is restored; nil if there are none.
    package var settings: BackupSettings?
    /// Whether that is set in the folder now: nothing was set there before.
    package var hasSettings = false

    package init() {}

    /// Adds what happened to other applications of the same backup.
    package mutating func add(_ other: Report) {
      restored += other.restored
      left += other.left
      lost += other.lost.filter { !lost.contains($0) }
      missing += other.missing
      salvaged += other.salvaged
      elsewhere += other.elsewhere
      settings = settings ?? other.settings
      hasSettings = hasSettings || other.hasSettings
    }
  }

  /// The names of the applications to restore; none for all.
  package var only: [String] = []
  /// Another name for the only one.
  package var newName: String?
  /// The treatment of existing applications.
  package var existing = Existing.refuse
  /// The kinds of applications that are restored. The others are left out.
  package var kinds: Set<BackupEntry.Kind> = [.code, .designed, .opened]
  /// Whether an application of that name is elsewhere than in the folder, for which it is restored.
  package var isThere: (String) -> Bool = { _ in false }
  /// Whether what is whole is restored from a damaged backup.
  package var takesWhatIsWhole = false
  /// Whether what can be read of damaged applications is saved, too.
  package var salvages = false
  /// The description of the only chosen application, in place of those in its damaged database; nil if they are used.
  package var description: AppDocument?
  /// Whether everything is tried, and nothing gets its place.
  package var isPlan = false
  /// Receives each step.
  package var step: @Sendable (BackupStep) -> Void = { _ in }
  /// Receives the application and its finished share; an error that it throws ends the work.
  package var progress: (String, Double) throws -> Void = { _, _ in }

  let archive: BackupArchive
  let apps: [App]

  /// A restore.
  /// - Parameter apps: the applications in code.
  package init(_ archive: BackupArchive, apps: [App]) {
    self.archive = archive
    self.apps = apps
  }

  /// Restores the applications into a data folder, which exists. A server may run on it.
  /// - Throws: ``BackupError``, ``DesignError``, ``AppDocumentError``, ``StoreError``. Unless the error says something else, the
  ///   folder is as it was.
  package func run(into folder: URL) throws -> Report {
    let lock = try FolderLock(folder)
    return try withExtendedLifetime(lock) {
      var report = Report()
      let chosen = try choose(for: folder, &report)
      if description != nil, let code = chosen.first(where: { target in knownApp(target) != nil }) {
        throw DesignError.isCode(code.name)
      }
      let workshop = try LockedFolder(for: .restore, beside: folder.appending(path: "all"))
      defer { workshop.remove() }
      var (prepared, lost): ([PreparedApp], [Phrase]) = ([], [])
      for target in chosen {
        do {
          prepared.append(try prepare(target, in: workshop.url, &report))
        } catch {
          lost.append(BackupArchive.lost(target.entry, try reason(error, target.entry)))
        }
      }
      report.lost = (only.isEmpty ? archive.faults : []) + lost
      report.unavailable = only.isEmpty ? archive.manifest.unavailable.keys.sorted() : []
      if isPlan { return report }
      guard report.lost.isEmpty || (takesWhatIsWhole || salvages) && !(prepared.isEmpty && report.left.isEmpty) else {
        throw BackupError.damaged(
          file: archive.url.path(percentEncoded: false), lost: report.lost, whole: prepared.map(\.target.entry.name))
      }
      step(.prepared)
      try place(prepared, in: folder, &report)
      let isAll = archive.manifest.applications.allSatisfy { only.isEmpty || only.contains($0.name) }
      report.settings = isAll && newName == nil ? archive.manifest.settings : nil
      do { report.hasSettings = try report.settings?.place(in: folder) == true } catch {
        throw partly(error, BackupState.fileName, report)
      }
      return report
    }
  }

  // MARK: Choosing

  /// Whether applications of these kinds are to be restored.
  package func has(_ kinds: Set<BackupEntry.Kind>) -> Bool {
    archive.manifest.applications.contains { kinds.contains($0.kind) && (only.isEmpty || only.contains($0.name)) }
  }

  // Everything that can be refused before the first byte is written.
  private func choose(for folder: URL, _ report: inout Report) throws -> [RestoreTarget] {
    let file = archive.url.path(percentEncoded: false)
    let known = archive.entries.map(\.name)
    for name in only where !known.contains(name) {
      let isLost = archive.manifest.applications.contains { $0.name == name }
      throw isLost
        ? BackupError.damaged(
          file: file, lost: archive.manifest.applications.filter { $0.name == name }.map { BackupArchive.lost($0) },
          whole: known)
        : BackupError.unknown(file: file, name: name, known: known)
    }
    var entries = archive.entries.filter { only.isEmpty || only.contains($0.name) }
    report.notTaken = entries.filter { !kinds.contains($0.kind) }.map(\.name)
    entries.removeAll { !kinds.contains($0.kind) }
    guard newName == nil || entries.count == 1 else { throw BackupError.severalRenamed }
    let codeNames = Set(apps.map(\.description.name))
    // Applications of the platform itself are restored only where they are missing, and never replaced.
    let platform = entries.filter { entry in
      entry.isOfPlatform
        && (!codeNames.contains(entry.name) || isThere(entry.name)
          || FileManager.default.fileExists(atPath: folder.appending(path: entry.file).path(percentEncoded: false)))
    }
    entries.removeAll { platform.contains($0) }
    let foreign = entries.filter { $0.kind == .code && !codeNames.contains($0.name) }
    guard foreign.isEmpty else { throw BackupError.unknownCode(foreign.map(\.name)) }
    let places = RestorePlaces(folder, apps)
    var targets = try entries.map { try RestoreTarget($0, as: newName, in: folder, apps) }
    var (taken, left): ([RestoreTarget], [RestoreTarget]) = ([], [])
    for target in targets {
      do {
        if try isThere(target.name) || places.isTaken(target, replacing: existing == .replace) { taken.append(target) }
      } catch DesignError.nameTaken where target.entry.kind == .opened && only.isEmpty {
        // Files of other programs are never replaced. They are no reason to leave all else.
        left.append(target)
      }
    }
    if existing == .refuse, !taken.isEmpty { throw BackupError.exist(taken.map(\.name)) }
    if existing == .keep { left += taken }
    report.left = platform.map(\.name) + left.map(\.name)
    // An application in code and a file of another program may have one name.
    targets.removeAll { target in left.contains { $0.file == target.file } }
    try places.checkNumber(targets.filter { target in !taken.contains { $0.file == target.file } })
    return targets
  }

  // MARK: Taking out and checking

  private struct LostPart: Error {}

  // The reason why an application can't be restored; nil if its bytes are others. Errors that concern all applications are
  // thrown.
  private func reason(_ error: any Error, _ entry: BackupEntry) throws -> Phrase? {
    switch error {
    case is LostPart: return nil
    case StoreError.disk, is CancellationError: throw error
    case BackupError.noRoom: throw error
    case let error as BackupError: return error.phrase
    case StoreError.unusable(_, .newer) where !archive.manifest.program.isEmpty:
      throw BackupError.newer(
        file: archive.url.path(percentEncoded: false), program: BackupError.shown(archive.manifest.program))
    case StoreError.unusable(_, let problem):
      return StoreError.unusable(path: entry.file, problem: problem).phrase(in: ModelDescription(entities: []))
    case let error as StoreError: return error.phrase(in: ModelDescription(entities: []))
    case let error as AppDocumentError: return error.phrase
    default: return Phrase("Unexpected error: {error}", ["error": .text("\(error)")])
    }
  }

  private func prepare(_ target: RestoreTarget, in workshop: URL, _ report: inout Report) throws -> PreparedApp {
    // A folder each, since names of databases and of other programs' files may be equal.
    let folder = workshop.appending(path: UUID().uuidString, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let entry = target.entry
    var isDamaged = false
    for part in entry.parts {
      let isSide = part.path == entry.sidePath
      let copy = folder.appending(path: target.file.lastPathComponent + (isSide ? "." + OpenedFile.sideExtension : ""))
      guard try archive.extract(part, to: copy, progress: { try progress(entry.name, $0) }) else {
        guard salvages, entry.kind != .opened else { throw LostPart() }
        isDamaged = true
        break
      }
      step(.extracted)
    }
    let copy = folder.appending(path: target.file.lastPathComponent)
    guard entry.kind != .opened else { return PreparedApp(target: target, copy: copy, app: nil) }
    let app = try isDamaged ? salvage(copy, target, &report) : app(in: copy, target)
    let missing = try Store.missingFiles(ofBackup: copy)
    if !missing.isEmpty { report.missing.append((app.description.model, missing)) }
    let prepared = PreparedApp(target: target, copy: copy, app: app)
    try prepared.check()
    step(.checked)
    return prepared
  }

  private func knownApp(_ target: RestoreTarget) -> App? { apps.first { $0.description.name == target.name } }

  private func app(in copy: URL, _ target: RestoreTarget) throws -> App {
    // With the fields that the backup has.
    if let known = knownApp(target) { return try known.over(copy) }
    guard let design = try Design.read(at: copy) else {
      throw StoreError.unusable(path: target.entry.name, problem: .foreign(missing: ["kartoteka_description"]))
    }
    return try Self.checked(design)
  }

  private static func checked(_ design: Design) throws -> App {
    let faults = design.document.check()
    guard faults.isEmpty else { throw AppDocumentError.faults(faults) }
    return App(design)
  }

  // Puts what can be read of a database in its place.
  private func salvage(_ copy: URL, _ target: RestoreTarget, _ report: inout Report) throws -> App {
    let entry = target.entry
    let check = { try progress(entry.name, 0) }
    // That of the archive is the newest one, and whole.
    var stored = archive.description(of: entry)
    let app: App
    if let known = knownApp(target) {
      app = try known.over(damaged: copy, or: stored, check: check)
    } else if let description {
      let design = try Design.given(description, named: target.name, ofDamaged: copy, check: check)
      (app, stored) = (try Self.checked(design), design.stored)
    } else {
      app = try Self.checked(design(ofDamaged: copy, target, stored, check))
    }
    let damaged = copy.deletingLastPathComponent().appending(path: "damaged")
    try FileManager.default.moveItem(at: copy, to: damaged)
    defer { try? FileManager.default.removeItem(at: damaged) }
    let saved = try app.salvage(
      damaged, to: copy, description: stored, isGiven: description != nil, known: entry.records ?? [:]
    ) { try progress(entry.name, $0) }
    report.salvaged.append((entry.name, entry.title, app.description.model, saved))
    return app
  }

  private func design(
    ofDamaged copy: URL, _ target: RestoreTarget, _ stored: StoredDescription?, _ check: @escaping () throws -> Void
  ) throws -> Design {
    if let stored { return try Design(stored, named: target.name) }
    do {
      guard let design = try Design.read(ofDamaged: copy, check: check) else {
        throw BackupError.noDescription(target.entry.name)
      }
      return design
    } catch is AppDocumentError {
      throw BackupError.noDescription(target.entry.name)
    } catch StoreError.unusable(_, .damaged) {
      throw BackupError.noDescription(target.entry.name)
    }
  }

  // MARK: Giving places

  private func place(_ prepared: [PreparedApp], in folder: URL, _ report: inout Report) throws {
    for app in prepared {
      do {
        let kept = try app.place(isReplacing: existing == .replace)
        let entry = app.target.entry
        if let place = entry.place, !entry.hasDatabase {
          report.elsewhere.append((app.target.file, place, !entry.parts.isEmpty))
        } else {
          report.restored.append((app.target.name, kept))
        }
        step(.placed)
      } catch {
        throw partly(error, app.target.name, report)
      }
    }
  }

  private func partly(_ error: any Error, _ name: String, _ report: Report) -> BackupError {
    let reason = (error as? StoreError)?.phrase(in: ModelDescription(entities: []))
    return .partly(
      done: report.restored.map(\.name), name: name,
      reason: reason ?? Phrase("Unexpected error: {error}", ["error": .text("\(error)")]))
  }
}
