import Hummingbird
import NIOCore

/// What goes along with a request on its way through middlewares to its route.
package struct WebContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The connection that the request came by.
  package let channel: any Channel
  /// Where the handler states what its response depends on, if the response may be cached; nil for requests whose responses
  /// are not cached.
  package var dependencies: StatedDependencies?

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// The request's id, by which the log knows it. Hummingbird's own `id` ends the program where the log's handler
  /// keeps no metadata.
  package var reference: String { logger[metadataKey: "hb.request.id"]?.description ?? RequestID().description }

  /// Whether that is an address which only this machine itself reaches.
  package static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// Whether a request comes from this machine itself, and calls it by a name that no other machine has for it: a proxy
  /// on this machine passes on what others ask for.
  package func isOnThisMachine(_ request: Request) -> Bool {
    guard let address = channel.remoteAddress?.ipAddress, Self.isLoopback(address) else { return false }
    let authority = request.head.authority ?? ""
    return ["localhost", "127.0.0.1", "[::1]"].contains { authority == $0 || authority.hasPrefix($0 + ":") }
  }

  /// Closes the connection in a while, whatever is still sent on it.
  package func close(after delay: Duration) {
    channel.eventLoop.scheduleTask(in: TimeAmount(delay)) { [channel] in channel.close(promise: nil) }
  }
}
