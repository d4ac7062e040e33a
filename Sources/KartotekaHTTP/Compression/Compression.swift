import HTTPTypes
import Hummingbird

/// Compresses responses for clients that accept gzip: text and JSON of 1 KB to 1 MB that is in memory.
///
/// Streams (changes, exports) have no known length and are sent as they are made. Cached responses and assets bring their
/// compressed form along (``CompressibleResponse``). Pictures are compressed by their formats.
package struct Compression: RouterMiddleware {
  // Below, the gain is less than a packet; beyond, compressing takes long, on a thread that others need.
  private static let lengths = 1_024...1_048_576

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    if response.status == .notModified {
      response.headers.varyByEncoding()
      response.headers.matchTag(sentIn: request)
      return response
    }
    // A response that is sent often was looked at when it was made.
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

  /// Whether a response of that many bytes is compressed.
  static func isWorthwhile(_ headers: HTTPFields, count: Int) -> Bool {
    guard lengths.contains(count) || headers[.contentEncoding] != nil, let type = headers[.contentType] else {
      return false
    }
    let essence = type.prefix { $0 != ";" }
    return essence.hasPrefix("text/") || essence.hasSuffix("json") || essence == "image/svg+xml"
  }

  package init() {}
}

extension Request {
  /// Whether the client takes gzip (RFC 9110, section 12.5.3).
  package var acceptsGzip: Bool {
    guard let accepted = headers[.acceptEncoding] else { return false }
    // What browsers send.
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
  /// States that the body is compressed. A strong tag is of the bytes, so that the compressed form has one of its own.
  mutating func markAsGzip() {
    self[.contentEncoding] = "gzip"
    if let tag = self[.eTag] { self[.eTag] = EntityTag.gzip(tag) }
    varyByEncoding()
  }

  /// States that the response depends on whether the client takes gzip.
  mutating func varyByEncoding() {
    if variesByEncoding { return }
    self[.vary] = self[.vary].map { "\($0), \(Self.acceptEncoding)" } ?? Self.acceptEncoding
  }

  /// Whether the last thing that `Vary` names is the encoding.
  fileprivate var variesByEncoding: Bool { self[.vary]?.hasSuffix(Self.acceptEncoding) ?? false }

  private static let acceptEncoding = "Accept-Encoding"

  // 304 has the tag of the form that the client has.
  fileprivate mutating func matchTag(sentIn request: Request) {
    guard let tag = self[.eTag], let sent = request.headers[.ifNoneMatch] else { return }
    let gzip = EntityTag.gzip(tag)
    if gzip != tag, sent.contains(gzip) { self[.eTag] = gzip }
  }
}
