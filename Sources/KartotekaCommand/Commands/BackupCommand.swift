import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTTP
@_spi(System) import KartotekaStore

/// `kartoteka backup`: copies a database, or everything in a data folder, to one file, while other programs use it.
struct BackupCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "backup",
      abstract: say("Copies an application, or everything, to a file, while it is in use."),
      usage: """
        kartoteka backup <app> <file> [--data <dir>]
        kartoteka backup --all <file> [--linked-files] [--with-secrets] [--data <dir>]
        """,
      discussion: say(
        "With --all, the file is a tar archive of all applications of a data folder or PostgreSQL database, with history, pictures and files, and of opened files. Keys of services are in it only with --with-secrets, encrypted with a password."
      ))
  }

  @Argument(
    help: .saying("The application's name, as kartoteka apps lists it; with --all the file to write.", value: "app"),
    completion: .list(apps.map(\.description.name)))
  var first: String

  @Argument(
    help: .saying("The file to write. An existing file is replaced.", value: "file"), completion: .file())
  var second: String?

  @Flag(name: .customLong("all"), help: .saying("Backs up all applications, and opened files, to one file."))
  var isOfAll = false

  @Flag(
    name: .customLong("linked-files"),
    help: .saying("With --all: also files of other programs that the data folder only links to."))
  var includesLinked = false

  @OptionGroup var secrets: SecretOptions

  @OptionGroup var data: DataOptions

  var target: AppArgument { AppArgument(first) }

  func validate() throws {
    guard isOfAll || second != nil else {
      throw ValidationError(say("Missing expected argument '{argument}'", ["argument": .text("<file>")]))
    }
    guard !isOfAll || second == nil else { throw ValidationError(say("--all takes only the file to write.")) }
    guard isOfAll || !includesLinked else { throw ValidationError(say("--linked-files can be used only with --all.")) }
    guard isOfAll || !secrets.isGiven else { throw ValidationError(say("--with-secrets can be used only with --all.")) }
    try secrets.check()
  }

  func run() async throws {
    guard let second else { return try await backUpAll(to: URL(filePath: first, directoryHint: .notDirectory)) }
    let app = try app
    let url = URL(filePath: second, directoryHint: .notDirectory)
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
      return try store.system.backup(to: url) { share in
        try Interruption.check()
        line.update(name, share: share)
      }
    }
    try StandardOutput.line(
      say(
        "Backed up {app} to {file}",
        ["app": .text(app.description.name), "file": .text(url.path(percentEncoded: false))]))
    try Failure.check(missing: missing.map { $0.phrase(in: app.description.model) })
  }

  // MARK: Everything

  private func backUpAll(to url: URL) async throws {
    let folder = data.folder
    let designs = try folder.designs()
    let designed = designs.apps()
    // Databases of a program with other applications in code, or of something else.
    let known = Set(designed.apps.map(\.description.name) + designed.faults.map(\.name))
    let unknown = designs.names().filter { !known.contains($0) }
    var stored: [App] = []
    for app in apps + designed.apps {
      try folder.bringCopy(of: app)
      let live = folder.database(of: app)
      guard FileManager.default.fileExists(atPath: live.path(percentEncoded: false)) else { continue }
      try OutputFile.check(url, isNot: live)
      stored.append(try folder.withFields(app))
    }
    let opened = folder.primaries == nil ? OpenedFolder(in: folder.url).files() : []
    for file in opened { try OutputFile.check(url, isNot: file.file.url) }
    let people = try folder.people.storeForBackup()
    guard !stored.isEmpty || !opened.isEmpty || people != nil || !designed.faults.isEmpty else {
      throw Failure(
        Phrase("The folder {folder} has no applications", ["folder": .text(folder.url.path(percentEncoded: false))]),
        remedy: "Name the data folder of kartoteka serve, and applications that it has.")
    }
    let size = BackupFolder.room(for: stored.map(folder.database), opened.map(\.file))
    let place = url.deletingLastPathComponent()
    guard BackupFolder.hasRoom(for: size, at: place, besides: 0) else {
      throw Failure(
        Phrase("The disk has too little room for a backup of {size} bytes", ["size": .text(String(size))]),
        remedy: "Make room there, or name a file on another disk.")
    }
    var backup = FolderBackup(
      stored.map { app in FolderBackup.Source(app) { try Self.store(of: app, in: folder) } }
        + [people].compactMap(\.self).map(FolderBackup.Source.init),
      opened: opened,
      includesLinked: includesLinked, program: "\(Program.current.name) \(KartotekaVersion.current)")
    backup.settings = BackupSettings(of: folder.url)
    if secrets.withSecrets {
      var known = try BackupSecrets(of: folder.url)
      if folder.primaries != nil {
        for app in stored {
          let shared = try CalendarFeed.sharedSecrets(of: Self.store(of: app, in: folder))
          try known.add(shared, of: app.description.name)
        }
      }
      backup.secrets = (known, try secrets.password(isNew: true))
    }
    let report = try await Interruption.cancelling { [backup] in
      let line = ProgressLine()
      defer { line.clear() }
      return try backup.write(to: url, unavailable: designed.faults.map { ($0.name, $0.error) }) { name, share in
        try Interruption.check()
        line.update(name, share: share)
      }
    }
    for name in unknown {
      StandardError.line(say("Could not be backed up: {app}", ["app": .text(name)]))
    }
    try tell(report, url)
    guard unknown.isEmpty else { throw ExitStatus.failed }
  }

  // A screen may have changed the application since it was found.
  private static func store(of app: App, in folder: DataFolder) throws -> Store {
    do { return try folder.storeForReading(of: app) } catch StoreError.descriptionChanged {
      return try folder.storeForReading(of: AppArgument.find(app.description.name, in: folder))
    }
  }

  private func tell(_ report: FolderBackup.Report, _ url: URL) throws {
    try StandardOutput.line(
      say(
        "Backed up {count} applications to {file}",
        ["count": .count(report.entries.count { !$0.isOfPlatform }), "file": .text(url.path(percentEncoded: false))]))
    if secrets.withSecrets {
      StandardError.line(
        report.secrets.isEmpty
          ? say("The data folder has no secrets")
          : say("Secrets in it, encrypted: {names}", ["names": .text(report.secrets.joined(separator: ", "))]))
    }
    for place in report.entries.filter({ !$0.hasDatabase }).compactMap(\.place) {
      StandardError.line(
        say("Only linked, and not in the backup: {file}. --linked-files includes it.", ["file": .text(place)]))
    }
    for app in report.unavailable {
      let failure = ErrorText.failure(app.error, in: ModelDescription(entities: []))
      let sentence = Phrase("{app}: {reason}", ["app": .text(app.name), "reason": .phrase(failure.sentence)])
      for line in Failure(sentence, remedy: failure.remedy).lines(say) { StandardError.line(line) }
    }
    try Failure.check(missing: report.missing.flatMap { app in app.files.map { $0.phrase(in: app.model) } })
    guard report.unavailable.isEmpty else { throw ExitStatus.failed }
  }
}
