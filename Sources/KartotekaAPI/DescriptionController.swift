import Hummingbird
import KartotekaApplication
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import NIOCore

/// The description of an application: `GET /api/{app}/description`.
struct DescriptionController: Sendable {
  private let app: RunningApp
  // Computed on demand, because it takes some milliseconds.
  private let answer: Deferred<(body: ByteBuffer, tag: String)>

  init(app: RunningApp) {
    self.app = app
    answer = Deferred {
      let document = app.app.document
      return (ByteBuffer(string: document.json), EntityTag(Self.version(of: document)).text)
    }
  }

  /// The version of a description for its entity tag.
  static func version(of document: AppDocument) -> String {
    Fingerprint.text(of: Array(document.json.utf8), bytes: 8)
  }

  var operation: APIOperation {
    APIOperation(.get, app.route.appendingPath("description"), needs: .see) { [answer] request, _ in
      let (body, tag) = answer.value
      return Response(
        status: .ok, headers: [.contentType: "application/json", .eTag: tag], body: ResponseBody(byteBuffer: body)
      ).unless(Preconditions(request))
    } documentation: {
      OpenAPIOperation(
        "getDescription", "The application's entities, rules, screens and words",
        parameters: OpenAPIParameters.references(["IfNoneMatch"]),
        answers: ["200": .answer("The description", Self.schema, headers: ["ETag"]), "304": .unchanged])
    }
  }

  /// The schema of descriptions in OpenAPI documents.
  static let schema: JSONValue = [
    "type": "object", "description": "Conforms to the schema at /api/description.schema.json",
  ]
}

/// The operations outside of applications: `GET /api`, `GET /api/description.schema.json`.
struct IndexController: Sendable {
  let apps: [RunningApp]

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    APIOperation(.get, "/api", needs: .see, list) {
      let app: JSONValue = .object(strings: ["name", "title", "href"])
      return OpenAPIOperation(
        "listApplications", "The applications",
        answers: [
          "200": .answer(
            "The applications",
            ["type": "object", "required": ["apps"], "properties": ["apps": ["type": "array", "items": app]]])
        ])
    }
    let body = Deferred { ByteBuffer(string: AppDocument.schema) }
    APIOperation(.get, "/api/description.schema.json", needs: .public) { _, _ in
      Response(
        status: .ok, headers: [.contentType: "application/schema+json"], body: ResponseBody(byteBuffer: body.value))
    } documentation: {
      OpenAPIOperation(
        "getDescriptionSchema", "The JSON Schema of descriptions",
        answers: ["200": .answer("The schema", ["type": "object"], as: "application/schema+json")])
    }
  }

  @Sendable private func list(_ request: Request, _ context: WebContext) async throws -> Response {
    var json = JSONWriter()
    json.beginObject()
    json.key("apps")
    json.beginArray()
    for app in apps where context.asker.sees(app.name) {
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

  var operation: APIOperation {
    APIOperation(.get, app.route, needs: .see, list) {
      let entity: JSONValue = [
        "type": "object", "required": ["name", "href", "count"],
        "properties": [
          "name": ["type": "string"], "href": ["type": "string", "format": "uri-reference"],
          "count": ["type": ["integer", "null"], "description": "null if they can't be counted now"],
        ],
      ]
      return OpenAPIOperation(
        "getApplication", "The entities, with the numbers of their records",
        answers: [
          "200": .answer(
            "The application",
            [
              "type": "object", "required": ["name", "title", "openapi", "entities"],
              "properties": [
                "name": ["type": "string"], "title": ["type": "string"],
                "openapi": ["type": "string", "format": "uri-reference"],
                "entities": ["type": "array", "items": entity],
              ],
            ])
        ])
    }
  }

  @Sendable private func list(_ request: Request, _ context: WebContext) async throws -> Response {
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
      let count = try await app.store(for: context).countIfPossible(resource.entity)
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

/// An OpenAPI document: `GET /api/{app}/openapi.json`, and `GET /api/openapi.json` for what has no application.
struct OpenAPIController: Sendable {
  let path: RouterPath
  /// Makes the document. It is called once, on demand, because it takes some milliseconds.
  let document: @Sendable () -> OpenAPIDocument

  var operation: APIOperation {
    let body = Deferred { [document] in
      var json = JSONWriter()
      json.value(.object(document().json))
      return ByteBuffer(bytes: json.bytes)
    }
    return APIOperation(.get, path.appendingPath("openapi.json"), needs: .see) { _, _ in
      Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body.value))
    } documentation: {
      OpenAPIOperation("getOpenAPI", "This document", answers: ["200": .answer("The document", ["type": "object"])])
    }
  }
}

extension JSONValue {
  /// The schema of an object of texts.
  static func object(strings names: [String]) -> JSONValue {
    [
      "type": "object", "required": .array(names.map { .string($0) }),
      "properties": .object(JSONObject(names.map { ($0, ["type": "string"]) })),
    ]
  }
}
