import HTTPTypes
import Hummingbird
import KartotekaHTTP
import KartotekaModel

/// The addresses of a table and their methods. It distinguishes 404 from 405 and names valid alternatives.
struct RouteIndex: Sendable {
  private struct Address: Sendable {
    let path: RouterPath
    var methods: [HTTPRequest.Method]
  }

  private var addresses: [Address] = []

  init(_ table: AddressTable = AddressTable([])) { self.init(table.rows.map { ($0.path, $0.method) }) }

  /// The addresses of routes.
  init(_ routes: [(path: RouterPath, method: HTTPRequest.Method)]) {
    var places: [String: Int] = [:]
    for route in routes {
      let place = places[route.path.description, default: addresses.endIndex]
      if place == addresses.endIndex {
        places[route.path.description] = place
        addresses.append(Address(path: route.path, methods: []))
      }
      addresses[place].methods.append(route.method)
    }
  }

  /// The methods of an address, as the value of an `Allow` header; nil if the address is unknown.
  func methods(of path: String) -> String? {
    let parts = path.split(separator: "/")
    let methods = addresses.filter { Self.matches($0.path, parts) }.flatMap(\.methods)
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
