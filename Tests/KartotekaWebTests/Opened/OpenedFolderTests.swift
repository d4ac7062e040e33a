import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Logging
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// The files of other programs in a data folder.
@Suite struct OpenedFolderTests {
  private let shop: OpenedShop
  private let folder: URL

  init() throws {
    shop = try OpenedShop("CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO T VALUES (1, 'a')")
    folder = shop.url.deletingLastPathComponent().appending(path: "data", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func site() -> Site {
    Site(
      Site.Content(apps: [], unavailable: []), folder: DesignFolder(folder, besides: []), options: StoreOptions(),
      logger: .quiet)
  }

  private func upload() throws -> URL {
    let copy = folder.appending(path: "upload-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: shop.url, to: copy)
    return copy
  }

  @Test("A file that is added is served at once under its name, and a second one of the name under a number")
  func addsFiles() async throws {
    let site = site()
    #expect(try await site.open(try upload(), called: "My Shop.db") == "my shop")
    #expect(try await site.open(try upload(), called: "../../My Shop.sqlite") == "my shop-2")
    #expect(site.apps.map(\.name) == ["my shop", "my shop-2"])
    let app = try #require(site.app("my shop"))
    #expect(try await app.store.count(AnyFetchRequest("T")) == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "opened").path())
    #expect(Set(names.filter { $0.hasSuffix(".sqlite") }) == ["My Shop.sqlite", "My Shop-2.sqlite"])
  }

  @Test("A file that can't be opened is refused and not kept")
  func refusesOthers() async throws {
    let site = site()
    let file = folder.appending(path: "upload")
    try Data(repeating: 0x41, count: 5_000).write(to: file)
    await #expect(throws: StoreError.self) { try await site.open(file, called: "x.sqlite") }
    #expect(site.apps.isEmpty && OpenedFolder(in: folder).files().isEmpty)
  }

  @Test("The files of the folder are opened at the start, and one that can't be opened says why")
  func opensAtTheStart() async throws {
    _ = try await site().open(try upload(), called: "Shop")
    try Data(repeating: 0x41, count: 5_000).write(to: folder.appending(path: "opened/broken.db"))
    var opened = OpenedApps()
    opened.add(OpenedFolder(in: folder), options: StoreOptions(), logger: .quiet)
    #expect(opened.running.map(\.name) == ["shop"])
    let closed = try #require(opened.unavailable.first)
    #expect(closed.name == "broken")
    #expect(Localizer.english(closed.problem.detail).contains("broken.db is not a SQLite file"))
  }

  @Test("A file that is put into the folder is noticed, a removed application keeps its file under another name")
  func noticesFiles() async throws {
    let site = site()
    let opened = OpenedFolder(in: folder).url
    try FileManager.default.createDirectory(at: opened, withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: try upload(), to: opened.appending(path: "found.db"))
    await site.refresh()
    #expect(site.apps.map(\.name) == ["found"])
    let kept = try await site.remove("found")
    #expect(kept.hasPrefix("found.db.deleted-") && site.apps.isEmpty)
    await site.refresh()
    #expect(site.apps.isEmpty)
  }

  @Test("A broken file that is replaced by a good one is opened without a restart")
  func triesAgain() async throws {
    let file = OpenedFolder(in: folder).url.appending(path: "late.db")
    try FileManager.default.createDirectory(at: OpenedFolder(in: folder).url, withIntermediateDirectories: true)
    try Data(repeating: 0x41, count: 5_000).write(to: file)
    var opened = OpenedApps()
    opened.add(OpenedFolder(in: folder), options: StoreOptions(), logger: .quiet)
    let site = Site(
      Site.Content(apps: opened.running, unavailable: opened.unavailable), folder: DesignFolder(folder, besides: []),
      options: StoreOptions(), logger: .quiet)
    await site.refresh()
    #expect(site.apps.isEmpty)
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: try upload(), to: file)
    try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: file.path())
    await site.refresh()
    #expect(site.apps.map(\.name) == ["late"])
  }

  @Test("A file that has the name of a removed one begins without its history")
  func beginsAnew() async throws {
    let site = site()
    _ = try await site.open(try upload(), called: "shop.db")
    let first = try #require(site.app("shop"))
    let table = try #require(first.store.model.entity(named: "T"))
    _ = try await first.store.perform(.api) { try $0.delete(table, id: 1) }
    _ = try await site.remove("shop")
    _ = try await site.open(try upload(), called: "shop.db")
    let second = try #require(site.app("shop"))
    #expect(try await second.store.count(AnyFetchRequest("T")) == 1)
    #expect(try await second.store.lastChangeSet() == nil)
  }

  @Test("A removed one is brought back with its history; a file outside of the data folder is not removed")
  func broughtBack() async throws {
    let site = site()
    _ = try await site.open(try upload(), called: "shop.db")
    let first = try #require(site.app("shop"))
    let table = try #require(first.store.model.entity(named: "T"))
    _ = try await first.store.perform(.api) { try $0.delete(table, id: 1) }
    let kept = try await site.remove("shop")
    #expect(site.removed(limit: 5).map(\.name) == ["shop"])
    #expect(try await site.bringBack(kept) == "shop")
    let second = try #require(site.app("shop"))
    #expect(try await second.store.count(AnyFetchRequest("T")) == 0)
    #expect(try await second.store.lastChangeSet() != nil)
    #expect(site.removed(limit: 5).isEmpty)
    let outside = try RunningApp(try OpenedApp(OpenedFile(try upload()), named: "other"), options: StoreOptions())
    #expect(!site.canRemove(outside))
  }

  @Test("A designed application can't have the name of an opened file")
  func keepsNamesApart() async throws {
    let site = site()
    _ = try await site.open(try upload(), called: "shop.db")
    let document = try AppDocument(json: Array(OpenedFolderTests.design.utf8))
    await #expect(throws: DesignError.self) { try await site.change(to: document, isDryRun: false) { _ in } }
  }

  private static let design = """
    {"version":1,"name":"shop","title":"Shop","entities":[{"name":"item","attributes":[{"name":"name","label":"Name"}]}]}
    """
}
