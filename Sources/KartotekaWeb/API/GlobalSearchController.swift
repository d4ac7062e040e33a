import Hummingbird
import KartotekaHTML
import KartotekaModel

/// The search over all entities of all applications: `GET /api/search?q=kowalska&limit=5`.
struct GlobalSearchController: Sendable {
  /// The most records of an entity.
  private static let most = 50

  let search: GlobalSearchScreen

  func addRoutes(to router: some RouterMethods<WebContext>) { router.get("/api/search", use: find) }

  @Sendable private func find(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Query(request)
    try query.allow(["q", "app", "limit"])
    let limit = query["limit"].map { Int($0) } ?? GlobalSearchScreen.limit
    guard let limit, (1...Self.most).contains(limit) else {
      throw Problem.parameter(
        "limit", Phrase("It has to be a whole number from 1 to {most}.", ["most": .text(String(Self.most))]))
    }
    let text = GlobalSearchScreen.text(query["q"] ?? "")
    let found = try await search.find(text, first: query["app"] ?? "", limit: limit, request)
    var json = JSONWriter()
    json.beginObject()
    json.key("items")
    json.beginArray()
    for group in found {
      let (app, entity) = (group.screens.description.name, group.screen.entity.plural)
      for hit in group.hits {
        json.value([
          "app": .string(app), "entity": .string(entity), "id": .number(String(hit.id)), "title": .string(hit.title),
          "href": .string(URLPath("api", app, entity, String(hit.id)).text),
        ])
      }
    }
    json.endArray()
    json.endObject()
    return .json(json)
  }
}
