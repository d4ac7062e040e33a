import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTTP
import KartotekaPeople
import KartotekaPostgres

/// The choices of the restore of a backup of everything.
struct RestoreChoice: ParsableArguments, Sendable {
  @Option(help: .saying("Restores this application only. May be given several times.", value: "app"))
  var only: [String] = []

  @Flag(help: .saying("Replaces applications that are there already. Copies of them are kept."))
  var replace = false

  @Flag(name: .customLong("continue"), help: .saying("Leaves applications as they are that are there already."))
  var isContinuing = false

  @Flag(help: .saying("Restores what is whole of a damaged backup."))
  var whole = false

  @Flag(
    help: .saying(
      "Restores also what can be read of damaged applications. With --list it says what that is, and restores nothing.")
  )
  var salvage = false

  @Option(
    help: .saying(
      "With --salvage: the description of the application, where its damaged database has none that can be read.",
      value: "file"), completion: .file())
  var description: String?

  @Flag(help: .saying("Says what is in the backup, and restores nothing."))
  var list = false

  /// Whether an option is given that only a backup of everything has.
  var isOfEverything: Bool { !only.isEmpty || replace || isContinuing || whole || list && !salvage }

  /// - Throws: `ValidationError`.
  func check() throws {
    guard !replace || !isContinuing else { throw ValidationError(say("Choose one of --replace and --continue")) }
    guard description == nil || salvage else { throw ValidationError(say("--description needs --salvage")) }
  }
}

/// The restore of applications from a backup of everything, into a data folder or a PostgreSQL database.
struct ArchiveRestore: Sendable {
  let file: String
  let newName: String?
  let choice: RestoreChoice
  let secrets: SecretOptions
  let data: DataOptions

  func run() async throws {
    let url = URL(filePath: file, directoryHint: .notDirectory)
    try InputFile.check(url)
    guard try BackupArchive.isArchive(url) else {
      throw Failure(
        Phrase("{file} is no backup of everything", ["file": .text(file)]),
        remedy: "A backup of one application is restored with kartoteka restore APP FILE.")
    }
    if choice.list, choice.salvage { return try await plan(url) }
    if choice.list { return try list(BackupArchive(url)) }
    let password = secrets.withSecrets ? try secrets.password(isNew: false) : nil
    let report = try await Interruption.cancelling {
      if password != nil || data.address == nil { try data.folder.prepare() }
      // Faults of the secrets are reported before anything is restored.
      let secrets = try password.map { try restoredSecrets(url, password: $0) }
      let report: FolderRestore.Report
      if let address = data.address {
        report = try await restore(url, to: address)
      } else {
        report = try restore(url, into: data.folder.url)
      }
      if let secrets {
        try tell(secrets: secrets.restore.place(), left: secrets.restore.left, leftOut: secrets.leftOut)
      }
      return report
    }
    try tell(report)
  }

  private var existing: FolderRestore.Existing { choice.replace ? .replace : choice.isContinuing ? .keep : .refuse }

  private func restoredSecrets(_ url: URL, password: String) throws -> (restore: SecretRestore, leftOut: [String]) {
    let archive = try BackupArchive(url)
    var secrets = try BackupSecrets(of: archive, password: password)
    let leftOut = secrets.choose(only: choice.only, newName: newName, known: archive.entries.map(\.name))
    return (try SecretRestore(secrets, into: data.folder.url, existing: existing), leftOut)
  }

  private func restore(
    _ url: URL, into folder: URL, _ change: (inout FolderRestore) -> Void = { _ in }
  ) throws -> FolderRestore.Report {
    var restore = FolderRestore(try BackupArchive(url), apps: apps + [.people])
    restore.only = choice.only
    restore.newName = newName
    restore.existing = existing
    restore.takesWhatIsWhole = choice.whole
    restore.salvages = choice.salvage
    restore.description = try GivenDescription.read(choice.description)
    let line = ProgressLine()
    defer { line.clear() }
    restore.progress = { name, share in
      try Interruption.check()
      line.update(name, share: share)
    }
    change(&restore)
    return try restore.run(into: folder)
  }

  // MARK: Into PostgreSQL

  private func restore(_ url: URL, to address: PostgresAddress) async throws -> FolderRestore.Report {
    let copy = PostgresCopy(address)
    let known = Set(try await copy.applications().map(\.name))
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-restore-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let place = DataFolder(folder.path(percentEncoded: false))
    try place.prepare()
    var report = try restore(url, into: folder) { restore in
      restore.kinds = [.code, .designed]
      // The applications of the database are there, and none in the folder.
      restore.isThere = { known.contains($0) }
    }
    // They are of the data folder, and not of the scratch folder.
    let hasFolder = FileManager.default.fileExists(atPath: data.folder.url.path(percentEncoded: false))
    report.hasSettings = try hasFolder && report.settings?.place(in: data.folder.url) == true
    // An application is replaced as a whole: what it has now is kept in a file.
    let names = report.restored.map(\.name).filter { $0 != People.application }
    for index in report.restored.indices where known.contains(report.restored[index].name) {
      report.restored[index].kept = try data.folder.keepCopy(of: report.restored[index].name)
    }
    if !names.isEmpty {
      try await ApplicationCopies(names: names, isReplacing: choice.replace, isContinuing: false).write(place, to: copy)
    }
    // They are restored where there are none.
    if let index = report.restored.firstIndex(where: { $0.name == People.application }) {
      let isPublished = try People.publish(
        folder.appending(path: People.application + ".sqlite"), options: data.folder.options)
      if !isPublished { report.left.append(report.restored.remove(at: index).name) }
    }
    return report
  }

  // MARK: Saving what can be read

  // In a scratch folder, which is removed.
  private func plan(_ url: URL) async throws {
    try data.folder.prepare()
    let report = try await Interruption.cancelling {
      let workshop = try LockedFolder(for: .restore, beside: data.folder.url.appending(path: "plan"))
      return try withExtendedLifetime(workshop) {
        try restore(url, into: workshop.url) { $0.isPlan = true }
      }
    }
    if report.salvaged.isEmpty, report.lost.isEmpty {
      try StandardOutput.line(say("Everything in it is whole: {file}", ["file": .text(file)]))
    }
    for app in report.salvaged {
      for phrase in app.report.phrases(of: app.name, app.model) { try StandardOutput.line(say(phrase)) }
    }
    for lost in report.lost { StandardError.line(say("Not restored: {reason}", ["reason": .phrase(lost)])) }
    guard report.salvaged.isEmpty, report.lost.isEmpty else { throw ExitStatus.rejects }
  }

  // MARK: Telling

  private func list(_ archive: BackupArchive) throws {
    let manifest = archive.manifest
    if !manifest.program.isEmpty {
      try StandardOutput.line(
        say(
          "Made by {program}, {date}",
          ["program": .text(BackupError.shown(manifest.program)), "date": .text(BackupError.shown(manifest.created))]))
    }
    var table = TextTable(.left, .left, .right, .left)
    table.row(say("APPLICATION"), say("KIND"), say("BYTES"), say("PLACE"))
    let whole = Set(archive.entries.map(\.name))
    for entry in manifest.applications {
      let kind =
        switch entry.kind {
        case .code: say("in code")
        case .designed: say("made on a screen")
        case .opened: say("opened file")
        }
      let size = say.language.grouped(Int(clamping: entry.size))
      table.row(
        entry.name, kind, whole.contains(entry.name) ? size : say("damaged"),
        entry.place.map { BackupError.shown($0, atMost: 500) } ?? "")
    }
    for line in table.lines { try StandardOutput.line(line) }
    if let secrets = manifest.secrets {
      let names = secrets.files.prefix(1_000).map { BackupError.shown($0) }.joined(separator: ", ")
      try StandardOutput.line(say("Secrets in it, encrypted: {names}", ["names": .text(names)]))
    }
    for fault in archive.faults { StandardError.line(say(fault)) }
    tell(unavailable: manifest.unavailable.keys.sorted())
    if !archive.faults.isEmpty { throw ExitStatus.failed }
  }

  private func tell(secrets: [String], left: [String], leftOut: [String]) throws {
    for name in secrets {
      try StandardOutput.line(say("Restored {app} from {file}", ["app": .text(name), "file": .text(file)]))
    }
    for name in left { try StandardOutput.line(say("There already, left as it is: {app}", ["app": .text(name)])) }
    for name in leftOut { StandardError.line(say("Of no chosen application, left out: {file}", ["file": .text(name)])) }
  }

  private func tell(_ report: FolderRestore.Report) throws {
    for app in report.restored {
      try StandardOutput.line(say("Restored {app} from {file}", ["app": .text(app.name), "file": .text(file)]))
      if let kept = app.kept {
        try StandardOutput.line(
          say("The previous database is kept in {file}", ["file": .text(kept.path(percentEncoded: false))]))
      }
    }
    if report.hasSettings {
      try StandardOutput.line(
        say("Restored {app} from {file}", ["app": .text(BackupState.fileName), "file": .text(file)]))
    }
    if let hint = report.hintAboutPeople { StandardError.line(say(hint)) }
    for name in report.left {
      try StandardOutput.line(say("There already, left as it is: {app}", ["app": .text(name)]))
    }
    for name in report.notTaken {
      StandardError.line(say("A file of another program, which a database does not take: {app}", ["app": .text(name)]))
    }
    for (target, place, hasSide) in report.elsewhere {
      let names: [String: Phrase.Argument] = [
        "place": .text(BackupError.shown(place, atMost: 500)), "file": .text(target.path(percentEncoded: false)),
      ]
      StandardError.line(
        hasSide
          ? say("Not in the backup: {place}. What was kept about it waits for it at {file}.", names)
          : say("Not in the backup: {place}", names))
    }
    tell(unavailable: report.unavailable)
    for lost in report.lost { StandardError.line(say("Not restored: {reason}", ["reason": .phrase(lost)])) }
    for app in report.salvaged {
      for phrase in app.report.phrases(of: app.name, app.model) { StandardError.line(say(phrase)) }
    }
    try Failure.check(missing: report.missing.flatMap { app in app.files.map { $0.phrase(in: app.model) } })
    guard report.lost.isEmpty, report.salvaged.isEmpty else { throw ExitStatus.rejects }
  }

  private func tell(unavailable names: [String]) {
    for name in names {
      StandardError.line(say("Could not be backed up: {app}", ["app": .text(BackupError.shown(name))]))
    }
  }
}
