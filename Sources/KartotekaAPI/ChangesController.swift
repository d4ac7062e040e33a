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

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    APIOperation(.get, app.route.appendingPath("changes"), needs: .see, follow) {
      OpenAPIOperation(
        "followChanges", "Streams commits (Server-Sent Events)",
        parameters: [
          OpenAPIParameters.query(APIAddress.after, "The `id` of the last known event", ["type": "string"]),
          OpenAPIParameters.names(
            APIAddress.entities,
            "The entities whose changes are sent, as in addresses, or `settings`; all without it", ["type": "string"]),
          OpenAPIParameters.header("Last-Event-ID", "The same; browsers send it when they reconnect"),
        ],
        answers: ["200": .answer(Self.events, ["type": "string"], as: "text/event-stream")])
    }
  }

  private static let events = """
    An event for each requested entity that a commit touched, in JSON: `entity` as in addresses, the ids `inserted`, `updated` \
    and `deleted`; with `"all": true` any record may have changed. An event of type `reset` says that some were \
    missed and that everything has to be read again.
    """

  @Sendable private func follow(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Query(request)
    let entities = try query[APIAddress.entities].map(entities)
    guard count.hasRoom(for: context.client, of: limits.streams) else {
      var problem = Problem(.tooMany, "Too many change streams are open already. Try again later.")
      problem.headers = [.retryAfter: "60"]
      throw problem
    }
    let presence = try await StreamPresence(query, app, of: entities, context)
    // A reconnecting browser requests the same address and sends its position in the header.
    let place = Self.lastEventID.flatMap { request.headers[$0] } ?? query[APIAddress.after]
    var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"]
    // A buffering proxy (nginx) would delay the events.
    if let name = Self.buffering { headers[name] = "no" }
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody { [app, limits, count] writer in
        // Others may have come since.
        try await count.counting(context.client, of: limits.streams) {
          let stream = ChangeStream(app, of: entities, after: place, presence, to: writer, context, limits)
          try await request.body.consumeWithCancellationOnInboundClose { _ in
            try await cancelWhenGracefulShutdown { try await context.whileAdmitted { try await stream.run() } }
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

/// Counts the open change streams of a server. One client can have half of them. Loopback addresses are exempt, because a proxy that
/// was not declared may forward the requests of all clients.
package final class StreamCount: Sendable {
  private struct State {
    var all = 0
    var clients: [String: Int] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Whether a client can open another stream.
  func hasRoom(for client: String, of limit: Int) -> Bool { state.withLock { Self.hasRoom($0, client, limit) } }

  private static func hasRoom(_ state: State, _ client: String, _ limit: Int) -> Bool {
    let isExempt = client.isEmpty || WebContext.isLoopback(client)
    return state.all < limit && (isExempt || state.clients[client, default: 0] < max(1, limit / 2))
  }

  /// Counts a stream for the duration of the work, which is left out if there is no room for it.
  func counting(_ client: String, of limit: Int, _ work: () async throws -> Void) async rethrows {
    let isIn = state.withLock { state in
      guard Self.hasRoom(state, client, limit) else { return false }
      state.all += 1
      state.clients[client, default: 0] += 1
      return true
    }
    guard isIn else { return }
    defer {
      state.withLock { state in
        state.all -= 1
        let left = state.clients[client, default: 1] - 1
        state.clients[client] = left == 0 ? nil : left
      }
    }
    try await work()
  }
}
