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
    let deed = try #require(try await gallery.store.lastDeed())
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
    try await other.store.undo(deed.id, .code)
    #expect(try await other.store.record(Painting.self, id: gone.id ?? 0)?.picture?.count == 4_000)
    // The files are no longer in the database as well.
    let tables = try DatabaseFile(url).rows("SELECT count(*) FROM sqlite_master WHERE name GLOB '*packed*'")
    #expect(tables == ["0"])
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
    #expect(try await gallery.store.forgetFiles() == 1)
    #expect(gallery.files().count == 1)
    // What was there comes back from its copy with its picture, though the file has gone since.
    try Store.restore(Gallery.model, at: gallery.database, from: kept)
    #expect(
      try await gallery.store.fetch(FetchRequest<Painting>()).map { $0.picture } == [Data(Gallery.bytes(3_000, 2))])
  }

  @Test("dropping all tables keeps the pictures in the copy")
  func dropped() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    try await gallery.hang("A", Gallery.bytes(3_000))
    try await gallery.store.dropTables()
    #expect(try await gallery.store.forgetFiles() == 1)
    let copy = try #require(
      Disk.content(of: gallery.folder).first { $0.lastPathComponent.contains(".before-") })
    try Store.restore(Gallery.model, at: gallery.database, from: copy)
    #expect(try await gallery.store.fetch(FetchRequest<Painting>()).map { $0.picture } == [Data(Gallery.bytes(3_000))])
  }
}
