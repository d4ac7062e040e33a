import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Compresses responses for clients that accept gzip: text and JSON of 1 KB to 1 MB in memory.
///
/// Streams (changes, exports) have no known length and are not compressed. Cached responses and assets have their own
/// compressed form (``CompressibleResponse``). Pictures are compressed by their formats.
package struct Compression: RouterMiddleware {
  // A body that is compressed for each request is worth it from one packet on. Larger bodies would block the thread for too long.
  private static let lengths = 1_024...1_048_576
  // One that is compressed once: with less than this, gzip's header and code table save nothing.
  private static let lengthsOnce = 256...1_048_576

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    if response.status == .notModified {
      response.headers.matchTag(sentIn: request)
      return response
    }
    // A ``CompressibleResponse`` has decided already.
    if response.headers.variesByEncoding { return response }
    guard let length = response.body.contentLength, Self.isWorthwhile(response.headers, count: length) else {
      return response
    }
    response.headers.varyByEncoding()
    guard request.acceptsGzip, request.method != .head, response.headers[.contentEncoding] == nil,
      response.headers[.contentRange] == nil
    else { return response }
    let plain = try await response.body.collected()
    let gzip = Gzip.compressed(plain, level: Gzip.fast)
    response.body = ResponseBody(byteBuffer: gzip ?? plain)
    if gzip != nil { response.headers.markAsGzip() }
    return response
  }

  /// Whether a response of `count` bytes is compressed.
  /// - Parameter once: whether it is compressed once for all requests.
  static func isWorthwhile(_ headers: HTTPFields, count: Int, once: Bool = false) -> Bool {
    guard (once ? lengthsOnce : lengths).contains(count) || headers[.contentEncoding] != nil,
      let type = headers[.contentType]
    else {
      return false
    }
    let essence = type.prefix { $0 != ";" }
    return essence.hasPrefix("text/") || essence.hasSuffix("json") || essence == "image/svg+xml"
  }

  package init() {}
}

extension Request {
  /// Whether the client accepts gzip (RFC 9110, section 12.5.3).
  package var acceptsGzip: Bool {
    guard let accepted = headers[.acceptEncoding] else { return false }
    // The usual value of browsers.
    if accepted.hasPrefix("gzip, ") { return true }
    return accepted.split(separator: ",").contains { part in
      let items = part.split(separator: ";").map { $0.trimmingSpaces().lowercased() }
      guard items.first == "gzip" || items.first == "*" else { return false }
      let weight = items.first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
      return weight != 0
    }
  }
}

extension HTTPFields {
  /// Marks the body as compressed. A strong entity tag identifies bytes, so the compressed form has its own tag.
  mutating func markAsGzip() {
    self[.contentEncoding] = "gzip"
    if let tag = self[.eTag] { self[.eTag] = EntityTag.gzip(tag) }
    varyByEncoding()
  }

  /// Adds Accept-Encoding to `Vary`.
  mutating func varyByEncoding() {
    if variesByEncoding { return }
    self[.vary] = self[.vary].map { "\($0), \(Self.acceptEncoding)" } ?? Self.acceptEncoding
  }

  /// Whether Accept-Encoding is the last name in `Vary`.
  fileprivate var variesByEncoding: Bool { self[.vary]?.hasSuffix(Self.acceptEncoding) ?? false }

  private static let acceptEncoding = "Accept-Encoding"

  // A 304 response has the tag of the form that the client has cached.
  fileprivate mutating func matchTag(sentIn request: Request) {
    guard let tag = self[.eTag], let sent = request.headers[.ifNoneMatch] else { return }
    let gzip = EntityTag.gzip(tag)
    if gzip != tag, sent.contains(gzip) { self[.eTag] = gzip }
  }
}

extension Response {
  /// The 304 response for a client that has this response: with its headers except those that describe the body, so that
  /// `Vary` is that of the whole response (RFC 9110, section 15.4.5).
  package var notModified: Response {
    var headers = headers
    if let length = body.contentLength, Compression.isWorthwhile(headers, count: length) { headers.varyByEncoding() }
    for name: HTTPField.Name in [.contentType, .contentLength, .contentEncoding] { headers[name] = nil }
    return Response(status: .notModified, headers: headers)
  }
}

extension ResponseBody {
  /// The bytes of a body that is in memory.
  package func collected() async throws -> ByteBuffer {
    let collector = Collector()
    try await write(collector)
    return collector.buffer.withLock { $0 }
  }

  private final class Collector: ResponseBodyWriter {
    let buffer = Mutex(ByteBuffer())

    func write(_ part: ByteBuffer) async throws { _ = buffer.withLock { $0.writeImmutableBuffer(part) } }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
