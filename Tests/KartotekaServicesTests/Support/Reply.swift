import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// One answer of a stand-in.
struct Reply: Sendable {
  let response: @Sendable (Request, String) async throws -> Response

  /// An answer made from the question and the stand-in's own address.
  init(_ response: @escaping @Sendable (Request, String) async throws -> Response) {
    self.response = response
  }

  func response(_ request: Request, at address: String) async throws -> Response {
    try await response(request, address)
  }

  /// A status, with headers and a text.
  static func status(
    _ status: Int, _ headers: HTTPFields = [:], _ body: String = "{\"error\":\"no\"}"
  ) -> Reply {
    bytes(Array(body.utf8), "application/json", headers, status)
  }

  /// JSON; `BASE` in it is the stand-in's address.
  static func json(_ text: String, _ headers: HTTPFields = [:]) -> Reply {
    Reply { request, address in
      let text = text.replacing("BASE", with: address)
      return try await bytes(Array(text.utf8), "application/json; charset=utf-8", headers).response(request, address)
    }
  }

  /// Bytes of a type.
  static func bytes(_ bytes: [UInt8], _ type: String, _ headers: HTTPFields = [:], _ status: Int = 200) -> Reply {
    Reply { _, _ in
      var headers = headers
      headers[.contentType] = type
      return Response(
        status: .init(code: status), headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
  }

  /// A web page, as a network with a sign-in page has in place of everything.
  static let page = bytes(Array("<!doctype html><title>Sign in</title>".utf8), "text/html")

  /// JSON that is cut off.
  static let broken = json(#"{"photos":[{"id":1,"#)

  /// No answer until the one who asked goes away.
  static let silent = Reply { _, _ in
    try await Task.sleep(for: .seconds(600))
    return Response(status: .ok)
  }

  /// Bytes without an end.
  static let endless = Reply { _, _ in
    Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody { writer in
        let part = ByteBuffer(repeating: 0x20, count: 65_536)
        while true { try await writer.write(part) }
      })
  }

  /// The beginning of an answer, and then the connection breaks off.
  static let brokenOff = Reply { _, _ in
    struct BrokenOff: Error {}
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody { writer in
        try await writer.write(ByteBuffer(string: #"{"photos":["#))
        throw BrokenOff()
      })
  }

  /// What Geoapify answers only if the question's tag is not this one.
  static func tagged(_ tag: String, _ text: String) -> Reply {
    Reply { request, address in
      if request.headers[.ifNoneMatch] == tag {
        return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: "max-age=60"])
      }
      return try await json(text, [.eTag: tag, .cacheControl: "max-age=60"]).response(request, address)
    }
  }
}
