import Hummingbird
import NIOCore
import NIOPosix

/// A connection that follows an application's changes, read piece by piece.
final class EventReader {
  /// Everything that was sent and not read over yet, head and chunks as they came.
  private var waiting = ""
  private var parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator

  private init(_ parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) { self.parts = parts }

  /// Asks for an address and hands over what is answered.
  static func follow<T>(
    _ port: Int?, _ path: String = "/api/school/changes", after id: String? = nil,
    accepting encoding: String? = nil, cookie: String? = nil,
    authorization: String? = nil, _ body: (EventReader) async throws -> T
  ) async throws -> T {
    let channel = try await connect(port, autoRead: true)
    return try await channel.executeThenClose { inbound, outbound in
      let header =
        (id.map { "Last-Event-ID: \($0)\r\n" } ?? "") + (encoding.map { "Accept-Encoding: \($0)\r\n" } ?? "")
        + (cookie.map { "Cookie: \($0)\r\n" } ?? "")
        + (authorization.map { "Authorization: \($0)\r\n" } ?? "")
      try await outbound.write(ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n"))
      return try await body(EventReader(inbound.makeAsyncIterator()))
    }
  }

  /// Asks for the school's changes and never reads any.
  static func ignoring(_ port: Int?, _ body: () async throws -> Void) async throws {
    let channel = try await connect(port, autoRead: false)
    try await channel.executeThenClose { _, outbound in
      try await outbound.write(ByteBuffer(string: "GET /api/school/changes HTTP/1.1\r\nHost: localhost\r\n\r\n"))
      try await body()
    }
  }

  private static func connect(_ port: Int?, autoRead: Bool) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.autoRead, value: autoRead)
      // A system keeps a lot for one who doesn't read; less of it is enough here.
      .channelOption(.socketOption(.so_rcvbuf), value: autoRead ? 65_536 : 4_096)
      .connect(host: "127.0.0.1", port: port ?? 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
  }

  /// Reads up to and with the first such text, waiting for it; everything there was when the other end closes.
  @discardableResult
  func read(to text: String) async throws -> String {
    while true {
      if let range = waiting.firstRange(of: text) {
        defer { waiting = String(waiting[range.upperBound...]) }
        return String(waiting[..<range.upperBound])
      }
      guard let part = try await parts.next() else { return waiting }
      waiting += String(buffer: part)
    }
  }

  /// Reads the next event, without the lines of a chunk around it.
  func event() async throws -> String {
    let text = try await read(to: "\n\n")
    return text.split(separator: "\r\n", omittingEmptySubsequences: true).last.map(String.init) ?? ""
  }

  /// Reads everything until the other end closes.
  func rest() async throws -> String {
    while let part = try await parts.next() { waiting += String(buffer: part) }
    return waiting
  }
}
