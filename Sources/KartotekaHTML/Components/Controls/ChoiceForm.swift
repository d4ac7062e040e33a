import KartotekaModel

/// Records to choose from, one or several: those chosen first, a search that keeps the choice, one button for all changes.
/// It is the body of a sheet.
package struct ChoiceForm: Component {
  /// A record to choose.
  package struct Choice {
    package var id: RecordID
    package var title: String
    package var detail: String?
    package var isChosen = false

    package init(id: RecordID, title: String, detail: String? = nil, isChosen: Bool = false) {
      (self.id, self.title, self.detail, self.isChosen) = (id, title, detail, isChosen)
    }
  }

  /// Choices under a heading.
  package struct Group {
    package var title: String?
    /// "5 shown of 31".
    package var note: String?
    package var choices: [Choice]

    package init(title: String? = nil, note: String? = nil, choices: [Choice]) {
      (self.title, self.note, self.choices) = (title, note, choices)
    }
  }

  /// The number of records that can be chosen.
  package enum Kind {
    /// One, sent under that name; or none, in those words.
    case one(name: String, none: String?)
    /// Several, each sent as `tick-ID`.
    case several
  }

  package var title: String
  package var kind: Kind
  /// The address of the form.
  package var action: URLPath
  /// The target of Cancel; nil sends the form with ``FormIntent/cancel``.
  package var cancel: URLPath?
  /// The intents that end the choice and that search.
  package var intents: (done: FormIntent, find: FormIntent)
  /// The search text, and the text of the empty field: "Search 312 users".
  package var search: (text: String, placeholder: String)
  package var groups: [Group] = []
  /// The hidden fields beside the choice.
  package var hidden: [(name: String, value: String)] = []
  /// The hidden fields for choices that are not shown.
  package var remembered: [(name: String, value: String)] = []
  /// The number of rows that "Show more" requests; nil when all are shown.
  package var more: Int?
  /// The fault.
  package var fault: String?
  /// The button that makes a new record and chooses it: what it asks for, and its words.
  package var new: (intent: FormIntent, title: String)?
  /// The empty state, if there are no records at all.
  package var empty: EmptyState?

  package init(
    title: String, kind: Kind, action: URLPath, cancel: URLPath? = nil, intents: (done: FormIntent, find: FormIntent),
    search: (text: String, placeholder: String)
  ) {
    (self.title, self.kind, self.action, self.cancel) = (title, kind, action, cancel)
    (self.intents, self.search) = (intents, search)
  }

  /// The sheet with the form.
  package func sheet(_ say: Localizer) -> Sheet {
    var form = Sheet.Form(action: action, hidden: hidden)
    form.attributes = [.id("choice"), .autocomplete("off")]
    (form.returns, form.returnID) = (intents.find, "seek")
    return Sheet(
      title, .tall,
      cancel: cancel.map { Sheet.Action(say("Cancel"), .link($0)) } ?? Sheet.Action(say("Cancel"), .cancel),
      main: Sheet.Action(say("Done"), intents.done), form: form, body: [self])
  }

  package func write(to html: inout HTMLWriter) {
    if let fault { html.formFault(fault) }
    html.element(.div, .class("search"), .role("search")) { html in
      html.element(.label, .class("vh"), .for("sq"), text: search.placeholder)
      html.symbol(.find, .small)
      html.void(
        .input, .id("sq"), .name(FormName.sheetSearch), .type("search"), .value(search.text),
        .placeholder(search.placeholder), .enterKey("search"),
        more: [.withoutSpelling, .autocapitalize("off"), .autofocus])
    }
    if let new {
      html.element(.div, .classes("group faces")) { html in
        html.element(.button, .class("row"), .name(new.intent.name), .value(new.intent.value)) { html in
          html.element(.span, .class("face"), .decorative) { $0.symbol(.plus) }
          html.element(.span, .classes("t strong accent"), text: new.title)
        }
      }
    }
    html.element(.div, .id("choices"), content: writeChoices)
  }

  /// Writes the part that a script puts in place when the search has changed.
  func writeChoices(to html: inout HTMLWriter) {
    for (name, value) in remembered { html.hidden(name, value) }
    for (index, group) in groups.enumerated() where !group.choices.isEmpty {
      if let title = group.title {
        html.element(.h3, .class("over")) { html in
          html.text(title)
          if let note = group.note { html.element(.span, .class("num"), text: note) }
        }
      }
      html.element(.ul, .classes("group ticks")) { html in
        if index == 0, case .one(let name, let none?) = kind, search.text.isEmpty {
          let isNone = !groups.contains { $0.choices.contains(where: \.isChosen) }
          html.choice(.radio, name, "", title: none, detail: nil, isChosen: isNone)
        }
        for choice in group.choices { write(choice, to: &html) }
      }
    }
    if let empty {
      html.add(empty)
    } else if groups.allSatisfy(\.choices.isEmpty), !search.text.isEmpty {
      let found = html.say("Nothing found for “{search}”", ["search": .text(search.text)])
      html.element(.p, .class("under"), .role("status"), text: found)
    }
    if let more {
      html.element(
        .button, .classes("btn pager"), .name(FormName.moreRows), .value(String(more)), text: html.say("Show more rows")
      )
    }
  }

  private func write(_ choice: Choice, to html: inout HTMLWriter) {
    switch kind {
    case .one(let name, _):
      html.choice(
        .radio, name, String(choice.id), title: choice.title, detail: choice.detail, isChosen: choice.isChosen)
    case .several:
      html.choice(
        .checkbox, FormName.tick(choice.id), nil, title: choice.title, detail: choice.detail, isChosen: choice.isChosen)
    }
  }
}

/// The input of a choice.
enum ChoiceInput {
  case radio, checkbox
}

extension HTMLWriter {
  /// Writes a row with a tick: one choice of a list of them.
  mutating func choice(
    _ input: ChoiceInput, _ name: String, _ value: String?, title: String, detail: String?, isChosen: Bool
  ) {
    element(.li) { html in
      html.element(.label, .class("row")) { html in
        html.void(
          .input, .type(input == .radio ? "radio" : "checkbox"), .name(name), value.map { .value($0) },
          isChosen ? .checked : nil)
        html.element(.span, .class("tick")) { _ in }
        html.element(.span, .class("t"), text: title)
        if let detail, !detail.isEmpty { html.element(.span, .class("d"), text: detail) }
      }
    }
  }
}
