import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Pictures and files")
struct BlobTests {
  private static func digest(_ bytes: [UInt8]) -> String { BlobFile.name(of: SHA256.digest(of: bytes)) }

  private static func path(_ bytes: [UInt8]) -> String { digest(bytes).prefix(2) + "/" + digest(bytes) }

  @Test(
    "NW-10 few bytes lie in the database file and many in one of their own, and a record reads the same",
    arguments: [0, 1, 1_000, 1_001, 300_000])
  func places(count: Int) async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let bytes = Gallery.bytes(count)
    let hung = try await gallery.hang("A", bytes)
    let id = try #require(hung.id)
    let read = try #require(try await gallery.store.record(Painting.self, id: id))
    #expect(read.picture == Data(bytes) && read == hung && read.any.fingerprint == hung.any.fingerprint)
    #expect(try await gallery.store.fetch(FetchRequest<Painting>()).first?.picture == Data(bytes))
    #expect(gallery.files() == (count > 1_000 ? [Self.path(bytes)] : []))
    let column = try DatabaseFile(gallery.database).rows(
      "SELECT typeof(picture), length(picture), lower(hex(substr(picture, 17, 32))) FROM paintings")
    #expect(column[0].hasPrefix("blob|\(count > 1_000 ? 184 : count)|"))
    if count > 1_000 { #expect(column[0].hasSuffix(Self.digest(bytes))) }
  }

  @Test("NW-10 equal bytes are one file, which goes when undo no longer needs it and nothing else uses it")
  func shared() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let bytes = Gallery.bytes(5_000)
    let one = try await gallery.hang("A", bytes)
    let other = try await gallery.hang("B", bytes)
    #expect(gallery.files() == [Self.path(bytes)])
    try await gallery.store.delete(one)
    #expect(try await gallery.store.pruneHistory(until: Date()).files == 0)
    try await gallery.store.delete(other)
    // Kept for undo, however often it is swept.
    #expect(try await gallery.store.sweep() == 0)
    #expect(gallery.files() == [Self.path(bytes)])
    #expect(try await gallery.store.pruneHistory(until: Date()).files == 1)
    #expect(gallery.files() == [])
  }

  @Test("NW-10 undoing a deletion, a change and a removal brings the picture back")
  func undo() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let (first, second) = (Gallery.bytes(5_000), Gallery.bytes(6_000, 1))
    var painting = try await gallery.hang("A", first)
    let id = try #require(painting.id)
    func back(_ expected: [UInt8]?) async throws {
      let changeSet = try #require(try await gallery.store.lastChangeSet())
      #expect(try await gallery.store.sweep() == 0)
      try await gallery.store.undo(changeSet.id, .code)
      #expect(try await gallery.store.record(Painting.self, id: id)?.picture == expected.map { Data($0) })
    }
    painting.picture = Data(second)
    try await gallery.store.save(&painting)
    #expect(gallery.files().count == 2)
    try await back(first)
    painting.picture = nil
    try await gallery.store.save(&painting)
    try await back(first)
    try await gallery.store.delete(painting)
    try await back(first)
  }

  @Test("NW-10 a change set whose picture is forgotten is not undone, and says why")
  func forgotten() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let painting = try await gallery.hang("A", Gallery.bytes(5_000))
    try await gallery.store.delete(painting)
    let changeSet = try #require(try await gallery.store.lastChangeSet())
    #expect(try await gallery.store.pruneHistory(until: Date()).files == 1)
    await #expect(
      throws: StoreError.cannotUndo(ChangeSet.Removal.age.phrase)
    ) {
      try await gallery.store.undo(changeSet.id, .code)
    }
    #expect(try await gallery.store.record(Painting.self, id: painting.id ?? 0) == nil)
  }

  @Test("NW-10 what cascades is kept for undo, too")
  func cascade() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    var frame = Record<Frame>()
    frame.drawing = Data(Gallery.bytes(2_000))
    try await gallery.store.save(&frame)
    var painting = Record<Painting>()
    painting.name = "A"
    painting.picture = Data(Gallery.bytes(3_000))
    painting.frame = frame.id
    try await gallery.store.save(&painting)
    try await gallery.store.delete(frame)
    #expect(try await gallery.store.record(Painting.self, id: painting.id ?? 0) == nil)
    #expect(gallery.files().count == 2)
    try await gallery.store.undo(try #require(try await gallery.store.lastChangeSet()).id, .code)
    #expect(try await gallery.store.record(Painting.self, id: painting.id ?? 0)?.picture?.count == 3_000)
    #expect(try await gallery.store.record(Frame.self, id: frame.id ?? 0)?.drawing?.count == 2_000)
  }

  @Test("a person's own bytes that look like a reference are not taken for one", arguments: [56, 184])
  func lookalike(count: Int) async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let head = min(count - 56, 128)
    let bytes =
      BlobReference.magic + Gallery.bytes(32) + [0, 0, 0, 0, 0, 0, 0, UInt8(head)] + Gallery.bytes(head)
    #expect(BlobReference.read(bytes) != nil)
    let hung = try await gallery.hang("A", bytes)
    #expect(try await gallery.store.record(Painting.self, id: hung.id ?? 0)?.picture == Data(bytes))
    #expect(gallery.files() == [Self.path(bytes)])
  }

  @Test("a list knows where bytes begin and how many they are, and saving from it leaves them alone")
  func outlines() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    for (name, count) in [("A", 100), ("B", 900), ("C", 5_000)] {
      try await gallery.hang(name, Gallery.bytes(count))
    }
    var request = AnyFetchRequest("painting")
    request.sort = [FetchSort("name")]
    request.readsBlobs = false
    var records = try await gallery.store.fetch(request).records
    let blobs = records.compactMap { if case .blob(let blob) = $0["picture"] { blob } else { nil } }
    #expect(blobs.map(\.count) == [100, 900, 5_000])
    #expect(blobs.map(\.isOutline) == [false, true, false])
    #expect(blobs.allSatisfy { $0.head == Array(Gallery.bytes(5_000).prefix(min(128, $0.count))) })
    // The file is not read: it may as well be gone.
    try FileManager.default.removeItem(at: try #require(blobs[2].file?.url))
    #expect(try await gallery.store.fetch(request).records == records)
    #expect(throws: UnreadableBlob.self) { try blobs[1].bytes() }
    records[1]["name"] = .text("Bb")
    let changed = records[1]
    let saved = try await gallery.store.perform(.code) { try $0.update(changed) }.value
    #expect(saved["picture"] == .blob(Gallery.bytes(900)))
    await #expect(throws: StoreError.self) { try await gallery.store.perform(.code) { try $0.insert(changed) } }
  }

  @Test("bytes that come part by part go into a file when they are many")
  func parts() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let receiver = gallery.store.blobReceiver()
    let bytes = Gallery.bytes(50_000)
    for start in stride(from: 0, to: bytes.count, by: 700) {
      try receiver.append(Array(bytes[start..<min(start + 700, bytes.count)]))
      #expect(receiver.beginning == Array(bytes.prefix(128)))
    }
    let blob = try receiver.finish()
    #expect(blob.file?.isTemporary == true && blob.file?.name == Self.digest(bytes))
    // A sweep leaves alone what a process still writes.
    #expect(try await gallery.store.pruneHistory(until: Date()).files == 0)
    // A transaction that is not committed leaves nothing but what the next sweep removes, and can be repeated.
    struct No: Error {}
    let entity = try #require(Gallery.model.entity(named: "painting"))
    var record = AnyRecord(entity)
    record["name"] = .text("A")
    record["picture"] = .blob(blob)
    let new = record
    await #expect(throws: No.self) {
      try await gallery.store.perform(.code) {
        try $0.insert(new)
        throw No()
      }
    }
    #expect(try await gallery.store.pruneHistory(until: Date()).files == 1)
    let saved = try await gallery.store.perform(.code) { try $0.insert(new) }.value
    guard case .blob(let kept) = saved["picture"] else {
      Issue.record("no bytes")
      return
    }
    #expect(kept.file?.isTemporary == false)
    #expect(try kept.bytes() == bytes && kept.bytes(in: 100..<200) == Array(bytes[100..<200]))
  }

  @Test("an import of many records puts their pictures where they belong")
  func bulk() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let entity = try #require(Gallery.model.entity(named: "painting"))
    _ = try await gallery.store.perform(.import) { transaction in
      let bulk = try transaction.bulkInsert(entity)
      for number in 0..<10 {
        bulk.bind(.text("P\(number)"), at: 0)
        bulk.bind(.blob(Gallery.bytes(number * 300, number / 6)), at: 1)
        bulk.bind(.null, at: 2)
        try bulk.insert()
      }
      try bulk.finish()
    }
    let paintings = try await gallery.store.fetch(FetchRequest<Painting>())
    #expect(paintings.map { $0.picture?.count } == (0..<10).map { $0 * 300 })
    #expect(gallery.files().count == 6)
    try await gallery.store.undo(try #require(try await gallery.store.lastChangeSet()).id, .code)
    #expect(gallery.files().count == 6)
    #expect(try await gallery.store.pruneHistory(until: Date()).files == 6)
  }

  @Test("the same bytes again change nothing, wherever they lie", arguments: [500, 5_000])
  func same(count: Int) async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    var painting = try await gallery.hang("A", Gallery.bytes(count))
    let changeSet = try await gallery.store.lastChangeSet()?.id
    painting.picture = Data(Gallery.bytes(count))
    try await gallery.store.save(&painting)
    #expect(try await gallery.store.lastChangeSet()?.id == changeSet)
  }

  @Test("a store in memory keeps all bytes in memory")
  func memory() async throws {
    let store = try Store(inMemory: Gallery.model, options: Gallery.options())
    var painting = Record<Painting>()
    painting.name = "A"
    painting.picture = Data(Gallery.bytes(5_000))
    try await store.save(&painting)
    #expect(try await store.fetch(FetchRequest<Painting>()).first?.picture == Data(Gallery.bytes(5_000)))
  }

  @Test("a file that was taken away leaves the rest of its record readable")
  func missing() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let painting = try await gallery.hang("A", Gallery.bytes(5_000))
    try FileManager.default.removeItem(at: gallery.folder.appending(path: "gallery.blobs"))
    let read = try #require(try await gallery.store.record(Painting.self, id: painting.id ?? 0))
    #expect(read.name == "A" && read.picture == nil)
    guard case .blob(let blob) = read.any["picture"] else {
      Issue.record("no bytes")
      return
    }
    #expect(blob.count == 5_000)
    #expect(throws: UnreadableBlob.self) { try blob.bytes() }
  }
}
