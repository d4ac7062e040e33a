import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The application that a SQLite file of another program becomes: a list for each table and view.
public struct OpenedApp: Sendable {
  /// The application.
  public let app: App
  /// The file, as a store opens it.
  public let file: OpenedFile
  /// The number of the file's schema changes when it was read.
  package let schemaVersion: Int64
  /// The references that no index of the file begins with, as `table.column`. Deleting a record that others refer to reads all
  /// of such a table.
  public let unindexed: [String]

  /// Reads the schema of a file, and the first rows of its tables. The file is not changed.
  /// - Parameter taken: the names of other applications.
  /// - Throws: `StoreError.cannotOpen`, `StoreError.busy`.
  public init(_ file: OpenedFile, besides taken: Set<String> = []) throws {
    try self.init(file, named: Self.name(of: file.url, besides: taken))
  }

  /// The same with a given name.
  package init(_ file: OpenedFile, named name: String) throws {
    let reflected = try ReflectedFile(file)
    var file = file
    file.encoding = reflected.encoding
    file.enforcesForeignKeys = reflected.areReferencesSound
    let model = ReflectedModel(reflected, isReadOnly: file.isReadOnly).model
    let sizes = Dictionary(
      reflected.tables.map { ($0.name, $0.greatestRowID) }, uniquingKeysWith: { first, _ in first })
    let stem = file.url.deletingPathExtension().lastPathComponent
    self.file = file
    schemaVersion = reflected.schemaVersion
    unindexed = reflected.unindexedReferences
    var app = App(
      AppDescription(
        name: name, title: stem, summary: file.url.lastPathComponent, symbol: .box, hue: 210, model: model,
        tabs: StandardTabs.tabs(of: model).map { Self.adapted($0, model, sizes) }))
    app.openedFile = file
    self.app = app
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

  // No index of the file has the order of folded texts. Of so many records it would take too long to sort them all.
  private static let mostSorted: Int64 = 50_000

  private static func adapted(
    _ tab: TabDescription, _ model: ModelDescription, _ sizes: [String: Int64]
  ) -> TabDescription {
    guard case .list(var list) = tab.screen, let entity = model.entity(named: list.entity) else { return tab }
    var tab = tab
    if sizes[list.entity, default: 0] > mostSorted || sizes[list.entity, default: 0] < 0 {
      (list.sort, list.hasInitials) = ([], false)
    }
    if let value = list.value,
      entity.attribute(value)?.writability == .onInsert || entity.source?.key.contains(value) == true
    {
      list.value = nil
    }
    if list.title.isEmpty { list.title = entity.columns.prefix(1).map(\.name) }
    list.hasInitials = list.hasInitials && entity.attribute(list.sort.first?.name ?? "")?.kind == .stored
    tab.screen = .list(list)
    return tab
  }

  /// Removes the database with what the program kept about the file.
  public func removeSideFile() {
    let path = sideFile.path(percentEncoded: false)
    for suffix in OpenedFile.suffixes { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// The database with what the program keeps about the file.
  public var sideFile: URL { file.sideFile }
}

extension OpenedFile {
  /// The endings of the files of a database.
  static let suffixes = ["", "-wal", "-shm", "-files"]

  /// Makes the database with what the program keeps about this file that of another one.
  package func moveSideFile(of target: OpenedFile) {
    let (from, to) = (sideFile.path(percentEncoded: false), target.sideFile.path(percentEncoded: false))
    for suffix in Self.suffixes { try? FileManager.default.moveItem(atPath: from + suffix, toPath: to + suffix) }
  }

  /// The database with what the program keeps about the file: beside it, or in the cache where its folder can't be written.
  package var sideFile: URL {
    let folder = url.deletingLastPathComponent()
    let name = url.lastPathComponent + ".kartoteka"
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

extension ReflectedFile {
  /// The references that no index begins with, as `table.column`.
  fileprivate var unindexedReferences: [String] {
    tables.flatMap { table in
      table.foreignKeys.compactMap { reference in
        let wanted = Set(reference.columns.map { $0.lowercased() })
        let isRowID =
          table.hasIntegerKey && reference.columns.map { $0.lowercased() } == table.key.map { $0.lowercased() }
        let isIndexed = table.indices.contains { Set($0.prefix(wanted.count).map { $0.lowercased() }) == wanted }
        return isRowID || isIndexed ? nil : table.name + "." + reference.columns.joined(separator: ", ")
      }
    }
  }
}
