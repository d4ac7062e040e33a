import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

extension HTTPServerBuilder {
  /// HTTP 1.1 within TLS.
  /// - Parameters:
  ///   - configuration: the configuration of HTTP.
  ///   - certificate: the certificate, which may be replaced while the server runs.
  ///   - isOwn: whether a host, with or without a port, is a name of the server.
  package static func encrypted(
    _ configuration: HTTP1Channel.Configuration, by certificate: ServerCertificate,
    isOwn: @escaping @Sendable (String) -> Bool
  ) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in
      EncryptedChannel(
        base: HTTP1Channel(responder: responder, configuration: configuration), certificate: certificate, isOwn: isOwn)
    }
  }
}

/// Decrypts a connection before it is read as HTTP. Hummingbird's own `TLSChannel` has one certificate for as long as it exists.
private struct EncryptedChannel: ServerChildChannel {
  let base: HTTP1Channel
  let certificate: ServerCertificate
  let isOwn: @Sendable (String) -> Bool

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(PlainRequestHandler(isOwn: isOwn))
      var handling = NIOSSLHandler.Configuration()
      // Thousands of connections are idle, each after a page of some hundred kilobytes.
      handling.maximumPreservedOutboundBufferCapacity = 16_384
      try pipeline.addHandler(NIOSSLServerHandler(context: certificate.context, configuration: handling))
    }.flatMap { base.setup(channel: channel, logger: logger) }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}
