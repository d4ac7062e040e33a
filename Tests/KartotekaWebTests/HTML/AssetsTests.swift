import Testing

@testable import KartotekaHTML
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Style and script")
struct AssetsTests {
  /// The texts of all modules that the pages of a kind load.
  private func script(of kind: PageKind) -> String {
    ScriptModules.platform.modules(of: kind).map(\.text).joined(separator: "\n")
  }

  @Test("every hue in use has its rule")
  func hues() {
    let sheet = Style.sheet(of: .list, hues: [255, 7, 255])
    #expect(sheet.count(of: "[data-hue=\"255\"]{--hue:255}") == 1 && sheet.contains("[data-hue=\"7\"]{--hue:7}"))
  }

  @Test("the style is balanced", arguments: PageKind.allCases)
  func balance(kind: PageKind) {
    let sheet = Style.sheet(of: kind, hues: [])
    #expect(sheet.count(of: "{") == sheet.count(of: "}") && sheet.count(of: "(") == sheet.count(of: ")"))
    #expect(sheet.count(of: "/*") == sheet.count(of: "*/"))
  }

  @Test("a sheet has the cascade layers in their order", arguments: PageKind.allCases)
  func layers(kind: PageKind) {
    #expect(Set(Embedded.names(in: "style").map { String($0.prefix { $0 != "/" }) }) == Set(Style.layers))
    let lines = Style.sheet(of: kind, hues: []).split(separator: "\n").filter { $0.hasPrefix("@layer") }
    #expect(lines == Style.layers.map { "@layer \($0) {" })
  }

  @Test("a page loads what all pages need and what its own kind does, and nothing of another kind's")
  func kinds() {
    let (list, plot) = (Style.sheet(of: .list, hues: []), Style.sheet(of: .plot, hues: []))
    #expect(list.contains(".undo {") && list.contains("scroll-snap-type: x"))
    #expect(!list.contains(".gauge") && !list.contains(".world"))
    #expect(plot.contains(".undo {") && !plot.contains("scroll-snap-type: x") && plot.contains(".gauge"))
    let (lists, plots) = (script(of: .list), script(of: .plot))
    #expect(lists.contains("mayLeave = ") && plots.contains("mayLeave = "))
    #expect(lists.contains("const withSearch = ") && !plots.contains("const withSearch = "))
  }

  @Test("no style or script asks for anything from elsewhere", arguments: PageKind.allCases)
  func own(kind: PageKind) {
    for text in [Style.sheet(of: kind, hues: []), script(of: kind)] {
      let code = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("//") }
      for line in code {
        #expect(line.replacing("http://www.w3.org/", with: "").contains("://") == false, "\(line)")
        #expect(!line.hasPrefix("@import"), "\(line)")
        #expect(!line.replacing("import('/assets/", with: "").contains("import("), "\(line)")
      }
    }
  }
}
