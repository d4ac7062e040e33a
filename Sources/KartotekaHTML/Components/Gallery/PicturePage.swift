import Foundation
import KartotekaModel
import KartotekaScreens

/// One picture of a record's gallery, large: who made it, and the ways to those before and after.
package struct PicturePage: Component {
  /// "Picture 3 of 10".
  package var title: String
  package var pageTitle: String
  /// The page that it belongs to.
  package var back: (title: String, href: URLPath)
  package var source: URLPath
  /// The width and height, so that nothing moves when the picture comes; nil if its bytes don't tell.
  package var size: (width: Int, height: Int)?
  package var alternative: String
  /// The caption and the date; empty if both are unknown.
  package var caption = ""
  package var credit: PictureCredit?
  package var previous: URLPath?
  package var next: URLPath?
  /// The address at which the picture is changed; nil if it can't be.
  package var change: URLPath?
  /// The address that deletes the picture; nil where its record is changed for that.
  package var delete: URLPath?
  /// The hidden fields of the deletion.
  package var hidden: [(name: String, value: String)] = []

  package init(
    title: String, pageTitle: String, back: (title: String, href: URLPath), source: URLPath,
    size: (width: Int, height: Int)? = nil, alternative: String, credit: PictureCredit? = nil, previous: URLPath? = nil,
    next: URLPath? = nil, change: URLPath? = nil, delete: URLPath? = nil, hidden: [(name: String, value: String)] = []
  ) {
    self.title = title
    self.pageTitle = pageTitle
    self.back = back
    self.source = source
    self.size = size
    self.alternative = alternative
    self.credit = credit
    self.previous = previous
    self.next = next
    self.change = change
    self.delete = delete
    self.hidden = hidden
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.article, .classes("col record large"), .labelledBy("rt"), .pageTitle(pageTitle)) { html in
      html.navigationBar(NavigationBar(leading: .origin(title: back.title, href: back.href), title: title)) { html in
        if delete != nil {
          html.element(
            .button, .classes("ib bad"), .form("d"), .label(html.say("Delete {title}", ["title": .text(title)]))
          ) { $0.symbol(.trash) }
        }
        if let change { html.element(.a, .classes("act main"), .href(change), text: html.say("Change")) }
      }
      html.element(.h1, .class("vh"), .id("rt"), text: title)
      html.void(
        .img, .source(source), .alternative(alternative), size.map { .width(.pixels(Double($0.width))) },
        size.map { .height(.pixels(Double($0.height))) })
      html.element(.nav, .label(html.say("Pictures"))) { html in
        step(previous, "prev", .back, html.say("Previous picture"), to: &html)
        html.element(.p) { html in
          html.element(.span, .class("num"), text: title)
          if !caption.isEmpty { html.element(.span, .class("strong"), text: caption) }
          if let credit { html.element(.span, .class("dim")) { $0.add(credit) } }
        }
        step(next, "next", .go, html.say("Next picture"), to: &html)
      }
      if let delete {
        html.element(.form, .id("d"), .post, .action(delete)) { html in
          for (name, value) in hidden { html.hidden(name, value) }
        }
      }
    }
  }

  private func step(
    _ href: URLPath?, _ relation: StaticString, _ symbol: Symbol, _ label: String, to html: inout HTMLWriter
  ) {
    if let href {
      html.element(.a, .class("ib"), .relation(relation), .href(href), .label(label)) { $0.symbol(symbol) }
    } else {
      html.element(.span, .class("ib")) { _ in }
    }
  }
}

/// The author and source of a picture, with a link.
package struct PictureCredit: Component {
  /// "Anna Kowalska · pexels.com".
  package var text: String
  /// Nil where it comes from nowhere else.
  package var link: ExternalURL?

  /// A credit; nil where there is nothing to say.
  package init?(author: String, link address: String) {
    link = ExternalURL(address)
    let host = link.flatMap { URL(string: $0.text)?.host() }.map {
      $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0
    }
    text = [author, host ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    if text.isEmpty { return nil }
  }

  package func write(to html: inout HTMLWriter) {
    if let link {
      html.element(.a, .href(link), .external, text: text)
    } else {
      html.text(text)
    }
  }
}
