import KartotekaModel

/// Parameters as the OpenAPI document has them.
struct OpenAPIParameters {
  let entity: EntityDescription

  /// Those that are the same everywhere.
  static let shared: JSONObject = [
    "Id": path("id", "The record's number"), "OtherId": path("otherId", "The related record's number"),
    "IfMatch": header("If-Match", "Only if the record still has this tag"),
    "IfNoneMatch": header("If-None-Match", "Only if the record no longer has this tag"),
    "Range": header("Range", "Only some of the bytes: bytes=0-499, bytes=500- or bytes=-500"),
    "IfRange": header("If-Range", "Only if the bytes still have this tag; all of them otherwise"),
    "Version": [
      "name": .string(BlobController.version), "in": "query", "schema": ["type": "string"],
      "description": "The tag without its quotes: an answer that has it may be kept for ever",
    ],
    "Limit": query(
      "limit",
      [
        "type": "integer", "minimum": 1, "maximum": .number(String(AnyFetchRequest.limits.most)),
        "default": .number(String(AnyFetchRequest.limits.usual)),
      ]),
    "Cursor": query("cursor", ["type": "string"]), "Search": query("search", ["type": "string"]),
  ]

  private static func path(_ name: String, _ description: String) -> JSONValue {
    [
      "name": .string(name), "in": "path", "required": true, "description": .string(description),
      "schema": ["type": "integer", "format": "int64", "minimum": 1],
    ]
  }

  private static func header(_ name: String, _ description: String) -> JSONValue {
    ["name": .string(name), "in": "header", "description": .string(description), "schema": ["type": "string"]]
  }

  private static func query(_ name: String, _ schema: JSONObject) -> JSONValue {
    let summary = ListParameter.all.first { $0.name == name }?.summary ?? ""
    return ["name": .string(name), "in": "query", "description": .string(summary), "schema": .object(schema)]
  }

  /// What the entity's list takes.
  var list: [JSONValue] {
    return Self.references(["Limit", "Cursor"] + (entity.isSearchable ? ["Search"] : [])) + [sort] + include
      + OpenAPIEntity.state(of: entity) + Self.references(filters.map(\.key))
  }

  /// What reading one of its records takes.
  var include: [JSONValue] {
    let names = entity.relationships.filter { $0.cardinality == .toOne }.map { JSONValue.string($0.name) }
    return names.isEmpty ? [] : [self.names(ListParameter.include.name, names)]
  }

  private var sort: JSONValue {
    names("sort", entity.sortableNames.flatMap { [.string($0), .string("-" + $0)] })
  }

  private func names(_ name: String, _ values: [JSONValue]) -> JSONValue {
    guard case .object(var parameter) = Self.query(name, ["type": "array", "items": ["enum": .array(values)]]) else {
      return .null
    }
    // Commas between the names, not a parameter for each.
    parameter["style"] = "form"
    parameter["explode"] = false
    return .object(parameter)
  }

  static func references(_ names: [String]) -> [JSONValue] {
    names.map { ["$ref": .string("#/components/parameters/" + $0)] }
  }

  /// The entity's filters, a parameter for each field and operator.
  var filters: JSONObject {
    var filters = JSONObject()
    for name in FilterSubject.names(of: entity) {
      guard let subject = FilterSubject(name, of: entity) else { continue }
      for filter in subject.operators {
        let isPlain = filter == .eq
        let parameter = "filter[\(name)]" + (isPlain ? "" : "[\(filter.rawValue)]")
        let key = "\(entity.name)-\(name)" + (isPlain ? "" : "-\(filter.rawValue)")
        filters[key] = ["name": .string(parameter), "in": "query", "schema": ["type": .string(type(filter))]]
      }
    }
    return filters
  }

  // A text in any case: `in` takes several values with commas between, and no value is an empty text.
  private func type(_ filter: FilterOperator) -> String { filter == .null ? "boolean" : "string" }
}
