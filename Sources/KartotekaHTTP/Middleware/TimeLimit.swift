import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore

/// Ends requests that exceed their time limit, and reads whose client has disconnected.
///
/// The request runs as its own task, which the ``DeadlineService`` cancels. Cancellation stops a read of the store, and a
/// write that has not begun. A write that has begun goes on to its end, or to a place where it can be ended, so that the
/// response says whether anything was changed.
package struct TimeLimit: RouterMiddleware {
  package let limits: Limits
  package let watchdog: DeadlineService
  package let hangUps: HangUps

  package init(limits: Limits, watchdog: DeadlineService, hangUps: HangUps) {
    (self.limits, self.watchdog, self.hangUps) = (limits, watchdog, hangUps)
  }

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    // Uploads may come over a slow connection.
    let bringsFiles = context.bringsFiles(request)
    let limit = bringsFiles ? limits.upload : limits.request
    return try await withoutActuallyEscaping(next) { next in
      let transfer = Transfer(next: next)
      let watch = watchdog.watch(for: limit)
      let isRead = !request.method.changesData
      if isRead { hangUps.watch(context.channel) { [watchdog] in watchdog.cancel(watch) } }
      let client = context.client
      let renewal: Renewal? = bringsFiles ? Renewal { [watchdog] in watchdog.renew(watch, for: limit) } : nil
      let result = await withTaskCancellationHandler {
        await LongReads.$client.withValue(client) {
          Self.$renewal.withValue(renewal) {
            Self.begin { [watchdog] in
              try await watchdog.run(watch) { try await transfer.next(request, context) }
            }
          }
        }.result
      } onCancel: {
        watchdog.cancel(watch)
      }
      let hasHungUp = isRead && hangUps.end(context.channel)
      guard watchdog.release(watch) else {
        if hasHungUp, case .failure = result { return Response(status: .clientClosedRequest) }
        return try result.get()
      }
      // The work may have succeeded just before the cancellation.
      if case .success(let response) = result { return response }
      // A write may have ended with an outcome of its own, which says more.
      if case .failure(let error as StoreError) = result { throw error }
      var problem = Problem(
        .timedOut,
        Phrase(
          "The request was stopped after {count} seconds, and nothing was changed.",
          ["count": .count(Int(limit.components.seconds))]))
      problem.headers = [.retryAfter: "60", .connection: "close"]
      throw problem
    }
  }

  struct Renewal: Sendable {
    let renew: @Sendable () -> Void
  }

  // Of the request that the task handles.
  @TaskLocal static var renewal: Renewal?

  /// The request with a body each piece of which begins its time limit anew: files of many gigabytes come for hours. The
  /// connection ends requests that are too slow, and the size has another bound.
  package static func bySilence(_ request: Request) -> Request {
    guard let renewal else { return request }
    var request = request
    request.body = RequestBody(
      asyncSequence: request.body.map { piece in
        renewal.renew()
        return piece
      })
    return request
  }

  // Runs immediately on this thread: waking another thread takes longer than most responses.
  private static func begin(_ work: @escaping @Sendable () async throws -> Response) -> Task<Response, any Error> {
    if #available(macOS 26, *) { Task.immediate { try await work() } } else { Task { try await work() } }
  }

  // The closure does not outlive the call: the task is awaited before it returns.
  private struct Transfer: @unchecked Sendable {
    let next: (Request, WebContext) async throws -> Response
  }
}

extension HTTPResponse.Status {
  /// nginx's status for a client that has disconnected. It appears only in the log.
  fileprivate static let clientClosedRequest = HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request")
}

extension WebContext {
  /// Whether a request contains a picture or file: a form with parts, or the bytes of a field of the API.
  func bringsFiles(_ request: Request) -> Bool {
    let type = request.headers[.contentType]?.lowercased()
    // Several pictures or files of a record take the number of one in JSON, or bytes.
    if isForBytes { return request.method == .put || type?.hasPrefix("application/json") != true }
    return type?.hasPrefix("multipart/") == true
  }
}
