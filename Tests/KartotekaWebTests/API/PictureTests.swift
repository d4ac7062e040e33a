import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaHTML
@testable import KartotekaWeb

@Suite("Pictures over HTTP")
struct PictureTests {
  private func put(
    _ client: TestClient, _ bytes: [UInt8], to path: String = Album.photo
  ) async throws -> TestResponse {
    try await client.execute(uri: path, method: .put, body: ByteBuffer(bytes: bytes))
  }

  @Test(
    "NW-10 a picture comes back as it was sent, inside the database file or outside",
    arguments: [500, 5_000, 400_000])
  func roundTrip(count: Int) async throws {
    let album = try await Album()
    defer { album.remove() }
    let picture = Album.png(count)
    try await album.api.application().test { client in
      let sent = try await put(client, picture)
      #expect(sent.status == .created && sent.headers[.location] == Album.photo)
      let got = try await client.execute(uri: Album.photo, method: .get)
      #expect(got.status == .ok && Array(got.body.readableBytesView) == picture)
      #expect(got.headers[.contentType] == "image/png" && got.headers[.contentDisposition] == "inline")
      #expect(got.headers[.eTag] == sent.headers[.eTag] && got.headers[.acceptRanges] == "bytes")
      let head = try await client.execute(uri: Album.photo, method: .head)
      #expect(head.status == .ok && head.body.readableBytes == 0)
      #expect(head.headers[.contentLength] == String(count) && head.headers[.eTag] == sent.headers[.eTag])
      let same = try await client.execute(
        uri: Album.photo, method: .get, headers: [.ifNoneMatch: sent.headers[.eTag] ?? ""])
      #expect(same.status == .notModified && same.body.readableBytes == 0)
      #expect(try await put(client, Album.png(count, 1)).headers[.eTag] != sent.headers[.eTag])
    }
    let isOutside = FileManager.default.fileExists(atPath: album.folder.path + "/album.blobs")
    #expect(isOutside == (count > 1_000))
  }

  @Test(
    "gives the part of a picture that is asked for",
    arguments: [
      ("bytes=0-99", 0..<100), ("bytes=4900-", 4_900..<5_000), ("bytes=-1", 4_999..<5_000),
      ("bytes=10-99999", 10..<5_000), ("bytes=-9999", 0..<5_000), ("Bytes= 7-7 ", 7..<8),
    ])
  func part(header: String, range: Range<Int>) async throws {
    let album = try await Album()
    defer { album.remove() }
    let picture = Album.png(5_000)
    try await album.api.application().test { client in
      let tag = try await put(client, picture).headers[.eTag] ?? ""
      let got = try await client.execute(uri: Album.photo, method: .get, headers: [.range: header, .ifRange: tag])
      #expect(got.status == .partialContent && Array(got.body.readableBytesView) == Array(picture[range]))
      #expect(got.headers[.contentRange] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/5000")
      #expect(got.headers[.contentLength] == String(range.count))
      let head = try await client.execute(uri: Album.photo, method: .head, headers: [.range: header])
      #expect(head.status == .ok && head.headers[.contentLength] == "5000")
    }
  }

  @Test(
    "gives all of a picture where a part can't be asked for so",
    arguments: ["bytes=", "bytes=a-b", "bytes=9-3", "bytes=0-1,3-4", "lines=0-5", "bytes=--5", "0-5", "bytes=-"])
  func noPart(header: String) async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.api.application().test { client in
      _ = try await put(client, Album.png(5_000))
      let got = try await client.execute(uri: Album.photo, method: .get, headers: [.range: header])
      #expect(got.status == .ok && got.body.readableBytes == 5_000)
    }
  }

  @Test("says that a picture has no such part", arguments: ["bytes=5000-", "bytes=99999999999999999999-", "bytes=-0"])
  func outside(header: String) async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.api.application().test { client in
      _ = try await put(client, Album.png(5_000))
      try await APICase.get(Album.photo, 416, has: ["bad-range"]).with([.range: header])
        .answering(.contentRange, "bytes */5000").run(client)
    }
  }

  @Test("gives all of a picture that is another one by now", arguments: ["\"other\"", "Sat, 21 Nov 2026 10:00:00 GMT"])
  func changed(condition: String) async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.api.application().test { client in
      _ = try await put(client, Album.png(5_000))
      let got = try await client.execute(
        uri: Album.photo, method: .get, headers: [.range: "bytes=0-9", .ifRange: condition])
      #expect(got.status == .ok && got.body.readableBytes == 5_000)
    }
  }

  @Test("an address with the tag may be kept for ever, and no other")
  func version() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.api.application().test { client in
      let tag = try await put(client, Album.png(5_000)).headers[.eTag] ?? ""
      let version = tag.replacing("\"", with: "")
      try await APICase.get(Album.photo + "?version=" + version).answering(.cacheControl, "immutable").run(client)
      try await APICase.get(Album.photo).answering(.cacheControl, "no-cache").run(client)
      try await APICase.get(Album.photo + "?version=old").answering(.cacheControl, "no-cache").run(client)
      try await APICase.get(Album.photo + "?size=1", 400).run(client)
    }
  }

  @Test(
    "NW-9 a file that is not a picture is refused for pictures and accepted for other bytes",
    arguments: [
      Array("%PDF-1.7".utf8), Array("BM is no bitmap".utf8), [], Array(Album.wrapped.prefix(127)),
      // It begins like a picture, and has no size.
      Array(Album.png(30).prefix(20)),
    ])
  func noPicture(bytes: [UInt8]) async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.api.application().test { client in
      let refused = try await put(client, bytes)
      #expect(refused.status == .unsupportedMediaType && refused.headers[.accept]?.contains("image/png") == true)
      try await APICase.get(Album.photo, 404).run(client)
      #expect(try await put(client, bytes, to: "/api/album/pages/1/film").status == .created)
      guard !bytes.isEmpty else { return }
      let base64 = Data(bytes).base64EncodedString()
      try await APICase.send(.patch, "/api/album/pages/1", #"{"photo":"\#(base64)"}"#, 422, has: ["no picture"])
        .run(client)
      try await APICase.send(.post, "/api/album/pages", #"{"name":"Hill","photo":"\#(base64)"}"#, 422).run(client)
    }
  }

  @Test("TM-7 a picture that claims to have billions of pixels is refused, in whatever way it comes")
  func bomb() async throws {
    let album = try await Album()
    defer { album.remove() }
    let bomb = Album.pngHeader(width: 50_000, height: 50_000) + [UInt8](repeating: 0, count: 100)
    let base64 = Data(bomb).base64EncodedString()
    let reason = "too many pixels. It can have at most 64 million"
    try await album.server.application().test { client in
      let refused = try await put(client, bomb)
      #expect(refused.status == .unprocessableContent && String(buffer: refused.body).contains(reason))
      try await APICase.get(Album.photo, 404).run(client)
      try await APICase.send(.patch, "/api/album/pages/1", #"{"photo":"\#(base64)"}"#, 422, has: [reason]).run(client)
      let form = try await client.post("/album/pages", [("name", "Hill")], files: [("photo", "hill.png", bomb)])
      #expect(form.status == .unprocessableContent && String(buffer: form.body).contains(reason))
      #expect(try await put(client, bomb, to: "/api/album/pages/1/film").status == .created)
    }
    #expect(try await album.store.count(Album.Page.all) == 1)
  }

  @Test("NW-9 a bitmap in the wrapping of an older program is shown as a bitmap, and a cut-off one is only kept")
  func wrapped() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      #expect(try await put(client, Album.wrapped).status == .created)
      let got = try await client.execute(uri: Album.photo, method: .get)
      #expect(got.headers[.contentType] == "image/bmp" && Array(got.body.readableBytesView) == Album.bitmap)
      let part = try await client.execute(uri: Album.photo, method: .get, headers: [.range: "bytes=0-1"])
      #expect(String(buffer: part.body) == "BM")
      // Where any bytes may be, they are given back as they came.
      _ = try await put(client, Album.wrapped, to: "/api/album/pages/1/film")
      let film = try await client.execute(uri: "/api/album/pages/1/film", method: .get)
      #expect(film.headers[.contentType] == MediaSniffer.unknown)
      #expect(Array(film.body.readableBytesView) == Album.wrapped)
      // As an import would bring it.
      let entity = try #require(album.store.model.entity(named: "page"))
      let cut = AnyRecord(entity, id: nil, values: [.text("Cut"), .blob(Array(Album.wrapped.prefix(127))), .null])
      _ = try await album.store.perform(.import) { try $0.insert(cut) }
      try await APICase.get("/api/album/pages/2/photo").answering(.contentType, MediaSniffer.unknown)
        .answering(.contentDisposition, "attachment").run(client)
      let list = try await client.execute(uri: "/album/pages", method: .get)
      #expect(String(buffer: list.body).contains("src=\"/api/album/pages/1/photo"))
      #expect(!String(buffer: list.body).contains("src=\"/api/album/pages/2/photo"))
    }
  }

  @Test("a picture that is too large is refused, said before or not", arguments: [true, false])
  func tooLarge(isSaid: Bool) async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.api.application().test { client in
      let headers: HTTPFields = isSaid ? [.contentLength: "400001"] : [:]
      let response = try await client.execute(
        uri: Album.photo, method: .put, headers: headers, body: ByteBuffer(bytes: Album.png(400_001)))
      #expect(response.status == .contentTooLarge)
      try await APICase.get(Album.photo, 404).run(client)
    }
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: album.folder.path).allSatisfy { !$0.contains("incoming/") })
  }

  @Test("a picture that lies in a file is in lists and changes as its address, without being read")
  func lists() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.api.application().test { client in
      _ = try await put(client, Album.png(5_000))
      try FileManager.default.removeItem(at: album.folder.appending(path: "album.blobs"))
      try await APICase.get("/api/album/pages", has: [#""photo":"/api/album/pages/1/photo""#]).run(client)
      try await APICase.get("/api/album/pages/1", has: [#""photo":"/api/album/pages/1/photo""#]).run(client)
      try await APICase.send(.patch, "/api/album/pages/1", #"{"name":"Lake"}"#, 200).run(client)
      try await APICase.get(Album.photo, 404).run(client)
    }
  }

  @Test("a picture whose file is missing is not found, without a place of the server; a JSON export goes on without it")
  func missingFile() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      #expect(try await put(client, Album.png(400_000)).status == .created)
      try FileManager.default.removeItem(at: album.folder.appending(path: "album.blobs"))
      let answer = try await client.execute(uri: Album.photo, method: .get)
      let problem = String(buffer: answer.body)
      #expect(answer.status == .notFound && problem.contains("missing or damaged") && !problem.contains(".blobs"))
      let export = try await client.execute(uri: "/album/export/pages.json", method: .get)
      #expect(export.status == .ok)
      let text = String(buffer: export.body)
      #expect(text.contains(#"{"id":1,"name":"Sea","photo":null,"film":null}"#) && text.contains("]"), "\(text)")
    }
  }
}
