import KartotekaModel

/// A form about an account, with a field in each line: signing in, a password, roles.
package struct AccountForm: Component {
  /// A field.
  package struct Field {
    /// The kind of input of a field.
    package enum Input {
      /// The name by which a person signs in.
      case name
      /// The same, where the browser offers passkeys, too.
      case nameOrPasskey
      /// The same, as it was typed on the page before.
      case typedName
      /// A text that browsers don't keep.
      case text
      /// A password that is known.
      case password
      /// A password that is chosen.
      case newPassword
      /// A code of six digits from a phone, or a longer one.
      case code
      /// One of some values, with their names.
      case choice([(value: String, name: String)])
      /// On or off.
      case check
    }

    package var name: String
    /// Tells it apart from fields of other forms with the same name.
    package var id: String
    package var label: String
    /// The value; of a check, empty for off.
    package var value: String
    package var input: Input
    /// The fault; nil if it has none.
    package var fault: String?
    /// Whether the cursor is in it.
    package var hasFocus = false

    package init(
      _ name: String, _ label: String, _ input: Input, value: String = "", id: String? = nil, fault: String? = nil,
      hasFocus: Bool = false
    ) {
      self.id = id ?? name
      (self.name, self.label, self.input, self.value) = (name, label, input, value)
      (self.fault, self.hasFocus) = (fault, hasFocus)
    }
  }

  package var title: String?
  package var action: URLPath
  package var fields: [Field]
  package var hidden: [(name: String, value: String)] = []
  /// The fault of the form as a whole.
  package var fault: String?
  package var note: String?
  /// The text of the button.
  package var verb: String
  package var isMain = false
  package var isDangerous = false
  /// The link beside the button; nil for none.
  package var other: (title: String, href: URLPath)?
  /// Whether browsers that fill in a password beside a name find a field for it, ``filledPassword``. Nobody sees it.
  package var takesFilledPassword = false

  /// The name of the field with a password that nobody has typed.
  package static let filledPassword = "filled-password"

  package init(title: String? = nil, action: URLPath, fields: [Field], note: String? = nil, verb: String) {
    (self.title, self.action, self.fields, self.note, self.verb) = (title, action, fields, note, verb)
  }

  package func write(to html: inout HTMLWriter) {
    if let title { html.over(title) }
    html.element(.form, .post, .action(action), .withoutValidation) { html in
      for (name, value) in hidden { html.hidden(name, value) }
      if let fault { html.formFault(fault) }
      Self.write(focused, to: &html)
      // Without fields there is no group that it would belong to.
      if let note { html.element(.p, .classes(fields.isEmpty ? "foot pad" : "under"), text: note) }
      html.element(.div, .classes("deeds pad")) { html in
        if takesFilledPassword { Self.writeFilledPassword(to: &html) }
        html.element(.button, .classes("btn", isDangerous ? " bad" : isMain ? " main" : ""), text: verb)
        if let other { html.element(.a, .class("btn"), .href(other.href), text: other.title) }
      }
    }
  }

  // Browsers fill in no field that isn't laid out. The element around it stays out of sight also while a program has put the
  // cursor into the field.
  private static func writeFilledPassword(to html: inout HTMLWriter) {
    html.element(.span, .class("vh"), .decorative) { html in
      html.void(
        .input, .type("password"), .name(filledPassword), .autocomplete("current-password"), .tabIndex(-1))
    }
  }

  // A page may have many forms: that of a refused one has the cursor, so that its fault is in view.
  private var focused: [Field] {
    guard fault != nil, !fields.contains(where: \.hasFocus), let first = fields.firstIndex(where: \.isTyped) else {
      return fields
    }
    var copy = fields
    copy[first].hasFocus = true
    return copy
  }

  /// Writes fields, one in each line.
  static func write(_ fields: [Field], to html: inout HTMLWriter) {
    guard !fields.isEmpty else { return }
    html.element(.div, .class("group")) { html in
      for field in fields { write(field, to: &html) }
    }
  }

  private static func write(_ field: Field, to html: inout HTMLWriter) {
    if case .check = field.input {
      html.element(.label, .class("row")) { html in
        html.void(
          .input, .class("vh2"), .type("checkbox"), .name(field.name), field.value.isEmpty ? nil : .checked)
        html.element(.span, .class("tick")) { _ in }
        html.element(.span, .classes("t wrap"), text: field.label)
      }
      return
    }
    html.element(.div, .class("field")) { html in
      html.element(.label, .for(field.id), text: field.label)
      write(control: field, to: &html)
      if let fault = field.fault {
        html.element(.p, .class("err"), .id(field.id + "-e")) { html in
          html.symbol(.alert, .small)
          html.text(fault)
        }
      }
    }
  }

  private static func write(control field: Field, to html: inout HTMLWriter) {
    switch field.input {
    case .name: write(field, "text", .autocomplete("username"), to: &html)
    case .nameOrPasskey: write(field, "text", .autocomplete("username", " webauthn"), to: &html)
    // A field, so that browsers keep the password with the name.
    case .typedName: write(field, "text", .autocomplete("username"), .readOnly, to: &html)
    case .text: write(field, "text", .autocomplete("off"), to: &html)
    case .password: write(field, "password", .autocomplete("current-password"), to: &html)
    case .newPassword: write(field, "password", .autocomplete("new-password"), to: &html)
    // A recovery code has letters.
    case .code: write(field, "text", .autocomplete("one-time-code"), to: &html)
    case .choice(let options):
      html.element(.select, .id(field.id), .name(field.name), more: field.more) { html in
        for (value, name) in options {
          html.element(.option, .value(value), value == field.value ? .selected : nil, text: name)
        }
      }
    case .check: break
    }
  }

  private static func write(
    _ field: Field, _ type: StaticString, _ hint: HTMLAttribute, _ more: HTMLAttribute? = nil, to html: inout HTMLWriter
  ) {
    html.void(
      .input, .id(field.id), .name(field.name), .type(type), .value(field.value), hint, .withoutSpelling,
      .autocapitalize("off"), more, more: field.more)
  }
}

extension AccountForm.Field {
  /// Whether somebody types into it.
  fileprivate var isTyped: Bool {
    switch input {
    case .name, .nameOrPasskey, .text, .password, .newPassword, .code: true
    case .typedName, .choice, .check: false
    }
  }

  fileprivate var more: [HTMLAttribute?] {
    let isFaulty = fault != nil
    return [isFaulty ? .invalid : nil, isFaulty ? .describedBy(id + "-e") : nil, hasFocus ? .autofocus : nil]
  }
}
