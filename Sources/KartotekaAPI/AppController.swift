import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// What an application has: `GET /api/{app}`.
struct AppController: Sendable {
  let app: RunningApp
  let resources: [EntityResource]

  func addRoutes(to router: some RouterMethods<WebContext>) {
    router.get(RouterPath("/api/\(app.name)"), use: list)
  }

  @Sendable private func list(_ request: Request, _ context: WebContext) async throws -> Response {
    try Query(request).allow([])
    var json = JSONWriter()
    json.beginObject()
    for (key, text) in [
      ("name", app.name), ("title", app.description.title), ("openapi", "/api/\(app.name)/openapi.json"),
    ] {
      json.key(key)
      json.string(text)
    }
    json.key("entities")
    json.beginArray()
    for resource in resources {
      let count = try await app.store.count(AnyFetchRequest(resource.entity.name))
      json.value([
        "name": .string(resource.entity.plural), "href": .string(resource.path), "count": .number(String(count)),
      ])
    }
    json.endArray()
    json.endObject()
    return .json(json)
  }
}
