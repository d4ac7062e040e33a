import Foundation
import GRDB
import Kartoteka
import KartotekaApplication
import KartotekaModel
import KartotekaSampleData
import KartotekaScreens
import KartotekaStore

@testable import KartotekaHTTP

/// A data folder with random applications, the same for the same seed: one in code with pictures, some made of descriptions, and a
/// file of another program that was changed here.
struct RandomFolder {
  static let apps = [Album.app]

  /// The folder around the data folder.
  let folder: URL
  private let file: RandomFile

  var data: URL { folder.appending(path: "data", directoryHint: .isDirectory) }
  var backup: URL { folder.appending(path: "all.tar") }

  init(seed: UInt64) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    file = try RandomFile(seed: seed)
    try FileManager.default.createDirectory(
      at: OpenedFolder(in: data).url, withIntermediateDirectories: true)
    try await fillAlbum()
    for number in 0...file.below(3) { try await design(number, seed) }
    try await open()
  }

  /// A folder that a killed process left.
  init(at folder: URL) throws {
    self.folder = folder
    file = try RandomFile(seed: 1)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  // MARK: Filling

  private func fillAlbum() async throws {
    let store = try Store(
      Album.app.description.model, at: data.appending(path: "album.sqlite"),
      options: Album.app.storeOptions(StoreOptions()))
    for number in 0..<(2 + file.below(6)) {
      var page = Record<Album.Page>()
      page.name = "Page \(number)"
      page.photo = Data(Album.png(30 + file.below(300_000), UInt8(number)))
      try await store.save(&page)
      if file.below(3) == 0 { try await store.delete(page) }
    }
  }

  private func design(_ number: Int, _ seed: UInt64) async throws {
    let kinds = [
      #""kind":"text""#, #""kind":"integer""#, #""kind":"decimal","scale":2,"currency":"EUR""#, #""kind":"date""#,
      #""kind":"boolean""#, #""kind":"timestamp""#, #""kind":"real""#, #""kind":"country""#, #""kind":"picture""#,
      #""kind":"blob""#,
    ]
    let entities = (0...file.below(3)).map { entity in
      let attributes =
        [#"{"name":"title","required":true}"#]
        + (0..<file.below(5)).map { #"{"name":"field\#($0)",\#(file.oneOf(kinds))}"# }
      let related = entity == 0 ? "" : #","relationships":[{"name":"owner","to":"thing0"}]"#
      return #"{"name":"thing\#(entity)","attributes":[\#(attributes.joined(separator: ","))]\#(related)}"#
    }
    let json = #"{"version":1,"name":"app-\#(number)","entities":[\#(entities.joined(separator: ","))]}"#
    let document = try AppDocument(json: Array(json.utf8))
    let designs = DesignFolder(data, besides: Self.apps)
    let (app, store) = try DesignChange(document, in: designs).apply(in: designs)
    for entity in app.description.model.entities where entity.notesOwner == nil {
      let mock = try await EntityMock(of: entity, seed: seed, in: store)
      let count = file.below(40)
      _ = try await store.perform(.code) { transaction in
        for index in 0..<count {
          var record = mock.record(index, of: count)
          for (position, attribute) in entity.attributes.enumerated() where attribute.isBytes && index % 3 > 0 {
            record.values[position] = .blob(Album.png(index % 3 * 60_000, UInt8(index)))
          }
          try transaction.insert(record)
        }
      }
    }
    for entity in app.description.model.entities where entity.notesOwner == nil && file.below(2) == 0 {
      let view = SavedView(
        entity: entity.name, name: "View \(file.below(1_000))", query: "sort=title", isPinned: file.below(2) == 0)
      _ = try await store.perform(.screen) { try $0.save(view) }
      let last = try await store.fetch(AnyFetchRequest(entity.name)).records.last?.id
      if let last, file.below(2) == 0 { _ = try? await store.perform(.code) { try $0.delete(entity, id: last) } }
    }
    if file.below(2) == 0, let last = try await store.lastChangeSet() { try await store.undo(last.id, .code) }
  }

  private func open() async throws {
    let url = OpenedFolder(in: data).url.appending(path: file.url.lastPathComponent)
    for ending in ["", "-wal"] {
      let path = file.url.path(percentEncoded: false) + ending
      guard FileManager.default.fileExists(atPath: path) else { continue }
      try FileManager.default.copyItem(atPath: path, toPath: url.path(percentEncoded: false) + ending)
    }
    // It makes the database beside the file.
    _ = try RunningApp(try OpenedApp(OpenedFile(url)))
  }

  // MARK: Backups

  @discardableResult
  func backUp(
    to url: URL? = nil, step: @escaping @Sendable (BackupStep) -> Void = { _ in },
    progress: @escaping (String, Double) throws -> Void = { _, _ in }
  ) throws -> FolderBackup.Report {
    let designs = DesignFolder(data, besides: Self.apps)
    let sources = (Self.apps + designs.apps().apps).map { app in
      FolderBackup.Source(app) {
        try Store(
          app.description.model, at: designs.file(of: app.description.name), options: app.storeOptions(StoreOptions()))
      }
    }
    let backup = FolderBackup(sources, opened: OpenedFolder(in: data).files(), program: "test 1", step: step)
    return try backup.write(to: url ?? self.backup, progress: progress)
  }

  @discardableResult
  static func restore(
    _ url: URL, into folder: URL, _ change: (inout FolderRestore) -> Void = { _ in }
  ) throws -> FolderRestore.Report {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var restore = FolderRestore(try BackupArchive(url), apps: apps)
    change(&restore)
    return try restore.run(into: folder)
  }

  // MARK: Comparing

  /// The databases of a data folder by their paths, each with its schema and all rows, and its pictures.
  static func content(of folder: URL) throws -> [String: [String]] {
    var content: [String: [String]] = [:]
    for place in ["", "opened/"] {
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: place).path(percentEncoded: false))
      for name in names ?? [] {
        let url = folder.appending(path: place + name)
        if name.hasSuffix(".blobs") {
          let files = try FileManager.default.subpathsOfDirectory(atPath: url.path(percentEncoded: false))
          content[place + name] = try files.filter { $0.utf8.count == 67 }.sorted().map { file in
            // The bytes, and not only the name that they should have.
            let bytes = try Data(contentsOf: url.appending(path: file))
            return file + " " + bytes.base64EncodedString()
          }
        } else if name != "opened", !["-wal", "-shm", "-files"].contains(where: name.hasSuffix) {
          content[place + name] = try rows(of: url)
        }
      }
    }
    return content
  }

  private static func rows(of url: URL) throws -> [String] {
    try DatabaseQueue(path: url.path(percentEncoded: false)).read { database in
      let schema = try String.fetchAll(
        database, sql: "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1")
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')")
      return try schema
        + tables.filter { $0 != "kartoteka_meta" && $0 != "sqlite_schema" }.sorted().flatMap { table -> [String] in
          // The library does not double the quotes of a name.
          let name = "\"" + table.replacing("\"", with: "\"\"") + "\""
          return try Row.fetchAll(database, sql: "SELECT * FROM \(name)")
            .map { "\(table) \($0.databaseValues.map(text))" }.sorted()
        }
    }
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .blob(let data): "x'\(data.map { String($0, radix: 16) }.joined(separator: " "))'"
    default: "\(value)"
    }
  }
}
