import Hummingbird

/// Logs each request at debug level under its id: method, path, status and duration.
///
/// The query is not logged, because it may contain search terms.
package struct AccessLog: RouterMiddleware {
  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard context.logger.logLevel <= .debug else { return try await next(request, context) }
    let start = ContinuousClock.now
    let response = try await next(request, context)
    context.logger.debug(
      "Answered",
      metadata: [
        "method": "\(request.method)", "path": "\(request.uri.path)", "status": "\(response.status.code)",
        "time": "\(ContinuousClock.now - start)",
      ])
    return response
  }

  package init() {}
}
