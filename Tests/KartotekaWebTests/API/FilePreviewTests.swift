import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaWeb

@Suite("API: PDF files in frames of pages")
struct FilePreviewTests {
  private static let file = "/api/album/pages/1/film"
  private static let pdf = Array("%PDF-1.7\n".utf8) + [UInt8](repeating: 65, count: 2_000)

  @Test("A PDF file that a page asks for is shown in frames of this server alone, in a sandbox, by its type")
  func preview() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      let put = try await client.execute(uri: Self.file, method: .put, body: ByteBuffer(bytes: Self.pdf))
      #expect(put.status == .created)
      let tag = put.headers[.eTag] ?? ""
      let version = tag.replacing("\"", with: "")
      let framed = try await client.execute(uri: "\(Self.file)?version=\(version)&preview=1", method: .get)
      #expect(framed.headers[.contentType] == "application/pdf" && framed.headers[.contentDisposition] == "inline")
      #expect(
        framed.headers[.contentSecurityPolicy] == "default-src 'none'; frame-ancestors 'self'; sandbox")
      #expect(framed.headers[.xContentTypeOptions] == "nosniff")
      #expect(framed.headers[.cacheControl]?.contains("immutable") == true)
      #expect(Array(framed.body.readableBytesView) == Self.pdf)
      // What a browser has already keeps its policy.
      let again = try await client.execute(
        uri: "\(Self.file)?preview=1", method: .get, headers: [.ifNoneMatch: tag])
      #expect(again.status == .notModified)
      #expect(again.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'self'") == true)
      let part = try await client.execute(
        uri: "\(Self.file)?preview=1", method: .get, headers: [.range: "bytes=0-4"])
      #expect(part.status == .partialContent && String(buffer: part.body) == "%PDF-")
      // Without being asked for it is saved, and stands in no frame.
      let saved = try await client.execute(uri: Self.file, method: .get)
      #expect(saved.headers[.contentDisposition]?.hasPrefix("attachment") == true)
      #expect(saved.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
    }
  }

  @Test(
    "Nothing but a PDF file is shown in a frame, whatever it is called",
    arguments: [
      "<html><script>alert(1)</script>", "<svg xmlns='http://www.w3.org/2000/svg'/>", "x%PDF-1.7", " %PDF-1.7",
    ])
  func others(text: String) async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      let put = try await client.execute(
        uri: Self.file, method: .put, headers: [.contentType: "application/pdf"], body: ByteBuffer(string: text))
      #expect(put.status == .created)
      let answer = try await client.execute(uri: "\(Self.file)?preview=1", method: .get)
      #expect(answer.headers[.contentType] == "application/octet-stream")
      #expect(answer.headers[.contentDisposition]?.hasPrefix("attachment") == true)
      #expect(answer.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'; sandbox") == true)
    }
  }

  @Test("A record's page has a part for the PDF file, and may have frames of this server alone")
  func page() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      let put = try await client.execute(uri: Self.file, method: .put, body: ByteBuffer(bytes: Self.pdf))
      #expect(put.status == .created)
      let page = try await client.execute(uri: "/album/pages/1", method: .get)
      #expect(page.headers[.contentSecurityPolicy]?.contains("frame-src 'self'") == true)
      let text = String(buffer: page.body)
      #expect(text.contains("class=preview hidden data-frame=\"/api/album/pages/1/film?version="))
      #expect(text.contains("&amp;preview=1\""))
      // The browser loads nothing before the part is opened.
      #expect(!text.contains("<iframe") && !text.contains("<object"))
    }
  }

  @Test("A form that a document in the sandbox sends is refused")
  func forms() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      let sent = try await client.execute(
        uri: "/album/pages/1/delete", method: .post,
        headers: [.origin: "null", .contentType: "application/x-www-form-urlencoded"], body: ByteBuffer(string: "a=1"))
      #expect(sent.status == .forbidden)
    }
    #expect(try await album.store.record(Album.Page.self, id: 1) != nil)
  }

  @Test("The picture of a field has a page on which it is large, with keys to those of other fields")
  func large() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      func get(_ path: String) async throws -> TestResponse { try await client.execute(uri: path, method: .get) }
      #expect(try await get("/album/pages/1?picture=photo").status == .notFound)
      let put = try await client.execute(
        uri: Album.photo, method: .put, body: ByteBuffer(bytes: Album.png(5_000)))
      #expect(put.status == .created)
      let card = String(buffer: try await get("/album/pages/1").body)
      #expect(card.contains("class=look href=\"/album/pages/1?picture=photo\""))
      let page = String(buffer: try await get("/album/pages/1?picture=photo").body)
      #expect(page.contains("record large") && page.contains("width=\"40\" height=\"30\""), "\(page.suffix(3_000))")
      #expect(page.contains("alt=\"Photo, Sea\"") && !page.contains("rel=next"))
      #expect(try await get("/album/pages/1?picture=film").status == .notFound)
      #expect(try await get("/album/pages/1?picture=name").status == .notFound)
    }
  }
}
