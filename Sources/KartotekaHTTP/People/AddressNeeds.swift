import HTTPTypes
import Hummingbird

/// The needs of all addresses, by which requests are admitted and pages leave out what leads to a refusal. A class, because each
/// middleware copies the context of a request, which has them.
package final class AddressNeeds: Sendable {
  private struct Row: Sendable {
    let path: RouterPath
    let need: Need
    /// A bit for each component, the first one highest, that is set for a literal one. Literals take precedence.
    let literals: UInt64
  }

  /// Rows of a method whose paths have the same first two components and length. The second one is nil if it is not literal.
  private struct Place: Hashable {
    let method: HTTPRequest.Method
    let first: Substring
    let second: Substring?
    let count: Int
  }

  private let apps: Set<String>
  /// The needs of a row's path, by its methods: there are one or two.
  private let exact: [String: [(method: HTTPRequest.Method, need: Need)]]
  private let places: [Place: [Row]]

  /// - Parameters:
  ///   - rows: the rows of all addresses.
  ///   - apps: the names of all applications, also of those that could not be opened, as in addresses.
  package init(_ rows: [any AddressRow] = [], apps: [String] = []) {
    self.apps = Set(apps)
    var exact: [String: [(method: HTTPRequest.Method, need: Need)]] = [:]
    var places: [Place: [Row]] = [:]
    for row in rows {
      exact[row.path.description, default: []].append((row.method, row.need))
      let components = row.path.components
      let bits = components.prefix(64).enumerated().reduce(into: UInt64(0)) { bits, component in
        if component.element.isLiteral { bits |= 1 << (63 - UInt64(component.offset)) }
      }
      let second = components.dropFirst().first.flatMap { $0.isLiteral ? Substring($0.description) : nil }
      let place = Place(
        method: row.method, first: components.first.map { Substring($0.description) } ?? "", second: second,
        count: components.count)
      places[place, default: []].append(Row(path: row.path, need: row.need, literals: bits))
    }
    self.exact = exact
    self.places = places.mapValues { $0.sorted { $0.literals > $1.literals } }
  }

  /// The need of a routed request; nil if no row has it.
  func need(_ method: HTTPRequest.Method, route: String) -> Need? { exact[route]?.last { $0.method == method }?.need }

  /// The need of an address that a page leads to; nil if no row has it.
  func need(_ method: HTTPRequest.Method, address: String) -> Need? {
    // By bytes: each link of a page asks.
    let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let parts = path.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    func found(_ second: Substring?) -> Need? {
      let place = Place(method: method, first: parts.first ?? "", second: second, count: parts.count)
      return places[place]?.first { zip($0.path.components, parts).allSatisfy { $0 ~= $1 } }?.need
    }
    if let second = parts.dropFirst().first, let literal = found(second) { return literal }
    return found(nil)
  }

  /// The application of an address; nil if it names none.
  func app(in address: String) -> String? {
    // By bytes: each request asks.
    let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let name = APIAddress.name(in: Substring(path)) else { return nil }
    let decoded = name.utf8.contains(UInt8(ascii: "%")) ? name.removingPercentEncoding ?? name : name
    return apps.contains(name) || apps.contains(decoded) ? decoded : nil
  }
}

extension RouterPath.Element {
  fileprivate var isLiteral: Bool { self == .path(Substring(description)) }
}
