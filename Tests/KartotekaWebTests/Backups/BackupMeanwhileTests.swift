import Foundation
import Kartoteka
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaHTTP

@Suite("Backups while something else goes on")
struct BackupMeanwhileTests {
  private static func shelf(_ fields: String...) throws -> AppDocument {
    let attributes = (["title"] + fields).map { #"{"name":"\#($0)"}"# }.joined(separator: ",")
    return try AppDocument(
      json: Array(
        #"{"version":1,"name":"shelf","entities":[{"name":"book","attributes":[\#(attributes)]}]}"#.utf8))
  }

  private static func folder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "data"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private static func designs(_ folder: URL, _ name: String = "data") -> DesignFolder {
    DesignFolder(folder.appending(path: name, directoryHint: .isDirectory), besides: [])
  }

  private static func book(_ app: App, _ title: String) throws -> AnyRecord {
    var record = AnyRecord(try #require(app.description.model.entities.first))
    record["title"] = .text(title)
    return record
  }

  /// The application that is restored from the backup, and its store.
  private static func restored(_ folder: URL) throws -> (app: App, store: Store) {
    let other = designs(folder, "other")
    try FileManager.default.createDirectory(at: other.url, withIntermediateDirectories: true)
    let archive = try BackupArchive(folder.appending(path: "all.tar"))
    #expect(try FolderRestore(archive, apps: []).run(into: other.url).restored.map(\.name) == ["shelf"])
    let app = try #require(try other.app("shelf"))
    let store = try Store(
      app.description.model, at: other.file(of: "shelf"), options: app.storeOptions(StoreOptions()))
    return (app, store)
  }

  @Test(
    "An import that a backup has a part of is taken back in what is restored, also while it goes on in the original")
  func imported() async throws {
    try await Self.folder { folder in
      let designs = Self.designs(folder)
      let (app, store) = try DesignChange(try Self.shelf(), in: designs).apply(in: designs)
      _ = try await store.perform(.code) { try $0.insert(Self.book(app, "Momo")) }
      let parts = Mutex(0)
      let isOver = Mutex(false)
      let load = Task {
        try await store.performInParts(.import, part: .zero) { part -> Bool? in
          try part.transaction.insert(Self.book(app, "Loaded"))
          parts.withLock { $0 += 1 }
          return isOver.withLock(\.self) ? true : nil
        }
      }
      let end = ContinuousClock.now + .seconds(120)
      while parts.withLock(\.self) < 3, .now < end { await Task.yield() }
      try #require(parts.withLock(\.self) >= 3)
      _ = try FolderBackup([FolderBackup.Source(app) { store }], opened: [], program: "test 1")
        .write(to: folder.appending(path: "all.tar"))
      let (restored, copy) = try Self.restored(folder)
      let entity = try #require(restored.description.model.entities.first).name
      #expect(try await copy.count(AnyFetchRequest(entity)) > 1)
      try await copy.takeBackInterrupted()
      #expect(try await copy.count(AnyFetchRequest(entity)) == 1)
      #expect(try await !copy.hasUnfinishedChangeSet())
      // Its fields can be changed, too.
      let others = Self.designs(folder, "other")
      _ = try DesignChange(try Self.shelf("year"), in: others).apply(in: others)
      isOver.withLock { $0 = true }
      _ = try await load.value
      #expect(try await store.count(AnyFetchRequest(entity)) == parts.withLock(\.self) + 1)
    }
  }

  @Test("An application whose fields are changed after the backup has begun is in it as it is when its turn comes")
  func migrated() async throws {
    try await Self.folder { folder in
      let designs = Self.designs(folder)
      let (app, store) = try DesignChange(try Self.shelf(), in: designs).apply(in: designs)
      _ = try await store.perform(.code) { try $0.insert(Self.book(app, "Momo")) }
      let report = try FolderBackup(
        [
          FolderBackup.Source(app) {
            _ = try DesignChange(try Self.shelf("year", "author"), in: designs).apply(in: designs)
            return store
          }
        ], opened: [], program: "test 1"
      ).write(to: folder.appending(path: "all.tar"))
      #expect(report.unavailable.isEmpty && report.entries.first?.recordCount == 1)
      let (restored, copy) = try Self.restored(folder)
      let entity = try #require(restored.description.model.entities.first)
      #expect(["year", "author"].allSatisfy { name in entity.attributes.contains { $0.name == name } })
      #expect(try await copy.count(AnyFetchRequest(entity.name)) == 1)
      #expect(try Store.check(restored.description.model, at: Self.designs(folder, "other").file(of: "shelf")) == [])
    }
  }

  private final class Changes: Sendable {
    let count = Atomic(0)
  }

  @Test("An application whose fields are changed while it is copied is in the backup whole, as it was or as it is")
  func migratedMeanwhile() async throws {
    try await Self.folder { folder in
      let designs = Self.designs(folder)
      let (app, store) = try DesignChange(try Self.shelf(), in: designs).apply(in: designs)
      _ = try await store.perform(.code) { transaction in
        // The copy of so many takes more than one part.
        for number in 1...12_000 {
          try transaction.insert(Self.book(app, "\(number) " + String(repeating: "Momo ", count: 36)))
        }
      }
      // Between two parts of the copy, or as soon as it is made.
      let changes = Changes()
      let change: @Sendable () -> Void = {
        guard changes.count.add(1, ordering: .relaxed).oldValue == 0 else { return }
        #expect(throws: Never.self) { _ = try DesignChange(try Self.shelf("year"), in: designs).apply(in: designs) }
      }
      let report = try FolderBackup(
        [FolderBackup.Source(app) { store }], opened: [], program: "test 1",
        step: { if $0 == .copied { change() } }
      ).write(to: folder.appending(path: "all.tar")) { _, share in if share > 0 { change() } }
      #expect(changes.count.load(ordering: .relaxed) > 0 && report.unavailable.isEmpty)
      #expect(report.entries.first?.recordCount == 12_000)
      let (restored, copy) = try Self.restored(folder)
      let entity = try #require(restored.description.model.entities.first)
      #expect(try await copy.count(AnyFetchRequest(entity.name)) == 12_000)
      #expect(try Store.check(restored.description.model, at: Self.designs(folder, "other").file(of: "shelf")) == [])
    }
  }

  @Test("A folder that vanishes while the backup is written is told as such", arguments: [BackupStep.copied, .noted])
  func vanished(step: BackupStep) async throws {
    try await Self.folder { folder in
      let designs = Self.designs(folder)
      let (app, store) = try DesignChange(try Self.shelf(), in: designs).apply(in: designs)
      let disk = folder.appending(path: "disk", directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
      let backups = BackupFolder(disk, id: "abcdef", isMade: false)
      try backups.choose()
      let backup = FolderBackup(
        [FolderBackup.Source(app) { store }], opened: [], program: "test 1",
        step: { if $0 == step { try? FileManager.default.removeItem(at: disk) } })
      do {
        _ = try backup.write(to: backups.place(now: Date()))
        Issue.record("It was written")
      } catch {
        guard case BackupError.folderGone = backups.explained(error) else {
          Issue.record("\(error)")
          return
        }
      }
      #expect(!FileManager.default.fileExists(atPath: disk.path(percentEncoded: false)))
    }
  }
}
