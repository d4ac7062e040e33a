import Foundation
import Hummingbird
import KartotekaModel

/// Has each request of a screen done in the time zone of the person's browser, which a script tells by a cookie; where it
/// tells none, and for the API, in the server's.
package struct TimeZoneChoice: RouterMiddleware {
  /// The cookie with the IANA name of the browser's time zone.
  package static let cookie = "time-zone"

  private let own = TaskTimeZone.current

  package init() {}

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let told = request.isForAPI ? nil : request.cookie(Self.cookie).flatMap { TaskTimeZone.named($0) }
    return try await TaskTimeZone.$current.withValue(told ?? own) { try await next(request, context) }
  }
}
