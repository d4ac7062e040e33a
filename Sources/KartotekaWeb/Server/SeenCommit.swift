import Hummingbird
@_spi(System) import KartotekaHTTP
import KartotekaStore

/// Has a person see on each server what that person has written on another one.
///
/// After a change the response sets a cookie with the number of the commit. A server whose local copy is older brings it up to
/// date before it responds. Applications without a primary database need none of it.
struct SeenCommit: RouterMiddleware {
  private struct Served: Sendable {
    let store: Store
    let cookie: String
    let screens: String
    let api: String
  }

  private static let cookie = "kartoteka-seen-"
  private let served: [Served]

  init(apps: [RunningApp]) {
    served = apps.filter(\.systemStore.hasPrimary).map {
      Served(
        store: $0.systemStore, cookie: Self.cookie + $0.pathName, screens: "/\($0.pathName)", api: "/api/\($0.pathName)"
      )
    }
  }

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let path = request.uri.path
    func isBelow(_ start: String) -> Bool { path.hasPrefix(start) && (path.dropFirst(start.count).first ?? "/") == "/" }
    guard let own = served.first(where: { isBelow($0.screens) || isBelow($0.api) }) else {
      return try await next(request, context)
    }
    if let seen = request.cookie(own.cookie).flatMap(Int64.init) { await own.store.catchUp(to: seen) }
    var response = try await next(request, context)
    let isRead = [.get, .head, .options].contains(request.method)
    if !isRead, response.status.code < 400, let number = own.store.primaryNumber {
      // After a minute each server has it.
      response.headers[values: .setCookie] += ["\(own.cookie)=\(number); Path=/; Max-Age=60; SameSite=Lax; HttpOnly"]
    }
    return response
  }
}
