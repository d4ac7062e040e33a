import KartotekaModel
import KartotekaScreens

/// A search over the records of all applications: a field, and the results by application and entity.
///
/// It is a page of its own and, for scripts, a sheet above whatever page is shown.
package struct GlobalSearch: Component {
  /// A record that was found.
  package struct Hit {
    package var title: String
    /// The text below the title in a list of its entity; empty for none.
    package var detail: String
    package var href: URLPath

    package init(title: String, detail: String, href: URLPath) {
      (self.title, self.detail, self.href) = (title, detail, href)
    }
  }

  /// The records of one entity.
  package struct Group {
    /// The application and the entity.
    package var title: String
    package var symbol: Symbol
    package var hue: Int
    package var hits: [Hit]
    /// The list with all that was found; nil where these are all.
    package var all: URLPath?

    package init(title: String, symbol: Symbol, hue: Int, hits: [Hit], all: URLPath?) {
      self.title = title
      self.symbol = symbol
      self.hue = hue
      self.hits = hits
      self.all = all
    }
  }

  /// The query parameters: what is searched for, and the application whose records come first.
  package static let (searchName, appName) = ("q", "app")

  /// The searched text.
  package var text: String
  /// The name of the application whose records come first; empty for none.
  package var app: String
  package var groups: [Group]
  /// The address of the search.
  package var action: URLPath

  package init(text: String, app: String, groups: [Group], action: URLPath) {
    (self.text, self.app, self.groups, self.action) = (text, app, groups, action)
  }

  /// The search as a sheet, which a script opens above another page.
  package func sheet(_ say: Localizer) -> Sheet {
    var sheet = Sheet(
      say("Search everything"), .tall, cancel: Sheet.Action(say("Cancel"), .link(URLPath())),
      body: [SearchContent(search: self)])
    sheet.ids = ("everything", "et")
    return sheet
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.header) { html in
      html.element(.a, .class("ib"), .href(URLPath()), .label(html.say("All apps"))) { $0.symbol(.back) }
      html.element(.h1, .id("et"), text: html.say("Search everything"))
    }
    writeContent(to: &html)
  }

  fileprivate func writeContent(to html: inout HTMLWriter) {
    html.element(.form, .class("search"), .role("search"), .id("seeker"), .action(action)) { html in
      if !app.isEmpty { html.hidden(Self.appName, app) }
      html.element(.label, .class("vh"), .for("eq"), text: html.say("Search everything"))
      html.symbol(.find, .small)
      html.void(
        .input, .id("eq"), .name("q"), .type("search"), .value(text), .placeholder(html.say("Search everything")),
        .autocomplete("off"), .enterKey("search"), .autofocus, more: [.withoutSpelling])
    }
    html.element(.div, .id("hits"), content: writeHits)
  }

  /// The results, which a script replaces when the search has changed.
  package func writeHits(to html: inout HTMLWriter) {
    let count = groups.reduce(0) { $0 + $1.hits.count }
    let news =
      text.isEmpty
      ? html.say("Names, numbers, or parts of them, from all applications.")
      : count == 0
        ? html.say("Nothing found for “{search}”", ["search": .text(text)])
        : html.say("{count} records shown", ["count": .count(count)])
    html.element(.p, .classes(count == 0 ? "under" : "vh"), .id("hit-news"), .role("status"), text: news)
    for group in groups { write(group, to: &html) }
  }

  private func write(_ group: Group, to html: inout HTMLWriter) {
    html.element(.section, .hue(group.hue)) { html in
      html.element(.h2, .class("over"), text: group.title)
      html.element(.ul, .classes("group syms")) { html in
        for hit in group.hits {
          html.element(.li) { html in
            html.element(.a, .class("row"), .href(hit.href)) { html in
              html.symbol(group.symbol)
              html.element(.span, .class("grow")) { html in
                html.element(.span, .class("t"), text: hit.title)
                if !hit.detail.isEmpty { html.element(.span, .class("d"), text: hit.detail) }
              }
            }
          }
        }
        if let all = group.all {
          html.element(.li) { html in
            html.element(.a, .class("row"), .href(all)) { html in
              html.symbol(.more)
              html.element(.span, .classes("t accent"), text: html.say("Show all"))
            }
          }
        }
      }
    }
  }
}

/// The search without a title.
private struct SearchContent: Component {
  let search: GlobalSearch

  func write(to html: inout HTMLWriter) { search.writeContent(to: &html) }
}
