import ArgumentParser
import Foundation
import Kartoteka

/// `kartoteka migrate`: shows or performs the migration to a changed model.
struct MigrateCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "migrate",
      abstract: say("Shows how a changed model changes an application's data, and migrates the data."))
  }

  @OptionGroup var target: AppArgument

  @Flag(name: .customLong("dry-run"), help: .saying("Shows the changes without making them."))
  var isDryRun = false

  @Flag(
    name: .customLong("back"),
    help: .saying("Also migrates a PostgreSQL database back that a later version of the program has changed."))
  var goesBack = false

  @OptionGroup var data: DataOptions

  func run() async throws {
    let app = try app
    let file = data.folder.database(of: app)
    try data.folder.bringCopy(of: app, mayGoBack: goesBack)
    guard let plan = try Store.migration(of: model, at: file, steps: app.migrations) else {
      throw Failure(
        Phrase("{app} has no database yet", ["app": .text(app.description.name)]),
        remedy: "Start it once with kartoteka serve, or choose another data folder with --data.")
    }
    let path = file.path(percentEncoded: false)
    for change in plan.changes { try StandardOutput.line(say(change.phrase)) }
    if !plan.foreign.isEmpty {
      try StandardOutput.line(
        say(
          "Left unchanged, because another program added it: {names}",
          ["names": .text(plan.foreign.joined(separator: ", "))]))
    }
    guard plan.obstacles.isEmpty else {
      throw StoreError.unusable(path: path, problem: .cannotMigrate(plan.obstacles))
    }
    guard !plan.isEmpty else {
      return try StandardOutput.line(
        say("There is nothing to change: {file} matches the application's declaration.", ["file": .text(path)]))
    }
    if isDryRun { return try StandardOutput.line(say("Nothing was changed, because this is a dry run.")) }
    var options = StoreOptions()
    options.mayGoBack = goesBack
    _ = try data.folder.store(of: app, options: options)
    try StandardOutput.line(say("Done. A copy of the previous database is kept beside the database."))
  }
}
