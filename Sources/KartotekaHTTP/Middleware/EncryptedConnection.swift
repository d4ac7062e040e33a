import Foundation
import Hummingbird

/// Notes that a request came through an encrypted connection. A declared proxy may say something else of the client's.
package struct EncryptedConnection: RouterMiddleware {
  /// The names and addresses of a certificate, and its end.
  package typealias Certificate = @Sendable () -> (names: [String], ends: Date)

  private let certificate: Certificate

  /// - Parameter certificate: the names and addresses of the server's certificate, and its end.
  package init(certificate: @escaping Certificate) { self.certificate = certificate }

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    try await next(request, Self.note(certificate(), in: context))
  }

  /// The context of a request through an encrypted connection.
  static func note(_ certificate: (names: [String], ends: Date), in context: WebContext) -> WebContext {
    var context = context
    context.isEncrypted = true
    (context.certified, context.certificateEnd) = (certificate.names, certificate.ends)
    return context
  }
}
