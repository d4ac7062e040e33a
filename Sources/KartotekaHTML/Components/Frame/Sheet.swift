/// A dialog above a page: a bar with Cancel, the title and the main action above the body, or a question with its buttons
/// below the body. On a phone it rises from below, at a desk it stands in the middle.
///
/// All sheets are values of this type. A type such as ``NewRecordForm`` is a body that makes its sheet by `sheet(_:)`.
package struct Sheet: Component {
  /// The frame around the body.
  package enum Frame {
    /// A bar, and as high as its contents.
    case low
    /// A bar, and as high as the window.
    case tall
    /// The title with a text, and the buttons at the end.
    case question
  }

  /// A link that leaves the sheet, or a button of its form.
  package struct Action {
    /// The effect of a press.
    package enum Target {
      case link(URLPath)
      /// Sends the form, with the name and value of the button if it has any.
      case send((name: String, value: String)?)
    }

    package var title: String
    package var target: Target
    /// Whether it destroys something.
    package var isDangerous = false
    /// Whether Return presses it at first.
    package var hasFocus = false

    package init(_ title: String, _ target: Target, isDangerous: Bool = false, hasFocus: Bool = false) {
      (self.title, self.target, self.isDangerous, self.hasFocus) = (title, target, isDangerous, hasFocus)
    }

    /// A button that sends an intent.
    init(_ title: String, _ intent: FormIntent, hasFocus: Bool = false) {
      self.init(title, .send((intent.name, intent.value)), hasFocus: hasFocus)
    }
  }

  /// The form around the bar and the body of a sheet, or around the body and the buttons of a question.
  struct Form {
    /// The address; nil for a form that only closes its dialog.
    var action: URLPath?
    var hidden: [(name: String, value: String)] = []
    /// The form's other attributes.
    var attributes: [HTMLAttribute?] = [.withoutValidation, .autocomplete("off")]
    /// The intent that Return sends from a field, where another button stands before the main one.
    var returns: FormIntent?
    /// The id of the button that Return presses.
    var returnID: String?
  }

  package var title: String
  package var frame = Frame.low
  /// The explanation of a question.
  package var text: String?
  /// The action that leaves the sheet.
  package var cancel: Action
  /// A further action of a question.
  var other: Action?
  package var main: Action?
  /// The form; nil for a sheet without one, or whose body has its own.
  var form: Form?
  package var body: [any Component]
  /// Whether its rows change a list's view.
  var isShaping = false
  /// The name and value of the button that Return presses in its fields, in place of the main action.
  var returns: (name: String, value: String)?
  /// The ids of the dialog and of its title, for a sheet that a script opens; nil for one that is open.
  var ids: (dialog: String, title: StaticString)?

  init(
    _ title: String, _ frame: Frame, text: String? = nil, cancel: Action, main: Action? = nil, form: Form? = nil,
    body: [any Component]
  ) {
    (self.title, self.frame, self.text, self.cancel) = (title, frame, text, cancel)
    (self.main, self.form, self.body) = (main, form, body)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(
      .dialog, classes, ids.map { .id($0.dialog) }, ids == nil ? .open : nil, ids == nil ? .modal : nil,
      .labelledBy(titleID), isQuestion && ids == nil && text != nil ? .describedBy("sd") : nil
    ) { html in
      if isQuestion {
        html.element(.div) { html in
          writeTitle(to: &html)
          if let text { html.element(.p, .class("dim"), ids == nil ? .id("sd") : nil, text: text) }
        }
      }
      guard let form else { return writeContent(to: &html) }
      html.element(
        .form, form.action == nil ? .dialogMethod : .post, form.action.map { .action($0) }, more: form.attributes
      ) { html in
        if let intent = form.returns {
          html.element(
            .button, .class("vh"), form.returnID.map { .id($0) }, .name(intent.name), .value(intent.value),
            .tabIndex(-1), .decorative
          ) { _ in }
        }
        writeContent(to: &html)
      }
    }
  }

  private var isQuestion: Bool { frame == .question }

  private var titleID: StaticString { ids?.title ?? "st" }

  private var classes: HTMLAttribute {
    switch frame {
    case .low: .class("sheet")
    case .tall: .classes("sheet tall", isShaping ? " shaping" : "")
    case .question: .classes("sheet ask")
    }
  }

  private func writeTitle(to html: inout HTMLWriter) { html.element(.h2, .id(titleID.description), text: title) }

  private func writeContent(to html: inout HTMLWriter) {
    if let returns {
      html.element(
        .button, .class("vh"), .form(ShapeParts.formID), .name(returns.name), .value(returns.value), .tabIndex(-1),
        .decorative
      ) { _ in }
    }
    if !isQuestion {
      html.element(.header) { html in
        write(cancel, .class("act"), isCancel: true, to: &html)
        writeTitle(to: &html)
        if let main { write(main, .classes("act main"), to: &html) } else { html.element(.span) { _ in } }
      }
    }
    for (name, value) in form?.hidden ?? [] { html.hidden(name, value) }
    for part in body { part.write(to: &html) }
    if isQuestion {
      html.element(.div, .class("deeds")) { html in
        write(cancel, .classes("btn", main == nil ? " main" : ""), isCancel: true, to: &html)
        if let other { write(other, .class("btn"), to: &html) }
        if let main { write(main, .classes("btn", main.isDangerous ? " bad" : " main"), to: &html) }
      }
    }
  }

  private func write(
    _ action: Action, _ classes: HTMLAttribute, isCancel: Bool = false, to html: inout HTMLWriter
  ) {
    // A question that a script opens is closed by the browser.
    let part: HTMLAttribute? = isCancel && !(isQuestion && ids != nil) ? .part("cancel") : nil
    let focus: HTMLAttribute? = action.hasFocus ? .autofocus : nil
    switch action.target {
    case .link(let href): html.element(.a, classes, .href(href), part, focus, text: action.title)
    case .send(let field):
      html.element(
        .button, classes, isShaping ? .form(ShapeParts.formID) : nil,
        field.flatMap { $0.name.isEmpty ? nil : .name($0.name) }, field.map { .value($0.value) }, part, focus,
        text: action.title)
    }
  }
}
