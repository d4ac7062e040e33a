import Hummingbird
import KartotekaHTML
import KartotekaStore

/// Responds to requests with the current routes of a site.
package struct SiteResponder: HTTPResponder {
  package let site: Site
  private let network: EncryptedConnection.Certificate?

  /// - Parameter site: the applications.
  package init(site: Site) { (self.site, network) = (site, nil) }

  /// Responds at an address of the local network, where only people with accounts are let in: also while the routes are those of a
  /// server that is not shared yet, or no longer.
  /// - Parameters:
  ///   - site: the applications.
  ///   - certificate: the certificate of that address, whose connections are all encrypted.
  package init(site: Site, forNetworkWith certificate: @escaping EncryptedConnection.Certificate) {
    (self.site, network) = (site, certificate)
  }

  /// A HEAD request gets the head of the response to GET (RFC 9110, section 9.3.2): the same entity tag, the same length.
  package func respond(to request: Request, context: WebContext) async throws -> Response {
    var context = context
    if let network {
      context = EncryptedConnection.note(network(), in: context)
      context.isFromNetwork = true
    }
    guard request.method == .head else { return try await response(to: request, context: context) }
    var head = request.head
    head.method = .get
    // Ranges are for GET alone (section 14.2).
    head.headerFields[.range] = nil
    let response = try await response(to: Request(head: head, body: request.body), context: context)
    var bare = response.createHeadResponse()
    if response.body.contentLength == nil {
      // A stream has no length. The encoder ends it as a stream, which is no part of the response to HEAD.
      bare.headers[.contentLength] = nil
      bare.headers[.connection] = "close"
      context.close(after: .seconds(1))
    }
    return bare
  }

  private func response(to request: Request, context: WebContext) async throws -> Response {
    // A body can be read once only, so that such a request can't be repeated below.
    if request.method != .get { await site.openUnknown(for: request.uri.path) }
    let routes = site.routes
    guard let responder = routes.responder else { return Response(status: .serviceUnavailable) }
    var request = request
    if site.apps.contains(where: { $0.store.openedFile != nil }) {
      let parts = request.uri.string.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      if let path = parts.first.flatMap(CanonicalPath.of) {
        var head = request.head
        head.path = ([path] + parts.dropFirst().map(String.init)).joined(separator: "?")
        request = Request(head: head, body: request.body)
      }
    }
    let response = try await responder.respond(to: request, context: context)
    guard response.status == .notFound, request.method == .get else { return response }
    await site.open(for: request.uri.path)
    let later = site.routes
    guard later.changes != routes.changes, let responder = later.responder else { return response }
    return try await responder.respond(to: request, context: context)
  }
}
