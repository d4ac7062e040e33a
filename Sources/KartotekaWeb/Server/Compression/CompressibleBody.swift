import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A body that is sent often: it is compressed once, when a client first accepts gzip.
final class CompressibleBody: Sendable {
  let plain: ByteBuffer
  private let compressed = Mutex<ByteBuffer?>(nil)

  init(_ plain: ByteBuffer) { self.plain = plain }

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
      if known == nil { known = Gzip.compressed(plain, level: Gzip.small) }
      return known
    }
  }
}
