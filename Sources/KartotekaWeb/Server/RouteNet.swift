import HTTPTypes
import Hummingbird
import KartotekaHTTP

/// A router's routes, each once. The router itself ends the process where two routes have the same method and path, so that one
/// application's description could take all others along.
final class RouteNet: RouterMethods {
  typealias Context = WebContext

  private struct Route: Hashable {
    let path: String
    let method: HTTPRequest.Method
  }

  private let router: Router<WebContext>
  private var known: Set<Route>
  /// The routes that were asked for twice, by the first component of their path that is not `api`.
  private(set) var repeated: [String: String] = [:]

  /// A net with the routes that the router has.
  init(_ router: Router<WebContext>) {
    self.router = router
    known = Set(router.routes.map { Route(path: $0.path.description, method: $0.method) })
  }

  func on<Responder: HTTPResponder>(
    _ path: RouterPath, method: HTTPRequest.Method, responder: Responder
  ) -> Self where Responder.Context == WebContext {
    if known.insert(Route(path: path.description, method: method)).inserted {
      router.on(path, method: method, responder: responder)
    } else {
      let parts = path.description.split(separator: "/")
      let owner = (parts.first == "api" ? parts.dropFirst() : parts[...]).first ?? ""
      repeated[String(owner)] = "\(method.rawValue) \(path.description)"
    }
    return self
  }

  func add(middleware: any MiddlewareProtocol<Request, Response, WebContext>) -> Self {
    router.add(middleware: middleware)
    return self
  }
}
