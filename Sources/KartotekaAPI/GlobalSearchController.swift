import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

/// The search in all applications: `GET /api/search?q=kowalska&limit=5`.
package struct GlobalSearchController: Sendable {
  /// Finds records by a text, at most `limit` of each entity. Those of the application `first` come first.
  package typealias Search =
    @Sendable (_ text: String, _ first: String, _ limit: Int, _ request: Request) async throws -> [RecordHit]

  /// The maximum and default number of records of an entity.
  private static let (most, usual) = (50, 5)

  private let search: Search

  package init(_ search: @escaping Search) { self.search = search }

  package func addRoutes(to router: some RouterMethods<WebContext>) { router.get("/api/search", use: find) }

  @Sendable private func find(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Query(request)
    try query.allow(["q", "app", "limit"])
    let limit = query["limit"].map { Int($0) } ?? Self.usual
    guard let limit, (1...Self.most).contains(limit) else {
      throw Problem.parameter(
        "limit", Phrase("It has to be a whole number from 1 to {most}.", ["most": .text(String(Self.most))]))
    }
    var json = JSONWriter()
    json.beginObject()
    json.key("items")
    json.beginArray()
    for hit in try await search(query["q"] ?? "", query["app"] ?? "", limit, request) {
      json.value([
        "app": .string(hit.app), "entity": .string(hit.entity),
        // As in the record.
        "id": hit.address == String(hit.id) ? .number(hit.address) : .string(hit.address),
        "title": .string(hit.title),
        "href": .string(APIAddress.records(hit.entity, of: hit.app).text + "/" + hit.address),
      ])
    }
    json.endArray()
    json.endObject()
    return .json(json)
  }
}
