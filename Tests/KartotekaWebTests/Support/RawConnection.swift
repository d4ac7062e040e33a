import Hummingbird
import NIOCore
import NIOPosix
import Synchronization

/// A connection that sends bytes as they are: what no proper client would send.
enum RawConnection {
  /// Sends the parts one after the other, and reads until the server closes.
  static func ask(_ port: Int, _ parts: String...) async throws -> String {
    try await exchange(port) { outbound in
      for part in parts { try await outbound.write(ByteBuffer(string: part)) }
    }
  }

  /// Sends the head, then one more byte every 20 ms, until the server closes.
  static func trickle(_ port: Int, _ head: String, byte: String) async throws -> String {
    try await exchange(port) { outbound in
      try await outbound.write(ByteBuffer(string: head))
      while true {
        try await Task.sleep(for: .milliseconds(20))
        try await outbound.write(ByteBuffer(string: byte))
      }
    }
  }

  /// Connects, sends, and reads until the server closes.
  /// - Returns: what the server has sent. It may close at any moment, also while bytes are sent to it.
  private static func exchange(
    _ port: Int, send: @escaping @Sendable (NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws -> Void
  ) async throws -> String {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let answer = Mutex(ByteBuffer())
    try? await channel.executeThenClose { inbound, outbound in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try? await send(outbound) }
        for try await part in inbound { _ = answer.withLock { $0.writeImmutableBuffer(part) } }
        group.cancelAll()
      }
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
