import ArgumentParser
import Foundation
import Kartoteka

/// `kartoteka backup`: copies the database to one file, while other programs use it.
struct BackupCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "backup", abstract: say("Copies an application's database to a file, while it is in use."))
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The file to write. An existing file is replaced."), completion: .file())
  var file: String

  @OptionGroup var data: DataOptions

  func run() async throws {
    let (app, model) = try (app, model)
    let url = URL(filePath: file, directoryHint: .notDirectory)
    let live = data.folder.database(of: app)
    try data.folder.bringCopy(of: app)
    guard FileManager.default.fileExists(atPath: live.path(percentEncoded: false)) else {
      throw Failure(
        Phrase("{app} has no database yet", ["app": .text(app.description.name)]),
        remedy: "Start it once with kartoteka serve, or choose another data folder with --data.")
    }
    try OutputFile.check(url, isNot: live)
    let store = try data.folder.storeForReading(of: app)
    let name = url.lastPathComponent
    let missing = try await Interruption.cancelling {
      let line = ProgressLine()
      defer { line.clear() }
      return try store.backup(to: url) { share in
        try Interruption.check()
        line.update(name, share: share)
      }
    }
    try StandardOutput.line(
      say(
        "Backed up {app} to {file}",
        ["app": .text(app.description.name), "file": .text(url.path(percentEncoded: false))]))
    try Failure.check(missing: missing.map { $0.phrase(in: model) })
  }
}
