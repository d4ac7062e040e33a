import ArgumentParser
import Foundation
import Kartoteka
import KartotekaTransfer

/// `kartoteka import`: loads records from files in one change set.
struct ImportCommand: AppCommand {
  static var takesFiles: Bool { true }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: say(
        "Loads records from files: CSV, JSON, spreadsheets, address cards, calendars, tracks, web pages."),
      discussion: say("Rows that can't be loaded are reported and left out; the rest is loaded.") + "\n\n"
        + say(
          "Other programs can write during the import. After a large import, the running or next server fills the search index. Searches find the records immediately."
        ))
  }

  @OptionGroup var target: AppArgument

  @Argument(
    help: .saying("The files.", value: "file"),
    completion: .file())
  var files: [String]

  @Option(help: .saying("The entity, if it can't be guessed from the files.", value: "entity"))
  var into: String?

  @Flag(name: .customLong("dry-run"), help: .saying("Checks and counts all rows without loading them."))
  var isDryRun = false

  @Flag(name: .customLong("all-or-nothing"), help: .saying("Loads nothing if any row can't be loaded."))
  var isAllOrNothing = false

  @Flag(name: .customLong("insist"), help: .saying("Continues even if none of the first rows of a file can be loaded."))
  var isInsistent = false

  @Option(help: .saying("The treatment of rows that refer to a missing record."))
  var unresolved = Unresolved.reject

  @Option(
    name: .customLong("changed-both"),
    help: .saying("The value of a field that was changed here and in the file since that was exported."))
  var changedBoth = ChangedBoth.ask

  @Option(
    name: .customLong("match"),
    help: .saying(
      "The columns by whose values rows without a number find their records, with commas between (else those of unique fields).",
      value: "fields"))
  var match: String?

  @Flag(name: .customLong("all-rows"), help: .saying("Loads rows that look like notes or totals, too."))
  var keepsAllRows = false

  @OptionGroup var notation: NotationOptions

  @Option(
    help: .saying(
      "Writes rejected rows to a CSV file, in which they can be corrected and imported again.", value: "file"),
    completion: .file(extensions: ["csv"]))
  var rejects: String?

  @Flag(name: .customLong("json"), help: .saying("Prints the numbers as JSON."))
  var isJSON = false

  @OptionGroup var data: DataOptions

  func validate() throws {
    if let into { _ = try entity(into) }
  }

  func run() async throws {
    let app = try app
    if let rejects { try OutputFile.check(rejects) }
    let entity = try into.map { try self.entity($0).plural }
    let files = try notation.open(files, into: entity, keepsAllRows: keepsAllRows)
    // A dry run doesn't create a missing database.
    let store = try isDryRun ? data.folder.storeForReading(of: app) : data.folder.store(of: app)
    let importer = Importer(store, options: options, words: .words(of: app))
    let plan = try importer.plan(files)
    let report = try await Interruption.cancelling {
      let line = ProgressLine()
      defer { line.clear() }
      return try await importer.run(plan) { line.update($0) }
    }
    try tell(report)
    if report.hasRejects { throw ExitStatus.rejects }
  }

  private var options: ImportOptions {
    var options = ImportOptions()
    options.unresolved = unresolved == .reject ? .reject : .empty
    options.changedBoth =
      switch changedBoth {
      case .ask: .ask
      case .here: .here
      case .file: .file
      }
    options.keys = (match ?? "").split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    options.isDryRun = isDryRun
    options.isAllOrNothing = isAllOrNothing
    options.isInsistent = isInsistent
    notation.apply(to: &options)
    return options
  }

  private func tell(_ report: ImportReport) throws {
    let app = try app
    let say = Localizer.person(of: app)
    for file in report.files {
      ImportText(file, isWritten: rejects != nil).lines(say).forEach(StandardError.line)
    }
    if isAllOrNothing, report.isTakenBack, report.hasRejects {
      StandardError.line(say("Nothing was loaded, because not all rows could be."))
    }
    if let rejects {
      for path in try report.writeRejects(path: rejects, in: say) {
        StandardError.line(say("Rejected rows are in {file}", ["file": .text(path)]))
      }
    }
    if let id = report.importID, report.files.contains(where: { $0.rejected + $0.unresolved > 0 }) {
      StandardError.line(
        say(
          "Rejected rows and unresolved references are stored. To correct them, run kartoteka serve and open {path}",
          ["path": .text("/\(app.description.name)/import/\(id)")]))
    }
    if isJSON { return try StandardOutput.line(report.json) }
    for file in report.files { try StandardOutput.line(say(ImportText.summary(of: file))) }
  }
}

/// The name of the value of a field that was changed here and in a file, on the command line.
enum ChangedBoth: String, CaseIterable, ExpressibleByArgument {
  /// The row is reported and left out.
  case ask
  /// The value that is here.
  case here
  /// That of the file.
  case file
}

/// The name of the treatment of unresolved references on the command line.
enum Unresolved: String, CaseIterable, ExpressibleByArgument {
  /// The row is rejected.
  case reject
  /// The row is loaded without the reference.
  case empty
}
