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
    /// The numbers of records: "77 products · 830 orders".
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

  /// An application that was deleted and can be brought back.
  package struct Removed {
    package var title: String
    /// When it was deleted.
    package var detail: String
    /// The name of its file.
    package var file: String

    package init(title: String, detail: String, file: String) {
      (self.title, self.detail, self.file) = (title, detail, file)
    }
  }

  /// The ways to begin an application.
  package struct Beginning {
    /// The address that files are sent to.
    package var files: URLPath
    /// The page with templates.
    package var templates: URLPath

    package init(files: URLPath, templates: URLPath) {
      (self.files, self.templates) = (files, templates)
    }
  }

  /// The name of the product.
  package var title: String
  /// The address of the product's logo; nil for Kartoteka's.
  package var logo: URLPath?
  /// The person's applications, or all of them where none is an example.
  package var apps: [Divider]
  /// The applications that show what can be done.
  package var examples: [Divider] = []
  /// Whether the examples are hidden.
  package var hidesExamples = false
  /// The applications that were deleted, and where they are brought back; nil for none.
  package var removed: (action: URLPath, apps: [Removed])?
  /// The state of the backups; nil where there are none.
  package var backups: LinkRow?
  /// The account of the person who is signed in, and the accounts of others.
  package var account: [LinkRow] = []
  /// The switch by which the server is shared in the network, or what it has done; empty for those who can't use it.
  package var sharing: [any Component] = []
  /// The purpose of the product, in one sentence.
  package var summary: String
  /// The ways to begin an application; nil if none can be made.
  package var beginning: Beginning?
  /// The program's version.
  package var version: String
  /// The data folder; nil if it is not shown.
  package var dataFolder: String?
  /// Whether other machines reach the server.
  package var isOpenToEverybody = false

  package init(title: String = "Kartoteka", apps: [Divider], summary: String, version: String) {
    (self.title, self.apps, self.summary, self.version) = (title, apps, summary, version)
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
    if !apps.isEmpty { write(apps, title: html.say("Apps"), isHidden: true, to: &html) }
    if let beginning { write(beginning, to: &html) }
    if let removed { write(removed.apps, action: removed.action, to: &html) }
    if !examples.isEmpty { writeExamples(to: &html) }
    if let backups { html.element(.div, .classes("group", " syms")) { $0.add(backups) } }
    if !account.isEmpty { html.add(RowGroup(rows: account)) }
    for part in sharing { part.write(to: &html) }
    html.element(.p, .class("seek")) { html in
      html.element(.a, .class("btn"), .href(URLPath("search")), .part("everything")) { html in
        html.symbol(.find, .small)
        html.text(html.say("Search everything"))
      }
    }
    html.add(LanguageLinks())
    html.element(.p, .classes("foot end pad")) { html in
      guard let dataFolder else { return html.text("Kartoteka " + version) }
      html.text(html.say("Kartoteka {version} · data in", ["version": .text(version)]) + " ")
      html.element(.span, .class("mono"), text: dataFolder)
    }
  }

  private func write(_ beginning: Beginning, to html: inout HTMLWriter) {
    html.over(html.say("New application"))
    html.element(.form, .classes("group drop"), .post, .action(beginning.files), .multipart) { html in
      html.symbol(.upload)
      html.element(.label, .class("strong"), .for("files"), text: html.say("Choose files, or drop them here"))
      html.element(
        .p, .class("foot"), .id("files-d"),
        text: html.say(
          "A spreadsheet, CSV, JSON, contacts or a SQLite file becomes an application. You see a preview first."))
      html.void(.input, .id("files"), .name("files"), .type("file"), .several, .describedBy("files-d"))
      html.element(.button, .classes("btn main"), text: html.say("Look at the files"))
    }
    html.element(.div, .class("group")) { html in
      html.add(
        LinkRow(
          title: html.say("Start from a template"),
          detail: html.say("Contacts, inventory, books, members, tasks, expenses, or empty"), symbol: .plus,
          href: beginning.templates))
    }
  }

  private func write(_ removed: [Removed], action: URLPath, to html: inout HTMLWriter) {
    html.element(.h2, .class("over"), .id("deleted"), text: html.say("Deleted"))
    html.element(.form, .classes("group"), .post, .action(action), .labelledBy("deleted")) { html in
      for app in removed {
        html.element(.button, .class("row"), .name("file"), .value(app.file)) { html in
          html.symbol(.undo)
          html.element(.span, .class("grow")) { html in
            html.element(
              .span, .classes("t wrap"), text: html.say("Bring back {title}", ["title": .text(app.title)]))
            html.element(.span, .classes("d wrap"), text: app.detail)
          }
        }
      }
    }
  }

  private func writeExamples(to html: inout HTMLWriter) {
    html.element(.form, .post, .action(URLPath("examples")), .classes("over")) { html in
      html.element(.h2, text: html.say("Examples"))
      html.hidden("examples", hidesExamples ? "on" : "off")
      html.element(.button, .class("btn"), text: html.say(hidesExamples ? "Show" : "Hide"))
    }
    if !hidesExamples { write(examples, title: nil, to: &html) }
  }

  private func write(_ apps: [Divider], title: String?, isHidden: Bool = false, to html: inout HTMLWriter) {
    if let title { html.element(.h2, isHidden ? .class("vh") : nil, text: title) }
    html.element(.ul, .class("stack")) { html in
      for app in apps { html.element(.li) { write(app, to: &$0) } }
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
