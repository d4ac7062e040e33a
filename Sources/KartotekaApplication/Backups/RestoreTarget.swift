import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// An application of a backup, and the name and place that it gets.
struct RestoreTarget {
  let entry: BackupEntry
  let name: String
  /// The database file, or the file of another program.
  let file: URL

  /// - Throws: ``BackupError`` `.renamedCode`, `.badName`, ``DesignError`` `.isCode`.
  init(_ entry: BackupEntry, as newName: String?, in folder: URL, _ apps: [App]) throws {
    self.entry = entry
    let codeNames = apps.map(\.description.name)
    switch entry.kind {
    case .code:
      guard newName == nil || newName == entry.name else { throw BackupError.renamedCode(entry.name) }
      name = entry.name
      file = folder.appending(path: name + ".sqlite")
    case .designed:
      name = newName ?? entry.name
      guard NameForm.isKebabCase(name), name.utf8.count <= 60, !AppNameReserved.names.contains(name) else {
        throw BackupError.badName(name)
      }
      guard !codeNames.contains(name) else { throw DesignError.isCode(name) }
      file = folder.appending(path: name + ".sqlite")
    case .opened:
      let fileName = newName.map { $0 + "." + URL(filePath: "/" + entry.file).pathExtension } ?? entry.file
      guard OpenedFolder.isOwn(fileName) else { throw BackupError.badName(newName ?? entry.name) }
      file = OpenedFolder(in: folder).url.appending(path: fileName)
      // The application in code has the name, and the file waits, as where it comes from.
      name = OpenedApp.name(of: file)
    }
  }
}

extension BackupEntry {
  /// Whether the database itself is in the backup, and not only what lies beside it.
  package var hasDatabase: Bool { parts.contains { $0.path == databasePath } }
}

/// The names that a data folder has.
struct RestorePlaces {
  private let folder: URL
  private let opened: Set<String>
  private let designs: DesignFolder

  init(_ folder: URL, _ apps: [App]) {
    self.folder = folder
    opened = Set(OpenedFolder(in: folder).files().map(\.name))
    designs = DesignFolder(folder, besides: apps)
  }

  /// Whether the folder has an application of the target's name.
  /// - Parameter isReplacing: whether it is to be replaced.
  /// - Throws: ``DesignError`` `.nameTaken` for what is not replaced: files of other programs, and databases of something else.
  func isTaken(_ target: RestoreTarget, replacing isReplacing: Bool) throws -> Bool {
    let isOpened = target.entry.kind == .opened
    // A database beside a missing file does not prevent the restore of the file.
    let isWaiting = isOpened && !target.entry.hasDatabase && exists(OpenedFile(target.file).sideFile)
    let isThere = exists(target.file) || isWaiting
    let other = isOpened ? exists(designs.file(of: target.name)) : opened.contains(target.name)
    guard isThere || other || opened.contains(target.name) else { return false }
    guard isReplacing else { return true }
    guard !isOpened, !other else { throw DesignError.nameTaken(target.name) }
    guard target.entry.kind == .designed else { return true }
    do {
      if try StoredDescription.read(at: target.file) == nil { throw DesignError.nameTaken(target.name) }
    } catch is StoreError {
      // A damaged one may be replaced.
    }
    return true
  }

  /// - Throws: ``DesignError`` `.tooMany` if the folder would have more applications than a server opens.
  func checkNumber(_ targets: [RestoreTarget]) throws {
    let newDesigns = targets.count { $0.entry.kind == .designed }
    let newFiles = targets.count { $0.entry.kind == .opened }
    guard newDesigns == 0 || designs.names().count + newDesigns <= DesignFolder.most,
      newFiles == 0 || opened.count + newFiles <= DesignFolder.most
    else { throw DesignError.tooMany(DesignFolder.most) }
  }

  private func exists(_ url: URL) -> Bool {
    var status = stat()
    // A link that leads nowhere is there, too.
    return lstat(url.path(percentEncoded: false), &status) == 0
  }
}

/// An application that is taken out of a backup and checked.
struct PreparedApp {
  let target: RestoreTarget
  let copy: URL
  /// The application; nil for the file of another program.
  let app: App?

  /// Checks the copy, and brings an older one up to date.
  /// - Throws: ``StoreError``.
  func check() throws {
    guard let app else { return }
    _ = try Store.openBackup(copy, of: app.description.model, options: app.storeOptions(StoreOptions()))
  }

  /// Gives it its place.
  /// - Returns: the copy of what was replaced.
  func place(isReplacing: Bool) throws -> URL? {
    if let app {
      guard isReplacing, FileManager.default.fileExists(atPath: target.file.path(percentEncoded: false)) else {
        try Store.publish(copy, at: target.file)
        return nil
      }
      let store = try Store(app.description.model, at: copy, options: app.storeOptions(StoreOptions()))
      return try Store.replace(target.file, by: store)
    }
    let folder = target.file.deletingLastPathComponent()
    try Disk.makeFolder(folder)
    // A server that runs opens the file when it sees it: what lies beside it is there first.
    for ending in ["." + OpenedFile.sideExtension, ""] {
      let part = copy.deletingLastPathComponent().appending(path: copy.lastPathComponent + ending)
      guard FileManager.default.fileExists(atPath: part.path(percentEncoded: false)) else { continue }
      let place = folder.appending(path: target.file.lastPathComponent + ending)
      if !ending.isEmpty, FileManager.default.fileExists(atPath: place.path(percentEncoded: false)) {
        // Of a file that is gone, or of a restore that was ended in between.
        try FileManager.default.moveItem(at: place, to: Store.placeOfCopy(beside: place))
      }
      try Store.place(part, at: place)
    }
    return nil
  }
}

/// The lock of a restore into a data folder, which ends with the process.
package final class FolderLock: Sendable {
  private let descriptor: Int32

  /// - Throws: ``BackupError`` `.restoring`, `.unreadable`.
  package init(_ folder: URL) throws(BackupError) {
    let path = folder.path(percentEncoded: false)
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(file: path, reason: String(cString: strerror(errno))) }
    // On a file system without locks, no existing file is replaced anyway.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { throw .restoring(folder: path) }
  }

  deinit { close(descriptor) }
}
