import Hummingbird
import NIOCore
import NIOPosix
import Synchronization

/// A connection that sends bytes as they are: what no proper client would send.
enum RawConnection {
  /// Sends the parts with a pause before each but the first, and reads until the server closes.
  static func ask(_ port: Int, _ parts: String..., pause: Duration = .zero) async throws -> String {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let answer = Mutex(ByteBuffer())
    // The server may hang up at any moment; what it said until then counts.
    try? await channel.executeThenClose { inbound, outbound in
      for (index, part) in parts.enumerated() {
        if index > 0, pause > .zero { try await Task.sleep(for: pause) }
        do { try await outbound.write(ByteBuffer(string: part)) } catch { break }
      }
      for try await part in inbound { _ = answer.withLock { $0.writeImmutableBuffer(part) } }
    }
    return String(buffer: answer.withLock { $0 })
  }

  /// Opens a connection, sends bytes and leaves it open.
  /// - Parameter isReading: whether what the server sends is taken.
  static func open(_ port: Int, sending text: String, isReading: Bool = true) async throws -> any Channel {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.autoRead, value: isReading)
      .channelOption(.socketOption(.so_rcvbuf), value: 65_536)
      .connect(host: "127.0.0.1", port: port).get()
    if !text.isEmpty { try await channel.writeAndFlush(ByteBuffer(string: text)) }
    return channel
  }
}
