import KartotekaMinifier
import Testing

@testable import KartotekaWeb

@Suite("Style and script")
struct AssetsTests {
  @Test("the style loses comments and white space, and nothing that means something")
  func style() {
    let style = """
      /* a comment */
      .row > .t, li + li ,td :focus-visible {
        margin: 0 calc(var(--gap) + 4px) 6px ;
        content: "a  { /* b */ ; }";
        font: 600 1rem / 1.2 var(--font);
        display: none !important;
        &:hover { color : red; }
      }
      @media (width >= 56.25rem) and (pointer: fine) { a { b: url("data:a;b,c d") } }
      """
    #expect(
      StyleMinifier.minified(style) == ".row>.t,li+li,td :focus-visible{margin:0 calc(var(--gap) + 4px) 6px;"
        + "content:\"a  { /* b */ ; }\";font:600 1rem/1.2 var(--font);display:none!important;&:hover{color :red}}"
        + "@media (width>=56.25rem) and (pointer:fine){a{b:url(\"data:a;b,c d\")}}")
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
    #expect(!sheet.contains("/*") && !sheet.contains("\n"))
  }

  @Test("a page loads what all pages need and what its own kind does, and nothing of another kind's")
  func kinds() {
    let (list, table) = (Style.sheet(of: .list, hues: []), Style.sheet(of: .table, hues: []))
    #expect(list.contains(".undo{") && list.contains("scroll-snap-type:x"))
    #expect(!list.contains(".cards") && !list.contains(".world"))
    #expect(table.contains(".undo{") && !table.contains("scroll-snap-type:x") && table.contains(".cards"))
    let (lists, tables) = (Script.module(of: .list), Script.module(of: .table))
    #expect(lists.contains("let mayLeave=") && tables.contains("let mayLeave="))
    #expect(lists.contains("let strip=") && !tables.contains("let strip="))
  }

  @Test("the script loses comments and white space, and no statement runs into the next")
  func script() {
    let script = """
      // a comment
      const a = (b, c) => {
        return b ? 'x  y' : `${ c } z`
      }

      let place = 1
      place--
      const three = /a/
      if (a) throw 'b'
      else if (!a) b
        .c()
      """
    #expect(
      ScriptMinifier.minified(script)
        == "let a=(b,c)=>{return b?'x  y':`${ c } z`}\nlet place=1\nplace--\nlet three=/a/\n"
        + "if(a)throw 'b'\nelse if(!a)b.c()")
  }

  @Test("no style or script asks for anything from elsewhere", arguments: PageKind.allCases)
  func own(kind: PageKind) {
    for text in [Style.sheet(of: kind, hues: []), Script.module(of: kind)] {
      #expect(!text.contains("//") || text.count(of: "://") == text.count(of: "http://www.w3.org/"))
      #expect(!text.contains("@import") && !text.contains("import "))
    }
  }
}
