import Hummingbird

/// What the screens add to the server: their routes, and a page for whatever goes wrong.
protocol Screens: Sendable {
  /// Adds the routes of all screens. Checks, limits and headers are in place already.
  func addScreenRoutes(to router: Router<WebContext>)

  /// The same screens, with one that makes applications.
  func making(_ site: SiteReference) -> any Screens

  /// The page that says what went wrong.
  /// - Parameters:
  ///   - error: what was thrown.
  ///   - problem: what the platform makes of it; nil when nobody expected it, which asks for status 500.
  ///   - reference: the request's id, by which the log knows it.
  func page(
    for error: any Error, _ problem: Problem?, reference: String, _ request: Request, _ context: WebContext
  ) async -> Response
}
