import HTTPTypes
import Hummingbird
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("The needs of addresses")
struct AddressNeedsTests {
  // That of the row with the most literal components at the beginning, among all rows that match.
  private func slowly(_ method: HTTPRequest.Method, _ address: String, _ rows: [any AddressRow]) -> Need? {
    let parts = address.split(separator: "?")[0].split(separator: "/")
    func isLiteral(_ component: RouterPath.Element) -> Bool { component == .path(Substring(component.description)) }
    return rows.filter { row in
      row.method == method && row.path.components.count == parts.count
        && zip(row.path.components, parts).allSatisfy { $0 ~= $1 }
    }.min { one, other in
      let (a, b) = (one.path.components.map(isLiteral), other.path.components.map(isLiteral))
      return zip(a, b).first { $0 != $1 }?.0 ?? false
    }?.need
  }

  @Test("An address has the need of the row that answers it, by its literal components first, whatever follows them")
  func addresses() async throws {
    let site = try await PeopleSite([])
    let rows = site.server.table
    let needs = AddressNeeds(rows, apps: ["school", "userscrud"])
    var found = 0
    for row in rows {
      for value in ["7", "new", "courses", "history"] {
        let components = row.path.components.map { component in
          component == .path(Substring(component.description)) ? component.description : value
        }
        let address = "/" + components.joined(separator: "/")
        let need = slowly(row.method, address + "?", rows)
        for end in ["", "?via=courses/1", "#row", "/"] {
          #expect(needs.need(row.method, address: address + end) == need, "\(row.method) \(address)\(end)")
        }
        if need != nil { found += 1 }
      }
      #expect(needs.need(row.method, route: row.path.description) == row.need, "\(row.method) \(row.path)")
      #expect(needs.need(.trace, route: row.path.description) == nil)
    }
    #expect(found > 500)
    #expect(needs.need(.get, address: "/nowhere/at/all") == nil)
    for (path, app) in [
      ("/school/courses?x", "school"), ("//api//school", "school"), ("/api/sch%6Fol/courses", "school"), ("/api", nil),
      ("/", nil), ("", nil), ("/nowhere", nil), ("#/school", nil), ("school", "school"),
    ] as [(String, String?)] {
      #expect(needs.app(in: path) == app, "\(path)")
    }
    _ = site
  }
}
