import HTTPTypes
import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import ServiceLifecycle
import Synchronization

/// The stream of the commits of any process: `GET /api/{app}/changes`, Server-Sent Events (WHATWG HTML, section 9.2).
struct ChangesController: Sendable {

  private static let lastEventID = HTTPField.Name("Last-Event-ID")
  private static let buffering = HTTPField.Name("X-Accel-Buffering")

  let app: RunningApp
  let limits: Limits
  /// The number of open streams of all applications.
  let count: StreamCount

  func addRoutes(to router: some RouterMethods<WebContext>) {
    router.get(RouterPath("/api/\(app.pathName)/changes"), use: follow)
  }

  @Sendable private func follow(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Query(request)
    try query.allow([APIAddress.after, APIAddress.entities])
    let entities = try query[APIAddress.entities].map(entities)
    guard count.current < limits.streams else {
      var problem = Problem(.tooMany, "Too many change streams are open already. Try again later.")
      problem.headers = [.retryAfter: "60"]
      throw problem
    }
    // A reconnecting browser requests the same address and sends its position in the header.
    let place = Self.lastEventID.flatMap { request.headers[$0] } ?? query[APIAddress.after]
    var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"]
    // A buffering proxy (nginx) would delay the events.
    if let name = Self.buffering { headers[name] = "no" }
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody { [app, limits, count] writer in
        try await count.counting {
          let stream = ChangeStream(app, of: entities, after: place, to: writer, context.channel, limits)
          try await request.body.consumeWithCancellationOnInboundClose { _ in
            try await cancelWhenGracefulShutdown { try await stream.run() }
          }
        }
        try await writer.finish(nil)
      })
  }

  private func entities(_ text: String) throws(Problem) -> Set<String> {
    let known = app.description.model.entities.map(\.plural) + [ChangeEvents.settings]
    let names = text.split(separator: ",").map { $0.removingPercentEncoding ?? String($0) }
    for name in names where !known.contains(name) { throw .notAmong(name, known, for: APIAddress.entities) }
    return Set(names)
  }
}

/// Counts the open change streams of a server.
final class StreamCount: Sendable {
  private let count = Atomic(0)

  var current: Int { count.load(ordering: .relaxed) }

  /// Counts a stream for the duration of the work.
  func counting(_ work: () async throws -> Void) async rethrows {
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    try await work()
  }
}
