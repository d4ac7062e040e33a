import Hummingbird
import Logging

/// Logs each request under its id: method, path, status and duration. At debug level, where it was not asked for.
///
/// The query is not logged, because it may contain search terms.
package struct AccessLog: RouterMiddleware {
  private let level: Logger.Level

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard context.logger.logLevel <= level else { return try await next(request, context) }
    let start = ContinuousClock.now
    let response = try await next(request, context)
    context.logger.log(
      level: level, "Answered",
      metadata: [
        "method": "\(request.method)", "path": "\(Self.path(request.uri.path))", "status": "\(response.status.code)",
        "time": "\(ContinuousClock.now - start)",
      ])
    return response
  }

  // The address of a calendar is a secret.
  private static func path(_ path: String) -> String {
    path.hasPrefix(CalendarFeed.folder) ? CalendarFeed.folder + "…" : path
  }

  /// - Parameter isWanted: whether the server's log has the requests whatever its level is.
  package init(isWanted: Bool) { level = isWanted ? .notice : .debug }
}
