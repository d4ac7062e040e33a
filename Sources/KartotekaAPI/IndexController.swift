import Hummingbird
import KartotekaHTTP
import KartotekaModel

/// What there is: `GET /api`.
struct IndexController: Sendable {
  let apps: [RunningApp]

  func addRoutes(to router: some RouterMethods<WebContext>) { router.get("/api", use: list) }

  @Sendable private func list(_ request: Request, _ context: WebContext) async throws -> Response {
    try Query(request).allow([])
    var json = JSONWriter()
    json.beginObject()
    json.key("apps")
    json.beginArray()
    for app in apps {
      json.value([
        "name": .string(app.name), "title": .string(app.description.title), "href": .string("/api/" + app.name),
      ])
    }
    json.endArray()
    json.endObject()
    return .json(json)
  }
}
