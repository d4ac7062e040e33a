import Testing

@testable import KartotekaWeb

@Suite("Budget of a page")
struct PageBudgetTests {
  @Test("the style stays under 26 KiB, the script under 24 KiB", arguments: PageKind.allCases)
  func assets(kind: PageKind) {
    #expect(Style.sheet(of: kind, hues: SamplePage.hues).utf8.count <= 26 * 1_024)
    #expect(Script.module(of: kind).utf8.count <= 24 * 1_024)
  }

  @Test("fifty rows with style and script stay under 66 KB before compression")
  func list() {
    let sample = SamplePage()
    let page = sample.page(sample.list(rows: 50), RecordPlaceholder()).utf8.count
    let style = Style.sheet(of: .list, hues: SamplePage.hues).utf8.count
    let script = Script.module(of: .list).utf8.count
    #expect(page + style + script < 66 * 1_024, "page \(page), style \(style), script \(script)")
  }
}
