/// A page of the import: one column with a way back, a title and a sentence below it.
package struct ImportColumn: Component {
  package var title: String
  /// The introduction.
  package var lead: String
  /// The target of the back button; nil for none.
  package var back: (title: String, href: URLPath)?
  package var content: [any Component]
  /// The name above the title; nil for none. A page with one is a small form in the middle of the screen.
  package var door: SiteName?
  /// Whether it is about accounts.
  package var isOfAccounts = false
  /// The id of what a script renews when others change it; nil for a page that stays.
  package var id: String?

  package init(title: String, lead: String, back: (title: String, href: URLPath)?, content: [any Component]) {
    (self.title, self.lead, self.back, self.content) = (title, lead, back, content)
  }

  package func write(to html: inout HTMLWriter) {
    let classes: StaticString =
      door != nil ? "wide narrow account door" : isOfAccounts ? "wide narrow account" : "wide narrow"
    let origin = back.map { NavigationBar.Leading.origin(title: $0.title, href: $0.href) }
    html.column(title, origin ?? .none, classes: classes, id: id, above: door) { html in
      if !lead.isEmpty { html.element(.p, .classes("pad sub dim lead"), text: lead) }
      for part in content { part.write(to: &html) }
    }
  }
}

extension HTMLWriter {
  /// Writes a heading above a group, with a number at its end.
  mutating func over(_ title: String, count: String? = nil) {
    element(.h2, .class("over")) { html in
      html.text(title)
      if let count { html.element(.span, .class("num"), text: count) }
    }
  }

  /// Writes something that a person has to know before anything else.
  mutating func notice(_ text: String) {
    element(.p, .classes("group notice"), .role("status")) { html in
      html.symbol(.alert, .small)
      html.element(.span, .class("grow"), text: text)
    }
  }

  /// Writes one of several choices.
  mutating func choice(_ name: String, _ value: String, title: String, detail: String, isChosen: Bool) {
    element(.label, .class("row")) { html in
      html.void(
        .input, .class("vh2"), .type("radio"), .name(name), .value(value), isChosen ? .checked : nil)
      html.element(.span, .class("tick")) { _ in }
      html.element(.span, .class("grow")) { html in
        html.element(.span, .classes("t wrap"), text: title)
        html.element(.span, .classes("d wrap"), text: detail)
      }
    }
  }
}
