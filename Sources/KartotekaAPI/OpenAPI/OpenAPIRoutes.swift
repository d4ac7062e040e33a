import KartotekaApplication
import KartotekaModel

/// The OpenAPI description of the routes that an application declares.
struct OpenAPIRoutes {
  let routes: [Route]
  let app: String

  /// The tag of these routes.
  static let tag = "routes"

  /// The path items by path.
  var paths: [(String, JSONObject)] {
    var paths: [(String, JSONObject)] = []
    for route in routes {
      let path = "/api/\(app)/\(route.path)"
      let index = paths.firstIndex { $0.0 == path }
      var item = index.map { paths[$0].1 } ?? [:]
      item[route.method.rawValue] = .object(Self.operation(route))
      if let index { paths[index].1 = item } else { paths.append((path, item)) }
    }
    return paths
  }

  private static func operation(_ route: Route) -> JSONObject {
    let words = route.path.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    var operation: JSONObject = [
      "operationId": .string(route.method.rawValue + words.joined()), "summary": .string(route.summary),
      "tags": [.string(tag)],
    ]
    let inPath = route.path.matches(of: #/\{([a-zA-Z]+)\}/#).map { match -> JSONValue in
      ["name": .string(String(match.1)), "in": "path", "required": true, "schema": ["type": "string"]]
    }
    let inQuery = (route.query?.members ?? []).map { member -> JSONValue in
      [
        "name": .string(member.name), "in": "query", "required": .bool(member.isRequired),
        "schema": member.shape.schema,
      ]
    }
    if !inPath.isEmpty || !inQuery.isEmpty { operation["parameters"] = .array(inPath + inQuery) }
    if let body = route.body {
      operation["requestBody"] = ["required": true, "content": ["application/json": ["schema": body.schema]]]
    }
    let answers: JSONObject = [
      "200": ["description": "The answer", "content": ["application/json": ["schema": route.answer.schema]]]
    ]
    let problems =
      [400, 404, 409, 422, 503] + (route.body == nil ? [] : [413, 415]) + (route.method == .get ? [] : [403])
    operation["responses"] = .object(answers.merging(OpenAPIProblem.references(problems.sorted())))
    return operation
  }
}
