import KartotekaHTML
import KartotekaStore
import Synchronization

/// The statements of the last pages that were shown to somebody who has switched this on; see ``DeveloperScreen``.
package final class StatementHistory: Sendable {
  /// A page that was shown.
  struct Page: Sendable {
    /// Its address.
    let address: URLPath
    /// What was run for it.
    let statements: [RecordedStatement]
  }

  /// So many pages are remembered.
  static let limit = 12
  /// The cookie of whoever wants it.
  package static let cookie = "developer"

  private let kept = Mutex<[Page]>([])

  /// The pages, the last one first.
  var pages: [Page] { kept.withLock { $0 } }

  /// Answers a request and remembers what was run for it.
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
