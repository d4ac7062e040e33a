import ArgumentParser
import Foundation
import Kartoteka
import KartotekaTransfer

/// `kartoteka import`: records from files, all of them as one change set.
struct ImportCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import", abstract: say("Loads records from files: CSV or JSON."),
      discussion: say("Rows that can't be loaded are reported and left out; the rest is loaded.") + "\n\n"
        + say(
          "Others can write meanwhile. The search index of many records is filled afterwards by the server that runs or starts next; searches find them at once."
        ))
  }

  @OptionGroup var target: AppArgument

  @Argument(
    help: .saying("The files.", value: "file"), completion: .file(extensions: ["csv", "json", "ndjson"]))
  var files: [String]

  @Option(help: .saying("What the records are, where it isn't clear.", value: "entity"))
  var into: String?

  @Flag(name: .customLong("dry-run"), help: .saying("Tries and counts everything, and loads nothing."))
  var isDryRun = false

  @Flag(name: .customLong("all-or-nothing"), help: .saying("Loads nothing when any row can't be loaded."))
  var isAllOrNothing = false

  @Flag(name: .customLong("insist"), help: .saying("Goes on where none of the first rows of a file can be loaded."))
  var isInsistent = false

  @Option(help: .saying("What becomes of rows that refer to a record which doesn't exist."))
  var unresolved = Unresolved.reject

  @Option(help: .saying("What stands before decimal places, where the file doesn't tell."))
  var decimal: DecimalMark?

  @Option(help: .saying("The order of day, month and year, where the file doesn't tell."))
  var dates: DateOrder?

  @Option(
    name: .customLong("time-zone"),
    help: .saying("The time zone of times without an offset in the files (else this machine's).", value: "zone"),
    transform: TimeZoneName.zone)
  var timeZone = TaskTimeZone.current

  @Option(
    help: .saying(
      "Writes the rows that can't be loaded to a CSV file, to be mended and imported.", value: "file"),
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
    let files = try files.map { try ImportFile(path: $0, into: entity) }
    // Where there is no database a dry run makes none.
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
    options.isDryRun = isDryRun
    options.isAllOrNothing = isAllOrNothing
    options.isInsistent = isInsistent
    options.timeZone = timeZone
    if decimal != nil || dates != nil {
      var notation = ValueNotation.undecided
      notation.decimalMark = decimal.map { $0 == .comma ? .comma : .point }
      notation.dateOrder = dates.flatMap { ValueNotation.DateOrder(rawValue: $0.rawValue) }
      options.notation = notation
    }
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
        StandardError.line(say("Rows to be mended are in {file}", ["file": .text(path)]))
      }
    }
    if let id = report.importID, report.files.contains(where: { $0.rejected + $0.unresolved > 0 }) {
      StandardError.line(
        say(
          "What could not be loaded or found is kept: kartoteka serve, then correct it at {path}",
          ["path": .text("/\(app.description.name)/import/\(id)")]))
    }
    if isJSON { return try StandardOutput.line(report.json) }
    for file in report.files { try StandardOutput.line(say(ImportText.summary(of: file))) }
  }
}

/// The character before decimal places, as the command line names it.
enum DecimalMark: String, CaseIterable, ExpressibleByArgument {
  case point, comma
}

/// The order of day, month and year, as the command line names it.
enum DateOrder: String, CaseIterable, ExpressibleByArgument {
  case dmy, mdy, ymd
}

/// What becomes of a row that refers to a record which doesn't exist, as the command line names it.
enum Unresolved: String, CaseIterable, ExpressibleByArgument {
  /// It is rejected with that reason.
  case reject
  /// It is loaded without the reference.
  case empty
}
