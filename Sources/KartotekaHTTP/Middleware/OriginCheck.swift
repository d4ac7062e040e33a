import HTTPTypes
import Hummingbird
import KartotekaModel

/// Refuses changes that a page of another website sends through a person's browser (cross-site request forgery), and its
/// reads through the API, which would cost the server work.
///
/// Browsers send the origin of a request in `Origin`, `Sec-Fetch-Site` and `Sec-Fetch-Mode`, which a page can't forge.
/// Other programs send none of them and are accepted. The opaque origin `null` is refused. Links from other websites to
/// screens are accepted.
package struct OriginCheck: RouterMiddleware {
  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
  private static let fetchMode = HTTPField.Name("Sec-Fetch-Mode")

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    if isForeignRead(request) {
      throw Problem(.foreignOrigin, "The API can't be read by pages of other websites.")
    }
    guard request.method.changesData, let origin = foreignOrigin(of: request, isEncrypted: context.isEncrypted) else {
      return try await next(request, context)
    }
    throw Problem(
      .foreignOrigin,
      Phrase(
        "Changes are accepted only from this server's own pages, not from {origin}.",
        ["origin": .text(origin.shortened)]))
  }

  private func isForeignRead(_ request: Request) -> Bool {
    guard !request.method.changesData, request.isForAPI, let site = Self.fetchSite, let mode = Self.fetchMode else {
      return false
    }
    return request.headers[site] == "cross-site" && request.headers[mode] != "navigate"
  }

  private func foreignOrigin(of request: Request, isEncrypted: Bool) -> String? {
    if let origin = request.headers[.origin], !isOwn(origin, request.head.authority ?? "", isEncrypted) {
      return origin
    }
    guard let name = Self.fetchSite, let site = request.headers[name] else { return nil }
    return site == "same-origin" || site == "none" ? nil : site
  }

  // An unencrypted page may be anybody's on the network, so it changes nothing by an encrypted request. Over plain HTTP the scheme
  // is ignored: a proxy that terminates TLS may forward the request without it.
  private func isOwn(_ origin: String, _ authority: String, _ isEncrypted: Bool) -> Bool {
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
    where origin.hasPrefix(scheme) && (!isEncrypted || scheme == "https://") {
      let host = origin.dropFirst(scheme.count).lowercased()
      let own = authority.lowercased()
      return host == own || host + port == own
    }
    return false
  }

  package init() {}
}

extension HTTPRequest.Method {
  /// Whether the method may change data: it is not safe in the sense of RFC 9110, section 9.2.1.
  var changesData: Bool { self != .get && self != .head && self != .options && self != .trace }
}
