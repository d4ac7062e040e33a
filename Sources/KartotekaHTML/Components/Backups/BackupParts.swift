import KartotekaScreens

/// Something that a person has to know: how a work went, and what can be done about it.
package struct BackupNotice: Component {
  package var text: String
  /// Further sentences: the remedy, and what is missing.
  package var more: [String]
  package var isBad: Bool

  package init(text: String, more: [String] = [], isBad: Bool) {
    (self.text, self.more, self.isBad) = (text, more, isBad)
  }

  package func write(to html: inout HTMLWriter) {
    if isBad { html.notice(text) } else { html.element(.p, .classes("pad sub"), .role("status"), text: text) }
    guard !more.isEmpty else { return }
    html.element(.ul, .class("group")) { html in
      for line in more {
        html.element(.li) { $0.element(.span, .class("row")) { $0.element(.span, .classes("t wrap"), text: line) } }
      }
    }
  }
}

/// A button that does something at once, with a sentence below it.
package struct BackupButton: Component {
  package var text: String
  package var action: URLPath
  package var note: String
  package var isMain: Bool

  package init(text: String, action: URLPath, note: String, isMain: Bool = true) {
    (self.text, self.action, self.note, self.isMain) = (text, action, note, isMain)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .classes("deeds pad"), .post, .action(action)) { html in
      html.element(.button, .classes("btn", isMain ? " main" : ""), text: text)
    }
    html.element(.p, .class("under"), text: note)
  }
}

/// The backups of a folder, each a row that leads to its page.
package struct BackupList: Component {
  package var title: String
  package var rows: [ImportStart.Row]
  /// The text of an empty list.
  package var empty: String

  package init(title: String, rows: [ImportStart.Row], empty: String) {
    (self.title, self.rows, self.empty) = (title, rows, empty)
  }

  package func write(to html: inout HTMLWriter) {
    guard rows.isEmpty else { return html.rows(rows, title: title) }
    html.over(title)
    html.element(.p, .class("under"), text: empty)
  }
}

/// A form with a field in each line: when backups are made, where they are.
package struct BackupForm: Component {
  /// A field.
  package struct Field {
    /// The kind of input of a field.
    package enum Input { case number, text, secret }

    package var name: String
    package var label: String
    package var value: String
    package var input: Input

    package init(name: String, label: String, value: String, input: Input) {
      (self.name, self.label, self.value, self.input) = (name, label, value, input)
    }
  }

  package var title: String
  package var action: URLPath
  package var fields: [Field]
  package var fault: String?
  package var note: String
  /// The text of the button.
  package var verb: String

  package init(
    title: String, action: URLPath, fields: [Field], fault: String? = nil, note: String, verb: String
  ) {
    (self.title, self.action, self.fields) = (title, action, fields)
    (self.fault, self.note, self.verb) = (fault, note, verb)
  }

  package func write(to html: inout HTMLWriter) {
    html.over(title)
    html.element(.form, .post, .action(action), .autocomplete("off"), .withoutValidation) { html in
      html.element(.div, .class("group")) { html in
        for field in fields {
          html.element(.div, .class("line")) { html in
            html.element(.label, .for(field.name), text: field.label)
            write(field, to: &html)
          }
        }
        if let fault { html.formFault(fault) }
      }
      html.element(.p, .class("under"), text: note)
      html.element(.div, .classes("deeds pad")) { $0.element(.button, .class("btn"), text: verb) }
    }
  }

  private func write(_ field: Field, to html: inout HTMLWriter) {
    html.void(
      .input, .class("in"), .id(field.name), .name(field.name), .value(field.value),
      .type(field.input == .secret ? "password" : "text"),
      more: (field.input == .number ? [.inputMode("numeric")] : [.withoutSpelling])
        + (fault == nil ? [] : [.invalid]))
  }
}

/// A field for a backup that is somewhere else.
package struct BackupUpload: Component {
  package var action: URLPath
  package var fault: String?

  package init(action: URLPath, fault: String? = nil) { (self.action, self.fault) = (action, fault) }

  package func write(to html: inout HTMLWriter) {
    html.over(html.say("A backup from elsewhere"))
    html.element(.form, .classes("group drop"), .post, .action(action), .multipart) { html in
      html.symbol(.upload)
      html.element(.label, .class("strong"), .for("backup"), text: html.say("Choose a backup"))
      html.element(
        .p, .classes("foot"), .id("backup-d"),
        text: html.say("You see what is in it before anything is restored. Large ones are copied into the folder."))
      html.void(
        .input, .id("backup"), .name("backup"), .type("file"), .describedBy("backup-d"), fault == nil ? nil : .invalid)
      if let fault { html.formFault(fault) }
      html.element(.button, .classes("btn main"), text: html.say("Look at the backup"))
    }
  }
}

/// The choices of a restore: the applications, and the treatment of existing ones.
package struct RestoreForm: Component {
  /// An application of the backup.
  package struct App {
    package var name: String
    package var title: String
    /// Its kind, the number of records, and whether it is there.
    package var detail: String
    package var isChosen: Bool

    package init(name: String, title: String, detail: String, isChosen: Bool) {
      (self.name, self.title, self.detail, self.isChosen) = (name, title, detail, isChosen)
    }
  }

  /// The prefix of the names of the applications' fields.
  package static let appPrefix = "app-"

  package var action: URLPath
  package var apps: [App]
  /// Whether one of them is there.
  package var hasExisting: Bool
  package var replaces: Bool
  /// Whether what can be read of damaged applications is saved.
  package var salvages: Bool
  package var newName: String
  package var fault: String?

  package init(
    action: URLPath, apps: [App], hasExisting: Bool, replaces: Bool = false, salvages: Bool = false,
    newName: String = "", fault: String? = nil
  ) {
    (self.action, self.apps, self.hasExisting) = (action, apps, hasExisting)
    (self.replaces, self.salvages, self.newName, self.fault) = (replaces, salvages, newName, fault)
  }

  package func write(to html: inout HTMLWriter) {
    let say = html.say
    if let fault { html.notice(fault) }
    html.element(.form, .post, .action(action), .autocomplete("off")) { html in
      html.over(say("Applications in it"))
      html.element(.ul, .class("group")) { html in
        for app in apps {
          html.element(.li) { html in
            html.element(.label, .class("row")) { html in
              html.void(
                .input, .class("vh2"), .type("checkbox"), .name(Self.appPrefix + app.name),
                app.isChosen ? .checked : nil)
              html.element(.span, .class("tick")) { _ in }
              html.element(.span, .class("grow")) { html in
                html.element(.span, .classes("t wrap"), text: app.title)
                html.element(.span, .classes("d wrap"), text: app.detail)
              }
            }
          }
        }
      }
      if hasExisting {
        html.over(say("Applications that are here already"))
        html.element(.div, .class("group")) { html in
          html.choice(
            "existing", "keep", title: say("Leave them as they are"), detail: say("Only the others are restored."),
            isChosen: !replaces)
          html.choice(
            "existing", "replace", title: say("Replace them"),
            detail: say("A copy of each stays in the data folder. Files of other programs are never replaced."),
            isChosen: replaces)
        }
      }
      html.over(say("Damaged applications"))
      html.element(.div, .class("group")) { html in
        html.choice(
          "damaged", "refuse", title: say("Restore nothing if one is damaged"),
          detail: say("Everything is checked before the first one is restored."), isChosen: !salvages)
        html.choice(
          "damaged", "save", title: say("Save what can be read of damaged ones"),
          detail: say("The backup stays as it is. Afterwards it is said what is lost."), isChosen: salvages)
      }
      html.element(.div, .class("group")) { html in
        html.element(.div, .class("line")) { html in
          html.element(.label, .for("as"), text: say("Another name"))
          html.void(.input, .class("in"), .id("as"), .name("as"), .value(newName), more: [.withoutSpelling])
        }
      }
      html.element(
        .p, .class("under"),
        text: say("For one application that was made on a screen. The one that is here stays as it is."))
      html.element(.div, .classes("deeds pad")) { html in
        html.element(.button, .classes("btn main"), text: say("Restore"))
      }
    }
  }
}
