import HTTPTypes
import Hummingbird
import KartotekaModel
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The error of a request body that arrives more slowly than ``Limits/slowestBody``.
struct SlowBody: Error {}

/// Reports the phase of one connection to the ``ConnectionTable``. Ends the connection if its client sends a body too slowly
/// or accepts no bytes of a response for too long.
///
/// Its position is between the HTTP codec and Hummingbird's handlers, on the connection's event loop.
package final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  /// A body that is being received.
  private struct Body {
    var count = 0
    /// The time during which the server was ready to receive more.
    var waited = TimeAmount.zero
    var waitsSince: NIODeadline?
    /// Whether the table knows that the connection waits for this body.
    var isKnown = false

    func waited(until now: NIODeadline) -> TimeAmount { waited + (waitsSince.map { now - $0 } ?? .zero) }
  }

  private let table: ConnectionTable
  private let limits: Limits
  private var connection: Connection?
  private var requests = 0
  private var body: Body?
  /// The number of body bytes of all responses.
  private var written = 0
  /// The number of sent bytes at the last progress, and its time; nil while the socket is writable.
  private var held: (gone: Int, since: NIODeadline)?
  private var check: Scheduled<Void>?

  package init(_ table: ConnectionTable, _ limits: Limits) {
    self.table = table
    self.limits = limits
  }

  // MARK: Coming and going

  package func handlerAdded(context: ChannelHandlerContext) {
    TargetHandler.add(to: context.pipeline.syncOperations)
    if context.channel.isActive { begin(context) }
  }

  package func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  package func handlerRemoved(context: ChannelHandlerContext) { end() }

  private func begin(_ context: ChannelHandlerContext) {
    guard connection == nil else { return }
    // The system would otherwise buffer megabytes of a response that is not read.
    context.channel.setOption(.socketOption(.so_sndbuf), value: .init(limits.sendBuffer)).whenFailure { _ in }
    let connection = Connection(context.channel)
    self.connection = connection
    table.add(connection)
  }

  private func end() {
    check?.cancel()
    check = nil
    if let connection { table.remove(connection) }
    connection = nil
  }

  // MARK: Requests

  package func read(context: ChannelHandlerContext) {
    if body != nil, body?.waitsSince == nil { body?.waitsSince = .now() }
    context.read()
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      requests += 1
      body = Body(waitsSince: .now())
      connection?.begin(.busy)
    case .body(let part):
      body?.count += part.readableBytes
      // A client that sends at a fair rate counts as active again.
      if let body, body.count / Self.fair > (body.count - part.readableBytes) / Self.fair {
        connection?.begin(.waitsForClient)
      }
    case .end: body = nil
    }
    context.fireChannelRead(data)
  }

  package func channelReadComplete(context: ChannelHandlerContext) {
    if var body {
      if !body.isKnown { connection?.begin(.waitsForClient) }
      if check == nil { look(in: context) }
      body.isKnown = true
      body.waited = body.waited(until: .now())
      body.waitsSince = nil
      self.body = body
    } else if requests > 0, held == nil {
      connection?.begin(.busy)
    }
    context.fireChannelReadComplete()
  }

  /// Responds to bytes that are not HTTP. No later handler sees them.
  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard requests == 0, let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    let problem = Problem(error)
    let body = problem.json(in: .english)
    let head = HTTPResponse(
      status: problem.kind.status,
      headerFields: [
        .contentType: "application/problem+json", .contentLength: String(body.readableBytes), .connection: "close",
      ])
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    // Closing at once would discard the response for a client that is still sending.
    context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.linger)) { context.close(promise: nil) }
  }

  // MARK: Answers

  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head: context.write(data, promise: promise)
    case .body(let part):
      written += part.readableBytes
      context.write(data, promise: promise)
    case .end:
      let promise = promise ?? context.eventLoop.makePromise()
      promise.futureResult.assumeIsolated().whenComplete { [self] _ in
        requests -= 1
        if requests == 0 { connection?.begin(.idle) }
      }
      context.write(data, promise: promise)
    }
  }

  package func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      held = nil
      if requests > 0, body == nil { connection?.begin(.busy) }
    } else {
      held = (gone(context), .now())
      connection?.begin(.waitsForClient)
      if check == nil { look(in: context) }
    }
    context.fireChannelWritabilityChanged()
  }

  private func gone(_ context: ChannelHandlerContext) -> Int {
    let waiting = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
    return written - (waiting ?? 0)
  }

  // MARK: Rate checks

  // The number of bytes that counts as progress of a body.
  private static let fair = 16_384

  private func look(in context: ChannelHandlerContext) {
    check = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.look)) { [self] in
      check = nil
      guard body != nil || held != nil else { return }
      if let body, isTooSlow(body) {
        self.body = nil
        context.fireErrorCaught(SlowBody())
        return
      }
      if let held {
        let gone = gone(context)
        if gone != held.gone {
          self.held = (gone, .now())
          connection?.begin(.waitsForClient)
        } else if NIODeadline.now() - held.since >= TimeAmount(limits.progress) {
          context.close(promise: nil)
          return
        }
      }
      look(in: context)
    }
  }

  private func isTooSlow(_ body: Body) -> Bool {
    let waited = body.waited(until: .now())
    guard waited >= TimeAmount(limits.bodyGrace) else { return false }
    let milliseconds = Int(waited.nanoseconds / 1_000_000)
    return body.count < milliseconds * limits.slowestBody / 1_000
  }
}
