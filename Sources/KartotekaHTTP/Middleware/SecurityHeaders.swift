import HTTPTypes
import Hummingbird

/// Tells browsers what this server's answers may do: nothing but what its own files say, in no other site's frame.
package struct SecurityHeaders: RouterMiddleware {
  // Only own files; no script or style within a page, so that text that slipped in as HTML can't run.
  private static let page: [HTTPField] = fields([
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
  ])

  // Data are no pages: nothing in them is run at all, and every byte counts fifty times a page.
  private static let data: [HTTPField] = fields([
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
    ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-cache"),
  ])

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    for field in request.isForAPI ? Self.data : Self.page where !response.headers.contains(field.name) {
      response.headers.append(field)
    }
    return response
  }

  private static func fields(_ fields: [(String, String)]) -> [HTTPField] {
    fields.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
  }

  package init() {}
}
