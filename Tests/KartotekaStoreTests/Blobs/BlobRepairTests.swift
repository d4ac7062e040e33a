import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Files beside the database that others have changed, or know more of")
struct BlobRepairTests {
  @Test("Uploading a damaged or truncated file again mends it for every record", arguments: [0, 500, 3_000])
  func damaged(length: Int) async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let bytes = Gallery.bytes(3_000)
    try await gallery.hang("Night Watch", bytes)
    let digest = SHA256.digest(of: bytes)
    let folder = try #require(gallery.store.mapping.blobs)
    try Data(repeating: 1, count: length).write(to: folder.url(of: digest))
    #expect(folder.problem(with: digest) == .damaged)
    let copy = try await gallery.hang("Copy", bytes)
    #expect(folder.problem(with: digest) == nil)
    #expect(copy.picture == Data(bytes))
    #expect(gallery.files().count == 1)
    #expect(Disk.content(of: folder.incoming).isEmpty)
  }

  @Test("A program with an older model removes no file that only a newer column refers to")
  func olderModel() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    try await gallery.hang("Night Watch", Gallery.bytes(3_000))
    let painting = try #require(Gallery.model.entity(named: "painting"))
    var back = try #require(painting.attribute("picture"))
    (back.name, back.column) = ("back", "back")
    let newer = EntityDescription(
      name: painting.name, plural: painting.plural, table: painting.table, nouns: painting.nouns,
      attributes: painting.attributes + [back], relationships: painting.relationships)
    let frame = try #require(Gallery.model.entity(named: "frame"))
    let next = try Store(
      ModelDescription(entities: [newer, frame]), at: gallery.database, options: Gallery.options())
    _ = try await next.perform(.code) { transaction in
      var record = AnyRecord(newer)
      record["name"] = .text("Milkmaid")
      record["back"] = .blob(Blob(Gallery.bytes(4_000, 1)))
      try transaction.insert(record)
    }
    #expect(gallery.files().count == 2)
    try await gallery.store.sweep()
    #expect(gallery.files().count == 2)
    // Not even one that came with an entity that it doesn't know.
    _ = try await next.perform(.code) { try $0.delete(newer, id: 2) }
    _ = try await next.pruneHistory(until: Date(timeIntervalSinceNow: 60))
    #expect(gallery.files().count == 1)
  }

  @Test(
    "A backup has large files in parts, and a restore makes them whole", arguments: [3_000, 999, 1_000, 2_000, 1_001])
  func parts(length: Int) async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let all = [Gallery.bytes(max(length, 1_001)), Gallery.bytes(5_000, 3), Gallery.bytes(1_500, 7)]
    for (number, bytes) in all.enumerated() { try await gallery.hang("\(number)", bytes) }
    let copy = gallery.folder.appending(path: "copy.sqlite")
    var packed = PackedBlobs(
      mapping: gallery.store.mapping, folder: try #require(gallery.store.mapping.blobs))
    packed.partLength = 1_000
    try DatabaseCopy.make(of: DatabaseCopy.open(gallery.database), at: copy, with: packed)
    let counts = try DatabaseFile(copy).rows(
      "SELECT (SELECT count(*) FROM kartoteka_packed_blobs), (SELECT count(DISTINCT digest) FROM kartoteka_packed_parts)"
    )
    #expect(counts == ["0|3"])
    let other = gallery.folder.appending(path: "other")
    try Store.restore(Gallery.model, at: other.appending(path: "gallery.sqlite"), from: copy)
    let restored = try Store(Gallery.model, at: other.appending(path: "gallery.sqlite"), options: Gallery.options())
    var request = AnyFetchRequest("painting")
    request.sort = [FetchSort("id")]
    let pictures = try await restored.fetch(request).records.map { record -> [UInt8] in
      guard case .blob(let blob) = record["picture"] else { return [] }
      return try blob.bytes()
    }
    #expect(pictures == all)
    #expect(
      try DatabaseFile(other.appending(path: "gallery.sqlite")).rows(
        "SELECT 1 FROM sqlite_master WHERE name GLOB '*packed*'") == [])
  }

  @Test("A restore writes the bytes of large files to their files alone, and not to the log as well")
  func written() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    for number in 1...4 { try await gallery.hang("\(number)", Gallery.bytes(1_000_000, number)) }
    let (copy, folder) = (gallery.folder.appending(path: "copy.sqlite"), try #require(gallery.store.mapping.blobs))
    var packed = PackedBlobs(mapping: gallery.store.mapping, folder: folder)
    packed.partLength = 100_000
    try DatabaseCopy.make(of: DatabaseCopy.open(gallery.database), at: copy, with: packed)
    #expect(try Self.sizeOfLog(afterUnpacking: packed, in: copy) < 1_000_000)
  }

  private static func sizeOfLog(afterUnpacking packed: PackedBlobs, in copy: URL) throws -> Int64 {
    let path = copy.path(percentEncoded: false)
    let writer = try ConnectionQueue(path)
    try writer.writeWithoutTransaction { try $0.execute("PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON") }
    try packed.unpack(writer)
    let setting = try writer.writeWithoutTransaction { try RawStatement("PRAGMA secure_delete", in: $0).integer() }
    #expect(setting == 1)
    return Disk.size(of: URL(filePath: path + "-wal"))
  }

  @Test("A large file whose bytes were changed leaves no part in a backup, and is named", arguments: [0, 4_999])
  func changedPart(place: Int) async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let (whole, changed) = (Gallery.bytes(3_000), Gallery.bytes(5_000, 3))
    for (number, bytes) in [whole, changed].enumerated() { try await gallery.hang("\(number)", bytes) }
    let folder = try #require(gallery.store.mapping.blobs)
    var bytes = changed
    bytes[place] ^= 1
    try Data(bytes).write(to: folder.url(of: SHA256.digest(of: changed)))
    let copy = gallery.folder.appending(path: "copy.sqlite")
    var packed = PackedBlobs(mapping: gallery.store.mapping, folder: folder)
    packed.partLength = 1_000
    let missing = try DatabaseCopy.make(of: DatabaseCopy.open(gallery.database), at: copy, with: packed)
    #expect(missing.count == 1)
    #expect(try DatabaseFile(copy).rows("SELECT count(*) FROM kartoteka_packed_parts") == ["3"])
    #expect(try DatabaseFile(copy).rows("PRAGMA journal_mode") == ["delete"])
  }

  @Test("A restored backup mends damaged files of the database that it replaces")
  func restored() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let bytes = Gallery.bytes(3_000)
    try await gallery.hang("Night Watch", bytes)
    let copy = gallery.folder.appending(path: "copy.sqlite")
    try gallery.store.backup(to: copy)
    let folder = try #require(gallery.store.mapping.blobs)
    try Data("damaged".utf8).write(to: folder.url(of: SHA256.digest(of: bytes)))
    try Store.restore(Gallery.model, at: gallery.database, from: copy)
    #expect(folder.problem(with: SHA256.digest(of: bytes)) == nil)
  }
}
