import Hummingbird
@_spi(System) import KartotekaStore

/// Says who asks. There are no accounts: whoever reaches the server has all rights.
package struct Admission: RouterMiddleware {
  package init() {}

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.access = SystemAccess.everything
    return try await next(request, context)
  }
}
