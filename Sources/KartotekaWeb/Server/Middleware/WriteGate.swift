import Hummingbird
import KartotekaModel
import Synchronization

/// Lets only so many changes wait at once: SQLite makes one after the other, and each that waits holds its body.
final class WriteGate: RouterMiddleware {
  /// How many changes may be under way: far more than people make.
  static let limit = 500

  private let limit: Int
  private let waiting = Atomic(0)

  init(limit: Int = WriteGate.limit) { self.limit = limit }

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard request.method.changesData else { return try await next(request, context) }
    let count = waiting.add(1, ordering: .relaxed).newValue
    defer { waiting.subtract(1, ordering: .relaxed) }
    guard count <= limit else {
      var problem = Problem(.tooMany, "Too many changes are waiting already. Try again in a moment.")
      problem.headers = [.retryAfter: "1"]
      throw problem
    }
    return try await next(request, context)
  }
}
