import KartotekaHTML
import KartotekaStore
import Synchronization

/// The SQL statements of recent pages for browsers that have switched recording on; see ``DeveloperScreen``.
package final class StatementHistory: Sendable {
  /// A recorded page.
  struct Page: Sendable {
    /// The address.
    let address: URLPath
    /// The statements.
    let statements: [RecordedStatement]
  }

  /// The maximum number of pages.
  static let limit = 12
  /// The cookie that switches recording on.
  package static let cookie = "developer"

  private let kept = Mutex<[Page]>([])

  /// The pages, the last one first.
  var pages: [Page] { kept.withLock { $0 } }

  /// Handles a request and records its statements.
  func recording<T>(_ address: URLPath, _ body: () async throws -> T) async throws -> T {
    let recorder = StatementRecorder()
    defer {
      let page = Page(address: address, statements: recorder.statements)
      kept.withLock { pages in
        pages.removeAll { $0.address.text == address.text }
        pages.insert(page, at: 0)
        if pages.count > Self.limit { pages.removeLast() }
      }
    }
    return try await StatementRecorder.$current.withValue(recorder) { try await body() }
  }
}
