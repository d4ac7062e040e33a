import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaPeople
import KartotekaScreens
@_spi(System) import KartotekaStore

// Restores of applications that are in a primary database.
extension Site {
  /// Restores applications into the primary database, and files of other programs into the folder of the local copies. All that
  /// can be refused is before the first one is replaced. Other servers go on, and make their copies of what was replaced anew.
  /// - Throws: ``BackupError``, ``DesignError``, ``AppDocumentError``, ``StoreError``.
  func restoreIntoPrimaries(_ restore: FolderRestore, beside data: URL) throws -> FolderRestore.Report {
    let workshop = try LockedFolder(for: .restore, beside: data.appending(path: "restored"))
    defer { workshop.remove() }
    let scratch = workshop.url.appending(path: "data", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: false)
    var (shared, files) = (restore, restore)
    shared.kinds = [.code, .designed]
    // They are there if a server has them, and not in the folder.
    shared.isThere = { self.hasApp($0) }
    files.kinds = [.opened]
    var report = FolderRestore.Report()
    if restore.has(shared.kinds) {
      report = try shared.run(into: scratch)
      for app in report.restored where self.app(app.name)?.store.openedFile != nil {
        throw DesignError.nameTaken(app.name)
      }
    }
    if restore.has(files.kinds) { report.add(try files.run(into: data)) }
    let lock = try FolderLock(data)
    try withExtendedLifetime(lock) { try publish(&report, in: scratch) }
    if let folder { Task { await look(in: folder, isRequested: true) } }
    return report
  }

  private func publish(_ report: inout FolderRestore.Report, in scratch: URL) throws {
    let designs = DesignFolder(scratch, besides: codeApps)
    var done: [String] = []
    for index in report.restored.indices {
      let name = report.restored[index].name
      if name == People.application { continue }
      let file = designs.file(of: name)
      guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else { continue }
      do {
        guard let app = try codeApps.first(where: { $0.description.name == name }) ?? designs.app(name),
          let primary = app.storeOptions(options).primary
        else { throw DesignError.unknown(name) }
        if try app.over(file).layer?.revision != nil {
          throw StoreError.refused(
            Phrase(
              "Fields were added on screens to {app}, which can't be served from PostgreSQL with them",
              ["app": .text(name)]))
        }
        let copy = try Store(app.description.model, at: file, options: app.storeOptions(StoreOptions()))
        report.restored[index].kept = try publish(copy, as: name, to: primary)
      } catch {
        throw told(error, of: name, done)
      }
      done.append(name)
    }
    // They are restored where there are none.
    guard let index = report.restored.firstIndex(where: { $0.name == People.application }) else { return }
    do {
      let isPublished = try People.publish(designs.file(of: People.application), options: options)
      if !isPublished { report.left.append(report.restored.remove(at: index).name) }
    } catch {
      throw told(error, of: People.application, done)
    }
  }

  private func told(_ error: any Error, of name: String, _ done: [String]) -> BackupError {
    if case StoreError.primary(let reason, let remedy, _) = error {
      logger.error("\(Localizer.english(Phrase.list([reason, remedy].compactMap(\.self)) ?? reason))")
    }
    return .partly(done: done, name: name, reason: Self.words(for: error).says)
  }

  // - Returns: the copy of what was replaced.
  private func publish(_ copy: Store, as name: String, to primary: any PrimaryDatabase) throws -> URL? {
    if let running = app(name) {
      var kept: URL?
      try withoutImports(name) { kept = try running.system.replaceInPrimary(by: copy, of: primary) }
      return kept
    }
    if let closed = state.withLock({ $0.content.unavailable.first { $0.name == name } }) { throw closed.error }
    guard try Store.publish(copy, to: primary) else { throw BackupError.exist([name]) }
    return nil
  }
}
