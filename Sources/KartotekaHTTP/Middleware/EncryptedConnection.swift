import Hummingbird

/// Notes that a request came through an encrypted connection. A declared proxy may say something else of the client's.
package struct EncryptedConnection: RouterMiddleware {
  private let names: @Sendable () -> [String]

  /// - Parameter names: the names and addresses of the server's certificate.
  package init(names: @escaping @Sendable () -> [String]) { self.names = names }

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.isEncrypted = true
    context.certified = names()
    return try await next(request, context)
  }
}
