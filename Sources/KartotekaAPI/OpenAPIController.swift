import Hummingbird
import KartotekaHTTP
import KartotekaModel
import NIOCore

/// The OpenAPI document of an application: `GET /api/{app}/openapi.json`.
struct OpenAPIController: Sendable {
  private let path: RouterPath
  // Some milliseconds for each application, which few ever ask for.
  private let body: Deferred<ByteBuffer>

  init(app: RunningApp) {
    path = RouterPath("/api/\(app.name)/openapi.json")
    body = Deferred {
      var json = JSONWriter()
      json.value(.object(OpenAPIDocument(app: app.description).json))
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
