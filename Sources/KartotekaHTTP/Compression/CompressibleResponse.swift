import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A successful response that is sent repeatedly. Its headers are computed once, and its body is compressed once, for the
/// first client that accepts gzip.
package final class CompressibleResponse: Sendable {
  /// The headers of the uncompressed form.
  package let headers: HTTPFields
  private let plain: ByteBuffer
  private let isWorthwhile: Bool
  private let level: CInt
  private let compressed = Mutex<Response?>(nil)

  /// - Parameter level: zlib's compression level. A page is valid until the next change, an asset as long as the program runs.
  package init(_ headers: HTTPFields, _ plain: ByteBuffer, level: CInt) {
    isWorthwhile = Compression.isWorthwhile(headers, count: plain.readableBytes, once: level == Gzip.small)
    var headers = headers
    if isWorthwhile { headers.varyByEncoding() }
    self.headers = headers
    self.plain = plain
    self.level = level
  }

  /// The approximate size of the body in memory in bytes, including the compressed form.
  package var size: Int { plain.readableBytes + plain.readableBytes / 3 }

  /// The response, compressed if the client accepts gzip and the type is compressible.
  package func response(acceptsGzip: Bool) -> Response {
    if acceptsGzip, isWorthwhile, let gzip { return gzip }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: plain))
  }

  private var gzip: Response? {
    compressed.withLock { known in
      if known == nil, let bytes = Gzip.compressed(plain, level: level) {
        var headers = headers
        headers[.contentLength] = nil
        headers.markAsGzip()
        known = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
      }
      return known
    }
  }
}
