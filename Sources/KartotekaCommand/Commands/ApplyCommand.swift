import ArgumentParser
import Foundation
import Kartoteka

/// `kartoteka apply`: makes or changes an application to what a description says.
struct ApplyCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "apply",
      abstract: say("Makes an application from a description, or changes it to what the description says."))
  }

  @Argument(
    help: .saying("The description, as kartoteka describe writes it; - for standard input."), completion: .file())
  var file: String

  @Flag(name: .customLong("dry-run"), help: .saying("Only says what would change."))
  var isDryRun = false

  @OptionGroup var data: DataOptions

  func run() async throws {
    let document = try AppDocument(json: read())
    if let app = apps.first(where: { $0.description.name == document.name }) {
      guard app.document == document else { throw DesignError.isCode(document.name) }
      return try StandardOutput.line(say("There is nothing to change."))
    }
    try data.folder.prepare()
    let folder = DesignFolder(data.folder.url, besides: apps)
    let change = try DesignChange(document, in: folder)
    try tell(change, leavingOut: document.codeNames)
    if let obstacles = change.plan?.obstacles, !obstacles.isEmpty { throw DesignError.obstacles(obstacles) }
    if change.isEmpty { return try StandardOutput.line(say("There is nothing to change.")) }
    if isDryRun { return try StandardOutput.line(say("Nothing was changed, since this is a dry run.")) }
    let file = folder.file(of: document.name).path(percentEncoded: false)
    _ = try change.apply(in: folder)
    try StandardOutput.line(
      change.current == nil
        ? say("{app} is made: {file}", ["app": .text(document.name), "file": .text(file)])
        : say("Done. A copy of what was there before is kept beside the database where records changed."))
  }

  private func tell(_ change: DesignChange, leavingOut names: [String]) throws {
    if !names.isEmpty {
      StandardError.line(
        say("Left out, since it is code: {names}", ["names": .text(names.joined(separator: ", "))]))
    }
    guard let plan = change.plan else {
      for entity in change.document.description.model.entities {
        try StandardOutput.line(say(MigrationPlan.Change.addTable(entity.table).phrase))
      }
      return
    }
    for step in plan.changes { try StandardOutput.line(say(step.phrase)) }
    if plan.isEmpty, !change.isEmpty {
      try StandardOutput.line(say("Only the description changes: words, screens or settings."))
    }
  }

  private func read() throws -> [UInt8] {
    // One byte more than allowed shows that there are too many.
    let most = AppDocument.largest + 1
    if file == "-" { return Array(try FileHandle.standardInput.read(upToCount: most) ?? Data()) }
    let url = URL(filePath: file, directoryHint: .notDirectory)
    try InputFile.check(url)
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    return Array(try handle.read(upToCount: most) ?? Data())
  }
}
