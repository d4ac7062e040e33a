import NIOCore
import Testing

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Budget of a page")
struct PageBudgetTests {
  /// How many bytes are sent to a client that accepts gzip.
  private func sent(_ text: String) throws -> Int {
    try #require(Gzip.compressed(ByteBuffer(string: text), level: Gzip.small)).readableBytes
  }

  @Test("fifty rows with style and script are under 60 KB as sent", arguments: PageKind.allCases)
  func page(kind: PageKind) throws {
    let sample = SamplePage()
    let page = try sent(sample.page(sample.list(rows: 50), RecordPlaceholder()))
    let style = try sent(Style.sheet(of: kind, hues: SamplePage.hues))
    let script = try ScriptModules.platform.modules(of: kind).map { try sent($0.text) }.reduce(0, +)
    #expect(page + style + script < 60_000, "page \(page), style \(style), script \(script)")
  }
}
