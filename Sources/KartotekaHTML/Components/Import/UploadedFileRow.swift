/// A file, or a sheet of one, in the preview of what is loaded or made of it: a tick, and a link to its interpretation.
package struct UploadedFileRow: Component {
  /// The name of the tick: `load-1`.
  package var tick: String
  package var name: String
  /// The address at which the interpretation is corrected.
  package var href: URLPath
  /// Whether it can be loaded at all.
  package var canLoad = true
  /// Whether it is to be loaded.
  package var isLoaded: Bool
  /// "Orders", "14 of 14 columns", "semicolon, UTF-16LE".
  package var details: [String] = []
  /// A short remark at the end: "3 left out".
  package var remark: String?
  /// The counted effects: "3,290 new", "18 can't be loaded"; nil where they are never counted.
  package var figures: [String]?
  /// The open questions, notes, and why it can't be loaded.
  package var notes: [String] = []
  /// The first rows as the records will be.
  package var firstRows: FirstRows?

  package init(tick: String, name: String, href: URLPath, isLoaded: Bool) {
    (self.tick, self.name, self.href, self.isLoaded) = (tick, name, href, isLoaded)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.label, .class("pickbox")) { html in
      html.void(
        .input, .class("vh2"), .type("checkbox"), .name(tick), isLoaded ? .checked : nil, canLoad ? nil : .disabled)
      html.element(.span, .class("tick")) { _ in }
      html.element(.span, .class("vh"), text: html.say("Load {file}", ["file": .text(name)]))
    }
    html.element(.a, .class("row"), .href(href)) { html in
      html.element(.span, .class("grow")) { html in
        html.element(.span, .classes("t wrap"), text: name)
        if !details.isEmpty { html.element(.span, .classes("d wrap num"), text: details.joined(separator: " · ")) }
        if let figures {
          html.element(.span, .classes("d wrap num"), .part("figures"), text: figures.joined(separator: " · "))
        }
        for note in notes { html.element(.span, .classes("d wrap care"), text: note) }
      }
      if let remark { html.element(.span, .classes("pill care"), text: remark) }
      html.symbol(.go, .chevron)
    }
    if let firstRows { html.add(firstRows) }
  }
}

extension HTMLWriter {
  /// Writes a group of files under a heading.
  mutating func files(_ rows: [UploadedFileRow], title: String) {
    over(title, count: say.language.grouped(rows.count))
    element(.ul, .classes("group files")) { html in
      for row in rows { html.element(.li) { $0.add(row) } }
    }
  }

  /// Writes the button that removes uploaded files.
  mutating func discardButton() {
    element(
      .button, .class("btn"), .name(FormIntent.discard.name), .value(FormIntent.discard.value), text: say("Discard"))
  }
}
