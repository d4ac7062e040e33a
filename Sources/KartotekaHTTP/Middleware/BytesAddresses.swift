import Hummingbird

/// Tells requests for pictures and files of the API from others by their route. Their type does not: a file may be JSON.
package struct BytesAddresses: RouterMiddleware {
  private let routes: Set<String>

  /// - Parameter routes: the paths of the routes of pictures and files.
  package init(_ routes: [RouterPath]) { self.routes = Set(routes.map(\.description)) }

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard request.method == .put || request.method == .post, let path = context.endpointPath, routes.contains(path)
    else {
      return try await next(request, context)
    }
    var context = context
    context.isForBytes = true
    return try await next(request, context)
  }
}
