import Foundation
import Hummingbird
@_spi(System) import KartotekaHTTP

/// Answers requests from each application's ``ResponseCache``.
struct ResponseCacheMiddleware: RouterMiddleware {
  /// A class, because copying an application for each request takes longer than finding it.
  private final class AppCache: Sendable {
    let app: RunningApp
    let cache: ResponseCache
    private let screens: String
    private let api: String

    init(_ app: RunningApp, _ now: @escaping @Sendable () -> Date) {
      self.app = app
      cache = ResponseCache(app.systemStore, now: now)
      (screens, api) = ("/\(app.pathName)/", "/api/\(app.pathName)/")
    }

    func isResponsible(for path: String) -> Bool { path.hasPrefix(screens) || path.hasPrefix(api) }
  }

  private let caches: [AppCache]

  /// - Parameter now: returns the current time.
  init(apps: [RunningApp], now: @escaping @Sendable () -> Date = { Date() }) {
    caches = apps.map { AppCache($0, now) }
  }

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let path = request.uri.path
    guard let own = caches.first(where: { $0.isResponsible(for: path) }), let key = CacheKey(request, of: own.app)
    else { return try await next(request, context) }
    return try await own.cache.response(to: key, Preconditions(request), acceptsGzip: request.acceptsGzip) { stated in
      var context = context
      context.dependencies = stated
      return try await next(request, context)
    }
  }
}
