import Foundation
import Hummingbird

/// Answers requests from each application's ``ResponseCache``.
struct ResponseCacheMiddleware: RouterMiddleware {
  private let caches: [(app: RunningApp, cache: ResponseCache)]

  /// - Parameter now: tells the time.
  init(apps: [RunningApp], now: @escaping @Sendable () -> Date = { Date() }) {
    caches = apps.map { ($0, ResponseCache($0.store, now: now)) }
  }

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard let (app, cache) = cache(for: request.uri.path), let key = CacheKey(request, of: app) else {
      return try await next(request, context)
    }
    return try await cache.response(to: key, Preconditions(request), acceptsGzip: request.acceptsGzip) {
      try await next(request, context)
    }
  }

  private func cache(for path: String) -> (RunningApp, ResponseCache)? {
    let rest = path.hasPrefix("/api/") ? path.dropFirst(5) : path.dropFirst()
    return caches.first { rest.hasPrefix($0.app.name + "/") }
  }
}
