import Courses
import Foundation
import GRDB
import Kartoteka
import KartotekaApplication
import KartotekaModel
import KartotekaPostgres
import KartotekaStore
import Northwind
import RandomTests
import Testing
import TravelMap
import Travellers
import UsersCRUD

/// `KARTOTEKA_OPERATIONS` sets the number of random folders, at most 100; the default is 2.
@Suite("Backups of random folders, to PostgreSQL and back", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(60)))
struct BackupTripTests {
  private static let seeds: Range<UInt64> =
    0..<UInt64(min(RandomTests.operations(2), 100))
  private static let code = [usersCRUD, travellers, northwind, travelMap, courses]

  // What a new database has anew: counts and keys of the same records, and the identity of the change log.
  private static func travels(_ table: String) -> Bool {
    !["kartoteka_meta", "sqlite_stat1", "kartoteka_change_log"].contains(table)
  }

  // MARK: A random folder

  private static func design(_ number: Int, _ random: inout SeededRandom) throws -> AppDocument {
    let kinds = [
      #""kind":"text""#, #""kind":"integer""#, #""kind":"decimal","scale":2,"currency":"EUR""#, #""kind":"date""#,
      #""kind":"boolean""#, #""kind":"timestamp""#, #""kind":"real""#, #""kind":"country""#, #""kind":"picture""#,
      #""kind":"blob""#, #""kind":"text","unique":true"#,
    ]
    let entities = (0...Int.random(in: 0...3, using: &random)).map { entity in
      let fields = (0..<Int.random(in: 0...6, using: &random)).map { field in
        #"{"name":"field\#(field)",\#(kinds.randomElement(using: &random) ?? kinds[0])}"#
      }
      let attributes = [#"{"name":"title","required":true}"#] + fields
      let related = entity == 0 ? "" : #","relationships":[{"name":"owner","to":"thing0"}]"#
      return #"{"name":"thing\#(entity)","attributes":[\#(attributes.joined(separator: ","))]\#(related)}"#
    }
    return try AppDocument(
      json: Array(#"{"version":1,"name":"app-\#(number)","entities":[\#(entities.joined(separator: ","))]}"#.utf8))
  }

  private static func fill(_ store: Store, _ random: inout SeededRandom) async throws {
    try await store.fill(Int.random(in: 3...30, using: &random))
    let entities = store.model.entities.filter { !$0.isDerived && $0.notesOwner == nil }
    for entity in entities {
      let ids = try await store.fetch(AnyFetchRequest(entity.name)).records.compactMap(\.id)
      // What is deleted, and undone, is in the history.
      for id in ids where Int.random(in: 0..<5, using: &random) == 0 {
        let deleted = try? await store.perform(.code) { try $0.delete(entity, id: id) }
        if let deed = deleted?.changeSet, Bool.random(using: &random) { _ = try? await store.undo(deed, .code) }
      }
      let view = SavedView(
        entity: entity.name, name: "View of \(entity.name)", query: "sort=-id", isPinned: Bool.random(using: &random))
      _ = try await store.perform(.screen) { try $0.save(view) }
    }
  }

  /// The applications of a data folder that is made.
  private static func make(_ folder: URL, _ seed: UInt64) async throws -> [App] {
    var random = SeededRandom(state: seed)
    let app = code[Int(seed % UInt64(code.count))]
    try await fill(store(app, folder), &random)
    let designs = DesignFolder(folder, besides: code)
    for number in 0...Int.random(in: 0...2, using: &random) {
      let (_, store) = try DesignChange(design(number, &random), in: designs).apply(in: designs)
      try await fill(store, &random)
    }
    return [app] + designs.apps().apps
  }

  private static func store(_ app: App, _ folder: URL) throws -> Store {
    try Store(
      app.description.model, at: folder.appending(path: app.description.name + ".sqlite"),
      options: app.storeOptions(StoreOptions()))
  }

  // MARK: The trip

  private static func backUp(_ apps: [App], of folder: URL, to file: URL) throws {
    let sources = apps.map { app in FolderBackup.Source(app) { try store(app, folder) } }
    let report = try FolderBackup(sources, opened: [], program: "test 1").write(to: file)
    #expect(report.missing.isEmpty && report.unavailable.isEmpty)
  }

  private static func restore(_ file: URL, into folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = try FolderRestore(try BackupArchive(file), apps: code).run(into: folder)
  }

  private static func expectSame(_ apps: [App], _ before: URL, _ after: URL) throws {
    for app in apps {
      let file = app.description.name + ".sqlite"
      let (old, new) = try (content(before.appending(path: file)), content(after.appending(path: file)))
      #expect(Set(new.keys) == Set(old.keys), "\(file)")
      for table in old.keys.sorted() where travels(table) {
        #expect(new[table] == old[table], "\(file): \(table)")
      }
      #expect(try Store.check(app.description.model, at: after.appending(path: file)) == [], "\(file)")
      let blobs = app.description.name + ".blobs"
      #expect(
        try pictures(after.appending(path: blobs)).isSuperset(of: pictures(before.appending(path: blobs))), "\(file)")
    }
  }

  private static func pictures(_ folder: URL) throws -> Set<String> {
    let path = folder.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return Set(try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.utf8.count == 67 })
  }

  @Test(
    "What is backed up, restored, copied to PostgreSQL and back, backed up and restored again is the same row by row",
    arguments: seeds)
  func trip(seed: UInt64) async throws {
    let (scratch, database) = (try Scratch(), try TestDatabase())
    func folder(_ name: String) -> URL { scratch.folder.appending(path: name, directoryHint: .isDirectory) }
    try FileManager.default.createDirectory(at: folder("first"), withIntermediateDirectories: true)
    let apps = try await Self.make(folder("first"), seed)
    let archive = scratch.folder.appending(path: "first.tar")
    try Self.backUp(apps, of: folder("first"), to: archive)
    try Self.restore(archive, into: folder("second"))
    try Self.expectSame(apps, folder("first"), folder("second"))

    let copy = try database.copy()
    for app in apps {
      let store = try Self.store(app, folder("second"))
      _ = try await copy.write(PostgresApplication(app), from: store, isReplacing: false) { _, _, _ in }
    }
    try FileManager.default.createDirectory(at: folder("third"), withIntermediateDirectories: true)
    for found in try await copy.applications() {
      let app = try #require(apps.first { $0.description.name == found.name })
      let file = folder("third").appending(path: found.name + ".sqlite")
      _ = try await copy.read(found, of: app.description.model, to: file, storing: nil) { _, _, _ in }
    }
    try Self.expectSame(apps, folder("second"), folder("third"))

    let again = scratch.folder.appending(path: "third.tar")
    try Self.backUp(apps, of: folder("third"), to: again)
    try Self.restore(again, into: folder("fourth"))
    try Self.expectSame(apps, folder("first"), folder("fourth"))
  }
}
