import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The application that a SQLite file of another program becomes: a list for each table and view.
package struct OpenedApp: Sendable {
  /// The application.
  package let app: App
  /// The file, as a store opens it.
  package let file: OpenedFile
  /// The number of the file's schema changes when it was read.
  package let schemaVersion: Int64
  /// The references that no index of the file begins with, as `table.column`. Deleting a record that others refer to reads all
  /// of such a table.
  package let unindexed: [String]
  /// The tables and views that can't be read, with the reasons: `catalogue: no such table: album`.
  package let unreadable: [String]
  /// Whether people have changed the guessed description.
  package let isShaped: Bool
  let reflected: ReflectedFile
  // Without entities and screens.
  private let guess: AppDescription

  /// Reads the schema of a file, and the first rows of its tables. The file is not changed.
  /// - Parameter taken: the names of other applications.
  /// - Throws: `StoreError.cannotOpen`, `StoreError.busy`.
  package init(_ file: OpenedFile, besides taken: Set<String> = []) throws {
    try self.init(file, named: Self.name(of: file.url, besides: taken))
  }

  /// The same with a given name.
  package init(_ file: OpenedFile, named name: String) throws {
    let reflected = try ReflectedFile(file)
    var file = file
    file.encoding = reflected.encoding
    // A file that is only read gets nothing written, wherever its description lies.
    file.isAdopted = reflected.isAdopted && !file.isReadOnly
    file.enforcesForeignKeys = reflected.areReferencesSound
    let stem = file.url.deletingPathExtension().lastPathComponent
    self.file = file
    schemaVersion = reflected.schemaVersion
    guess = AppDescription(
      name: name, title: stem, summary: file.url.lastPathComponent, symbol: .box, hue: 210,
      model: ModelDescription(entities: []), tabs: [])
    self.reflected = reflected
    unreadable = reflected.unreadable.map { "\($0.name): \($0.reason)" }
    let shape: OpenedShape
    var (revision, fault): (Int64, Phrase?) = (0, nil)
    do {
      let stored = try StoredDescription.read(at: reflected.isAdopted ? file.url : file.shapeFile)
      shape = OpenedShape(
        guess, of: reflected, isReadOnly: file.isReadOnly,
        changedBy: try stored.map { try AppDocument(unchecked: Array($0.json.utf8)) }, Sizes(reflected))
      revision = stored?.revision ?? 0
      isShaped = stored != nil
    } catch {
      // The file itself can be used without it.
      shape = OpenedShape(guess, of: reflected, isReadOnly: file.isReadOnly, changedBy: nil, Sizes(reflected))
      fault = Phrase("What was changed here on screens can't be read: {reason}", ["reason": .text("\(error)")])
      isShaped = false
    }
    var app = App(shape.description)
    app.openedFile = file
    let state = OpenedShapeState(
      Design(AppDocument(shape.description, catalogue: Catalogue()), revision: revision), shape, reflected,
      notices: shape.notices + [fault].compactMap(\.self))
    unindexed = state.missingIndices.map { $0.table + "." + $0.columns.joined(separator: ", ") }
    app.opened = state
    self.app = app
  }

  /// The application with other words, kinds and screens; what the file does not leave open stays as it is.
  func shaped(by document: AppDocument) -> AppDocument {
    let shape = OpenedShape(guess, of: reflected, isReadOnly: file.isReadOnly, changedBy: document, Sizes(reflected))
    return AppDocument(shape.description, catalogue: Catalogue())
  }

  /// The name of a file's application: the file's name in lower case without the extension.
  static func name(of file: URL, besides taken: Set<String> = []) -> String {
    let stem = file.deletingPathExtension().lastPathComponent.lowercased()
    var name = AppNameReserved.names.contains(stem) ? stem + "-file" : stem
    var number = 2
    while taken.contains(name) {
      name = "\(stem)-\(number)"
      number += 1
    }
    return name
  }

  /// Removes the database with what the program kept about the file.
  package func removeSideFile() { file.removeSideFile() }

  /// The database with what the program keeps about the file.
  package var sideFile: URL { file.sideFile }
}

extension OpenedFile {
  /// The database that has the description of the application: beside the file if there is one.
  var shapeFile: URL {
    let beside = url.deletingLastPathComponent().appending(path: url.lastPathComponent + "." + Self.sideExtension)
    return FileManager.default.fileExists(atPath: beside.path(percentEncoded: false)) ? beside : sideFile
  }

  /// The extension of the database beside an opened file.
  package static let sideExtension = "kartoteka"
  /// The endings of the files and folders of the database beside an opened file.
  static let suffixes = ["", "-wal", "-shm", "-files", "-imports", "-runs"]

  /// Removes the database with what the program keeps about the file.
  package func removeSideFile() {
    if isAdopted { return }
    let path = sideFile.path(percentEncoded: false)
    for suffix in Self.suffixes { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// Makes the database with what the program keeps about this file that of another one.
  package func moveSideFile(of target: OpenedFile) {
    let (from, to) = (sideFile.path(percentEncoded: false), target.sideFile.path(percentEncoded: false))
    for suffix in Self.suffixes { try? FileManager.default.moveItem(atPath: from + suffix, toPath: to + suffix) }
  }

  /// The database with what the program keeps about the file: beside it, or in the cache where its folder can't be written.
  package var sideFile: URL {
    if isAdopted { return url }
    let folder = url.deletingLastPathComponent()
    let name = url.lastPathComponent + "." + Self.sideExtension
    if !isReadOnly, access(folder.path(percentEncoded: false), W_OK) == 0 { return folder.appending(path: name) }
    let path = url.standardizedFileURL.path(percentEncoded: false)
    var fingerprint = Fingerprint()
    fingerprint.add(path)
    if isReadOnly { fingerprint.add("\(ProcessInfo.processInfo.processIdentifier)") }
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    let base: URL =
      isReadOnly ? FileManager.default.temporaryDirectory : caches ?? FileManager.default.temporaryDirectory
    return base.appending(path: "kartoteka", directoryHint: .isDirectory)
      .appending(path: "\(fingerprint.text.prefix(16))-\(name)")
  }
}
