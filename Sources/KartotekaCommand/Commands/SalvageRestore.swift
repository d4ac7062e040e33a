import Foundation
import Kartoteka
import KartotekaApplication

/// The restore of what can be read of the damaged backup of one application: a database, which is not written.
struct SalvageRestore: Sendable {
  let name: String
  let newName: String?
  let backup: URL
  let data: DataOptions

  /// - Parameter isPlan: whether it is only said what can be saved.
  func run(isPlan: Bool) async throws {
    guard data.address == nil else {
      throw Failure(
        "What can be read of a damaged database is saved into a data folder",
        remedy: "Give an empty one with --data, and bring the application to PostgreSQL with kartoteka copy.")
    }
    let folder = data.folder.url
    try data.folder.prepare()
    let lock = try FolderLock(folder)
    let (app, report, kept) = try await Interruption.cancelling {
      try withExtendedLifetime(lock) { try explaining { try save(into: folder, isPlan) } }
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
    do { return try body() } catch StoreError.unusable(_, let problem) { throw unusable(problem) }
  }

  private func unusable(_ problem: StoreError.FileProblem) -> Failure {
    Failure(
      StoreError.unusable(path: backup.path(percentEncoded: false), problem: problem)
        .phrase(in: ModelDescription(entities: [])), remedy: "Choose another backup. The database is unchanged.")
  }

  private func save(into folder: URL, _ isPlan: Bool) throws -> (App, SalvageReport, kept: URL?) {
    let workshop = try LockedFolder(for: .restore, beside: folder.appending(path: "salvage"))
    return try withExtendedLifetime(workshop) {
      // Of the damaged file only a copy is opened: SQLite would write to it what its journal has.
      let damaged = workshop.url.appending(path: "damaged.sqlite")
      for ending in ["", "-wal", "-journal"] {
        let part = URL(filePath: backup.path(percentEncoded: false) + ending)
        guard FileManager.default.fileExists(atPath: part.path(percentEncoded: false)) else { continue }
        try FileManager.default.copyItem(at: part, to: URL(filePath: damaged.path(percentEncoded: false) + ending))
      }
      let app = try app(of: damaged)
      let saved = workshop.url.appending(path: "saved.sqlite")
      let line = ProgressLine()
      defer { line.clear() }
      let report = try app.salvage(damaged, to: saved) { share in
        try Interruption.check()
        line.update(app.description.name, share: share)
      }
      guard !isPlan else { return (app, report, nil) }
      let live = folder.appending(path: app.description.name + ".sqlite")
      let options = app.storeOptions(StoreOptions())
      let store = try Store.openBackup(saved, of: app.description.model, options: options)
      return (app, report, try Store.replace(live, by: store))
    }
  }

  private func app(of damaged: URL) throws -> App {
    if let app = apps.first(where: { $0.description.name == name }) {
      guard newName == nil || newName == name else { throw BackupError.renamedCode(name) }
      // With the fields that the backup has.
      return try app.over(damaged: damaged)
    }
    guard let design = try Design.read(ofDamaged: damaged) else {
      throw unusable(.foreign(missing: ["kartoteka_description"]))
    }
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
    return App(Design(document, revision: design.revision))
  }

  private static func isForeign(_ live: URL) throws -> Bool {
    do { return try StoredDescription.read(at: live) == nil } catch is StoreError { return false }
  }
}
