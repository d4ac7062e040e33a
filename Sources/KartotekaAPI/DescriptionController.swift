import Hummingbird
import KartotekaApplication
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import NIOCore

/// The document of an application: `GET /api/{app}/description`.
struct DescriptionController: Sendable {
  private let path: RouterPath
  // Some milliseconds for each application, which few ever ask for.
  private let answer: Deferred<(body: ByteBuffer, tag: String)>

  init(app: RunningApp) {
    path = RouterPath("/api/\(app.name)/description")
    answer = Deferred {
      let document = app.app.document
      return (ByteBuffer(string: document.json), EntityTag(Self.version(of: document)).text)
    }
  }

  /// The version of a description, which its entity tag has.
  static func version(of document: AppDocument) -> String {
    Fingerprint.text(of: Array(document.json.utf8), bytes: 8)
  }

  func addRoutes(to router: some RouterMethods<WebContext>) {
    router.get(path) { [answer] request, _ in
      try Query(request).allow([])
      let (body, tag) = answer.value
      return Response(
        status: .ok, headers: [.contentType: "application/json", .eTag: tag], body: ResponseBody(byteBuffer: body)
      ).unless(Preconditions(request))
    }
  }

  /// The schema of all documents: `GET /api/description.schema.json`.
  static func addSchema(to router: some RouterMethods<WebContext>) {
    let body = Deferred { ByteBuffer(string: AppDocument.schema) }
    router.get("/api/description.schema.json") { request, _ in
      try Query(request).allow([])
      return Response(
        status: .ok, headers: [.contentType: "application/schema+json"], body: ResponseBody(byteBuffer: body.value))
    }
  }
}
