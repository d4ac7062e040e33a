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
  /// The hidden fields of the form, such as the search to return to.
  package var hidden: [(name: String, value: String)] = []
  /// The fault of the record as a whole.
  package var fault: String?
  /// A note below the fields.
  package var note: String?
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
  /// Rows below the fields that lead elsewhere.
  package var links: [LinkRow] = []
  /// Related records that are ticked before the record is saved.
  package var ticked: [TickedSection] = []

  package init(title: String, action: URLPath = URLPath(), cancel: URLPath = URLPath(), fields: [FormField]) {
    (self.title, self.action, self.cancel, self.fields) = (title, action, cancel, fields)
  }

  /// The sheet with the form.
  package func sheet(_ say: Localizer) -> Sheet {
    var form = Sheet.Form(action: action, hidden: hidden)
    form.attributes += [
      .id("n"), .edits("new"),
      isRestorable && intents == nil ? .restorable(say("Restored what you had typed.")) : nil,
      fields.contains { $0.file != nil } ? .multipart : nil, check.map { .checks($0) },
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
    for section in ticked { html.add(section) }
    if let trial {
      html.element(.p, .class("pad")) { html in
        html.element(
          .button, .id("trial"), .classes("btn small"), .name(FormIntent.find.name), .value(FormIntent.find.value),
          text: trial)
      }
    }
    if let note { html.element(.p, .id("result"), .classes("pad sub dim"), .role("status"), text: note) }
    if !links.isEmpty {
      html.element(.ul, .classes("group syms apart")) { html in
        for link in links { html.element(.li) { $0.add(link) } }
      }
    }
  }

  // Typing starts in the first field that takes any.
  private var focused: [FormField] {
    var fields = fields
    if let first = fields.firstIndex(where: { $0.display == nil }) { fields[first].hasFocus = true }
    return fields
  }
}
