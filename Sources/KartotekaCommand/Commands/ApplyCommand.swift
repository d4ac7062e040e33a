import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTTP
@_spi(System) import KartotekaStore
import KartotekaTransfer

/// `kartoteka apply`: creates an application from a description, or changes it to match the description.
struct ApplyCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "apply",
      abstract: say("Creates an application from a description, or changes it to match the description."))
  }

  @Argument(
    help: .saying("The description, as kartoteka describe writes it; - for standard input."), completion: .file())
  var file: String?

  @Option(
    parsing: .upToNextOption,
    help: .saying(
      "CSV or JSON files or spreadsheets from which the application is created, a file or sheet for each entity.",
      value: "file"),
    completion: .file())
  var from: [String] = []

  @Flag(
    name: .customLong("all-rows"),
    help: .saying("With --from: makes records of rows that look like notes or totals, too."))
  var keepsAllRows = false

  @Option(help: .saying("With --from: the application's name (else the first file's).", value: "app"))
  var name: String?

  @Option(
    help: .saying("The SQLite file of another program that the description belongs to.", value: "file"),
    completion: .file())
  var opened: String?

  @Flag(name: .customLong("dry-run"), help: .saying("Shows the changes without making them."))
  var isDryRun = false

  @OptionGroup var notation: NotationOptions

  @OptionGroup var data: DataOptions

  func validate() throws {
    guard (file == nil) != from.isEmpty, opened == nil || from.isEmpty else {
      throw ValidationError(say("Name a description, or files with --from."))
    }
    guard name == nil || !from.isEmpty else { throw ValidationError(say("--name can be used only with --from.")) }
  }

  func run() async throws {
    guard !from.isEmpty else { return try await apply(read()) }
    let opened = try notation.open(from, keepsAllRows: keepsAllRows, isNew: true)
    var options = ImportOptions()
    notation.apply(to: &options)
    // The kinds of the fields are guessed: no row is refused because of them.
    options.emptiesMisfits = true
    let (document, changes) = try AppDocument.guess(from: opened, name: name, in: options.notation)
    func tell(_ file: String, _ phrase: Phrase) { StandardError.line(file + ": " + say(phrase)) }
    for (file, change) in changes { tell(file, change) }
    // The guessed description can be corrected and applied. Omitted rows and cells are reported with the results otherwise.
    if isDryRun {
      for file in opened { for note in file.notes { tell(file.name, note) } }
      return try StandardOutput.line(String(document.json.dropLast()))
    }
    let report = try await make(document, of: opened, options)
    for file in report.files {
      ImportText(file, isWritten: false).lines(say).forEach(StandardError.line)
      try StandardOutput.line(say(ImportText.summary(of: file)))
    }
    if report.hasRejects { throw ExitStatus.rejects }
  }

  // Records are imported after the records that they refer to, unless entities refer to each other in a cycle.
  private func load(
    _ opened: [ImportFile], into store: Store, as document: AppDocument, _ options: ImportOptions
  ) async throws -> ImportReport {
    var waiting = Array(zip(opened, document.description.model.entities))
    var files: [ImportFile] = []
    while !waiting.isEmpty {
      let next = waiting.firstIndex { _, entity in
        !entity.relationships.contains { relationship in
          relationship.cardinality == .toOne && relationship.target != entity.name
            && waiting.contains { $0.1.name == relationship.target }
        }
      }
      let (file, entity) = waiting.remove(at: next ?? 0)
      var named = ImportFile(file.text, name: file.name, into: entity.plural)
      named.notes = file.notes
      files.append(named)
    }
    let ordered = files
    let importer = Importer(store, options: options)
    return try await Interruption.cancelling {
      let plan = try importer.plan(ordered)
      let line = ProgressLine()
      defer { line.clear() }
      return try await importer.run(plan) { line.update($0) }
    }
  }

  // A running server sees the application when it is complete, and nothing of one that can't be loaded.
  private func make(
    _ document: AppDocument, of opened: [ImportFile], _ options: ImportOptions
  ) async throws -> ImportReport {
    try data.folder.prepare()
    let folder = try data.folder.designs()
    let change = try DesignChange(document, in: folder)
    guard change.current == nil else { throw DesignError.nameTaken(document.name) }
    let file = folder.file(of: document.name)
    if data.folder.primaries != nil {
      guard let store = try make(change, of: document, in: folder) else { throw DesignError.nameTaken(document.name) }
      do {
        return try await load(opened, into: store, as: document, options)
      } catch {
        try? store.system.removeFromPrimary()
        for suffix in ["", "-wal", "-shm", "-files"] {
          try? FileManager.default.removeItem(atPath: file.path(percentEncoded: false) + suffix)
        }
        throw error
      }
    }
    let workshop = try LockedFolder(for: .load, beside: file)
    defer { workshop.remove() }
    let hidden = DesignFolder(workshop.url, besides: apps)
    let report = try await load(opened, intoNew: document, in: hidden, options)
    try Store.publish(hidden.file(of: document.name), at: file)
    try tellPlace(document.name, file)
    return report
  }

  // The store is no longer used when it returns.
  private func load(
    _ opened: [ImportFile], intoNew document: AppDocument, in folder: DesignFolder, _ options: ImportOptions
  ) async throws -> ImportReport {
    guard let store = try make(DesignChange(document, in: folder), of: document, in: folder) else {
      throw DesignError.nameTaken(document.name)
    }
    return try await load(opened, into: store, as: document, options)
  }

  private func apply(_ bytes: [UInt8]) async throws {
    let name = try AppDocument(unchecked: bytes).name
    let file =
      opened.map { OpenedFile(URL(filePath: $0)) }
      ?? OpenedFolder(in: data.folder.url).files().first { $0.name == name }?.file
    if let file { return try apply(AppDocument(unchecked: bytes), to: file) }
    let document = try AppDocument(json: bytes)
    if let app = apps.first(where: { $0.description.name == document.name }) {
      guard try data.folder.withFields(app).document == document else { throw DesignError.isCode(document.name) }
      return try StandardOutput.line(say("There is nothing to change."))
    }
    try data.folder.prepare()
    let folder = try data.folder.designs()
    if !isDryRun { try await DesignChange.settle(document.name, in: folder, options: data.folder.options) }
    let change = try DesignChange(document, in: folder)
    guard try make(change, of: document, in: folder) != nil else { return }
    if change.current == nil { return try tellPlace(document.name, folder.file(of: document.name)) }
    try StandardOutput.line(
      say("Done. If records changed, a copy of the previous database is kept beside the database."))
  }

  private func tellPlace(_ name: String, _ file: URL) throws {
    try StandardOutput.line(
      say("Created {app}: {file}", ["app": .text(name), "file": .text(file.path(percentEncoded: false))]))
  }

  // The description is kept beside the file.
  private func apply(_ document: AppDocument, to file: OpenedFile) throws {
    let change = try DesignChange(document, of: file, omitsRest: false)
    if change.isEmpty { return try StandardOutput.line(say("There is nothing to change.")) }
    for phrase in change.differences { try StandardOutput.line(say(phrase)) }
    if isDryRun { return try StandardOutput.line(say("Nothing was changed, because this is a dry run.")) }
    // It makes the database beside the file.
    _ = try RunningApp(try OpenedApp(file, named: document.name))
    _ = try change.applyBesideFile()
    try StandardOutput.line(say("Done. The file is as it was: the description is kept beside it."))
  }

  // Nil if nothing changed.
  private func make(_ change: DesignChange, of document: AppDocument, in folder: DesignFolder) throws -> Store? {
    try tell(change, leavingOut: document.codeNames)
    if let obstacles = change.plan?.obstacles, !obstacles.isEmpty { throw DesignError.obstacles(obstacles) }
    if change.isEmpty || isDryRun {
      try StandardOutput.line(
        change.isEmpty ? say("There is nothing to change.") : say("Nothing was changed, because this is a dry run."))
      return nil
    }
    return try change.apply(in: folder, options: data.folder.options).store
  }

  private func tell(_ change: DesignChange, leavingOut names: [String]) throws {
    if !names.isEmpty {
      StandardError.line(
        say("Omitted, because it is code: {names}", ["names": .text(names.joined(separator: ", "))]))
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
    let file = file ?? "-"
    // One byte more than allowed shows that the file is too large.
    let most = AppDocument.largest + 1
    if file == "-" { return Array(try FileHandle.standardInput.read(upToCount: most) ?? Data()) }
    let url = URL(filePath: file, directoryHint: .notDirectory)
    try InputFile.check(url)
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    return Array(try handle.read(upToCount: most) ?? Data())
  }
}
