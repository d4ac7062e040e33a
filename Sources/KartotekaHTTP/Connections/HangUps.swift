import Hummingbird
import NIOCore
import Synchronization

/// Detects clients that have closed their end of the connection, so that reads for them can be cancelled.
///
/// A client that half-closes the connection after its request can't be distinguished from one that has disconnected. It
/// counts as disconnected, as in nginx.
package final class HangUps: Sendable {
  private struct Client {
    var isGone = false
    var onHangUp: (@Sendable () -> Void)?
  }

  package init() {}

  private let clients = Mutex<[ObjectIdentifier: Client]>([:])

  /// A channel handler for a new connection.
  package func handler() -> any RemovableChannelHandler { Handler(self) }

  /// Calls `onHangUp` when the client disconnects, immediately if it already has, until ``end(_:)``.
  package func watch(_ channel: any Channel, _ onHangUp: @escaping @Sendable () -> Void) {
    let isGone = clients.withLock { clients in
      clients[ObjectIdentifier(channel)]?.onHangUp = onHangUp
      return clients[ObjectIdentifier(channel)]?.isGone ?? false
    }
    if isGone { onHangUp() }
  }

  /// Ends a watch.
  /// - Returns: whether the client has disconnected.
  package func end(_ channel: any Channel) -> Bool {
    clients.withLock { clients in
      clients[ObjectIdentifier(channel)]?.onHangUp = nil
      return clients[ObjectIdentifier(channel)]?.isGone ?? false
    }
  }

  private func hangUp(_ channel: any Channel) {
    let onHangUp = clients.withLock { clients in
      clients[ObjectIdentifier(channel)]?.isGone = true
      return clients[ObjectIdentifier(channel)]?.onHangUp
    }
    onHangUp?()
  }

  private func set(_ client: Client?, of channel: any Channel) {
    clients.withLock { $0[ObjectIdentifier(channel)] = client }
  }

  private final class Handler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    private let hangUps: HangUps

    init(_ hangUps: HangUps) { self.hangUps = hangUps }

    func handlerAdded(context: ChannelHandlerContext) { hangUps.set(Client(), of: context.channel) }

    func handlerRemoved(context: ChannelHandlerContext) { hangUps.set(nil, of: context.channel) }

    func channelInactive(context: ChannelHandlerContext) {
      hangUps.hangUp(context.channel)
      context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if let event = event as? ChannelEvent, event == .inputClosed { hangUps.hangUp(context.channel) }
      context.fireUserInboundEventTriggered(event)
    }
  }
}
