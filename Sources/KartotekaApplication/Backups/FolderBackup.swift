import Foundation
import KartotekaModel
@_spi(System) import KartotekaStore

/// A backup of everything in a data folder, or of all applications of a PostgreSQL database: one tar archive.
package struct FolderBackup: Sendable {
  /// An application to back up.
  package struct Source: Sendable {
    let app: App
    let secrets: [String]
    let store: @Sendable () throws -> Store

    /// An application.
    /// - Parameters:
    ///   - secrets: the names of the entities whose records are left out.
    ///   - store: opens its store.
    package init(_ app: App, without secrets: [String] = [], store: @escaping @Sendable () throws -> Store) {
      self.app = app
      self.secrets = secrets
      self.store = store
    }
  }

  /// The report of a backup: its contents and gaps.
  package struct Report: Sendable {
    /// The applications in it.
    package var entries: [BackupEntry] = []
    /// The pictures and files that it lacks, with the models of their applications.
    package var missing: [(model: ModelDescription, files: [MissingFile])] = []
    /// The applications that it lacks.
    package var unavailable: [(name: String, error: any Error)] = []
    /// The names of the files with secrets in it.
    package var secrets: [String] = []
  }

  /// The secrets that a backup has, and the password with which they are encrypted; nil for none.
  package var secrets: (files: BackupSecrets, password: String)?

  /// The settings for backups; nil if there are none.
  package var settings: BackupSettings?

  private let sources: [Source]
  private let opened: [(name: String, file: OpenedFile)]
  private let includesLinked: Bool
  private let program: String
  private let step: @Sendable (BackupStep) -> Void

  /// A backup.
  /// - Parameters:
  ///   - sources: the applications that are not other programs' files.
  ///   - opened: the files of other programs, with the names of their applications.
  ///   - includesLinked: whether files are included that the data folder only links to.
  ///   - program: the program and its version.
  ///   - step: receives each step.
  package init(
    _ sources: [Source], opened: [(name: String, file: OpenedFile)], includesLinked: Bool = false, program: String,
    step: @escaping @Sendable (BackupStep) -> Void = { _ in }
  ) {
    (self.sources, self.opened, self.includesLinked) = (sources, opened, includesLinked)
    (self.program, self.step) = (program, step)
  }

  /// Writes the backup. The file appears when it is whole and on the disk; one that was there is replaced then. Each application
  /// is as of one moment. One that can't be read is named and left out, unless all are so.
  /// - Parameters:
  ///   - unavailable: the applications that are known to be unreadable.
  ///   - progress: receives the application and its finished share; an error that it throws ends the work.
  /// - Throws: ``StoreError`` `.disk`, and the first error where no application can be read; a file that was there is as it was.
  package func write(
    to url: URL, unavailable: [(name: String, error: any Error)] = [],
    progress: @escaping (String, Double) throws -> Void = { _, _ in }
  ) throws -> Report {
    let created = Date().ISO8601Format()
    var report = Report(unavailable: unavailable)
    let workshop = try LockedFolder(for: .backup, beside: url)
    defer { workshop.remove() }
    let tar = try TarWriter(at: workshop.url.appending(path: "archive"))
    let works: [(name: String, add: (TarWriter, URL, inout Report) throws -> BackupEntry)] =
      sources.map { source in
        (source.app.description.name, { try add(source, to: $0, by: $1, &$2, progress) })
      }
      + opened.map { app in (app.name, { tar, folder, _ in try add(app, to: tar, by: folder, progress) }) }
    for work in works {
      let entry: BackupEntry
      do {
        entry = try work.add(tar, workshop.url, &report)
      } catch let error where Self.isOfOne(error) {
        report.unavailable.append((work.name, error))
        continue
      }
      try tar.add(entry.path, BackupManifest.bytes(entry))
      report.entries.append(entry)
      step(.noted)
    }
    // A backup of nothing does not take the place of an earlier one.
    if report.entries.isEmpty, let first = report.unavailable.first { throw first.error }
    var manifest = BackupManifest(
      program: program, created: created, applications: report.entries,
      unavailable: Dictionary(report.unavailable.map { ($0.name, "\($0.error)") }) { first, _ in first })
    manifest.settings = settings
    if let secrets, !secrets.files.names.isEmpty {
      let sealed = try secrets.files.sealed(password: secrets.password)
      try tar.add(BackupSecrets.path, sealed)
      report.secrets = secrets.files.names
      manifest.secrets = BackupManifest.Secrets(
        size: sealed.count, sha256: BlobFile.name(of: SHA256.digest(of: sealed)), files: report.secrets)
    }
    try tar.add(BackupManifest.path, BackupManifest.bytes(manifest))
    step(.written)
    try tar.finish(as: url)
    return report
  }

  // A full disk and Ctrl-C concern all applications, everything else one of them.
  private static func isOfOne(_ error: any Error) -> Bool {
    switch error {
    case StoreError.disk, is CancellationError: false
    default: true
    }
  }

  // MARK: One application

  private func add(
    _ source: Source, to tar: TarWriter, by folder: URL, _ report: inout Report,
    _ progress: @escaping (String, Double) throws -> Void
  ) throws -> BackupEntry {
    let description = source.app.description
    let file = description.name + ".sqlite"
    var entry = BackupEntry(
      name: description.name, title: description.title, kind: source.app.design == nil ? .code : .designed, file: file,
      parts: [])
    try check(entry)
    let copy = folder.appending(path: file)
    defer { try? FileManager.default.removeItem(at: copy) }
    let missing = try source.store().system.backup(to: copy, isTemporary: true) {
      try progress(description.name, $0 / 2)
    }
    if !source.secrets.isEmpty { try Store.removeRecords(of: source.secrets, fromBackup: copy, of: description.model) }
    step(.copied)
    if !missing.isEmpty {
      report.missing.append((description.model, missing))
      entry.missingFiles = missing.count
    }
    entry.records = try Store.recordCounts(ofBackup: copy, model: description.model)
    entry.parts = [try part(entry.databasePath, from: copy, to: tar) { try progress(description.name, 0.5 + $0 / 2) }]
    if let stored = try StoredDescription.read(at: copy) {
      let bytes = Array(stored.json.utf8)
      try tar.add(entry.descriptionPath, bytes)
      entry.description = BackupEntry.Description(
        revision: stored.revision, sha256: BlobFile.name(of: SHA256.digest(of: bytes)))
    }
    return entry
  }

  private func add(
    _ app: (name: String, file: OpenedFile), to tar: TarWriter, by folder: URL,
    _ progress: @escaping (String, Double) throws -> Void
  ) throws -> BackupEntry {
    let url = app.file.url
    let target = url.resolvingSymlinksInPath().standardizedFileURL
    let isLinked = (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path(percentEncoded: false))) != nil
    var entry = BackupEntry(
      name: app.name, title: url.deletingPathExtension().lastPathComponent, kind: .opened, file: url.lastPathComponent,
      place: isLinked ? target.path(percentEncoded: false) : nil, parts: [])
    try check(entry)
    let (copy, copyBeside) = (folder.appending(path: "file"), folder.appending(path: "beside"))
    defer { for url in [copy, copyBeside] { try? FileManager.default.removeItem(at: url) } }
    let side = app.file.sideFile
    let hasSide = side != url && FileManager.default.fileExists(atPath: side.path(percentEncoded: false))
    let isIncluded = includesLinked || !isLinked
    try app.file.backup(side: hasSide ? (side, copyBeside) : nil, to: isIncluded ? copy : nil) {
      try progress(app.name, $0 / 2)
    }
    step(.copied)
    let share: (Double) throws -> Void = { try progress(app.name, 0.5 + $0 / 2) }
    if isIncluded { entry.parts.append(try part(entry.databasePath, from: copy, to: tar, share)) }
    if hasSide { entry.parts.append(try part(entry.sidePath, from: copyBeside, to: tar, share)) }
    return entry
  }

  // A backup that can't be restored is refused.
  private func check(_ entry: BackupEntry) throws {
    var entry = entry
    entry.parts = [BackupEntry.Part(path: entry.databasePath, size: 0, sha256: "")]
    guard entry.isSound else { throw BackupError.badName(entry.name) }
  }

  private func part(
    _ path: String, from url: URL, to tar: TarWriter, _ progress: (Double) throws -> Void
  ) throws -> BackupEntry.Part {
    let total = max((try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 1, 1)
    let (size, digest) = try tar.add(path, from: url) { try progress(Double($0) / Double(total)) }
    step(.added)
    return BackupEntry.Part(path: path, size: size, sha256: BlobFile.name(of: digest))
  }
}
