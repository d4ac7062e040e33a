import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTTP
@_spi(System) import KartotekaStore

/// `kartoteka check`: finds damage in an application's data, and rebuilds derived data.
struct CheckCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check", abstract: say("Looks for damage in an application's data, and repairs what it can."),
      discussion: say(
        "Checks the application's declarations, then compares the database with itself: pages, references, indices, sort keys, search, derived records, triggers, and pictures and files beside it."
      ))
  }

  @OptionGroup var target: AppArgument

  @Flag(help: .saying("Rebuilds everything that is derived from the records. Records are never changed."))
  var repair = false

  @OptionGroup var data: DataOptions

  static var takesFiles: Bool { true }

  func run() async throws {
    let app = try app
    if let file = app.openedFile { return try check(file) }
    try checkDeclarations(of: app)
    let file = data.folder.database(of: app)
    try data.folder.bringCopy(of: app)
    guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
      guard !repair, data.path == nil else {
        throw Failure(
          Phrase("{app} has no database yet", ["app": .text(app.description.name)]),
          remedy: "Start it once with kartoteka serve, or choose another data folder with --data.")
      }
      // While an application is written, its declarations are all there is.
      try StandardOutput.line(
        say("The declarations of {app} have no faults. It has no database yet.", ["app": .text(app.description.name)]))
      return try adviseKeys(of: app)
    }
    let path = Phrase.Argument.text(file.path(percentEncoded: false))
    var findings = try report(on: file)
    if repair, findings.contains(where: \.isRepairable), !findings.contains(where: \.isDamage) {
      try await data.folder.store(of: app).system.repair()
      try StandardOutput.line(
        say("Rebuilt from the records: indices, sort keys, search indices, derived records and triggers."))
      findings = try report(on: file)
    }
    guard !findings.isEmpty else {
      return try StandardOutput.line(say("No damage was found in {file}.", ["file": path]))
    }
    throw Failure(
      Phrase("{file} has faults: {count}", ["file": path, "count": .count(findings.count)]),
      remedy: remedy(for: findings))
  }

  // No fault: some files are loaded once.
  private func adviseKeys(of app: App) throws {
    let model = app.description.model
    for tab in app.design == nil ? app.description.tabs : [] {
      guard case .list(let list) = tab.screen, let entity = model.entity(named: list.entity), !entity.hasKey else {
        continue
      }
      try StandardOutput.line(
        say(
          "No field of {entities} is unique: a file that is loaded again makes every record again. Declare .unique or uniqueKeys, by which files find them.",
          ["entities": .text(entity.plural)]))
    }
  }

  // Data derived from another program's records are computed anew each time.
  private func check(_ file: OpenedFile) throws {
    guard !repair else {
      throw ValidationError(say("Nothing in a file of another program is repaired here. Use that program."))
    }
    let path = Phrase.Argument.text(file.url.path(percentEncoded: false))
    let findings = try Store.check(file, beside: file.sideFile)
    try list(findings)
    guard !findings.isEmpty else {
      return try StandardOutput.line(say("No damage was found in {file}.", ["file": path]))
    }
    throw Failure(
      Phrase("{file} has faults: {count}", ["file": path, "count": .count(findings.count)]),
      remedy: "Correct them with the program that made the file.")
  }

  private func list(_ findings: [CheckFinding]) throws {
    // Findings name entities with the application's nouns.
    let say = try Localizer.person(of: app)
    for finding in findings { try StandardOutput.line(say(finding.phrase(in: model))) }
  }

  // All faults at once, each in a line that editors can open.
  private func checkDeclarations(of app: App) throws {
    try Program.current.branding.check()
    for remark in app.layer?.remarks ?? [] { try StandardOutput.line(Localizer.person(of: app)(remark)) }
    let faults = app.check()
    guard !faults.isEmpty else { return }
    for fault in faults { try StandardOutput.line(fault.description) }
    throw Failure(
      Phrase(
        "The declarations of {app} have faults: {count}",
        ["app": .text(app.description.name), "count": .count(faults.count)]),
      remedy: "Correct them and build again.")
  }

  private func report(on file: URL) throws -> [CheckFinding] {
    let findings = try Store.check(model, at: file)
    try list(findings)
    return findings
  }

  private func remedy(for findings: [CheckFinding]) -> Phrase {
    if findings.contains(where: \.isDamage) { return "Restore a backup: kartoteka restore" }
    if findings.contains(.outdated) { return "Migrate the file, then check it again: kartoteka migrate" }
    if !repair, findings.contains(where: \.isRepairable) { return "Rebuild the derived data: --repair" }
    return "Correct these records and files, or restore a backup: kartoteka restore"
  }
}

extension EntityDescription {
  /// Whether files find its records by what is unique, or bring none.
  fileprivate var hasKey: Bool {
    isDerived || notesOwner != nil || !uniqueKeys.isEmpty
      || attributes.contains { $0.isUnique || $0.isSequence || $0.series != nil }
      || relationships.contains { $0.cardinality == .toOne && $0.isUnique }
  }
}

extension Branding {
  /// Checks the logo.
  /// - Throws: ``Failure`` with what is wrong.
  func check() throws {
    guard let problem = logoFault else { return }
    throw Failure(
      Phrase("The program's logo is refused: {problem}", ["problem": .text(problem)]),
      remedy: "Draw it without scripts and without references to other files.")
  }
}
