import KartotekaScreens

/// The head of a record: a card with a cut tab. Joined to the group of fields below by one ruled line.
package struct RecordCard: Component {
  package var symbol: Symbol
  /// "No. 412", or what else tells this card from others.
  package var number: String
  package var monogram: String?
  /// The address of its picture, which is shown in place of the monogram.
  package var picture: URLPath?
  /// The page on which that picture is large; nil for none.
  package var look: URLPath?
  package var title: String
  /// The text below the title.
  package var note: String?
  /// The author of the last change; nil on a server without people.
  package var change: PersonLine?
  /// The related records that are shown in their colours.
  package var tags = TagList()
  /// Leads to where the record is shown in another way.
  package var link: (title: String, symbol: Symbol, href: URLPath)?
  /// The ways to reach whom the record is about.
  package var contacts: ContactLinks?
  /// The state that the record is in.
  package var state: StatePill?
  /// Whether the title is what the page is about.
  package var isMain = true
  /// The computed values.
  package var facts: [FormField] = []
  /// The actions on the record, as buttons of the form ``actionForm``.
  package var actions: ActionBar?

  /// The form of the buttons, which can't stand within the form of the record's fields.
  static let actionForm: StaticString = "do"
  static var actionFormID: String { "\(actionForm)" }

  package init(
    symbol: Symbol, number: String, monogram: String? = nil, picture: URLPath? = nil, title: String,
    note: String? = nil, link: (title: String, symbol: Symbol, href: URLPath)? = nil, contacts: ContactLinks? = nil,
    state: StatePill? = nil, isMain: Bool = true
  ) {
    self.symbol = symbol
    self.number = number
    self.monogram = monogram
    self.picture = picture
    self.title = title
    self.note = note
    self.link = link
    self.contacts = contacts
    self.state = state
    self.isMain = isMain
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .class("head")) { html in
      html.element(.span, .classes("cut num")) { html in
        html.symbol(symbol, .small)
        html.text(number)
      }
      html.element(.div) { html in
        if let picture, let look {
          html.element(.a, .class("look"), .href(look), .label(html.say("{title}, large", ["title": .text(title)]))) {
            $0.void(.img, .class("face"), .source(picture), .alternative(""))
          }
        } else if let picture {
          html.void(.img, .class("face"), .source(picture), .alternative(""))
        } else if let monogram, !monogram.isEmpty {
          html.element(.span, .class("face"), .decorative, text: monogram)
        }
        if note != nil || link != nil || change != nil || !tags.isEmpty {
          html.element(.div, .class("grow")) { html in
            writeTitle(to: &html)
            if let note { html.element(.p, .classes("sub dim"), text: note) }
            if let change { html.add(change) }
            if !tags.isEmpty { html.add(tags) }
          }
        } else {
          writeTitle(to: &html)
        }
        if let state { html.add(state) }
        if let link {
          html.element(.a, .classes("btn small"), .href(link.href)) { html in
            html.symbol(link.symbol, .small)
            html.text(link.title)
          }
        }
      }
      if let contacts { html.add(contacts) }
      if !facts.isEmpty { writeFacts(to: &html) }
      if let actions { write(actions, to: &html) }
    }
  }

  private func writeFacts(to html: inout HTMLWriter) {
    html.element(.section, .class("facts")) { html in
      for fact in facts {
        html.element(.p) { html in
          html.element(.label, .class("foot"), .for(fact.id), text: html.say(fact.column.label))
          html.element(.output, .id(fact.id), text: fact.display.flatMap { $0.isEmpty ? nil : $0 } ?? "–")
        }
      }
    }
  }

  private func write(_ actions: ActionBar, to html: inout HTMLWriter) {
    html.element(.section, .class("deals"), .role("group"), .label(actions.title)) { html in
      for button in actions.buttons {
        let classes = HTMLAttribute.classes("btn small", button.isDangerous ? " bad" : "")
        switch button.target {
        case .link(let href): html.element(.a, classes, .href(href)) { write(button, to: &$0) }
        case .post(let action):
          html.element(.button, classes, .form(Self.actionForm), .formAction(action)) { write(button, to: &$0) }
        }
      }
    }
  }

  private func write(_ button: ActionButton, to html: inout HTMLWriter) {
    if let symbol = button.symbol { html.symbol(symbol, .small) }
    html.text(button.title)
  }

  private func writeTitle(to html: inout HTMLWriter) {
    if isMain {
      html.element(.h1, .id("rt"), text: title)
    } else {
      html.element(.h2, .id("rt"), text: title)
    }
  }
}
