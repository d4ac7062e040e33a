import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

/// The search in all applications: `GET /api/search?q=kowalska&limit=5`.
struct GlobalSearchController: Sendable {
  /// The maximum and default number of records of an entity.
  private static let (most, usual) = (50, 5)

  private let search: API.Search

  init(_ search: @escaping API.Search) { self.search = search }

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    APIOperation(.get, "/api/search", needs: .see, find) {
      let hit: JSONValue = [
        "type": "object", "required": ["app", "entity", "id", "title", "href"],
        "properties": [
          "app": ["type": "string"], "entity": ["type": "string", "description": "As in addresses"],
          "id": ["type": ["integer", "string"]], "title": ["type": "string"],
          "href": ["type": "string", "format": "uri-reference"],
        ],
      ]
      return OpenAPIOperation(
        "search", "Finds records of all applications",
        parameters: [
          OpenAPIParameters.query("q", "The text that is searched for", ["type": "string"]),
          OpenAPIParameters.query("app", "The application whose records come first", ["type": "string"]),
          OpenAPIParameters.query(
            "limit", "The greatest number of an entity's records",
            [
              "type": "integer", "minimum": 1, "maximum": .number(String(Self.most)),
              "default": .number(String(Self.usual)),
            ]),
        ],
        answers: [
          "200": .answer(
            "The records",
            ["type": "object", "required": ["items"], "properties": ["items": ["type": "array", "items": hit]]])
        ])
    }
  }

  @Sendable private func find(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Query(request)
    let limit = query["limit"].map { Int($0) } ?? Self.usual
    guard let limit, (1...Self.most).contains(limit) else {
      throw Problem.parameter(
        "limit", Phrase("It has to be a whole number from 1 to {most}.", ["most": .text(String(Self.most))]))
    }
    var json = JSONWriter()
    json.beginObject()
    json.key("items")
    json.beginArray()
    for hit in try await search(query["q"] ?? "", query["app"] ?? "", limit, request, context) {
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
