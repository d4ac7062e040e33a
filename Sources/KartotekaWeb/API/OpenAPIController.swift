import Hummingbird
import KartotekaModel
import NIOCore

/// The OpenAPI document of an application: `GET /api/{app}/openapi.json`.
struct OpenAPIController: Sendable {
  private let path: RouterPath
  private let body: ByteBuffer

  init(app: RunningApp) {
    path = RouterPath("/api/\(app.name)/openapi.json")
    var json = JSONWriter()
    json.value(.object(OpenAPIDocument(app: app.description).json))
    body = ByteBuffer(bytes: json.bytes)
  }

  func addRoutes(to router: some RouterMethods<WebContext>) {
    router.get(path) { [body] request, _ in
      try Query(request).allow([])
      return Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: body))
    }
  }
}
