import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Photo: Entity {
  let image = Attribute<Data>("Image", as: .picture)
  let small = Attribute<Data>("Small", as: .picture, .thumbnail(of: \Photo.image))
}

@Suite("Pictures with thumbnails")
struct ThumbnailTests {
  private func store(_ folder: URL) throws -> Store {
    try Store(ModelDescription([Photo.self]), at: folder.appending(path: "gallery.sqlite"))
  }

  private func picture(_ count: Int) -> Data { Data([0x89] + Array("PNG\r\n\u{1A}\n".utf8) + Gallery.bytes(count)) }

  @Test("A picture lies in a file however small it is, equal ones in one, and its thumbnail in the column")
  func outside() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try store(folder)
    for _ in 0..<2 {
      var photo = Record<Photo>()
      photo.image = picture(3_000)
      photo.small = picture(500)
      try await store.save(&photo)
    }
    #expect(Gallery.files(in: folder).count == 1)
    let photos = try await store.fetch(FetchRequest<Photo>())
    #expect(photos.map(\.image) == [picture(3_000), picture(3_000)])
    #expect(photos.map(\.small) == [picture(500), picture(500)])
    let lengths = try DatabaseFile(folder.appending(path: "gallery.sqlite")).rows("SELECT length(image) FROM photos")
    #expect(lengths.allSatisfy { (Int($0) ?? 0) < 200 })
  }

  @Test("A picture that is changed loses its thumbnail, unless another one comes with it; undo restores both")
  func changed() async throws {
    let store = try Store(inMemory: ModelDescription([Photo.self]))
    var photo = Record<Photo>()
    photo.image = picture(3_000)
    photo.small = picture(500)
    try await store.save(&photo)
    photo.image = picture(4_000)
    try await store.save(&photo)
    #expect(try await store.record(Photo.self, id: photo.id ?? 0)?.small == nil)
    let changeSet = try #require(try await store.lastChangeSet())
    try await store.undo(changeSet.id, .code)
    var back = try #require(try await store.record(Photo.self, id: photo.id ?? 0))
    #expect(back.small == picture(500))
    back.image = picture(4_000)
    back.small = picture(600)
    try await store.save(&back)
    #expect(try await store.record(Photo.self, id: photo.id ?? 0)?.small == picture(600))
  }
}
