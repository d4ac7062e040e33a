import KartotekaModel

/// The fields of a new record, or of an action: the body of a sheet.
package struct NewRecordForm: Component {
  /// "New person".
  package var title: String
  /// The address of the form: `/userscrud/users`.
  package var action: URLPath
  /// The target of Cancel.
  package var cancel: URLPath
  package var fields: [FormField]
  /// Fields that few people need, behind a row that opens them; nil for none.
  package var fold: Fold?
  /// The hidden fields of the form, such as the search to return to.
  package var hidden: [(name: String, value: String)] = []
  /// The fault of the record as a whole.
  package var fault: String?
  /// A note below the fields.
  package var note: String?
  /// The result of the form, below the fields: it follows what is typed where there is a ``trial``. Nil for none.
  package var preview: (any Component)?
  /// The verb on the button; "Save" unless it is given.
  package var verb: String?
  /// The word on the button that leaves the sheet; "Cancel" unless it is given.
  package var dismissal: String?
  /// The words of a button that tries the form without saving; nil for none.
  package var trial: String?
  /// Whether the browser keeps what is typed when the page is left.
  package var isRestorable = true
  /// The intents that make the record and that leave the sheet, if it stands above another form, which it sends along.
  package var intents: (make: FormIntent, leave: FormIntent)?
  /// The address that checks the form by rules before it is saved; nil without rules.
  package var check: URLPath?
  /// The address that computes conditions and values of fields while they are filled in; nil without formulas.
  package var follow: URLPath?
  /// Rows below the fields that lead elsewhere.
  package var links: [LinkRow] = []
  /// Related records that are ticked before the record is saved.
  package var ticked: [TickedSection] = []
  /// Several pictures and files, which are chosen before the record is saved.
  package var items: [NewItems] = []

  /// Fields behind a row that opens them: one of them has a fault, or a person presses it.
  package struct Fold {
    /// The word on the row.
    var title: String
    var fields: [FormField]

    package init?(_ title: String, _ fields: [FormField]) {
      if fields.isEmpty { return nil }
      (self.title, self.fields) = (title, fields)
    }

    fileprivate var fault: Int? { fields.firstIndex { $0.error != nil } }

    // The labels of the fields that have something.
    fileprivate func used(_ say: Localizer) -> String {
      // A switch that is off has "false".
      let used = fields.filter { !$0.text.isEmpty && ($0.text != "false" || $0.attribute?.kind != .boolean) }
      return used.map { say($0.column.label) }.joined(separator: " · ")
    }
  }

  package init(title: String, action: URLPath = URLPath(), cancel: URLPath = URLPath(), fields: [FormField]) {
    (self.title, self.action, self.cancel, self.fields) = (title, action, cancel, fields)
  }

  /// The sheet with the form.
  package func sheet(_ say: Localizer) -> Sheet {
    var form = Sheet.Form(action: action, hidden: hidden)
    form.attributes += [
      .id("n"), .edits("new"),
      isRestorable && intents == nil ? .restorable(say("Restored what you had typed.")) : nil,
      fields.contains { $0.file != nil } || !items.isEmpty ? .multipart : nil, check.map { .checks($0) },
      follow.map { .follows($0) },
    ]
    form.returns = intents?.make
    let (leave, save) = (dismissal ?? say("Cancel"), verb ?? say("Save"))
    return Sheet(
      title, intents == nil ? .low : .tall,
      cancel: intents.map { Sheet.Action(leave, $0.leave) } ?? Sheet.Action(leave, .link(cancel)),
      main: intents.map { Sheet.Action(save, $0.make) } ?? Sheet.Action(save, .send(nil)), form: form, body: [self])
  }

  package func write(to html: inout HTMLWriter) {
    html.formFields(focused, fault: fault)
    if let fold { write(fold, to: &html) }
    for section in items { html.add(section) }
    for section in ticked { html.add(section) }
    if let trial {
      html.element(.p, .class("pad")) { html in
        html.element(
          .button, .id("trial"), .classes("btn small"), .name(FormIntent.find.name), .value(FormIntent.find.value),
          text: trial)
      }
    }
    // What the form comes to is put there later.
    if let note = note ?? (trial != nil && preview == nil ? "" : nil) {
      html.element(
        .p, preview == nil ? .id("result") : nil, .classes("pad sub dim"), preview == nil ? .role("status") : nil,
        text: note)
    }
    if let preview { html.element(.div, .id("result")) { preview.write(to: &$0) } }
    if !links.isEmpty {
      html.element(.ul, .classes("group syms apart")) { html in
        for link in links { html.element(.li) { $0.add(link) } }
      }
    }
  }

  private func write(_ fold: Fold, to html: inout HTMLWriter) {
    html.element(.details, .classes("group fold"), fold.fault == nil ? nil : .open) { html in
      html.element(.summary, .class("row")) { html in
        html.element(.span, .class("t"), text: fold.title)
        html.element(.span, .classes("v sub"), text: fold.used(html.say))
        html.symbol(.go, .chevron)
      }
      let focus = fields.contains { $0.error != nil } ? nil : fold.fault
      for (index, field) in fold.fields.enumerated() {
        var field = field
        if index == focus { field.hasFocus = true }
        html.formField(field)
      }
    }
  }

  // Typing starts in the first field that takes any, unless it goes on in another one, or a folded one is to be mended.
  private var focused: [FormField] {
    var fields = fields
    if fields.contains(where: \.hasFocus) { return fields }
    if let fold, fold.fault != nil, !fields.contains(where: { $0.error != nil }) { return fields }
    if let first = fields.firstIndex(where: { $0.display == nil }) { fields[first].hasFocus = true }
    return fields
  }
}
