import KartotekaModel

/// A sheet with records to choose from, one or several: those chosen first, a search that keeps the choice, one button
/// for all changes.
struct ChoiceSheet: Component {
  /// A record to choose.
  struct Choice {
    var id: RecordID
    var title: String
    var detail: String?
    var isChosen = false
  }

  /// Choices under a heading.
  struct Group {
    var title: String?
    /// "5 shown of 31".
    var note: String?
    var choices: [Choice]
  }

  /// How many can be chosen.
  enum Kind {
    /// One, sent under that name; or none, in those words.
    case one(name: String, none: String?)
    /// Several, each sent as `tick-ID`.
    case several
  }

  var title: String
  var kind: Kind
  /// Where it is sent to.
  var action: URLPath
  /// Where Cancel leads; nil sends the form with ``FormIntent/cancel``.
  var cancel: URLPath?
  /// What is asked for to end the choice, and to search.
  var intents: (done: FormIntent, find: FormIntent)
  /// What is searched for now, and what stands in the field while it is empty: "Search 312 users".
  var search: (text: String, placeholder: String)
  var groups: [Group]
  /// What the form sends beside what is chosen.
  var hidden: [(name: String, value: String)]
  /// What it remembers of choices that are not shown.
  var remembered: [(name: String, value: String)] = []
  /// How many rows "Show more" asks for; nil when all are shown.
  var more: Int?
  /// What is wrong.
  var fault: String?
  /// The button that makes a new record and chooses it: what it asks for, and its words.
  var new: (intent: FormIntent, title: String)?

  func write(to html: inout HTMLWriter) {
    html.element(.dialog, .classes("sheet tall"), .open, .modal, .labelledBy("st")) { html in
      html.element(.form, .id("choice"), .post, .action(action), .autocomplete("off")) { html in
        // The first button is the one that Return presses in the search field.
        html.element(
          .button, .class("vh"), .id("seek"), .name(intents.find.name), .value(intents.find.value),
          .tabIndex(-1), .decorative
        ) { _ in }
        html.element(.header) { html in
          writeCancel(to: &html)
          html.element(.h2, .id("st"), text: title)
          html.element(
            .button, .classes("act main"), .name(intents.done.name), .value(intents.done.value),
            text: html.say("Done"))
        }
        for (name, value) in hidden { html.hidden(name, value) }
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
    }
  }

  private func writeCancel(to html: inout HTMLWriter) {
    if let cancel {
      html.element(.a, .class("act"), .href(cancel), .part("cancel"), text: html.say("Cancel"))
    } else {
      html.element(
        .button, .class("act"), .name(FormIntent.cancel.name), .value(FormIntent.cancel.value), .part("cancel"),
        text: html.say("Cancel"))
    }
  }

  /// What a script puts in place when the search has changed.
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
    if groups.allSatisfy(\.choices.isEmpty), !search.text.isEmpty {
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

private enum ChoiceInput {
  case radio, checkbox
}

extension HTMLWriter {
  fileprivate mutating func choice(
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
