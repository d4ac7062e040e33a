import CZlib
import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import NIOCore
import Testing
import UsersCRUD

@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Compression") struct CompressionTests {
  private static let gzip: HTTPFields = [.acceptEncoding: "gzip, deflate, br"]

  private static func expanded(_ bytes: ByteBuffer) throws -> String {
    var stream = z_stream()
    try #require(kartoteka_inflate_begin(&stream) == Z_OK)
    defer { inflateEnd(&stream) }
    var result: [UInt8] = []
    var input = Array(bytes.readableBytesView)
    var code = Z_OK
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = uInt(input.count)
      while code == Z_OK {
        var output = [UInt8](repeating: 0, count: 65_536)
        output.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = uInt(output.count)
          code = inflate(&stream, Z_NO_FLUSH)
        }
        result += output.prefix(output.count - Int(stream.avail_out))
      }
    }
    try #require(code == Z_STREAM_END)
    return String(decoding: result, as: UTF8.self)
  }

  private static func server() async throws -> Server {
    let school = try await School.open()
    return Server(
      [school], host: "127.0.0.1", port: 0, names: [], logger: .quiet, screens: ScreenRoutes([school]))
  }

  @Test("pages, styles, scripts and JSON are the same compressed, the first time and from the cache")
  func sameBytes() async throws {
    try await Self.server().application().test { client in
      let page = String(buffer: try await client.execute(uri: "/school/courses", method: .get).body)
      let assets = page.matches(of: #/(/assets/[^"\s>]+\.(?:css|js|svg))/#).map { String($0.1) }
      #expect(assets.contains { $0.hasSuffix(".css") } && assets.contains { $0.hasSuffix(".js") })
      for path in ["/school/courses", "/school/courses/1", "/api/school/courses", "/api/school/openapi.json"] + assets {
        let plain = try await client.execute(uri: path, method: .get)
        for _ in 0..<2 {
          let sent = try await client.execute(uri: path, method: .get, headers: Self.gzip)
          #expect(sent.status == .ok)
          guard plain.body.readableBytes >= (path.hasPrefix("/assets/") ? 256 : 1_024) else {
            #expect(sent.headers[.contentEncoding] == nil && sent.body == plain.body, "\(path)")
            continue
          }
          #expect(sent.headers[.contentEncoding] == "gzip", "\(path)")
          #expect(sent.headers[.contentLength] == String(sent.body.readableBytes), "\(path)")
          #expect(sent.body.readableBytes < plain.body.readableBytes, "\(path)")
          #expect(try Self.expanded(sent.body) == String(buffer: plain.body), "\(path)")
          #expect(sent.headers[.vary]?.contains("Accept-Encoding") == true, "\(path)")
          #expect(plain.headers[.vary]?.contains("Accept-Encoding") == true, "\(path)")
          #expect(sent.headers[.contentType] == plain.headers[.contentType])
        }
      }
    }
  }

  @Test("A problem is compressed, unless the client doesn't accept gzip or it is short")
  func choice() async throws {
    try await Self.server().application().test { client in
      for (accepted, encoding) in [
        ("gzip;q=0", nil), ("br", nil), ("identity", nil), ("GZIP", "gzip"), ("*", "gzip"),
        ("deflate, gzip;q=0.5", "gzip"),
        ("", nil),
      ] {
        let headers: HTTPFields = [.acceptEncoding: accepted]
        let response = try await client.execute(uri: "/school/courses", method: .get, headers: headers)
        #expect(response.headers[.contentEncoding] == encoding, "\(accepted)")
      }
      let missing = try await client.execute(uri: "/school/nothing", method: .get, headers: Self.gzip)
      #expect(missing.status == .notFound && missing.headers[.contentEncoding] == "gzip")
      let short = try await client.execute(uri: "/api", method: .get, headers: Self.gzip)
      #expect(short.headers[.contentEncoding] == nil)
      let head = try await client.execute(uri: "/school/courses", method: .head, headers: Self.gzip)
      #expect(head.status == .ok && head.body.readableBytes == 0)
    }
  }

  @Test("tags work in both forms: 304 for what the client has, and If-Match with either")
  func tags() async throws {
    try await Self.server().application().test { client in
      for path in ["/school/courses", "/api/school/courses", "/api/school/courses/1/students", "/api/school/courses/1"]
      {
        let notes = String(repeating: "Long. ", count: 300)
        try await APICase.send(.patch, "/api/school/people/2", #"{"notes":"\#(notes)"}"#, 200).run(client)
        let plain = try await client.execute(uri: path, method: .get)
        let sent = try await client.execute(uri: path, method: .get, headers: Self.gzip)
        let tag = try #require(sent.headers[.eTag])
        let isStrong = !tag.hasPrefix("W/") && sent.headers[.contentEncoding] == "gzip"
        #expect((tag == plain.headers[.eTag]) != isStrong, "\(path): \(tag)")
        var conditional = Self.gzip
        conditional[.ifNoneMatch] = tag
        let again = try await client.execute(uri: path, method: .get, headers: conditional)
        #expect(again.status == .notModified && again.headers[.eTag] == tag, "\(path): \(again.status)")
        #expect(again.headers[.contentEncoding] == nil)
        #expect(again.headers[.vary] == sent.headers[.vary], "\(path)")
      }
      // A record of a few bytes is never compressed.
      let short = "/api/school/people/3"
      let whole = try await client.execute(uri: short, method: .get, headers: Self.gzip)
      let tagged: HTTPFields = [.acceptEncoding: "gzip", .ifNoneMatch: try #require(whole.headers[.eTag])]
      let same = try await client.execute(uri: short, method: .get, headers: tagged)
      #expect(same.status == .notModified && same.headers[.vary] == whole.headers[.vary])
      let ids = try await client.execute(uri: "/api/school/courses/1/students", method: .get, headers: Self.gzip)
      #expect(ids.headers[.contentEncoding] == "gzip")
      let tag = try #require(ids.headers[.eTag])
      let put = APICase.send(.put, "/api/school/courses/1/students", #"{"ids":[2]}"#, 204)
      try await put.with([.ifMatch: tag]).run(client)
      try await APICase.send(.put, "/api/school/courses/1/students", #"{"ids":[3]}"#, 412).with([.ifMatch: tag]).run(
        client)
    }
  }

  @Test("exports and the stream of changes are sent as they are made")
  func streams() async throws {
    try await Self.server().application().test { client in
      let export = try await client.execute(uri: "/school/export/courses.csv", method: .get, headers: Self.gzip)
      #expect(export.status == .ok && export.headers[.contentEncoding] == nil)
      #expect(String(buffer: export.body).contains("Algebra"))
    }
    try await Self.server().application().test { client in
      try await EventReader.follow(client.port, accepting: "gzip") { reader in
        let head = try await reader.read(to: "\n\n").lowercased()
        #expect(head.contains("text/event-stream") && !head.contains("content-encoding"))
        try await APICase.send(.patch, "/api/school/courses/1", #"{"seats":7}"#, 200).run(client)
        #expect(try await reader.event().contains(#""updated":[1]"#))
      }
    }
  }
}
