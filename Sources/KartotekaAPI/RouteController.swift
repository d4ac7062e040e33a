import Foundation
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The routes that an application declares (`Route`).
struct RouteController: Sendable {
  let app: RunningApp
  let limits: Limits

  /// The tag of these routes.
  static let tag = "routes"

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    for route in app.app.routes {
      let path = app.route.appendingPath(RouterPath(route.path))
      APIOperation(route.method.http, path, needs: route.method == .get ? .see : .change) {
        try await respond(to: $0, $1, route)
      } documentation: {
        Self.document(of: route)
      }
    }
  }

  private static func document(of route: Route) -> OpenAPIOperation {
    let words = route.path.split { !$0.isLetter && !$0.isNumber }.map { String($0).capitalizedFirst }
    let query = (route.query?.members ?? []).map { member -> JSONValue in
      [
        "name": .string(member.name), "in": "query", "required": .bool(member.isRequired),
        "schema": member.shape.schema,
      ]
    }
    return OpenAPIOperation(
      route.method.rawValue + words.joined(), route.summary, tag: tag, parameters: query,
      id: OpenAPIParameters.text("id"), body: route.body.map { .body($0.schema) },
      answers: ["200": .answer("The answer", route.answer.schema)], problems: [404, 409, 422])
  }

  private func respond(to request: Request, _ context: WebContext, _ route: Route) async throws -> Response {
    let query = try Query(request)
    let values = Dictionary(query.items.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    var bytes = Data()
    if route.body != nil { bytes = Data(try await request.jsonBody(upTo: limits.text).bytes.readableBytesView) }
    let parameters = Dictionary(
      context.parameters.map { (String($0.key), $0.value.removingPercentEncoding ?? String($0.value)) },
      uniquingKeysWith: { $1 })
    let call = Route.Call(app.store(for: context), parameters: parameters)
    let json = try await route.respond(call, values, bytes)
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}

extension Route.Method {
  fileprivate var http: HTTPRequest.Method {
    switch self {
    case .get: .get
    case .post: .post
    case .put: .put
    case .delete: .delete
    }
  }
}
