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

  func addRoutes(to router: some RouterMethods<WebContext>) {
    for route in app.app.routes {
      router.on(RouterPath("/api/\(app.pathName)/\(route.path)"), method: route.method.http) { request, context in
        try await respond(to: request, context, route)
      }
    }
  }

  private func respond(to request: Request, _ context: WebContext, _ route: Route) async throws -> Response {
    let query = try Query(request)
    try query.allow(route.query?.members.map(\.name) ?? [])
    let values = Dictionary(query.items.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    var bytes = Data()
    if route.body != nil { bytes = Data(try await request.jsonBody(upTo: limits.text).bytes.readableBytesView) }
    let parameters = Dictionary(
      context.parameters.map { (String($0.key), String($0.value)) }, uniquingKeysWith: { $1 })
    let call = Route.Call(app.store, parameters: parameters)
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
