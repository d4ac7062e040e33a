import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A body that is sent often: it is compressed once, when a client first accepts gzip.
final class CompressibleBody: Sendable {
  let plain: ByteBuffer
  private let level: CInt
  private let compressed = Mutex<ByteBuffer?>(nil)

  /// - Parameter level: zlib's; a page is valid until the next change, an asset as long as the program runs.
  init(_ plain: ByteBuffer, level: CInt) {
    self.plain = plain
    self.level = level
  }

  /// About how many bytes it takes in memory, compressed form included.
  var size: Int { plain.readableBytes + plain.readableBytes / 3 }

  /// A successful response with this body, compressed where the client accepts that and the type is worth it.
  func response(_ headers: HTTPFields, acceptsGzip: Bool) -> Response {
    guard acceptsGzip, Compression.isWorthwhile(headers, count: plain.readableBytes), let gzip else {
      return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: plain))
    }
    var headers = headers
    headers[.contentLength] = nil
    headers.markAsGzip()
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: gzip))
  }

  private var gzip: ByteBuffer? {
    compressed.withLock { known in
      if known == nil { known = Gzip.compressed(plain, level: level) }
      return known
    }
  }
}
