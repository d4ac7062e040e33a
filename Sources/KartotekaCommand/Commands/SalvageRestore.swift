import Foundation
import Kartoteka
import KartotekaApplication

/// The restore of what can be read of the damaged backup of one application: a database, which is not written.
struct SalvageRestore: Sendable {
  let name: String
  let newName: String?
  let backup: URL
  /// The description that is used in place of those in the database.
  let description: AppDocument?
  let data: DataOptions

  /// - Parameter isPlan: whether it is only said what can be saved.
  func run(isPlan: Bool) async throws {
    guard data.address == nil else {
      throw Failure(
        "What can be read of a damaged database is saved into a data folder",
        remedy: "Give an empty one with --data, and bring the application to PostgreSQL with kartoteka copy.")
    }
    let folder = data.folder.url
    // It is the last thing that is left: not one byte of it is written.
    let live = folder.appending(path: (newName ?? name) + ".sqlite")
    guard isPlan || !Self.isOne(Self.place(of: backup), Self.place(of: live)) else {
      throw Failure(
        Phrase("{file} is the database itself", ["file": .text(backup.path(percentEncoded: false))]),
        remedy: "Choose another folder with --data.")
    }
    try data.folder.prepare()
    let lock = try FolderLock(folder)
    let (app, report, kept) = try await Interruption.cancelling {
      try withExtendedLifetime(lock) { try save(into: folder, isPlan) }
    }
    let phrases = report.phrases(of: app.description.name, app.description.model)
    if isPlan {
      for phrase in phrases { try StandardOutput.line(say(phrase)) }
    } else {
      try StandardOutput.line(
        say(
          "Restored {app} from {file}",
          ["app": .text(app.description.name), "file": .text(backup.path(percentEncoded: false))]))
      if let kept {
        try StandardOutput.line(
          say("The previous database is kept in {file}", ["file": .text(kept.path(percentEncoded: false))]))
      }
      for phrase in phrases { StandardError.line(say(phrase)) }
    }
    guard report.isWhole else { throw ExitStatus.rejects }
  }

  // What is wrong with the copy is wrong with the backup.
  private func explaining<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch StoreError.unusable(_, let problem) {
      throw unusable(problem)
    }
  }

  // A description's error is about a text, and does not say which.
  private func describing<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as AppDocumentError {
      throw Failure(
        Phrase(
          "The description of {app} in {file} can't be read: {reason}",
          [
            "app": .text(name), "file": .text(backup.path(percentEncoded: false)), "reason": .phrase(error.phrase),
          ]), remedy: Self.remedy)
    }
  }

  private static let remedy: Phrase =
    "Give another one with --description FILE: what kartoteka describe wrote, or another backup. The database is unchanged."

  private func unusable(_ problem: StoreError.FileProblem) -> Failure {
    Failure(
      StoreError.unusable(path: backup.path(percentEncoded: false), problem: problem)
        .phrase(in: ModelDescription(entities: [])), remedy: "Choose another backup. The database is unchanged.")
  }

  private func save(into folder: URL, _ isPlan: Bool) throws -> (App, SalvageReport, kept: URL?) {
    let workshop = try LockedFolder(for: .restore, beside: folder.appending(path: "salvage"))
    return try withExtendedLifetime(workshop) { () throws -> (App, SalvageReport, kept: URL?) in
      // Of the damaged file only a copy is opened: SQLite would write to it what its journal has.
      let damaged = workshop.url.appending(path: "damaged.sqlite")
      try takeCopy(to: damaged)
      let saved = workshop.url.appending(path: "saved.sqlite")
      let line = ProgressLine()
      defer { line.clear() }
      let (app, stored) = try explaining { try self.app(of: damaged) }
      let report = try explaining {
        try app.salvage(
          damaged, of: Self.place(of: backup), to: saved, description: stored, isGiven: stored != nil
        ) { share in
          try Interruption.check()
          line.update(app.description.name, share: share)
        }
      }
      guard !isPlan else { return (app, report, nil) }
      let live = folder.appending(path: app.description.name + ".sqlite")
      let options = app.storeOptions(StoreOptions())
      let store = try Store.openBackup(saved, of: app.description.model, options: options)
      return (app, report, try Store.replace(live, by: store))
    }
  }

  // Where a file really is. SQLite, too, looks beside it for its log, and not beside a link to it.
  private static func place(of file: URL) -> URL { file.resolvingSymlinksInPath().standardizedFileURL }

  // Also where a file has two names.
  private static func isOne(_ file: URL, _ other: URL) -> Bool {
    var (one, two) = (stat(), stat())
    guard stat(file.path(percentEncoded: false), &one) == 0, stat(other.path(percentEncoded: false), &two) == 0 else {
      return file == other
    }
    return one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }

  // The parts belong together only as long as nobody writes to them.
  private func takeCopy(to damaged: URL) throws {
    let original = Self.place(of: backup).path(percentEncoded: false)
    let endings = ["", "-wal", "-journal"]
    func state() -> [[Int]] {
      endings.map { ending in
        var status = stat()
        // A folder or a pipe of such a name is no log.
        guard stat(original + ending, &status) == 0, ending.isEmpty || status.st_mode & S_IFMT == S_IFREG else {
          return []
        }
        return [Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec), Int(status.st_ino)]
      }
    }
    let before = state()
    for (ending, part) in zip(endings, before) where !part.isEmpty {
      try DamagedCopy().make(
        of: URL(filePath: original + ending), at: URL(filePath: damaged.path(percentEncoded: false) + ending),
        check: Interruption.check)
    }
    guard state() == before else {
      throw Failure(
        Phrase("{file} was changed while it was copied", ["file": .text(backup.path(percentEncoded: false))]),
        remedy: "End the programs that have it open, such as kartoteka serve, and try again.")
    }
  }

  // - Returns: also the description that was given.
  private func app(of damaged: URL) throws -> (App, StoredDescription?) {
    if let app = apps.first(where: { $0.description.name == name }) {
      guard newName == nil || newName == name else { throw BackupError.renamedCode(name) }
      guard description == nil else { throw DesignError.isCode(name) }
      // With the fields that the backup has.
      return (try describing { try app.over(damaged: damaged, check: Interruption.check) }, nil)
    }
    let design = try design(of: damaged)
    var document = design.document
    document.name = newName ?? name
    let faults = document.check()
    guard faults.isEmpty else { throw AppDocumentError.faults(faults) }
    let places = DesignFolder(data.folder.url, besides: apps)
    guard !apps.contains(where: { $0.description.name == document.name }) else {
      throw DesignError.isCode(document.name)
    }
    let live = places.file(of: document.name)
    let isOpened = OpenedFolder(in: data.folder.url).files().contains { $0.name == document.name }
    let isThere = FileManager.default.fileExists(atPath: live.path(percentEncoded: false))
    // A database of something else is not replaced. A damaged one may be.
    if try isOpened || isThere && Self.isForeign(live) { throw DesignError.nameTaken(document.name) }
    let chosen = Design(document, revision: design.revision)
    return (App(chosen), description == nil ? nil : chosen.stored)
  }

  private func design(of damaged: URL) throws -> Design {
    if let description {
      return try Design.given(description, named: name, ofDamaged: damaged, check: Interruption.check)
    }
    do {
      let design = try describing { try Design.read(ofDamaged: damaged, check: Interruption.check) }
      if let design { return design }
    } catch StoreError.unusable(_, .damaged) {
      // The page with it is lost.
    } catch let error as StoreError {
      guard case .unusable(_, .notADatabase) = error, try unnamedRows(in: damaged) > 0 else { throw error }
    }
    let rows = try unnamedRows(in: damaged)
    if rows > 0 {
      throw Failure(
        Phrase(
          "{file} has lost the names of its tables, and has no description that can be read; rows in it without a name: {count}",
          ["file": .text(backup.path(percentEncoded: false)), "count": .count(rows)]), remedy: Self.remedy)
    }
    throw Failure(
      Phrase(
        "{file} has no description that can be read",
        ["file": .text(backup.path(percentEncoded: false))]), remedy: Self.remedy)
  }

  private func unnamedRows(in damaged: URL) throws -> Int {
    do { return try Store.unnamedRows(ofDamaged: damaged, check: Interruption.check) } catch is StoreError { return 0 }
  }

  private static func isForeign(_ live: URL) throws -> Bool {
    do { return try StoredDescription.read(at: live) == nil } catch is StoreError { return false }
  }
}
