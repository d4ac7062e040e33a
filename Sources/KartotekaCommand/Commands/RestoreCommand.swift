import ArgumentParser
import Foundation
import Kartoteka

/// `kartoteka restore`: a backup in the place of the database.
struct RestoreCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore", abstract: say("Puts a backup in the place of an application's database."),
      discussion: say("The backup is checked first, and what was there before is kept beside the database."))
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The backup."), completion: .file())
  var file: String

  @OptionGroup var data: DataOptions

  func run() async throws {
    let (app, model) = try (app, model)
    let backup = URL(filePath: file, directoryHint: .notDirectory)
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
    // Ctrl-C waits for the end: a restore that is half done would help nobody.
    let kept = try await Interruption.cancelling { try restore(backup, to: live) }
    try StandardOutput.line(
      say(
        "Restored {app} from {file}",
        ["app": .text(app.description.name), "file": .text(backup.path(percentEncoded: false))]))
    if let kept {
      try StandardOutput.line(
        say("What was there before is kept in {file}", ["file": .text(kept.path(percentEncoded: false))]))
    }
    try Failure.check(missing: Store.missingFiles(ofBackup: backup).map { $0.phrase(in: model) })
  }

  // What is wrong with the backup is no fault of the database, so another remedy is due than when it can't be opened.
  private func restore(_ backup: URL, to live: URL) throws -> URL? {
    let (app, model) = try (app, model)
    do {
      guard app.design != nil else { return try Store.restore(model, at: live, from: backup) }
      // The description comes back with the records.
      guard let design = try Design.read(at: backup) else {
        throw StoreError.unusable(
          path: backup.path(percentEncoded: false), problem: .foreign(missing: ["kartoteka_description"]))
      }
      return try Store.restore(
        design.document.description.model, at: live, from: backup, description: .expected(design.revision))
    } catch let error as StoreError {
      guard case .unusable(backup.path(percentEncoded: false), _) = error else { throw error }
      throw Failure(
        error.phrase(in: model), remedy: "Choose another backup. The database is as it was before.")
    }
  }
}
