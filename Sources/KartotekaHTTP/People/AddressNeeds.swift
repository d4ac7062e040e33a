import HTTPTypes
import Hummingbird

/// The needs of all addresses, by which requests are admitted and pages leave out what leads to a refusal.
package struct AddressNeeds: Sendable {
  private struct Row: Sendable {
    let method: HTTPRequest.Method
    let path: RouterPath
    let need: Need
    /// A bit for each component, the first one highest, that is set for a literal one. Literals take precedence.
    let literals: UInt64
  }

  /// Rows whose paths have the same first component and length.
  private struct Place: Hashable {
    let first: Substring
    let count: Int
  }

  private let apps: Set<String>
  /// By method and the row's path.
  private var exact: [String: Need] = [:]
  private var places: [Place: [Row]] = [:]

  /// - Parameters:
  ///   - rows: the rows of all addresses.
  ///   - apps: the names of all applications, also of those that could not be opened, as in addresses.
  package init(_ rows: [any AddressRow] = [], apps: [String] = []) {
    self.apps = Set(apps)
    for row in rows {
      exact["\(row.method.rawValue) \(row.path.description)"] = row.need
      let components = row.path.components
      let bits = components.prefix(64).enumerated().reduce(into: UInt64(0)) { bits, component in
        if component.element == .path(Substring(component.element.description)) {
          bits |= 1 << (63 - UInt64(component.offset))
        }
      }
      let first = components.first.map { Substring($0.description) } ?? ""
      places[Place(first: first, count: components.count), default: []].append(
        Row(method: row.method, path: row.path, need: row.need, literals: bits))
    }
    for place in places.keys { places[place]?.sort { $0.literals > $1.literals } }
  }

  /// The need of a routed request; nil if no row has the address.
  func need(_ method: HTTPRequest.Method, route: String) -> Need? { exact["\(method.rawValue) \(route)"] }

  /// The need of an address that a page leads to; nil if no row has it.
  func need(_ method: HTTPRequest.Method, address: String) -> Need? {
    let parts = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    let rows = places[Place(first: parts.first ?? "", count: parts.count)] ?? []
    return rows.first { $0.method == method && zip($0.path.components, parts).allSatisfy { $0 ~= $1 } }?.need
  }

  /// The application of an address; nil if it names none.
  func app(in address: String) -> String? {
    // By bytes: each request asks.
    let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let name = APIAddress.name(in: String(Substring(path))) else { return nil }
    let decoded = name.utf8.contains(UInt8(ascii: "%")) ? name.removingPercentEncoding ?? name : name
    return apps.contains(name) || apps.contains(decoded) ? decoded : nil
  }
}
