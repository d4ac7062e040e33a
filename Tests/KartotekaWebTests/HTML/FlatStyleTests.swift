import Testing

@testable import KartotekaHTML

@Suite("Style sheets without nested rules")
struct FlatStyleTests {
  @Test(
    "A nested rule has the whole selector",
    arguments: [
      (".a { color: red; .b { top: 0 } }", ".a {\n  color: red;\n}\n.a .b {\n  top: 0;\n}\n"),
      (".a { &:hover, > .b { top: 0 } }", ".a:hover, .a > .b {\n  top: 0;\n}\n"),
      (
        ".a, .b c { &.d { top: 0; } e { left: 0 } }",
        ":is(.a, .b c).d {\n  top: 0;\n}\n:is(.a, .b c) e {\n  left: 0;\n}\n"
      ),
      (
        ".a .b { .c & { top: 0 } & + & { left: 0 } }",
        ".c :is(.a .b) {\n  top: 0;\n}\n.a .b + :is(.a .b) {\n  left: 0;\n}\n"
      ),
      (".a { .b { &:has(+ .c, .d) { top: 0 } } }", ".a .b:has(+ .c, .d) {\n  top: 0;\n}\n"),
      (".a { .b { top: 0 } left: 0 }", ".a .b {\n  top: 0;\n}\n.a {\n  left: 0;\n}\n"),
    ])
  func nested(source: String, flat: String) { #expect(FlatStyle(source).text == flat) }

  @Test("Conditions stand around rules, within and outside of them; what is no rule stays as it is")
  func conditions() {
    let media = "@media (width < 9rem) { .a { top: 0; @supports (b: c) { &.d { left: 0 } right: 0 } } }"
    #expect(
      FlatStyle(media).text == """
        @media (width < 9rem) {
        .a {
          top: 0;
        }
        @supports (b: c) {
        .a.d {
          left: 0;
        }
        }
        @supports (b: c) {
        .a {
          right: 0;
        }
        }
        }

        """)
    #expect(FlatStyle("/* { */ @keyframes a { from, 30% { top: 0 } }").text.contains("from, 30% { top: 0 }"))
    #expect(
      FlatStyle(".a { b: url(\"c;{}d\"); content: '}' }").text == ".a {\n  b: url(\"c;{}d\");\n  content: '}';\n}\n")
  }

  @Test(
    "No sheet of a page has a nested rule, and no group of selectors has a part of an element",
    arguments: PageKind.allCases)
  func sheets(kind: PageKind) {
    let sheet = Style.sheet(of: kind, hues: [255])
    #expect(!sheet.contains("&") && !sheet.contains("/*"))
    for line in sheet.split(separator: "\n") where line.hasSuffix("{") {
      for part in line.matches(of: /:is\([^()]*\)/) { #expect(!part.output.contains("::"), "\(line)") }
    }
    // Within a rule there are declarations alone.
    var open: [Bool] = []
    for line in sheet.split(separator: "\n") {
      if line.hasSuffix("{"), !line.hasPrefix(" ") {
        #expect(open.last != true, "\(line) is within a rule")
        open.append(!line.hasPrefix("@"))
      } else if line == "}" {
        open.removeLast()
      }
    }
    #expect(open.isEmpty)
  }
}
