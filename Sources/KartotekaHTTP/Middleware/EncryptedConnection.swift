import Foundation
import Hummingbird

/// Notes that a request came through an encrypted connection. A declared proxy may say something else of the client's.
package struct EncryptedConnection: RouterMiddleware {
  private let certificate: @Sendable () -> (names: [String], ends: Date)

  /// - Parameter certificate: the names and addresses of the server's certificate, and its end.
  package init(certificate: @escaping @Sendable () -> (names: [String], ends: Date)) {
    self.certificate = certificate
  }

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.isEncrypted = true
    let certificate = certificate()
    (context.certified, context.certificateEnd) = (certificate.names, certificate.ends)
    return try await next(request, context)
  }
}
