import ArgumentParser
import Foundation
import Kartoteka
import KartotekaPostgres

/// `kartoteka copy`: copies applications from a data folder to a PostgreSQL database, or back.
struct CopyCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "copy",
      abstract: say("Copies applications from a data folder to a PostgreSQL database, or back."),
      discussion: say(
        "Each application is one schema with the tables that it has in SQLite, and is copied as a whole or not at all. Every value is compared with the original."
      ))
  }

  @Argument(help: .saying("A data folder, or the database: postgres://USER@HOST/DATABASE"), completion: .directory)
  var source: String

  @Argument(help: .saying("The database, or the data folder to which the applications are brought back."))
  var target: String

  @Argument(help: .saying("The names of applications (else all).", value: "app"))
  var names: [String] = []

  @Flag(help: .saying("Replaces applications that the database has already."))
  var replace = false

  @Flag(name: .customLong("continue"), help: .saying("Leaves applications as they are that the target has already."))
  var isContinuing = false

  func validate() throws {
    guard (PostgresAddress(source) == nil) != (PostgresAddress(target) == nil) else {
      throw ValidationError(
        say("Name a data folder and a database: kartoteka copy FOLDER postgres://USER@HOST/DATABASE"))
    }
    guard !replace || PostgresAddress(target) != nil else {
      throw ValidationError(say("--replace is for copies to a database. Bring applications back to an empty folder."))
    }
    guard !replace || !isContinuing else {
      throw ValidationError(say("Choose one of --replace and --continue"))
    }
  }

  func run() async throws {
    let work = ApplicationCopies(names: names, isReplacing: replace, isContinuing: isContinuing)
    let (source, target) = (source, target)
    // Once for all applications: a signal that was handled is not handled again.
    try await Interruption.cancelling {
      if let address = PostgresAddress(target) {
        try await work.write(DataFolder(source), to: PostgresCopy(address))
      } else if let address = PostgresAddress(source) {
        try await work.read(PostgresCopy(address), named: source, to: DataFolder(target))
      }
    }
  }
}

/// The copies of the chosen applications.
struct ApplicationCopies: Sendable {
  /// The names of the applications; none for all.
  let names: [String]
  /// Whether applications that the database has already are replaced.
  let isReplacing: Bool
  /// Whether applications that the target has already are left as they are, as after an interruption.
  let isContinuing: Bool

  // MARK: To the database

  func write(_ folder: DataFolder, to copy: PostgresCopy) async throws {
    var chosen = try stored(in: folder)
    if isContinuing {
      let known = Set(try await copy.applications().map(\.name))
      for app in chosen where known.contains(app.description.name) { try tellKept(app.description.name) }
      chosen.removeAll { known.contains($0.description.name) }
    }
    try await copy.check(chosen.map(\.description.name), isReplacing: isReplacing)
    for app in chosen {
      let store = try folder.storeForReading(of: app)
      let application = PostgresApplication(
        name: app.description.name, title: app.description.title, isDesigned: app.design != nil,
        description: app.document.json)
      let report = try await copying(app.description.name) { progress in
        try await copy.write(application, from: store, isReplacing: isReplacing, progress: progress)
      }
      try tell(report, of: app.description.name)
    }
  }

  /// The chosen applications, which have a database in the folder.
  private func stored(in folder: DataFolder) throws -> [App] {
    let designed = DesignFolder(folder.url, besides: apps).apps()
    let stored = (apps + designed.apps).filter {
      FileManager.default.fileExists(atPath: folder.database(of: $0).path(percentEncoded: false))
    }
    let known = stored.map(\.description.name)
    let unknown = names.filter { !known.contains($0) }
    if unknown.isEmpty, names.isEmpty, let fault = designed.faults.first { throw fault.error }
    guard unknown.isEmpty, !stored.isEmpty else {
      let path: Phrase.Argument = .text(folder.url.path(percentEncoded: false))
      throw Failure(
        stored.isEmpty
          ? Phrase("The folder {folder} has no applications", ["folder": path])
          : Phrase(
            "The folder {folder} has no application {app}. It has: {names}",
            ["folder": path, "app": .text(unknown[0]), "names": .text(known.joined(separator: ", "))]),
        remedy: "Name the data folder of kartoteka serve, and applications that it has.")
    }
    let chosen = names.isEmpty ? stored : stored.filter { names.contains($0.description.name) }
    for app in try chosen.map(folder.withFields) where app.layer?.revision != nil {
      throw Failure(
        Phrase(
          "Fields were added on screens to {app}, which can't be served from PostgreSQL with them",
          ["app": .text(app.description.name)]),
        remedy: "Keep it in a folder, or export its records and import them into the database.")
    }
    return chosen
  }

  // MARK: From the database

  func read(_ copy: PostgresCopy, named source: String, to folder: DataFolder) async throws {
    let found = try await copy.applications()
    let known = found.map(\.name)
    if let unknown = names.first(where: { !known.contains($0) }) ?? (found.isEmpty ? "" : nil) {
      throw PostgresError.noApplication(
        name: unknown, database: URL(string: source)?.lastPathComponent ?? "", known: known)
    }
    var chosen = names.isEmpty ? found : found.filter { names.contains($0.name) }
    if isContinuing {
      func isThere(_ name: String) -> Bool {
        FileManager.default.fileExists(
          atPath: folder.url.appending(path: name + ".sqlite").path(percentEncoded: false))
      }
      for application in chosen where isThere(application.name) { try tellKept(application.name) }
      chosen.removeAll { isThere($0.name) }
    }
    let plans = try chosen.map { try (application: $0, shape: Self.shape(of: $0)) }
    try folder.prepare()
    for plan in plans {
      let file = folder.url.appending(path: plan.application.name + ".sqlite")
      guard !FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
        throw PostgresError.fileExists(path: file.path(percentEncoded: false))
      }
    }
    for plan in plans {
      let (application, shape) = plan
      let file = folder.url.appending(path: application.name + ".sqlite")
      let report = try await copying(application.name) { progress in
        try await copy.read(
          application, of: shape.model, to: file, storing: shape.description, progress: progress)
      }
      if !report.changed.isEmpty {
        StandardError.line(
          say(
            "Changed in the database since it was copied there: {tables}",
            ["tables": .text(report.changed.joined(separator: ", "))]))
      }
      if shape.description != nil {
        StandardError.line(
          say(
            "{app} is an application in code that this program does not have. It is brought back as a designed application, without its actions.",
            ["app": .text(application.name)]))
      }
      try tell(report, of: application.name)
    }
  }

  /// The contents of a file: the model, and the description that it gets because this program does not have it.
  private struct Shape: Sendable {
    let model: ModelDescription
    let description: String?
  }

  private static func shape(of application: PostgresApplication) throws -> Shape {
    var document = try AppDocument(json: Array(application.description.utf8))
    document.name = application.name
    let noted = document.description.model
    if let app = apps.first(where: { $0.description.name == application.name }) {
      if application.isDesigned { throw PostgresError.nameTaken(name: application.name) }
      // A file of an earlier version is brought up to date when it is first opened.
      let own = app.description.model
      return Shape(model: CopiedTable.areAlike(own, noted) ? own : noted, description: nil)
    }
    if application.isDesigned { return Shape(model: noted, description: nil) }
    let design = Design(document, revision: 1).document
    let faults = design.check()
    guard faults.isEmpty else { throw AppDocumentError.faults(faults) }
    return Shape(model: design.description.model, description: design.json)
  }

  // MARK: Reporting

  private func copying(
    _ name: String, _ work: @escaping @Sendable (@escaping PostgresCopy.Progress) async throws -> CopyReport
  ) async throws -> CopyReport {
    let line = ProgressLine()
    defer { line.clear() }
    return try await work { table, rows, total in
      line.update("\(name) \(table)", share: total.map { Double(rows) / Double(max($0, 1)) }, count: rows)
    }
  }

  private func tellKept(_ name: String) throws {
    try StandardOutput.line(say("There already, left as it is: {app}", ["app": .text(name)]))
  }

  private func tell(_ report: CopyReport, of name: String) throws {
    try StandardOutput.line(
      say(
        "Copied {app}: {count} records and links, with history; compared with the original",
        ["app": .text(name), "count": .count(report.records)]))
    guard !report.foreign.isEmpty else { return }
    StandardError.line(
      say("Of other programs, not copied: {names}", ["names": .text(report.foreign.joined(separator: ", "))]))
  }
}
