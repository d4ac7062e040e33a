import HTTPTypes
import Hummingbird

/// Adds the security headers. Pages may load only files of this server, and other sites can't embed them.
package struct SecurityHeaders: RouterMiddleware {
  // Inline scripts and styles are not allowed, so that HTML injected into text can't run. Trusted Types: a script can turn a text
  // into HTML by the policy in markup.js only.
  private static let page: [HTTPField] = fields([
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; frame-src 'self'; manifest-src 'self'; "
        + "require-trusted-types-for 'script'; trusted-types kartoteka"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
  ])

  // Data run nothing. Lists load many pictures, so these headers are short.
  private static let data: [HTTPField] = fields([
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
    ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-cache"),
  ])

  /// The policy of a PDF file that a page of this server shows in a frame. Only these answers can stand in one. Browsers' viewers
  /// run in the sandbox: what a document sends has the origin `null`, which ``OriginCheck`` refuses.
  package static let previewPolicy = "default-src 'none'; frame-ancestors 'self'; sandbox"

  // RFC 6797. A year, as OWASP ASVS 5 asks (3.4.1).
  private static let strict = fields([("Strict-Transport-Security", "max-age=31536000")])

  private let isStrict: @Sendable () -> Bool

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let response = Self.secured(try await next(request, context), by: request.isForAPI ? Self.data : Self.page)
    return isStrict() ? Self.secured(response, by: Self.strict) : response
  }

  /// A response that is data, with its headers.
  package static func secured(_ response: Response) -> Response { secured(response, by: data) }

  private static func secured(_ response: Response, by fields: [HTTPField]) -> Response {
    var response = response
    for field in fields where !response.headers.contains(field.name) { response.headers.append(field) }
    return response
  }

  private static func fields(_ fields: [(String, String)]) -> [HTTPField] {
    fields.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
  }

  /// - Parameter isStrict: whether browsers are to use HTTPS only from now on.
  package init(isStrict: @escaping @Sendable () -> Bool = { false }) { self.isStrict = isStrict }
}
