import Hummingbird
import KartotekaModel

/// Refuses requests with a target that is too long (RFC 9110, section 15.5.15). The HTTP parser refuses a head of more than
/// 80 KB with 431.
package struct TargetLimit: RouterMiddleware {
  package let limits: Limits

  package init(limits: Limits) {
    self.limits = limits
  }

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard request.uri.string.utf8.count <= limits.target else {
      throw Problem(
        .targetTooLong, Phrase("An address can have at most {count} bytes.", ["count": .count(limits.target)]))
    }
    return try await next(request, context)
  }
}
