import ArgumentParser
import Foundation
import Kartoteka

/// `kartoteka restore`: replaces the database by a backup.
struct RestoreCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore", abstract: say("Replaces an application's database by a backup."),
      discussion: say("The backup is checked first. The previous database is kept beside the restored one."))
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The backup."), completion: .file())
  var file: String

  @OptionGroup var data: DataOptions

  func run() async throws {
    let (app, model) = try (app, model)
    let backup = URL(filePath: file, directoryHint: .notDirectory)
    guard data.folder.primaries == nil else {
      throw Failure(
        "A backup can't be restored over an application in a PostgreSQL database",
        remedy: Phrase(
          "Put the backup into an empty folder as {app}.sqlite, and copy it: kartoteka copy FOLDER postgres://USER@HOST/DATABASE {app} --replace",
          ["app": .text(app.description.name)]))
    }
    let live = data.folder.database(of: app)
    try InputFile.check(backup)
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
    let kept = try await Interruption.cancelling { try restore(backup, to: live) }
    try StandardOutput.line(
      say(
        "Restored {app} from {file}",
        ["app": .text(app.description.name), "file": .text(backup.path(percentEncoded: false))]))
    if let kept {
      try StandardOutput.line(
        say("The previous database is kept in {file}", ["file": .text(kept.path(percentEncoded: false))]))
    }
    try Failure.check(missing: Store.missingFiles(ofBackup: backup).map { $0.phrase(in: model) })
  }

  // An invalid backup needs another remedy than an invalid database.
  private func restore(_ backup: URL, to live: URL) throws -> URL? {
    let (app, model) = try (app, model)
    do {
      guard app.design != nil else { return try Store.restore(model, at: live, from: backup) }
      // A backup of a designed application contains its description.
      guard let design = try Design.read(at: backup) else {
        throw StoreError.unusable(
          path: backup.path(percentEncoded: false), problem: .foreign(missing: ["kartoteka_description"]))
      }
      return try Store.restore(
        design.document.description.model, at: live, from: backup, description: .expected(design.revision))
    } catch let error as StoreError {
      guard case .unusable(backup.path(percentEncoded: false), _) = error else { throw error }
      throw Failure(
        error.phrase(in: model), remedy: "Choose another backup. The database is unchanged.")
    }
  }
}
