import KartotekaScreens

/// Rows in a card under a heading: settings, links, what happened to a record.
package struct RowGroup: Component {
  package var title: String?
  package var rows: [LinkRow]
  /// A note below the card.
  package var note: String?

  package init(title: String? = nil, rows: [LinkRow], note: String? = nil) {
    (self.title, self.rows, self.note) = (title, rows, note)
  }

  package func write(to html: inout HTMLWriter) {
    let rows = self.rows.filter { html.mayUse($0.href) }
    if rows.isEmpty, !self.rows.isEmpty { return }
    if let title { html.element(.h2, .class("over"), text: title) }
    let hasSymbols = rows.contains { $0.symbol != nil || $0.mark != nil }
    html.element(.ul, .classes("group", hasSymbols ? " syms" : "")) { html in
      for row in rows { html.element(.li) { $0.add(row) } }
    }
    if let note { html.element(.p, .class("under"), text: note) }
  }
}

/// Rows behind one that opens them.
struct FoldedRows: Component {
  let title: String
  let symbol: Symbol
  let rows: [LinkRow]

  func write(to html: inout HTMLWriter) {
    html.element(.details, .classes("group fold")) { html in
      html.element(.summary, .class("row")) { html in
        html.symbol(symbol)
        html.element(.span, .classes("t grow"), text: title)
        html.symbol(.go, .chevron)
      }
      html.element(.ul, .class("rest")) { html in
        for row in rows { html.element(.li) { $0.add(row) } }
      }
    }
  }
}

/// A row with a title, perhaps a second line and a value, that may lead somewhere.
package struct LinkRow: Component {
  /// A file that a row offers to keep.
  package struct Download {
    /// The text of the button: "CSV".
    package var text: String
    /// The label of the button: "Users as CSV".
    package var label: String
    package var href: URLPath

    package init(text: String, label: String, href: URLPath) {
      (self.text, self.label, self.href) = (text, label, href)
    }
  }

  package var title: String
  package var detail: String?
  package var value: String?
  package var symbol: Symbol?
  package var href: URLPath?
  /// Whether its address is a file to keep and not a page to go to.
  package var isDownload = false
  /// The files that it offers to keep; a row with files leads nowhere.
  package var downloads: [Download] = []
  /// Whether it destroys something.
  package var isDangerous = false

  /// The person whom it is about.
  package var mark: PersonMark?

  package init(
    title: String, detail: String? = nil, value: String? = nil, symbol: Symbol? = nil, href: URLPath? = nil,
    isDownload: Bool = false, downloads: [Download] = [], isDangerous: Bool = false
  ) {
    self.title = title
    self.detail = detail
    self.value = value
    self.symbol = symbol
    self.href = href
    self.isDownload = isDownload
    self.downloads = downloads
    self.isDangerous = isDangerous
  }

  package func write(to html: inout HTMLWriter) {
    let classes = HTMLAttribute.classes("row", isDangerous ? " bad" : "")
    if let href {
      html.element(.a, classes, .href(href), isDownload ? .download : nil, content: writeContent)
    } else {
      html.element(.span, classes, content: writeContent)
    }
  }

  private func writeContent(to html: inout HTMLWriter) {
    if let symbol { html.symbol(symbol) }
    if let mark { html.add(mark) }
    html.element(.span, .class("grow")) { html in
      html.element(.span, .classes("t wrap"), text: title)
      if let detail { html.element(.span, .classes("d wrap"), text: detail) }
    }
    if let value { html.element(.span, .classes("v sub"), text: value) }
    for download in downloads {
      html.element(
        .a, .classes("btn small"), .href(download.href), .download, .label(download.label), text: download.text)
    }
    if href != nil, !isDownload, !isDangerous { html.symbol(.go, .chevron) }
  }
}
