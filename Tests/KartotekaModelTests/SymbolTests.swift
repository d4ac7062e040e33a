import Foundation
import KartotekaModel
import Testing

@testable import KartotekaScreens

@Suite("Symbols and logos of an application's own")
struct SymbolTests {
  private static let paw = """
    <?xml version="1.0"?>
    <!-- A paw -->
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" class="x">
      <g fill='none'><circle cx="12" cy="15" r="4" fill="var(--duo,none)"/><path d="M5 9v1"/></g>
    </svg>
    """

  @Test("a drawing is rewritten with its shapes alone")
  func shapes() throws {
    #expect(
      try SVGText.shapes(of: Self.paw)
        == "<g fill=\"none\"><circle cx=\"12\" cy=\"15\" r=\"4\" fill=\"var(--duo,none)\"/><path d=\"M5 9v1\"/></g>")
    #expect(try SVGText.shapes(of: "<path d=\"M1 1\"/>") == "<path d=\"M1 1\"/>")
    #expect(Symbol("paw", svg: Self.paw).own?.fault == nil)
  }

  @Test(
    "scripts, references and everything that is no shape are refused",
    arguments: [
      "<script>alert(1)</script>", "<path onclick=\"x()\"/>", "<path d=\"M1 1\" style=\"fill:red\"/>",
      "<image href=\"https://example.org/x.png\"/>", "<use href=\"#x\"/>", "<path fill=\"url(https://example.org)\"/>",
      "<foreignObject><p/></foreignObject>", "<!DOCTYPE svg [<!ENTITY x \"y\">]><path d=\"\"/>", "<path d=\"M1 1\">",
      "<g></path>", "<path d=M1/>", "text", "", "<svg/>", "<svg viewBox=\"0 0 512 512\"><path d=\"M1 1\"/></svg>",
      "<path d=\"&#106;\"/>", "<path d=\"<\"/>", "<?xml-stylesheet href=\"x.css\"?><path d=\"\"/>",
      "<g><svg><path d=\"\"/></svg></g>", "<path", "<>", "<a href=\"#\"/>", "<path id=\"a\" xlink:href=\"#b\"/>",
    ])
  func refused(_ svg: String) {
    #expect(throws: SVGText.Fault.self) { try SVGText.shapes(of: svg) }
    let symbol = Symbol("x", svg: svg)
    #expect(symbol.own?.shapes == nil && symbol.own?.fault?.problem.description.isEmpty == false)
  }

  @Test(
    "a logo with styles and gradients is served, one with scripts or references to other files is refused",
    arguments: [
      ("<path fill=\"url(#a)\" d=\"\"/><linearGradient id=\"a\"><stop offset=\"0\"/></linearGradient>", true),
      ("<style>.a{fill:#fff}</style><use href=\"#b\"/><text x=\"1\">Clinic</text>", true),
      ("<sodipodi:namedview xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD\"/>", true),
      ("<script>1</script>", false), ("<path onload=\"x\"/>", false), ("<image href=\"x.png\"/>", false),
      ("<use xlink:href=\"other.svg#a\"/>", false), ("<style>@import 'x.css';</style>", false),
      ("<style>.a{fill:url( 'https://example.org/a')}</style>", false), ("<path style=\"fill:url(x)\"/>", false),
      ("<x:script xmlns:x=\"http://www.w3.org/2000/svg\"/>", false), ("<a href=\"javascript:x\"/>", false),
      ("<style>.a{fill:\\75rl(x)}</style>", false),
    ])
  func logos(_ content: String, _ isServed: Bool) {
    let file = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\(content)</svg>"
    #expect(((try? SVGText.checkFile(file)) != nil) == isServed)
  }

  @Test("a document has the drawing, and refuses a name of the platform that there isn't")
  func document() throws {
    let symbol = Symbol("paw", svg: Self.paw)
    var reader = DocumentReader()
    #expect(Symbol.shape.read(Symbol.shape.write(symbol), &reader) == symbol)
    #expect(Symbol.shape.read(Symbol.shape.write(.clock), &reader) == .clock)
    #expect(reader.faults.isEmpty)
    _ = Symbol.shape.read("paw", &reader)
    #expect(reader.faults.count == 1)
    let coded = try JSONDecoder().decode([Symbol].self, from: JSONEncoder().encode([symbol, .clock]))
    #expect(coded == [symbol, .clock])
  }

  @Test("every symbol of the platform is there by its name")
  func names() {
    #expect(Symbol.allCases.count == 39)
    for symbol in Symbol.allCases { #expect(Symbol(rawValue: symbol.rawValue) == symbol) }
    #expect(Symbol(rawValue: "own-paw") == nil)
  }
}
