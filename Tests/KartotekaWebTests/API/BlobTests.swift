import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaWeb

@Suite struct BlobTests {
  private static let poster = "/api/school/courses/1/poster"

  private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 255]

  @Test
  func keepsBytes() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      func put(_ bytes: [UInt8], _ status: Int, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        let response = try await client.execute(
          uri: Self.poster, method: .put, headers: headers, body: ByteBuffer(bytes: bytes))
        #expect(response.status.code == status)
        return response
      }
      try await APICase.get(Self.poster, 404, has: ["no poster"]).run(client)
      try await APICase.delete(Self.poster, 404).run(client)
      let first = try await put(Self.png, 201)
      #expect(first.headers[.location] == Self.poster)
      try await APICase.get("/api/school/courses/1", has: [#""poster":"/api/school/courses/1/poster""#]).run(client)
      let read = try await client.execute(uri: Self.poster, method: .get)
      #expect(Array(read.body.readableBytesView) == Self.png)
      #expect(read.headers[.contentType] == "image/png" && read.headers[.contentDisposition] == "inline")
      #expect(read.headers[.eTag] == first.headers[.eTag])
      try await APICase.get(Self.poster, 304).with([.ifNoneMatch: first.headers[.eTag] ?? ""]).run(client)
      let second = try await put(Array("other".utf8), 204, [.ifMatch: first.headers[.eTag] ?? ""])
      _ = try await put(Self.png, 412, [.ifMatch: first.headers[.eTag] ?? ""])
      _ = try await put(Self.png, 412, [.ifNoneMatch: "*"])
      try await APICase.delete(Self.poster, 412).with([.ifMatch: first.headers[.eTag] ?? ""]).run(client)
      try await APICase.delete(Self.poster).with([.ifMatch: second.headers[.eTag] ?? ""]).run(client)
      try await APICase.get("/api/school/courses/1", has: [#""poster":null"#]).run(client)
    }
  }

  @Test func hasLimits() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      let most = APICase(method: .put, path: Self.poster, body: String(repeating: "x", count: 2_000), status: 201)
      try await most.run(client)
      let more = APICase(
        method: .put, path: Self.poster, body: String(repeating: "x", count: 2_001), status: 413,
        has: [#""limit":2000"#])
      try await more.run(client)
      let form = APICase(
        method: .put, path: Self.poster, headers: [.contentType: "multipart/form-data; boundary=x"], body: "--x",
        status: 415)
      try await form.run(client)
    }
  }

  /// What a browser could run is only for saving, whatever the one who sent it called it.
  @Test(arguments: [
    ("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "application/octet-stream", "attachment"),
    ("<html><script>alert(1)</script>", "application/octet-stream", "attachment"),
    ("", "application/octet-stream", "attachment"),
    ("GIF89a…", "image/gif", "inline"), ("%PDF-1.7", "application/pdf", "attachment"),
    ("RIFF1234WEBPVP8 ", "image/webp", "inline"), ("RIFF1234WAVE", "application/octet-stream", "attachment"),
  ])
  func tellsTypesByTheBytes(_ text: String, _ type: String, _ disposition: String) async throws {
    let put = APICase(method: .put, path: Self.poster, headers: [.contentType: "image/png"], body: text, status: 201)
    try await check([
      put,
      .get(Self.poster, has: text.isEmpty ? [] : [text]).answering(.contentType, type).answering(
        .contentDisposition, disposition
      )
      .answering(.contentSecurityPolicy, "sandbox").answering(.xContentTypeOptions, "nosniff"),
    ])
  }

  @Test func tellsPictures() {
    #expect(MediaSniffer.type(of: [0xff, 0xd8, 0xff, 0xe0]) == "image/jpeg")
    #expect(MediaSniffer.type(of: Array("GIF87a".utf8)) == "image/gif")
    #expect(MediaSniffer.type(of: [0x89, 0x50]) == nil)
  }
}
