import Hummingbird
import NIOCore

/// What goes along with a request on its way through middlewares to its route.
struct WebContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection that the request came by.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
