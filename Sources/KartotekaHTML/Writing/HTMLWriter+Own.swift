import KartotekaModel
import KartotekaScreens

/// An element that an application's own page may write around content.
public struct ContentTag: Sendable {
  let tag: Tag
  var ownClass: StaticString?

  /// A part of a page.
  public static let section = ContentTag(tag: .section)
  /// A whole of its own.
  public static let article = ContentTag(tag: .article)
  /// A paragraph.
  public static let paragraph = ContentTag(tag: .p)
  /// A heading of the second level.
  public static let heading = ContentTag(tag: .h2)
  /// A heading of the third level.
  public static let subheading = ContentTag(tag: .h3)
  /// Text that stands out.
  public static let strong = ContentTag(tag: .b)
  /// Text within a line.
  public static let span = ContentTag(tag: .span)
  /// A list.
  public static let list = ContentTag(tag: .ul)
  /// A numbered list.
  public static let numberedList = ContentTag(tag: .ol, ownClass: "numbered")
  /// An item of a list.
  public static let item = ContentTag(tag: .li)
  /// A list of terms.
  public static let terms = ContentTag(tag: .dl)
  /// A term.
  public static let term = ContentTag(tag: .dt)
  /// The definition of a term.
  public static let definition = ContentTag(tag: .dd)
}

/// The looks of an element of an application's own page: `html.element(.paragraph, style: .large) { $0.plain(next) }`.
public struct ContentStyle: Sendable {
  // With a space before it.
  let name: StaticString

  /// Letters as large as those of the page's title.
  public static let large = ContentStyle(name: " h1")
  /// Paler than the text around.
  public static let quiet = ContentStyle(name: " dim")
  /// The colour of what is wrong.
  public static let bad = ContentStyle(name: " bad")
}

// The functions for pages of an application's own. Texts are shown as they are; a key of the catalogue is translated by `say`.
extension HTMLWriter {
  /// Writes an element around content.
  @_disfavoredOverload
  public mutating func element(
    _ tag: ContentTag, id: String? = nil, style: ContentStyle? = nil, _ content: (inout HTMLWriter) -> Void
  ) {
    let hasClass = tag.ownClass != nil || style != nil
    let classes = hasClass ? HTMLAttribute.classes(tag.ownClass ?? "", style?.name ?? "") : nil
    element(tag.tag, id.map { .id($0) }, classes, content: content)
  }

  /// Writes text, escaped.
  public mutating func plain(_ text: String) { self.text(text) }

  /// Writes a heading above a group.
  public mutating func heading(_ text: String) { element(.h2, .class("over"), text: text) }

  /// Writes a paragraph.
  public mutating func paragraph(_ text: String) { element(.p, .classes("foot pad"), text: text) }

  /// Writes a link within the server.
  public mutating func link(_ text: String, to path: URLPath) { element(.a, .href(path), text: text) }

  /// Writes a card around rows (``row(_:detail:value:symbol:to:)``).
  public mutating func rows(_ rows: (inout HTMLWriter) -> Void) { element(.ul, .class("group"), content: rows) }

  /// Writes a row of a card: a title, a second line, a value at its end, and the address that it leads to.
  public mutating func row(
    _ title: String, detail: String? = nil, value: String? = nil, symbol: Symbol? = nil, to path: URLPath? = nil
  ) {
    element(.li) { $0.add(LinkRow(title: title, detail: detail, value: value, symbol: symbol, href: path)) }
  }

  /// Writes a table of texts; the first cell of a row is its heading. On a phone, a row of more than three cells becomes lines
  /// with the heading of each column.
  public mutating func table(_ headings: [String], _ rows: [[String]]) {
    element(.div, .classes("group data", headings.count > 3 ? " stacked" : "")) { html in
      html.element(.table) { html in
        html.element(.thead) { html in
          html.element(.tr) { html in
            for heading in headings { html.element(.th, .columnScope, text: heading) }
          }
        }
        html.element(.tbody) { html in
          for row in rows {
            html.element(.tr) { html in
              if let first = row.first { html.element(.th, .rowScope, text: first) }
              for (heading, cell) in zip(headings, row).dropFirst() {
                html.element(.td, .heading(heading), text: cell)
              }
              for cell in row.dropFirst(max(1, headings.count)) { html.element(.td, text: cell) }
            }
          }
        }
      }
    }
  }
}
