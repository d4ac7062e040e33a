import Foundation
import Hummingbird
import KartotekaModel
import KartotekaStore

/// Sets the time zone of each request, and the region of its browser. Screens use the time zone that the person has chosen, else that
/// of the browser, which a script stores in a cookie. The API and browsers without the cookie use the server's time zone.
package struct TimeZoneChoice: RouterMiddleware {
  /// The cookie with the IANA name of the browser's time zone.
  package static let cookie = "time-zone"

  private let own = TaskTimeZone.current

  package init() {}

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let chosen = request.isForAPI ? nil : PersonalSettings.current?.timeZone
    let told = request.isForAPI ? nil : request.cookie(Self.cookie).flatMap { TaskTimeZone.named($0) }
    let region = Region(acceptLanguage: request.headers[.acceptLanguage] ?? "")
    return try await Region.$current.withValue(region) {
      try await TaskTimeZone.$isChosen.withValue(chosen != nil) {
        try await TaskTimeZone.$current.withValue(chosen ?? told ?? own) {
          var response = try await next(request, context)
          if response.body.contentLength == nil { response.body = response.body.inThisTask }
          return response
        }
      }
    }
  }
}

extension ResponseBody {
  // The same body with the time zone and the person of this task: a body that is a stream is written after the middlewares have
  // returned.
  fileprivate var inThisTask: ResponseBody {
    let (body, zone, author) = (self, TaskTimeZone.current, Author.current)
    return ResponseBody { writer in
      let target = writer
      try await TaskTimeZone.$current.withValue(zone) {
        try await Author.$current.withValue(author) { try await body.write(target) }
      }
    }
  }
}
