import HTTPTypes
import Hummingbird

/// The right that an address needs.
package enum Need: String, CaseIterable, Sendable {
  /// None: files that every page loads, manifests, icons, choices that only the browser keeps, and what names no application.
  case `public`
  /// To see and change one's own account, and the addresses for calendars that one has made.
  case own
  /// To see records.
  case see
  /// To keep what nobody else sees in an application: private views. A token that only reads does not include it.
  case keep
  /// To change records and saved views, also to see the forms for that.
  case change
  /// To load files into an application.
  case `import`
  /// To take records out as files.
  case export
  /// To run an application's actions.
  case act
  /// To change an application's description.
  case design
  /// To make, remove and bring back applications, to delete all data and history, to set secrets.
  case administer
}

/// The checks and limits that a request for an address goes through before it is answered.
package enum Passage: Sendable {
  /// None: a monitoring program may not know the server's name.
  case unchecked
  /// The checks of host, origin and size. The answer takes less time than the cache.
  case quick
  /// All: also the cache, the time limit and the limits of writes.
  case usual
}

/// A row of the table of a server's addresses. The router, the answers 404 and 405, and the printed table are made of the rows.
package protocol AddressRow: Sendable {
  var method: HTTPRequest.Method { get }
  var path: RouterPath { get }
  var need: Need { get }
  var passage: Passage { get }
  /// The remarks of the printed row behind the need.
  var remarks: [String] { get }
  /// Answers a request for the address.
  @Sendable func response(to request: Request, _ context: WebContext) async throws -> Response
}

extension AddressRow {
  package var passage: Passage { .usual }
  package var remarks: [String] { [] }

  /// The row as a line of text: `POST /northwind/orders change files`.
  package var line: String { line(path.description) }

  /// The same with another path.
  package func line(_ path: String) -> String {
    ([method.rawValue, path, need.rawValue] + remarks).joined(separator: " ")
  }
}

/// Builds the rows of a room: statements are rows, lists of rows, `if` and `for`.
@resultBuilder
package enum RowBuilder<Row> {
  package static func buildExpression(_ row: Row) -> [Row] { [row] }
  package static func buildExpression(_ rows: [Row]) -> [Row] { rows }
  package static func buildBlock(_ parts: [Row]...) -> [Row] { parts.flatMap(\.self) }
  package static func buildOptional(_ part: [Row]?) -> [Row] { part ?? [] }
  package static func buildEither(first: [Row]) -> [Row] { first }
  package static func buildEither(second: [Row]) -> [Row] { second }
  package static func buildArray(_ parts: [[Row]]) -> [Row] { parts.flatMap(\.self) }
}
