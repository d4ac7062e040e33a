import Foundation
import KartotekaModel
import KartotekaStore

/// The restore of a backup into a scratch folder, which is then compared with what the backup says of itself.
package struct BackupTrial: Sendable {
  /// The findings.
  package struct Report: Sendable {
    /// The number of restored applications.
    package var apps = 0
    /// The number of records in them.
    package var records = 0
    /// Faults that make the backup useless, as a whole or in part.
    package var faults: [Phrase] = []
    /// Findings of `check` that are older than the backup.
    package var remarks: [Phrase] = []
  }

  /// The maximum number of findings of an application that are reported.
  private static let most = 5

  let apps: [App]

  /// - Parameter apps: the applications in code.
  package init(apps: [App]) { self.apps = apps }

  /// Tries a backup.
  /// - Parameters:
  ///   - data: the folder in which the scratch folder is made.
  ///   - progress: receives the application and its finished share; an error that it throws ends the work.
  /// - Throws: ``BackupError``, `StoreError.disk`.
  package func run(
    _ file: URL, in data: URL, progress: @escaping (String, Double) throws -> Void = { _, _ in }
  ) throws -> Report {
    let archive = try BackupArchive(file)
    // The files, and a copy of the largest one.
    let size = archive.entries.reduce(Int64(0)) { $0.addingClamped($1.size) }
    guard BackupFolder.hasRoom(for: size.addingClamped(archive.entries.map(\.size).max() ?? 0), at: data) else {
      throw BackupError.noRoom
    }
    var report = Report(faults: archive.faults)
    let workshop = try LockedFolder(for: .restore, beside: data.appending(path: "trial"))
    defer { workshop.remove() }
    let scratch = workshop.url.appending(path: "data", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: false)
    var restore = FolderRestore(archive, apps: apps)
    // Applications in code that another program has are of no use here.
    let known = Set(apps.map(\.description.name))
    restore.only = archive.entries.filter { $0.kind != .code || known.contains($0.name) }.map(\.name)
    restore.takesWhatIsWhole = true
    restore.progress = progress
    guard !restore.only.isEmpty else {
      report.faults.append("Nothing in it can be restored here")
      return report
    }
    let restored = try restore.run(into: scratch)
    report.faults += restored.lost
    for name in restored.restored.map(\.name) {
      // An application in code and a file of another program may have one name.
      for entry in archive.entries where entry.name == name {
        try progress(name, 1)
        do { try compare(entry, in: scratch, &report) } catch let error as StoreError {
          if case .disk = error { throw error }
          report.faults.append(BackupArchive.lost(entry, error.phrase(in: ModelDescription(entities: []))))
        }
      }
    }
    let names = Set(restored.restored.map(\.name))
    report.apps = archive.entries.count { names.contains($0.name) && !$0.isOfPlatform }
    return report
  }

  private func compare(_ entry: BackupEntry, in scratch: URL, _ report: inout Report) throws {
    guard entry.kind != .opened else {
      let url = OpenedFolder(in: scratch).url.appending(path: entry.file)
      guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return }
      let file = OpenedFile(url)
      return note(try Store.check(file, beside: file.sideFile), of: entry, ModelDescription(entities: []), &report)
    }
    let file = scratch.appending(path: entry.file)
    guard
      let model = try apps.first(where: { $0.description.name == entry.name })?.over(file).description.model
        ?? Design.read(at: file).map({ App($0).description.model })
    else { return }
    let counts = try Store.recordCounts(ofBackup: file, model: model)
    for (entity, count) in entry.records ?? [:] {
      guard let found = counts[entity] else { continue }
      report.records = report.records.addingClamped(found)
      guard found != count else { continue }
      let noun = Phrase.Argument.text(model.entity(named: entity)?.nouns.many ?? entity)
      report.faults.append(
        BackupArchive.lost(
          entry,
          Phrase(
            "{kind}: {count} were backed up and {all} restored",
            ["kind": noun, "count": .count(count), "all": .count(found)])))
    }
    note(try Store.check(model, at: file), of: entry, model, &report)
  }

  private func note(
    _ findings: [CheckFinding], of entry: BackupEntry, _ model: ModelDescription, _ report: inout Report
  ) {
    let damages = findings.filter(\.isDamage)
    report.faults += damages.prefix(Self.most).map { BackupArchive.lost(entry, $0.phrase(in: model)) }
    report.remarks += findings.filter { !$0.isDamage }.prefix(Self.most)
      .map { BackupArchive.lost(entry, $0.phrase(in: model)) }
  }
}
