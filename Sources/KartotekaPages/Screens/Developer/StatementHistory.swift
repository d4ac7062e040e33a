import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaStore
import Synchronization

/// The SQL statements of recent pages for browsers that have switched recording on, each of which sees its own; see
/// ``DeveloperScreen``.
package final class StatementHistory: Sendable {
  /// A recorded page.
  struct Page: Sendable {
    /// The address.
    let address: URLPath
    /// The statements.
    let statements: [RecordedStatement]
  }

  /// The maximum number of pages of a browser.
  static let limit = 12
  /// The maximum number of browsers.
  static let browsers = 20
  /// The cookie that switches recording on; its value is the browser's name.
  package static let cookie = "developer"
  private static let lengths = 20...64

  // Of the browser that was here last first.
  private let kept = Mutex<[(browser: String, pages: [Page])]>([])

  /// A name for a browser, which others can't guess.
  static func newBrowser() -> String {
    (0..<4).map { _ in String(UInt64.random(in: (.max / 2) ... .max), radix: 36) }.joined()
  }

  /// The name of the browser that sends a request; nil where it has not switched recording on.
  static func browser(_ request: Request) -> String? {
    request.cookie(cookie).flatMap { lengths.contains($0.utf8.count) ? $0 : nil }
  }

  /// A browser's pages, the last one first.
  func pages(of browser: String) -> [Page] { kept.withLock { $0.first { $0.browser == browser }?.pages ?? [] } }

  /// Handles a request of a browser and records its statements.
  func recording<T>(_ address: URLPath, of browser: String, _ body: () async throws -> T) async throws -> T {
    let recorder = StatementRecorder()
    defer { keep(Page(address: address, statements: recorder.statements), of: browser) }
    return try await StatementRecorder.$current.withValue(recorder) { try await body() }
  }

  private func keep(_ page: Page, of browser: String) {
    kept.withLock { kept in
      var pages = kept.first { $0.browser == browser }?.pages ?? []
      pages.removeAll { $0.address.text == page.address.text }
      pages.insert(page, at: 0)
      kept.removeAll { $0.browser == browser }
      kept.insert((browser, Array(pages.prefix(Self.limit))), at: 0)
      if kept.count > Self.browsers { kept.removeLast() }
    }
  }
}
