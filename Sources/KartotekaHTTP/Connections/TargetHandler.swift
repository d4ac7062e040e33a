import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Replaces the `Host` header with the host of a request target in absolute form (RFC 9112, section 3.2.2).
///
/// Its position is before the codec that makes Hummingbird's requests, because the codec keeps only the target's path.
final class TargetHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private static let host = "Host"

  /// Adds a handler to a pipeline that has the codec.
  static func add(to pipeline: ChannelPipeline.SynchronousOperations) {
    guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
    try? pipeline.addHandler(TargetHandler(), position: .before(codec))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), let authority = Self.authority(in: head.uri),
      // A request with several Host headers is refused later.
      head.headers[Self.host].count <= 1
    else { return context.fireChannelRead(data) }
    head.headers.replaceOrAdd(name: Self.host, value: authority)
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  private static func authority(in target: String) -> String? {
    guard target.utf8.first != UInt8(ascii: "/"), let scheme = target.firstRange(of: "://") else { return nil }
    return String(target[scheme.upperBound...].prefix { !"/?#".contains($0) })
  }
}
