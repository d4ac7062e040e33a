// Tests that end their process are there from Swift 6.2 on, and take values along from 6.3 on.
#if compiler(>=6.3)
  import Foundation
  import KartotekaModel
  import Testing

  @testable import KartotekaStore

  @Suite("Pictures through a crash")
  struct BlobCrashTests {
    /// When the process ends.
    enum Moment: String, CaseIterable, Codable {
      case written, synced, placed, settled, uncommitted, committed, condemned, removed
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")

    private static func end() { kill(getpid(), SIGKILL) }

    @Test(
      "NW-10 a process that is killed at any step loses no picture and leaves no file behind",
      arguments: Moment.allCases)
    func killed(at moment: Moment) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      // The store is closed again.
      do {
        let gallery = try Gallery(folder)
        try await gallery.hang("Old", Gallery.bytes(5_000, 1))
        try await gallery.hang("Same", Gallery.bytes(5_000, 2))
      }
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = folder.path(percentEncoded: false) as String, moment = moment as Moment] in
        let gallery = try Gallery(URL(filePath: path)) { if $0.rawValue == moment.rawValue { Self.end() } }
        let entity = try #require(Gallery.model.entity(named: "painting"))
        var record = AnyRecord(entity)
        record["name"] = .text("New")
        record["picture"] = .blob(Gallery.bytes(6_000, 3))
        let new = record
        _ = try await gallery.store.perform(.code) {
          try $0.insert(new)
          if moment == .uncommitted { Self.end() }
        }
        if moment == .committed { Self.end() }
        try await gallery.store.delete(try await gallery.store.fetch(FetchRequest<Painting>())[0])
        try await gallery.store.pruneHistory(until: Date())
      }
      let isNew = [.committed, .condemned, .removed].contains(moment)
      let isOld = ![.condemned, .removed].contains(moment)
      let gallery = try Gallery(folder)
      let paintings = try await gallery.store.fetch(FetchRequest<Painting>())
      #expect(paintings.map { $0.name } == (isOld ? ["Old"] : []) + ["Same"] + (isNew ? ["New"] : []))
      let expected =
        (isOld ? [Gallery.bytes(5_000, 1)] : []) + [Gallery.bytes(5_000, 2)]
        + (isNew ? [Gallery.bytes(6_000, 3)] : [])
      #expect(paintings.map { $0.picture } == expected.map { Data($0) })
      try await expectNoOrphans(gallery)
    }

    @Test(
      "NW-10 a process that is killed while it takes a backup's pictures out of it is no harm",
      arguments: [Moment.written, .synced, .placed, .settled])
    func unpacking(at moment: Moment) async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let gallery = try Gallery()
      defer { gallery.remove() }
      for number in 1...2 { try await gallery.hang("P\(number)", Gallery.bytes(5_000, number)) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try gallery.store.backup(to: folder.appending(path: "gallery.sqlite"))
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = folder.path(percentEncoded: false) as String, moment = moment as Moment] in
        _ = try Gallery(URL(filePath: path)) { if $0.rawValue == moment.rawValue { Self.end() } }
      }
      let other = try Gallery(folder)
      #expect(
        try await other.store.fetch(FetchRequest<Painting>()).map { $0.picture }
          == (1...2).map { Data(Gallery.bytes(5_000, $0)) })
      try await expectNoOrphans(other)
    }

    // What a sweep leaves is what something refers to, and nothing is half there.
    private func expectNoOrphans(_ gallery: Gallery) async throws {
      try await gallery.store.sweep()
      let used = try gallery.store.blockingRead { try BlobUses.digests(in: $0) }
      let blobs = try #require(gallery.store.mapping.blobs)
      #expect(Set(blobs.digests()) == used)
      #expect(Disk.content(of: blobs.incoming).isEmpty)
    }
  }
#endif
