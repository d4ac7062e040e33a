import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Backups with pictures")
struct BlobBackupTests {
  @Test("NW-10 a backup is one file that brings all pictures back")
  func backup() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    for number in 1...3 { try await gallery.hang("P\(number)", Gallery.bytes(number * 800, number)) }
    let gone = try await gallery.hang("Gone", Gallery.bytes(4_000, 9))
    try await gallery.store.delete(gone)
    let changeSet = try #require(try await gallery.store.lastChangeSet())
    let backup = gallery.folder.appending(path: "backup")
    try gallery.store.backup(to: backup)
    // In a folder where nothing else is.
    let folder = gallery.folder.appending(path: "elsewhere")
    let url = folder.appending(path: "gallery.sqlite")
    #expect(try Store.restore(Gallery.model, at: url, from: backup) == nil)
    #expect(Gallery.files(in: folder) == gallery.files())
    let other = try Gallery(folder)
    let paintings = try await other.store.fetch(FetchRequest<Painting>())
    #expect(paintings.map { $0.picture } == (1...3).map { Data(Gallery.bytes($0 * 800, $0)) })
    // Undo works there, too.
    try await other.store.undo(changeSet.id, .code)
    #expect(try await other.store.record(Painting.self, id: gone.id ?? 0)?.picture?.count == 4_000)
    // The files are no longer in the database as well.
    let tables = try DatabaseFile(url).rows("SELECT count(*) FROM sqlite_master WHERE name GLOB '*packed*'")
    #expect(tables == ["0"])
  }

  @Test("The size of a database on the disk counts its pictures and what waits in its log")
  func size() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let before = Store.sizeOnDisk(of: gallery.database)
    try await gallery.hang("Large", Gallery.bytes(700_000, 1))
    #expect(Store.sizeOnDisk(of: gallery.database) >= before + 700_000)
    #expect(Store.sizeOnDisk(of: gallery.folder.appending(path: "none.sqlite")) == 0)
  }

  @Test("NW-10 restoring keeps the pictures of what was there in the copy of it")
  func replaced() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    try await gallery.hang("Old", Gallery.bytes(3_000, 1))
    let backup = gallery.folder.appending(path: "backup")
    try gallery.store.backup(to: backup)
    let old = try await gallery.store.fetch(FetchRequest<Painting>())
    for painting in old { try await gallery.store.delete(painting) }
    try await gallery.hang("New", Gallery.bytes(3_000, 2))
    let kept = try #require(try Store.restore(Gallery.model, at: gallery.database, from: backup))
    #expect(
      try await gallery.store.fetch(FetchRequest<Painting>()).map { $0.picture } == [Data(Gallery.bytes(3_000, 1))])
    #expect(try await gallery.store.pruneHistory(until: Date()).files == 1)
    #expect(gallery.files().count == 1)
    // What was there comes back from its copy with its picture, though the file has gone since.
    try Store.restore(Gallery.model, at: gallery.database, from: kept)
    #expect(
      try await gallery.store.fetch(FetchRequest<Painting>()).map { $0.picture } == [Data(Gallery.bytes(3_000, 2))])
  }

  @Test("a backup without a picture's file, or with other bytes in it, is made and says which picture it lacks")
  func missing() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    for number in 1...3 { try await gallery.hang("P\(number)", Gallery.bytes(2_000, number)) }
    let folder = try #require(gallery.store.mapping.blobs)
    func url(_ number: Int) -> URL { folder.url(of: SHA256.digest(of: Gallery.bytes(2_000, number))) }
    try FileManager.default.removeItem(at: url(1))
    // As many bytes as there should be.
    try Data(Gallery.bytes(2_000, 9)).write(to: url(2))
    let backup = gallery.folder.appending(path: "backup")
    let missing = [
      MissingFile(entity: "painting", record: 1, field: "picture", problem: .missing),
      MissingFile(entity: "painting", record: 2, field: "picture", problem: .damaged),
    ]
    #expect(try gallery.store.backup(to: backup) == missing)
    #expect(try Store.missingFiles(ofBackup: backup) == missing)
    let other = gallery.folder.appending(path: "elsewhere")
    try Store.restore(Gallery.model, at: other.appending(path: "gallery.sqlite"), from: backup)
    #expect(Gallery.files(in: other).count == 1)
    #expect(
      try DatabaseFile(other.appending(path: "gallery.sqlite"))
        .rows("SELECT count(*) FROM sqlite_master WHERE name = 'kartoteka_missing_files'") == ["0"])
  }

  @Test("another program's trigger in a backup is not restored")
  func trigger() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    try await gallery.hang("A", nil)
    let backup = gallery.folder.appending(path: "backup")
    try gallery.store.backup(to: backup)
    for name in ["evil", "kartoteka_evil"] {
      try DatabaseFile(backup).execute(
        "CREATE TRIGGER \(name) AFTER INSERT ON paintings BEGIN DELETE FROM paintings; END")
    }
    try Store.restore(Gallery.model, at: gallery.database, from: backup)
    try await gallery.hang("B", nil)
    #expect(try await gallery.store.count(FetchRequest<Painting>()) == 2)
    #expect(
      try DatabaseFile(gallery.database)
        .rows("SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name GLOB '*evil'") == ["0"])
  }

  @Test(
    "the folder of a restore or form whose process was killed goes at the next start; that of one that works stays, and so do others",
    arguments: LockedFolder.Purpose.allCases)
  func forgottenFolder(purpose: LockedFolder.Purpose) async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let killed = gallery.folder.appending(path: purpose.rawValue + "99999999")
    try FileManager.default.createDirectory(at: killed, withIntermediateDirectories: true)
    let unlocked = gallery.folder.appending(path: purpose.rawValue + "1")
    try FileManager.default.createDirectory(at: unlocked, withIntermediateDirectories: true)
    try Data().write(to: unlocked.appending(path: "lock"))
    let others = ["uploads/1", "restore-99999999"].map { gallery.folder.appending(path: $0) }
    for other in others { try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true) }
    let working = try LockedFolder(for: purpose, beside: gallery.database)
    _ = try Gallery(gallery.folder)
    func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) }
    #expect(!exists(killed) && !exists(unlocked) && exists(working.url) && others.allSatisfy(exists))
    withExtendedLifetime(working) {}
  }

  @Test("dropping all tables keeps the pictures in the copy")
  func dropped() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    try await gallery.hang("A", Gallery.bytes(3_000))
    try await gallery.store.dropTables()
    #expect(try await gallery.store.pruneHistory(until: Date()).files == 1)
    let copy = try #require(
      Disk.content(of: gallery.folder).first { $0.lastPathComponent.contains(".before-") })
    try Store.restore(Gallery.model, at: gallery.database, from: copy)
    #expect(try await gallery.store.fetch(FetchRequest<Painting>()).map { $0.picture } == [Data(Gallery.bytes(3_000))])
  }
}
