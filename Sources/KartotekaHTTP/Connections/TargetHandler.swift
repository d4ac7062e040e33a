import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Has the host of a target that is a whole URL take the place of the `Host` header, as RFC 9112, section 3.2.2, demands.
///
/// It stands before the codec that makes Hummingbird's requests, which keeps the target's path only.
final class TargetHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private static let host = "Host"

  /// Adds a handler to a pipeline; none where the pipeline has no such codec.
  static func add(to pipeline: ChannelPipeline.SynchronousOperations) {
    guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
    try? pipeline.addHandler(TargetHandler(), position: .before(codec))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), let authority = Self.authority(in: head.uri),
      // A request with several is refused.
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
