import Hummingbird
import KartotekaHTTP

extension Server {
  /// A function around a request: it calls `next` with the request or a changed one, or answers itself.
  ///
  /// ```swift
  /// server.middleware.append { request, next in
  ///   guard request.headers[.authorization] == secret else { return Response(status: .unauthorized) }
  ///   return try await next(request)
  /// }
  /// ```
  /// A response that `next` makes may be cached; a function that changes it by the person answers `Vary` or forbids caching.
  public typealias Middleware =
    @Sendable (_ request: Request, _ next: (Request) async throws -> Response) async throws -> Response
}

/// A middleware of the program's own.
struct OwnMiddleware: RouterMiddleware {
  typealias Context = WebContext

  let function: Server.Middleware

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    try await function(request) { try await next($0, context) }
  }
}
