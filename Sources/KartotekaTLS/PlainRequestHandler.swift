import KartotekaModel
import NIOCore

/// Answers a request over plain HTTP to the port of HTTPS: a browser is led to the address with `https`, everything else is refused.
///
/// A browser that is given an address without a scheme may try `http` first. A program that sends a token or data without
/// encryption gets an error instead, so that the mistake is noticed.
final class PlainRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The head so far; nil before the first bytes.
  private var head: ByteBuffer?
  private var isAnswered = false
  private let isOwn: @Sendable (String) -> Bool

  /// - Parameter isOwn: whether a host, with or without a port, is a name of the server.
  init(isOwn: @escaping @Sendable (String) -> Bool) { self.isOwn = isOwn }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    guard bytes.readableBytes > 0, !isAnswered else { return }
    if head == nil, !Self.beginsMethod(bytes) {
      context.fireChannelRead(data)
      context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
      return
    }
    if head == nil { head = context.channel.allocator.buffer(capacity: bytes.readableBytes) }
    head?.writeBuffer(&bytes)
    guard let head, let response = Self.response(to: head.readableBytesView, isOwn: isOwn) else { return }
    isAnswered = true
    self.head = nil
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: response)), promise: nil)
    context.close(mode: .output, promise: nil)
  }

  // A connection of TLS begins with the number of its first record's type, which is no letter.
  private static func beginsMethod(_ bytes: ByteBuffer) -> Bool {
    guard let first = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) else { return false }
    return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
  }

  /// The limit of a head, in bytes.
  static let most = 16_384

  /// The response to a request; nil until its head is complete.
  static func response(to bytes: some Collection<UInt8>, isOwn: (String) -> Bool) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") ?? text.firstRange(of: "\n\n") else {
      return bytes.count > most ? refusal : nil
    }
    let lines = text[..<end.lowerBound].split(whereSeparator: \.isNewline)
    let parts = lines.first?.split(separator: " ") ?? []
    var (hosts, hasCredentials) = ([String](), false)
    for line in lines.dropFirst() {
      let field = line.split(separator: ":", maxSplits: 1)
      guard field.count == 2 else { continue }
      if field[0].lowercased() == "host" { hosts.append(field[1].trimmingSpaces()) }
      if field[0].lowercased() == "authorization" { hasCredentials = true }
    }
    guard parts.count == 3, parts[0] == "GET" || parts[0] == "HEAD", !hasCredentials, hosts.count == 1,
      isOwn(hosts[0]), parts[1].utf8.first == UInt8(ascii: "/"),
      // A program that was led on would never learn that it sends its calls unencrypted first.
      !parts[1].hasPrefix("/api/"),
      [hosts[0], String(parts[1])].allSatisfy({ $0.utf8.allSatisfy { (0x21...0x7e).contains($0) } })
    else { return refusal }
    return answer("307 Temporary Redirect", "Location: https://\(hosts[0])\(parts[1])\r\n", body: "")
  }

  private static let refusal = answer(
    "400 Bad Request", "Content-Type: text/plain; charset=utf-8\r\n",
    body: "This address needs https instead of http.\n")

  private static func answer(_ status: String, _ fields: String, body: String) -> String {
    "HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(body.utf8.count)\r\nCache-Control: no-store\r\n"
      + "Connection: close\r\n\r\n\(body)"
  }
}
