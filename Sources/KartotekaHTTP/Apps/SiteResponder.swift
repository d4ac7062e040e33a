import Hummingbird
import KartotekaHTML
import KartotekaStore

/// Responds to requests with the current routes of a site.
package struct SiteResponder: HTTPResponder {
  package let site: Site

  package init(site: Site) {
    self.site = site
  }

  package func respond(to request: Request, context: WebContext) async throws -> Response {
    guard let responder = site.responder else { return Response(status: .serviceUnavailable) }
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
    guard response.status == .notFound, request.method == .get, await site.open(for: request.uri.path) else {
      return response
    }
    return try await site.responder?.respond(to: request, context: context) ?? response
  }
}
