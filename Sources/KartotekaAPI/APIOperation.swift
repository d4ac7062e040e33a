import HTTPTypes
import Hummingbird
import KartotekaHTTP
import KartotekaModel

/// An operation of the API, a row of the table of addresses. The router, the OpenAPI document and the check of a request's
/// parameters follow from it: nothing answers without documentation, and nothing is documented without what answers.
package struct APIOperation: AddressRow {
  typealias Handler = @Sendable (Request, WebContext) async throws -> Response

  package let method: HTTPRequest.Method
  /// The path, with the names of its parameters as in OpenAPI.
  package let path: RouterPath
  package let need: Need
  package private(set) var passage = Passage.usual
  /// Whether its body is the bytes of a picture or a file.
  package private(set) var takesBytes = false
  /// Whether it needs the administrator's token.
  private(set) var isForAdministrator = false
  private var administrator: Administrator?
  private let handler: Handler
  // Made on demand, because schemas of large applications take some milliseconds.
  private let documentation: Deferred<OpenAPIOperation>

  init(
    _ method: HTTPRequest.Method, _ path: RouterPath, needs need: Need, _ handler: @escaping Handler,
    documentation: @escaping @Sendable () -> OpenAPIOperation
  ) {
    (self.method, self.path, self.need, self.handler) = (method, path, need, handler)
    self.documentation = Deferred(documentation)
  }

  package func response(to request: Request, _ context: WebContext) async throws -> Response {
    // Of people it is known whether they are (``RightsCheck``).
    if isForAdministrator, !context.asker.hasPeople {
      guard let administrator else { throw Problem.unauthorized(isWrong: false) }
      try administrator.admit(request.headers)
    }
    if request.uri.query != nil, let queryNames { try Query(request).allow(queryNames) }
    return try await handler(request, context)
  }

  package var remarks: [String] { takesBytes ? ["files"] : [] }

  /// The same operation for requests that take less time than the cache.
  var quick: APIOperation {
    var operation = self
    operation.passage = .quick
    return operation
  }

  /// The same operation with bytes as its body.
  var ofBytes: APIOperation {
    var operation = self
    operation.takesBytes = true
    return operation
  }

  /// The same operation for the administrator alone; for nobody if there is none.
  func only(_ administrator: Administrator?) -> APIOperation {
    var operation = self
    (operation.isForAdministrator, operation.administrator) = (true, administrator)
    return operation
  }
}

// The OpenAPI document's part.
extension APIOperation {
  /// The names of the parameters in its query; nil for lists, whose filters have more forms than are documented.
  var queryNames: [String]? { documentation.value.queryNames }

  /// The parameters of its path.
  var place: [JSONValue] {
    names.map { name in
      switch name {
      case "id": documentation.value.id
      case "otherId": OpenAPIParameters.reference("OtherId")
      default: OpenAPIParameters.text(name)
      }
    }
  }

  /// The member of its path's item.
  var document: JSONValue {
    let own = documentation.value
    var json: JSONObject = ["operationId": .string(own.name), "summary": .string(own.summary)]
    if let tag = own.tag { json["tags"] = [.string(tag)] }
    if !own.parameters.isEmpty { json["parameters"] = .array(own.parameters) }
    json["requestBody"] = own.body
    json["responses"] = .object(own.answers.merging(OpenAPIProblem.references(problems(own))))
    if isForAdministrator { json["security"] = [.object([OpenAPIDocument.administrator: []])] }
    return .object(json)
  }

  private var names: [String] {
    path.description.matches(of: #/\{([^{}]+)\}/#).map { String($0.1) }
  }

  private func problems(_ own: OpenAPIOperation) -> [Int] {
    var statuses = own.problems + [400, 429, 503]
    if method != .get { statuses.append(403) }
    if !names.isEmpty { statuses.append(404) }
    if own.body != nil { statuses += [413, 415, 422] }
    if own.parameters.contains(OpenAPIParameters.reference("IfMatch")) { statuses.append(412) }
    if isForAdministrator { statuses.append(401) }
    return statuses
  }
}
