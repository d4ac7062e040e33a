import Foundation
import KartotekaModel
import NIOCore
import Testing

@testable import KartotekaHTML
@testable import KartotekaPages
@testable import KartotekaWeb

/// What a writer makes of some content.
func html(_ say: Localizer = .english, _ content: (inout HTMLWriter) -> Void) -> String {
  var html = HTMLWriter(say, capacity: 0)
  content(&html)
  return String(buffer: html.finish())
}

@Suite("HTMLWriter")
struct HTMLWriterTests {
  @Test("elements, attributes and text")
  func elements() {
    let written = html { html in
      html.element(.p, .class("row"), .id("a"), nil, .classes("btn", " main")) { html in
        html.text("one ")
        html.element(.b, text: "two")
      }
      html.void(.input, .type("text"), .required, .value(""), more: [.checked, nil])
    }
    #expect(
      written == "<p class=row id=\"a\" class=\"btn main\">one <b>two</b></p>"
        + "<input type=text required value=\"\" checked>")
  }

  @Test(
    "what HTML gives a meaning to is escaped wherever it stands, in words of eight bytes and in what is left",
    arguments: [
      ("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("\"", "&quot;"), ("'", "&#39;"), ("\0", "\u{fffd}"), ("#", "#"),
      ("</script>", "&lt;/script&gt;"), ("&amp;", "&amp;amp;"), ("Łódź 😀 <é>", "Łódź 😀 &lt;é&gt;"),
    ])
  func escaping(text: String, escaped: String) {
    for before in 0...17 {
      for after in [0, 1, 7, 8, 9] {
        let (head, tail) = (String(repeating: "x", count: before), String(repeating: "ž", count: after))
        #expect(html { $0.text(head + text + tail) } == head + escaped + tail)
        #expect(
          html { $0.element(.p, .title(head + text + tail)) { _ in } } == "<p title=\"" + head + escaped + tail
            + "\"></p>")
      }
    }
  }

  @Test("every value that comes from outside is escaped in every attribute that takes one")
  func attributes() throws {
    let nasty = "\"><script>alert('1')</script>\0&"
    let attributes: [HTMLAttribute] = [
      .id(nasty), .title(nasty), .language(nasty), .name(nasty), .value(nasty), .for(nasty), .placeholder(nasty),
      .label(nasty), .describedBy(nasty), .stored(nasty), .pageTitle(nasty), .unreachable(nasty),
      .href(URLPath(nasty)), .source(URLPath("a").with("q", nasty)),
      .action(URLPath("a").with(nasty, "")),
      .formAction(URLPath(nasty)),
    ]
    for attribute in attributes {
      let written = html { $0.element(.p, attribute) { _ in } }
      #expect(written.count { $0 == "<" } == 2 && written.count { $0 == ">" } == 2, "\(written)")
      #expect(written.count { $0 == "\"" } == 2 && !written.contains("'") && !written.contains("\0"), "\(written)")
    }
  }

  @Test("a long page needs no more care than a short one")
  func growth() {
    let text = String(repeating: "ź", count: 100_000)
    #expect(html { $0.text(text) } == text)
  }

  @Test(
    "numbers have their digits",
    arguments: [0, 7, -7, 1_234_567_890, Int64.max, Int64.min])
  func numbers(number: Int64) {
    #expect(html { $0.text(number) } == String(number))
  }

  @Test("a page has the shapes of the symbols it uses and no others")
  func symbols() {
    let written = html { html in
      html.symbol(.trash)
      html.symbol(.go, .chevron)
      html.sprite()
    }
    #expect(written.contains("<svg class=i aria-hidden=true><use href=\"#trash\"/></svg>"))
    #expect(written.count(of: "<symbol ") == 2 && written.contains("<symbol id=\"go\" "))
  }
}

extension String {
  /// How often a text occurs.
  func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
