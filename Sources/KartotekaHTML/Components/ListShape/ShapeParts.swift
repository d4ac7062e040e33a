import KartotekaModel
import KartotekaScreens

/// The rows and forms by which a list's shape is changed: the body of a sheet.
package struct ShapeParts: Component {
  /// A row that changes something or leads to a step.
  package struct Link {
    package var title: String
    package var detail: String?
    /// The text at the end of the row, such as a number of records.
    package var value: String?
    package var href: URLPath
    /// Whether the row is ticked; nil for rows without ticks.
    package var isChosen: Bool?
    package var symbol: Symbol?
    /// Further links of the row, as symbols.
    package var tools: [(symbol: Symbol, label: String, href: URLPath)] = []
    /// Whether it has the focus at first.
    package var hasFocus = false

    package init(
      title: String, detail: String? = nil, value: String? = nil, href: URLPath, isChosen: Bool? = nil,
      symbol: Symbol? = nil, tools: [(symbol: Symbol, label: String, href: URLPath)] = []
    ) {
      self.title = title
      self.detail = detail
      self.value = value
      self.href = href
      self.isChosen = isChosen
      self.symbol = symbol
      self.tools = tools
    }
  }

  /// A field of a form.
  package enum Field {
    /// A choice.
    case choice(name: String, label: String, options: [(value: String, name: String)], chosen: String)
    /// A text. One with a fault has the focus.
    case text(name: String, label: String, value: String, limit: Int, fault: String? = nil)
    /// A switch.
    case toggle(name: String, label: String, isOn: Bool)
    /// A value of an attribute.
    case value(FormField)
  }

  /// A part of the sheet.
  package enum Part: Component {
    case links(title: String?, [Link])
    case fields(title: String?, [Field])
    case note(String)
    /// A button of the form.
    case button(name: String, value: String, title: String)
    /// Buttons of the form as rows, one for each value.
    case choices(title: String?, name: String, [(value: String, title: String)])
    /// Rows that the sheet's search has found.
    case found([Part])
    /// A search in the sheet's rows, which has the focus.
    case search(action: URLPath, hidden: [(name: String, value: String)], text: String, placeholder: String)
  }

  /// The button at the end of the header.
  package enum Done {
    case link(URLPath)
    /// It submits the form under that name and value.
    case submit(name: String, value: String)
    /// The form has buttons of its own.
    case nothing
  }

  package var title: String
  /// The address that the sheet was opened from.
  package var cancel: (title: String, href: URLPath)
  package var done: Done
  /// The parts above the form.
  package var parts: [Part]
  /// The form, with its parts; nil for a sheet without one.
  package var form: (action: URLPath, hidden: [(name: String, value: String)], parts: [Part])?
  /// The parts below the form.
  package var more: [Part]
  /// The name and value of the form's button that Return presses in its fields; nil for the button at the end of the header.
  package var returns: (name: String, value: String)?
  /// Why a form was refused.
  package var fault: String?

  package init(
    title: String, cancel: (title: String, href: URLPath), done: Done, parts: [Part] = [],
    form: (action: URLPath, hidden: [(name: String, value: String)], parts: [Part])? = nil, more: [Part] = [],
    fault: String? = nil
  ) {
    self.title = title
    self.cancel = cancel
    self.done = done
    self.parts = parts
    self.form = form
    self.more = more
    self.fault = fault
  }

  /// The sheet with the parts.
  package func sheet(_ say: Localizer) -> Sheet {
    let main: Sheet.Action? =
      switch done {
      case .link(let href): Sheet.Action(say("Done"), .link(href))
      case .submit(let name, let value): Sheet.Action(say("Done"), .send((name, value)))
      case .nothing: nil
      }
    var sheet = Sheet(
      title, .tall, cancel: Sheet.Action(cancel.title, .link(cancel.href)), main: main, body: [self])
    sheet.isShaping = true
    sheet.returns = returns
    return sheet
  }

  /// The rows that the sheet's search has found; nil for a sheet without a search.
  package var found: [Part]? {
    for case .found(let found) in parts + more { return found }
    return nil
  }

  /// The id of the form, to which the button in the sheet's bar belongs.
  static let formID: StaticString = "shape"

  package func write(to html: inout HTMLWriter) {
    if let fault { html.formFault(fault) }
    for part in parts { html.add(part) }
    if let form {
      html.element(
        .form, .id(Self.formID.description), .post, .action(form.action), .withoutValidation, .autocomplete("off")
      ) { html in
        for (name, value) in form.hidden { html.hidden(name, value) }
        for part in form.parts { html.add(part) }
      }
    }
    for part in more { html.add(part) }
  }
}

extension ShapeParts.Part {
  package func write(to html: inout HTMLWriter) {
    switch self {
    case .links(let title, let links):
      if let title { html.element(.h3, .class("over"), text: title) }
      html.element(.ul, .class("group")) { html in
        for link in links { html.element(.li, link.tools.isEmpty ? nil : .class("tooled")) { write(link, to: &$0) } }
      }
    case .fields(let title, let fields):
      if let title { html.element(.h3, .class("over"), text: title) }
      html.element(.div, .class("group")) { html in for field in fields { write(field, to: &html) } }
    case .found(let parts): html.element(.div, .id("shape-found")) { html in for part in parts { html.add(part) } }
    case .note(let text): html.element(.p, .class("under"), text: text)
    case .button(let name, let value, let title):
      html.element(.div, .classes("deeds pad")) { html in
        html.element(
          .button, .class("btn"), .name(name), .value(value), text: title)
      }
    case .choices(let title, let name, let values):
      if let title { html.element(.h3, .class("over"), text: title) }
      html.element(.ul, .class("group")) { html in
        for each in values {
          html.element(.li) {
            $0.element(.button, .class("row"), .name(name), .value(each.value), text: each.title)
          }
        }
      }
    case .search(let action, let hidden, let text, let placeholder):
      html.element(.form, .class("search"), .role("search"), .action(action)) { html in
        for (name, value) in hidden { html.hidden(name, value) }
        html.element(.label, .class("vh"), .for("shape-find"), text: placeholder)
        html.symbol(.find, .small)
        html.void(
          .input, .id("shape-find"), .name(FormName.sheetSearch), .type("search"), .value(text),
          .placeholder(placeholder), .enterKey("search"), .autofocus, more: [.withoutSpelling, .autocomplete("off")])
      }
    }
  }

  private func write(_ link: ShapeParts.Link, to html: inout HTMLWriter) {
    html.element(
      .a, .class("row"), .href(link.href), link.isChosen == true ? .current("true") : nil,
      link.hasFocus ? .autofocus : nil
    ) { html in
      if let isChosen = link.isChosen {
        html.element(.span, .classes("tick", isChosen ? " on" : ""), .decorative) { html in
          if isChosen { html.symbol(.check) }
        }
      }
      if let symbol = link.symbol { html.symbol(symbol, .small) }
      html.element(.span, .class("grow")) { html in
        html.element(.span, .classes("t wrap"), text: link.title)
        if let detail = link.detail { html.element(.span, .classes("d wrap"), text: detail) }
      }
      if let value = link.value { html.element(.span, .classes("v sub"), text: value) }
      if link.isChosen == nil, link.symbol == nil { html.symbol(.go, .chevron) }
    }
    for tool in link.tools {
      html.element(.a, .class("ib"), .href(tool.href), .label(tool.label)) { $0.symbol(tool.symbol, .small) }
    }
  }

  private func write(_ field: ShapeParts.Field, to html: inout HTMLWriter) {
    switch field {
    case .choice(let name, let label, let options, let chosen):
      html.element(.div, .class("field")) { html in
        html.element(.label, .for("shape-" + name), text: label)
        html.element(.select, .id("shape-" + name), .name(name)) { html in
          for option in options {
            html.element(.option, .value(option.value), option.value == chosen ? .selected : nil, text: option.name)
          }
        }
      }
    case .text(let name, let label, let value, let limit, let fault):
      html.element(.div, .class("field")) { html in
        let id = "shape-" + name
        let attributes: [HTMLAttribute?] = fault == nil ? [] : [.invalid, .describedBy(id + "-e"), .autofocus]
        html.element(.label, .for(id), text: label)
        html.void(
          .input, .id(id), .name(name), .type("text"), .value(value), .longest(limit), .excess(limit, html.say),
          more: attributes)
        if let fault {
          html.element(.p, .class("err"), .id(id + "-e"), .role("alert")) { html in
            html.symbol(.alert, .small)
            html.text(fault)
          }
        }
      }
    case .toggle(let name, let label, let isOn):
      html.element(.div, .class("field")) { html in
        html.element(.label, .for("shape-" + name), text: label)
        html.void(
          .input, .class("switch"), .type("checkbox"), .role("switch"), .id("shape-" + name), .name(name),
          .value("true"), isOn ? .checked : nil)
      }
    case .value(let field): html.formField(field)
    }
  }
}
