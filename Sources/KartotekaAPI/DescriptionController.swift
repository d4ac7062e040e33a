import Hummingbird
import KartotekaApplication
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import NIOCore

/// The description of an application: `GET /api/{app}/description`.
struct DescriptionController: Sendable {
  private let path: RouterPath
  // Computed on demand, because it takes some milliseconds.
  private let answer: Deferred<(body: ByteBuffer, tag: String)>

  init(app: RunningApp) {
    path = RouterPath("/api/\(app.pathName)/description")
    answer = Deferred {
      let document = app.app.document
      return (ByteBuffer(string: document.json), EntityTag(Self.version(of: document)).text)
    }
  }

  /// The version of a description for its entity tag.
  static func version(of document: AppDocument) -> String {
    Fingerprint.text(of: Array(document.json.utf8), bytes: 8)
  }

  func addRoutes(to router: some RouterMethods<WebContext>) {
    router.get(path) { [answer] request, _ in
      try Query(request).allow([])
      let (body, tag) = answer.value
      return Response(
        status: .ok, headers: [.contentType: "application/json", .eTag: tag], body: ResponseBody(byteBuffer: body)
      ).unless(Preconditions(request))
    }
  }

  /// Adds the JSON Schema of descriptions: `GET /api/description.schema.json`.
  static func addSchema(to router: some RouterMethods<WebContext>) {
    let body = Deferred { ByteBuffer(string: AppDocument.schema) }
    router.get("/api/description.schema.json") { request, _ in
      try Query(request).allow([])
      return Response(
        status: .ok, headers: [.contentType: "application/schema+json"], body: ResponseBody(byteBuffer: body.value))
    }
  }
}

/// The list of applications: `GET /api`.
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

/// The list of an application's entities: `GET /api/{app}`.
struct AppController: Sendable {
  let app: RunningApp
  let resources: [EntityResource]

  func addRoutes(to router: some RouterMethods<WebContext>) {
    router.get(RouterPath("/api/\(app.pathName)"), use: list)
  }

  @Sendable private func list(_ request: Request, _ context: WebContext) async throws -> Response {
    try Query(request).allow([])
    var json = JSONWriter()
    json.beginObject()
    for (key, text) in [
      ("name", app.name), ("title", app.description.title), ("openapi", "/api/\(app.pathName)/openapi.json"),
    ] {
      json.key(key)
      json.string(text)
    }
    json.key("entities")
    json.beginArray()
    for resource in resources {
      let count = try await app.store.countIfPossible(resource.entity)
      json.value([
        "name": .string(resource.entity.plural), "href": .string(resource.path),
        "count": count.map { .number(String($0)) } ?? .null,
      ])
    }
    json.endArray()
    json.endObject()
    return .json(json)
  }
}

/// The OpenAPI document of an application: `GET /api/{app}/openapi.json`.
struct OpenAPIController: Sendable {
  private let path: RouterPath
  // Computed on demand, because it takes some milliseconds.
  private let body: Deferred<ByteBuffer>

  init(app: RunningApp) {
    path = RouterPath("/api/\(app.pathName)/openapi.json")
    body = Deferred {
      var json = JSONWriter()
      let answers = app.app.actions.compactMap { action in action.answer.map { (action.description.name, $0) } }
      let document = OpenAPIDocument(
        app: app.description, routes: app.app.routes, answers: Dictionary(answers) { $1 })
      json.value(.object(document.json))
      return ByteBuffer(bytes: json.bytes)
    }
  }

  func addRoutes(to router: some RouterMethods<WebContext>) {
    router.get(path) { [body] request, _ in
      try Query(request).allow([])
      return Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: body.value))
    }
  }
}
