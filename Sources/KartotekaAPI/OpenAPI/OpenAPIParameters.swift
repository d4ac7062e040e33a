import KartotekaHTTP
import KartotekaModel

/// The OpenAPI descriptions of parameters.
struct OpenAPIParameters {
  let entity: EntityDescription
  let model: ModelDescription

  /// The shared parameters.
  static let shared: JSONObject = [
    "Id": path("id", "The record's number"), "OtherId": path("otherId", "The related record's number"),
    "IfMatch": header("If-Match", "Only if the record has this entity tag"),
    "IfNoneMatch": header("If-None-Match", "Only if the record has another entity tag"),
    "IdempotencyKey": header(
      Idempotency.header,
      "A key that the client chooses: a repeated request with the same body within 24 hours gets the same response"),
    "Range": header("Range", "A range of the bytes: bytes=0-499, bytes=500- or bytes=-500"),
    "IfRange": header("If-Range", "The range only if the bytes have this entity tag; all bytes otherwise"),
    "Version": query(
      APIAddress.version, "The entity tag without its quotes: the response can then be cached without expiry",
      ["type": "string"]),
    "Preview": query(
      APIAddress.preview, "Any value: a PDF file is to be shown in a frame of a page of this server", ["type": "string"]
    ),
    "Limit": query(
      "limit",
      [
        "type": "integer", "minimum": 1, "maximum": .number(String(AnyFetchRequest.limits.most)),
        "default": .number(String(AnyFetchRequest.limits.usual)),
      ]),
    "Cursor": query("cursor", ["type": "string"]), "Search": query("search", ["type": "string"]),
    "Where": query("where", ["type": "string"]),
    "AsOf": query("as-of", ["type": "string", "format": "date-time"]),
  ]

  private static func path(_ name: String, _ description: String) -> JSONValue {
    path(name, description, ["type": "integer", "format": "int64", "minimum": 1])
  }

  private static func path(_ name: String, _ description: String, _ schema: JSONValue) -> JSONValue {
    [
      "name": .string(name), "in": "path", "required": true, "description": .string(description), "schema": schema,
    ]
  }

  /// The parameter `id` of an entity's paths. Records of other programs' files may have any number, or a key.
  static func id(of entity: EntityDescription) -> JSONValue {
    guard let source = entity.source else { return reference("Id") }
    if source.key.isEmpty { return path("id", "The record's number", ["type": "integer", "format": "int64"]) }
    return path(
      "id",
      "The parts of the record's key, percent-encoded and joined by commas: \(source.key.joined(separator: ", "))",
      ["type": "string"])
  }

  /// A parameter in a path that is a text.
  static func text(_ name: String) -> JSONValue {
    ["name": .string(name), "in": "path", "required": true, "schema": ["type": "string"]]
  }

  static func header(_ name: String, _ description: String) -> JSONValue {
    ["name": .string(name), "in": "header", "description": .string(description), "schema": ["type": "string"]]
  }

  private static func query(_ name: String, _ schema: JSONValue) -> JSONValue { query(name, summary(name), schema) }

  private static func summary(_ name: String) -> String { ListParameter.all.first { $0.name == name }?.summary ?? "" }

  /// The parameters of the entity's list.
  var list: [JSONValue] {
    Self.references(["Limit", "Cursor", "Where"] + (entity.isSearchable ? ["Search"] : []))
      + [sort] + include
      + OpenAPIEntity.state(of: entity) + Self.references(filters.map(\.key) + relatedFilters.map(\.key))
  }

  /// The parameter for past states; empty for entities without images.
  var asOf: [JSONValue] { entity.isDerived ? [] : Self.references(["AsOf"]) }

  /// The parameters of reading a record.
  var include: [JSONValue] {
    let names = entity.relationships.map { JSONValue.string($0.name) }
    return names.isEmpty ? [] : [self.names(ListParameter.include.name, names)]
  }

  private var sort: JSONValue {
    let names = entity.sortableNames + related.flatMap { name, target in target.sortableNames.map { name + "." + $0 } }
    return self.names("sort", names.flatMap { [.string($0), .string("-" + $0)] })
  }

  // The targets of to-one relationships.
  private var related: [(name: String, target: EntityDescription)] {
    entity.relationships.filter { $0.cardinality == .toOne }.compactMap { relationship in
      model.entity(named: relationship.target).map { (relationship.name, $0) }
    }
  }

  // The names of a parameter of lists.
  private func names(_ name: String, _ values: [JSONValue]) -> JSONValue {
    Self.names(name, Self.summary(name), ["enum": .array(values)])
  }

  /// A parameter in the query.
  static func query(
    _ name: String, _ description: String?, _ schema: JSONValue, isRequired: Bool = false
  ) -> JSONValue {
    var parameter: JSONObject = ["name": .string(name), "in": "query"]
    if isRequired { parameter["required"] = true }
    if let description { parameter["description"] = .string(description) }
    parameter["schema"] = schema
    return .object(parameter)
  }

  /// A parameter in the query with names, which are separated by commas instead of repeated parameters.
  static func names(_ name: String, _ description: String, _ item: JSONValue) -> JSONValue {
    [
      "name": .string(name), "in": "query", "style": "form", "explode": false, "description": .string(description),
      "schema": ["type": "array", "items": item],
    ]
  }

  static func references(_ names: [String]) -> [JSONValue] { names.map(reference) }

  /// A parameter, or the shared one that it refers to; nil if it refers to another one.
  static func resolved(_ parameter: JSONValue) -> JSONObject? {
    guard case .object(let object) = parameter else { return nil }
    guard case .string(let address)? = object["$ref"] else { return object }
    guard case .object(let found)? = shared[String(address.split(separator: "/").last ?? "")] else { return nil }
    return found
  }

  static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/parameters/" + name)] }

  /// The entity's filters, one parameter for each field and operator.
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

  /// The filters by fields of related records, one for each field, whose description names the operators.
  var relatedFilters: JSONObject {
    var filters = JSONObject()
    for (name, target) in related {
      for field in FilterSubject.names(of: target) {
        guard let subject = FilterSubject(field, of: target) else { continue }
        let others = subject.operators.filter { $0 != .eq }.map { "[\($0.rawValue)]" }
        let isPlain = subject.operators.contains(.eq)
        let parameter = "filter[\(name).\(field)]"
        filters["\(entity.name)-\(name).\(field)"] = [
          "name": .string(isPlain ? parameter : parameter + others[0]), "in": "query",
          "description": .string(
            isPlain
              ? "Of the related record; also followed by \(others.joined(separator: ", "))" : "Of the related record"),
          "schema": ["type": .string(isPlain ? "string" : type(subject.operators[0]))],
        ]
      }
    }
    return filters
  }

  // The type is a string, because `in` accepts several values separated by commas and an empty text means no value.
  private func type(_ filter: ListOperator) -> String { filter == .null ? "boolean" : "string" }
}
