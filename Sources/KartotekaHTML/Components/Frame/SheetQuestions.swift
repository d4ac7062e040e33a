import KartotekaModel

extension Sheet {
  /// A question that is asked before something happens that undo can't bring back, or that reaches further than it looks.
  /// - Parameters:
  ///   - title: "Delete Northwind?".
  ///   - text: The explanation.
  ///   - body: The affected records, or fields of the form.
  ///   - verb: The title of the button.
  ///   - confirms: Whether the button sends that the question was answered with yes.
  ///   - isDraft: Whether it asks about a form that is not saved yet, which Cancel shows again.
  package static func question(
    _ title: String, text: String? = nil, body: [any Component] = [], verb: String, action: URLPath, cancel: URLPath,
    isDangerous: Bool = true, hidden: [(name: String, value: String)] = [], confirms: Bool = false,
    isDraft: Bool = false,
    _ say: Localizer
  ) -> Sheet {
    Sheet(
      title, .question, text: text,
      cancel: isDraft
        ? Action(say("Cancel"), .edit, hasFocus: true) : Action(say("Cancel"), .link(cancel), hasFocus: true),
      main: Action(verb, .send(confirms ? FormName.confirmation : nil), isDangerous: isDangerous),
      form: Form(action: action, hidden: hidden), body: body)
  }

  /// The reason why something can't be done, with the records that stand in the way.
  package static func refusal(
    _ title: String, text: String? = nil, body: [any Component], close: URLPath, _ say: Localizer
  ) -> Sheet {
    Sheet(title, .question, text: text, cancel: Action(say("Close"), .link(close), hasFocus: true), body: body)
  }

  /// The question before everything is deleted: what would go, and a word that has to be typed.
  /// - Parameters:
  ///   - affected: The numbers of records that would be deleted, by entity.
  ///   - typed: The submitted text.
  ///   - error: Its fault.
  package static func deletionOfAll(
    _ title: String, affected: [String], word: String, typed: String = "", error: String? = nil, action: URLPath,
    cancel: URLPath, _ say: Localizer
  ) -> Sheet {
    let field = LoneField(
      id: "word", label: say("Type “{word}” to go on", ["word": .text(word)]), text: typed, error: error)
    var sheet = question(
      title, text: say("This deletes everything here. It can be undone."),
      body: [RowGroup(rows: affected.map { LinkRow(title: $0) }), field], verb: say("Delete everything"),
      action: action,
      cancel: cancel, say)
    // The field has the focus.
    sheet.cancel.hasFocus = false
    return sheet
  }

  /// A sheet to give a secret, which is typed unseen and never shown again.
  /// - Parameters:
  ///   - hint: The source of the secret.
  ///   - error: The fault of the submitted text.
  ///   - removal: The address that removes the secret; nil if none is stored.
  package static func secret(
    _ title: String, hint: String? = nil, error: String? = nil, action: URLPath, cancel: URLPath,
    removal: URLPath? = nil,
    _ say: Localizer
  ) -> Sheet {
    let kept = say("It is kept on the server, beside the data and not in it, and never shown again.")
    let notes = [hint, kept].compactMap(\.self).map(ShapeParts.Part.note)
    return Sheet(
      title, .low, cancel: Action(say("Cancel"), .link(cancel)), main: Action(say("Save"), .send(nil)),
      form: Form(action: action),
      body: [LoneField(id: "secret", label: title, error: error, isSecret: true)] + notes
        + (removal.map { [RemoveButton(action: $0)] } ?? []))
  }
}

/// The one field of a sheet.
private struct LoneField: Component {
  let id: StaticString
  let label: String
  var text = ""
  /// The fault of the text.
  let error: String?
  /// Whether it is typed unseen.
  var isSecret = false

  func write(to html: inout HTMLWriter) {
    let fault = id.description + "-e"
    html.element(.div, .class("group")) { html in
      html.element(.div, .class("field")) { html in
        html.element(.label, .for(id.description), text: label)
        // A browser that offers to keep passwords has no business with it.
        html.void(
          .input, .id(id.description), .name(id.description), .type(isSecret ? "password" : "text"), .value(text),
          .autocomplete("off"), .required, .autofocus, .withoutSpelling,
          more: [.autocapitalize("off")] + (error == nil ? [] : [.invalid, .describedBy(fault)]))
        if let error {
          html.element(.p, .class("err"), .id(fault)) { html in
            html.symbol(.alert, .small)
            html.text(error)
          }
        }
      }
    }
  }
}

/// A row that removes what the sheet is about.
private struct RemoveButton: Component {
  let action: URLPath

  func write(to html: inout HTMLWriter) {
    html.element(.div, .class("group")) { html in
      html.element(.button, .classes("row bad"), .formAction(action), text: html.say("Remove"))
    }
  }
}
