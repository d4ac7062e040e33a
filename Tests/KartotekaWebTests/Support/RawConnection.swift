import Hummingbird
import NIOCore
import NIOPosix

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
    return try await channel.executeThenClose { inbound, outbound in
      for (index, part) in parts.enumerated() {
        if index > 0, pause > .zero { try await Task.sleep(for: pause) }
        // The server may have hung up already; what it said is still there to be read.
        do { try await outbound.write(ByteBuffer(string: part)) } catch { break }
      }
      var answer = ByteBuffer()
      do {
        for try await part in inbound { answer.writeImmutableBuffer(part) }
      } catch {}
      return String(buffer: answer)
    }
  }
}
