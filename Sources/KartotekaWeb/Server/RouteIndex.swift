import HTTPTypes
import Hummingbird
import KartotekaHTTP
import KartotekaModel
import Synchronization

/// The addresses of all routes and their methods. It distinguishes 404 from 405 and names valid alternatives.
///
/// It is filled after all routes were added, because middlewares are made before.
final class RouteIndex: Sendable {
  private struct Address: Sendable {
    let path: RouterPath
    var methods: [HTTPRequest.Method]
  }

  private let addresses = Mutex<[Address]>([])

  /// Copies all routes of a router.
  func fill(from router: Router<WebContext>) {
    var found: [Address] = []
    var places: [String: Int] = [:]
    for route in router.routes {
      let place = places[route.path.description, default: found.endIndex]
      if place == found.endIndex {
        places[route.path.description] = place
        found.append(Address(path: route.path, methods: []))
      }
      found[place].methods.append(route.method)
    }
    addresses.withLock { $0 = found }
  }

  /// All routes, for tests that check each of them.
  var routes: [(path: RouterPath, methods: [HTTPRequest.Method])] {
    addresses.withLock { $0.map { ($0.path, $0.methods) } }
  }

  /// The methods of an address, as the value of an `Allow` header; nil if the address is unknown.
  func methods(of path: String) -> String? {
    let parts = path.split(separator: "/")
    let methods = addresses.withLock { all in all.filter { Self.matches($0.path, parts) }.flatMap(\.methods) }
    guard !methods.isEmpty else { return nil }
    let more: [HTTPRequest.Method] = methods.contains(.get) ? [.head, .options] : [.options]
    return Set(methods + more).map(\.rawValue).sorted().joined(separator: ", ")
  }

  /// The problem of a request without a route.
  func explain(_ request: Request, _ app: RunningApp?) -> Problem {
    let path = request.uri.path
    guard let methods = methods(of: path) else { return UnknownAddress(path).problem(app) }
    var problem = Problem(
      .methodNotAllowed,
      Phrase(
        "{method} is not allowed here. Allowed: {methods}.",
        ["method": .text(request.method.rawValue.shortened), "methods": .text(methods)]))
    problem.headers = [.allow: methods]
    return problem
  }

  private static func matches(_ path: RouterPath, _ parts: [Substring]) -> Bool {
    let elements = path.components
    if elements.last == .recursiveWildcard {
      let fixed = elements.dropLast()
      return parts.count >= fixed.count && zip(fixed, parts).allSatisfy { $0 ~= $1 }
    }
    return elements.count == parts.count && zip(elements, parts).allSatisfy { $0 ~= $1 }
  }
}
