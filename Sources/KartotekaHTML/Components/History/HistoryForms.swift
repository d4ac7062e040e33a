import KartotekaModel

/// A form that asks for a moment, or for two, at which records are shown.
package struct MomentForm: Component {
  /// A moment to choose.
  package struct Field {
    package var name: String
    package var label: String
    /// The moment as `datetime-local` has it: `2026-11-20T12:00`.
    package var text: String

    package init(name: String, label: String, text: String) {
      (self.name, self.label, self.text) = (name, label, text)
    }
  }

  package var action: URLPath
  package var fields: [Field]
  package var hidden: [(name: String, value: String)]
  package var verb: String
  package var fault: String?

  package init(
    action: URLPath, fields: [Field], hidden: [(name: String, value: String)] = [], verb: String, fault: String? = nil
  ) {
    (self.action, self.fields, self.hidden, self.verb, self.fault) = (action, fields, hidden, verb, fault)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .id("moment"), .classes("pad told"), .action(action)) { html in
      for (name, value) in hidden { html.hidden(name, value) }
      for field in fields {
        html.element(.p) { html in
          html.element(.label, .for("m-" + field.name), text: field.label)
          html.void(
            .input, .class("in"), .id("m-" + field.name), .name(field.name), .type("datetime-local"),
            .value(field.text), .step("1"))
        }
      }
      if let fault { html.formFault(fault) }
      html.element(.button, .class("btn"), text: verb)
    }
  }
}

/// The mark of a page that shows records as they were: the moment, and the way back to today.
package struct PastBanner: Component {
  package var text: String
  package var href: URLPath

  package init(text: String, href: URLPath) { (self.text, self.href) = (text, href) }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .classes("group past"), .role("note")) { html in
      html.element(.div, .class("row")) { html in
        html.symbol(.clock)
        html.element(.b, .classes("grow wrap"), text: text)
        html.element(.a, .classes("btn small"), .href(href), text: html.say("Back to today"))
      }
    }
  }
}

/// A button that undoes a change set or does it again, below what that does, and what stays as it is unless it is ticked.
package struct UndoForm: Component {
  /// An item that stays as it is unless it is ticked.
  package struct Stay {
    /// The address of the plan's item: `products/7/unitPrice`.
    package var id: String
    package var title: String
    /// Both values, or the reason.
    package var detail: String
    package var canBePutBack: Bool

    package init(id: String, title: String, detail: String, canBePutBack: Bool) {
      (self.id, self.title, self.detail, self.canBePutBack) = (id, title, detail, canBePutBack)
    }
  }

  /// The field that says that a person has seen what stays.
  package static let keeps = "keeps"
  /// The prefix of the fields of ticked items.
  package static let putBack = "back."
  /// The field of the button that puts back all.
  package static let all = "all"

  /// "Undo".
  package var verb: String
  /// The note on the data that stay.
  package var note: String
  package var action: URLPath
  /// The address to come back to.
  package var returnTo: URLPath
  package var stays: [Stay]
  /// Below what stays: how many more do.
  package var more: String?
  /// Whether a person has seen what stays, also where nothing does.
  package var isSeen: Bool

  package init(
    verb: String, note: String, action: URLPath, returnTo: URLPath, stays: [Stay] = [], more: String? = nil,
    isSeen: Bool = false
  ) {
    (self.verb, self.note, self.action, self.returnTo) = (verb, note, action, returnTo)
    (self.stays, self.more, self.isSeen) = (stays, more, isSeen)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .classes(stays.isEmpty ? "pad told" : "told"), .id("undo-form"), .post, .action(action)) {
      html in
      html.hidden("returnTo", returnTo.text)
      html.element(.p, .classes(stays.isEmpty ? "dim" : "pad dim"), text: note)
      if isSeen || !stays.isEmpty { html.hidden(Self.keeps, "yes") }
      if stays.isEmpty { return button(to: &html) }
      let hasTicks = stays.contains(where: \.canBePutBack)
      if hasTicks {
        html.element(.p, .classes("pad dim"), text: html.say("Tick what is to be put back all the same."))
      }
      html.element(.ul, .classes("group ticks")) { html in
        for stay in stays { write(stay, to: &html) }
      }
      if let more { html.element(.p, .classes("pad dim"), text: more) }
      html.element(.div, .classes("deeds pad")) { html in
        button(to: &html)
        if hasTicks {
          html.element(.button, .class("btn"), .name(Self.all), .value("yes"), text: html.say("Put back all"))
        }
      }
    }
  }

  private func button(to html: inout HTMLWriter) {
    html.element(.button, .classes("btn main")) { html in
      html.symbol(.undo, .small)
      html.text(verb)
    }
  }

  private func write(_ stay: Stay, to html: inout HTMLWriter) {
    if stay.canBePutBack {
      return html.choice(
        .checkbox, Self.putBack + stay.id, "yes", title: stay.title, detail: stay.detail, isChosen: false)
    }
    html.element(.li) { html in
      html.element(.div, .class("row")) { html in
        html.element(.span, .classes("grow")) { html in
          html.element(.span, .classes("t wrap"), text: stay.title)
          html.element(.span, .classes("d wrap"), text: stay.detail)
        }
      }
    }
  }
}
