import HTTPTesting
import KartotekaTLS
import NIOCore
import NIOPosix
import NIOSSL

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// A client's connection within TLS that sends bytes as they are.
enum EncryptedClient {
  /// Opens a connection, sends bytes and leaves it open. The certificate is not checked.
  /// - Parameter isReading: whether the client reads the response.
  static func open(_ port: Int, sending text: String, isReading: Bool = true) async throws -> any Channel {
    let channel = try await bootstrap().connect(host: "127.0.0.1", port: port).get()
    try await channel.writeAndFlush(ByteBuffer(string: text))
    if !isReading { try await channel.setOption(.autoRead, value: false).get() }
    return channel
  }

  /// Sends a request, and reads until the server closes.
  static func ask(_ port: Int, _ request: String) async throws -> String {
    let channel = try await bootstrap().connect(host: "127.0.0.1", port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
      }
    }
    var answer = ByteBuffer()
    try? await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: request))
      for try await part in inbound { answer.writeImmutableBuffer(part) }
    }
    return String(buffer: answer)
  }

  /// Closes the socket without the end of TLS, as a client that has lost its network does.
  static func cut(_ channel: any Channel) async throws {
    try await channel.eventLoop.submit {
      try channel.pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self).close(promise: nil)
    }.get()
  }

  private static func bootstrap() throws -> ClientBootstrap {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .none
    let context = try NIOSSLContext(configuration: configuration)
    return ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.socketOption(.so_rcvbuf), value: 65_536)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            NIOSSLClientHandler(context: context, serverHostname: "localhost"))
        }
      }
  }
}

extension Server {
  /// A server of HTTPS for tests.
  init(testing app: RunningApp, _ folder: CertificateFolder, limits: Limits = Limits()) throws {
    self.init(testing: app, limits: limits)
    certificate = try ServerCertificate(CertificateFiles(chain: folder.chain, key: folder.key))
  }
}
