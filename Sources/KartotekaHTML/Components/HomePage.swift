import KartotekaScreens

/// The drawer: every app a divider, its tab cut at its own fifth.
package struct HomePage: Component {
  /// An app in the drawer.
  package struct Divider {
    package var title: String
    /// One line about it.
    package var summary: String
    package var symbol: Symbol
    package var hue: Int
    package var href: URLPath
    /// What it holds: "77 products · 830 orders".
    package var counts: String

    package init(title: String, summary: String, symbol: Symbol, hue: Int, href: URLPath, counts: String) {
      self.title = title
      self.summary = summary
      self.symbol = symbol
      self.hue = hue
      self.href = href
      self.counts = counts
    }
  }

  /// The name of the product.
  package var title: String
  /// The address of the product's logo; nil for Kartoteka's.
  package var logo: URLPath?
  package var apps: [Divider]
  /// One line below the name.
  package var summary: String
  /// Where an application is made; nil where none can be.
  var newApp: URLPath?
  /// The program's version.
  package var version: String
  /// The data folder; nil if it is not shown.
  package var dataFolder: String?
  /// Whether other machines reach the server.
  package var isOpenToEverybody = false

  package init(
    title: String = "Kartoteka", logo: URLPath? = nil, apps: [Divider], summary: String, newApp: URLPath? = nil,
    version: String, dataFolder: String? = nil,
    isOpenToEverybody: Bool = false
  ) {
    self.title = title
    self.logo = logo
    self.apps = apps
    self.summary = summary
    self.newApp = newApp
    self.version = version
    self.dataFolder = dataFolder
    self.isOpenToEverybody = isOpenToEverybody
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.header) { html in
      if let logo {
        html.void(.img, .class("logo"), .source(logo), .alternative(""))
      } else {
        html.unescaped(trustedHTML: Logo.svg)
      }
      html.element(.div) { html in
        html.element(.h1, text: title)
        if !summary.isEmpty { html.element(.p, .classes("sub dim"), text: summary) }
      }
    }
    if isOpenToEverybody {
      html.element(
        .p, .classes("foot pad"),
        text: html.say("There are no accounts: everybody who opens this can read, change and delete everything."))
    }
    html.element(.p, .class("seek")) { html in
      html.element(.a, .class("btn"), .href(URLPath("search")), .part("everything")) { html in
        html.symbol(.find, .small)
        html.text(html.say("Search everything"))
      }
    }
    html.element(.h2, .class("vh"), text: html.say("Apps"))
    html.element(.ul, .class("stack")) { html in
      for app in apps { html.element(.li) { write(app, to: &$0) } }
    }
    if let newApp {
      html.element(.div, .class("group")) { html in
        html.add(
          LinkRow(
            title: html.say("New application"),
            detail: html.say("From a template, a spreadsheet, a SQLite file, or empty"), symbol: .plus, href: newApp))
      }
    }
    html.add(LanguageLinks())
    html.element(.p, .classes("foot end pad")) { html in
      guard let dataFolder else { return html.text("Kartoteka " + version) }
      html.text(html.say("Kartoteka {version} · data in", ["version": .text(version)]) + " ")
      html.element(.span, .class("mono"), text: dataFolder)
    }
  }

  private func write(_ app: Divider, to html: inout HTMLWriter) {
    html.element(.a, .class("div"), .hue(app.hue), .href(app.href)) { html in
      html.element(.span, .class("tab")) { $0.symbol(app.symbol, .small) }
      html.element(.span, .class("body")) { html in
        html.element(.span, .class("name")) { html in
          html.text(app.title)
          html.text(" ")
          html.element(.span, .classes("foot num"), text: app.counts)
        }
        html.element(.span, .classes("sub dim"), text: app.summary)
      }
    }
  }
}
