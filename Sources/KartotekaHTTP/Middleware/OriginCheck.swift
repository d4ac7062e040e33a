import HTTPTypes
import Hummingbird
import KartotekaModel

/// Refuses changes that a page of another website makes a person's browser send (cross-site request forgery), and what such
/// a page reads through the API: it could not look at the answer, but would cost the server the work.
///
/// Browsers say where a request comes from, in `Origin`, `Sec-Fetch-Site` and `Sec-Fetch-Mode`; a page can't forge them.
/// Programs that are no browsers send none of them and may pass. A page in a frame without an origin (`null`) may not.
/// A person may follow a link of another website.
package struct OriginCheck: RouterMiddleware {
  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
  private static let fetchMode = HTTPField.Name("Sec-Fetch-Mode")

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    if isForeignRead(request) {
      throw Problem(.foreignOrigin, "The API answers this server's own pages, and programs that are no browsers.")
    }
    guard request.method.changesData, let origin = foreignOrigin(of: request) else {
      return try await next(request, context)
    }
    throw Problem(
      .foreignOrigin,
      Phrase(
        "Changes are only taken from this server's own pages, not from {origin}.", ["origin": .text(origin.shortened)]))
  }

  private func isForeignRead(_ request: Request) -> Bool {
    guard !request.method.changesData, request.isForAPI, let site = Self.fetchSite, let mode = Self.fetchMode else {
      return false
    }
    return request.headers[site] == "cross-site" && request.headers[mode] != "navigate"
  }

  private func foreignOrigin(of request: Request) -> String? {
    if let origin = request.headers[.origin], !isOwn(origin, request.head.authority ?? "") { return origin }
    guard let name = Self.fetchSite, let site = request.headers[name] else { return nil }
    return site == "same-origin" || site == "none" ? nil : site
  }

  // The scheme is left aside: a proxy that ends TLS passes the request on without it.
  private func isOwn(_ origin: String, _ authority: String) -> Bool {
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")] where origin.hasPrefix(scheme) {
      let host = origin.dropFirst(scheme.count).lowercased()
      let own = authority.lowercased()
      return host == own || host + port == own
    }
    return false
  }

  package init() {}
}

extension HTTPRequest.Method {
  /// Whether a request of this method may change something (RFC 9110, section 9.2.1).
  var changesData: Bool { self != .get && self != .head && self != .options && self != .trace }
}
