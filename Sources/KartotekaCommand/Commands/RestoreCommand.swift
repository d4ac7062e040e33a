import ArgumentParser
import Foundation
import Kartoteka
import KartotekaPostgres

/// `kartoteka restore`: replaces the database by a backup, or makes a designed application of it; or restores applications of a
/// backup of everything.
struct RestoreCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore", abstract: say("Restores an application, or everything, from a backup."),
      usage: """
        kartoteka restore <app> <file> [--as <name>] [--salvage [--list] [--description <file>]] [--data <dir>]
        kartoteka restore <file> [--only <app>]... [--as <name>] [--replace | --continue] [--whole | --salvage] [--with-secrets]
          [--list] [--description <file>]
        """,
      discussion: say(
        "The backup is checked first. The previous database is kept beside the restored one. An application that was made on a screen is made anew if there is none of that name. A backup of everything replaces nothing unless --replace is given."
      ))
  }

  @Argument(
    help: .saying("The application's name, and the backup; a backup of everything alone.", value: "app"),
    completion: .list(apps.map(\.description.name)))
  var first: String

  @Argument(help: .saying("The backup.", value: "file"), completion: .file())
  var second: String?

  @Option(
    name: .customLong("as"),
    help: .saying(
      "Another name for an application that was made on a screen. The backed up one stays as it is.", value: "name"))
  var newName: String?

  @OptionGroup var choice: RestoreChoice

  @OptionGroup var secrets: SecretOptions

  @OptionGroup var data: DataOptions

  var target: AppArgument { AppArgument(first) }

  func validate() throws {
    try choice.check()
    try secrets.check()
    guard second != nil || choice.description == nil || choice.only.count == 1 else {
      throw ValidationError(say("--description is of one application: choose it with --only"))
    }
    guard second == nil || !choice.isOfEverything && !secrets.isGiven else {
      throw ValidationError(
        say(
          "--only, --replace, --continue, --whole, --with-secrets and --list are for backups of everything: kartoteka restore FILE"
        ))
    }
  }

  func run() async throws {
    guard let second else {
      return try await ArchiveRestore(file: first, newName: newName, choice: choice, secrets: secrets, data: data).run()
    }
    let backup = URL(filePath: second, directoryHint: .notDirectory)
    try InputFile.check(backup)
    guard try !BackupArchive.isArchive(backup) else {
      throw Failure(
        Phrase("{file} is a backup of everything", ["file": .text(second)]),
        remedy: "Restore one application of it with kartoteka restore FILE --only APP.")
    }
    if choice.salvage {
      let description = try GivenDescription.read(choice.description)
      return try await SalvageRestore(
        name: target.named.name, newName: newName, backup: backup, description: description, data: data
      ).run(isPlan: choice.list)
    }
    let restored = try restored(backup)
    if let address = data.address { return try await restore(restored, from: backup, to: address) }
    let live = data.folder.url.appending(path: restored.name + ".sqlite")
    guard
      backup.resolvingSymlinksInPath().standardizedFileURL
        != live.resolvingSymlinksInPath().standardizedFileURL
    else {
      throw Failure(
        Phrase("{file} is the database itself", ["file": .text(backup.path(percentEncoded: false))]),
        remedy: "Name the file that kartoteka backup wrote.")
    }
    try data.folder.prepare()
    // Ctrl-C waits for the end, because a partial restore would be useless.
    let lock = try FolderLock(data.folder.url)
    let kept = try await Interruption.cancelling {
      try withExtendedLifetime(lock) { try restored.put(at: live, from: backup) }
    }
    try tell(restored, from: backup)
    if let kept { try tellKept(kept) }
    try Failure.check(missing: Store.missingFiles(ofBackup: backup).map { $0.phrase(in: restored.model) })
  }

  private func tell(_ restored: RestoredApp, from backup: URL) throws {
    try StandardOutput.line(
      say(
        "Restored {app} from {file}",
        ["app": .text(restored.name), "file": .text(backup.path(percentEncoded: false))]))
  }

  private func tellKept(_ kept: URL) throws {
    try StandardOutput.line(
      say("The previous database is kept in {file}", ["file": .text(kept.path(percentEncoded: false))]))
  }

  // MARK: The application of the backup

  private func restored(_ backup: URL) throws -> RestoredApp {
    let name = newName ?? target.named.name
    if let app = apps.first(where: { $0.description.name == target.named.name }) {
      guard newName == nil || newName == target.named.name else {
        throw ValidationError(
          say("{app} is an application in code, which has one name only.", ["app": .text(target.named.name)]))
      }
      // With the fields that the backup has.
      let own = try RestoredApp.explaining(backup) { try app.over(backup) }
      if data.address != nil, own.layer?.revision != nil {
        throw Failure(
          Phrase(
            "Fields were added on screens to {app}, which can't be served from PostgreSQL with them",
            ["app": .text(name)]),
          remedy: "Keep it in a folder, or export its records and import them into the database.")
      }
      return RestoredApp(
        name: name, model: own.description.model,
        description: own.layer?.revision.map(DescriptionUse.expected) ?? .none)
    }
    // A backup of a designed application contains its description.
    guard let design = try RestoredApp.explaining(backup, { try Design.read(at: backup) }) else {
      // There may be no application of that name either, which is the better reason.
      _ = try app
      throw RestoredApp.refusal(
        StoreError.unusable(
          path: backup.path(percentEncoded: false), problem: .foreign(missing: ["kartoteka_description"])))
    }
    guard !apps.contains(where: { $0.description.name == name }) else { throw DesignError.isCode(name) }
    var document = design.document
    document.name = name
    let faults = document.check()
    guard faults.isEmpty else { throw AppDocumentError.faults(faults) }
    if data.address == nil { try checkName(name) }
    return RestoredApp(name: name, model: document.description.model, description: .expected(design.revision))
  }

  // A database of something else, and one beside another program's file, are not replaced. A damaged one may be.
  private func checkName(_ name: String) throws {
    let url = data.folder.url
    let isOpened = OpenedFolder(in: url).files().contains { $0.name == name }
    let live = DesignFolder(url, besides: apps).file(of: name)
    guard !isOpened else { throw DesignError.nameTaken(name) }
    guard FileManager.default.fileExists(atPath: live.path(percentEncoded: false)) else { return }
    do {
      if try StoredDescription.read(at: live) == nil { throw DesignError.nameTaken(name) }
    } catch is StoreError {
      return
    }
  }

  // MARK: Into PostgreSQL

  private func restore(_ restored: RestoredApp, from backup: URL, to address: PostgresAddress) async throws {
    let copy = PostgresCopy(address)
    let isThere = try await copy.applications().contains { $0.name == restored.name }
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-restore-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = data.folder
    let kept = try await Interruption.cancelling {
      try DataFolder(folder.path(percentEncoded: false)).prepare()
      _ = try restored.put(at: folder.appending(path: restored.name + ".sqlite"), from: backup)
      // The application is replaced as a whole: what it has now is kept in a file.
      let kept = isThere ? try data.keepCopy(of: restored.name) : nil
      try await ApplicationCopies(names: [restored.name], isReplacing: isThere, isContinuing: false)
        .write(DataFolder(folder.path(percentEncoded: false)), to: copy)
      return kept
    }
    try tell(restored, from: backup)
    if let kept { try tellKept(kept) }
    try Failure.check(missing: Store.missingFiles(ofBackup: backup).map { $0.phrase(in: restored.model) })
  }
}

/// The application as which a backup is restored.
private struct RestoredApp: Sendable {
  let name: String
  let model: ModelDescription
  let description: DescriptionUse

  /// Puts the backup at a place.
  /// - Returns: the copy of the database that was there.
  func put(at live: URL, from backup: URL) throws -> URL? {
    try Self.explaining(backup) {
      try Store.restore(model, at: live, from: backup, description: description)
    }
  }

  // An invalid backup needs another remedy than an invalid database.
  static func explaining<T>(_ backup: URL, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as StoreError {
      guard case .unusable(backup.path(percentEncoded: false), _) = error else { throw error }
      throw refusal(error)
    }
  }

  static func refusal(_ error: StoreError) -> Failure {
    Failure(
      error.phrase(in: ModelDescription(entities: [])),
      remedy:
        "Choose another backup, or see with --salvage --list what can be saved of this one. The database is unchanged.")
  }
}
