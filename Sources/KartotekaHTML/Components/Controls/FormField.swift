import Foundation
import KartotekaModel

/// One field of a form: an attribute or a to-one relationship, with what it shows now.
package struct FormField {
  /// The edited column, from which label, limits and control follow.
  package var column: ColumnDescription
  /// The control's identity on the page; the form's prefix and the attribute's name.
  package var id: String
  /// The text in the control: the stored value in its edited form, or the submitted text.
  package var text: String
  /// The stored value where the control shows something else: after a refusal, so that a script knows what
  /// differs.
  package var stored: String?
  /// The fault of the submitted text.
  package var error: String?
  /// The part of the text that the fault is about, in UTF-16; nil for the whole.
  package var faultyPart: Range<Int>?
  /// The link to the cause of the error, and its text.
  package var errorLink: (title: String, href: URLPath)?
  /// The displayed value of a field that can't be edited here; nil makes a control.
  package var display: String?
  /// Whether its formula says that it is not shown now.
  package var isFollowedAway = false
  /// Whether its formula says that it is required now.
  package var isNeeded = false
  /// The text that it has by its formula, in the form of a new record; nil without a formula.
  package var begins: String?
  /// Whether typing starts here.
  package var hasFocus = false
  /// Whether the control stands in a cell of a table, which has the height of one line.
  var isInTable = false
  /// Whether the explanation of the attribute stands below the control.
  var showsHelp = false
  /// For a relationship: what people call the record that is chosen.
  package var title: String?
  /// The address of the chosen record; nil for a field in which it can only be changed.
  package var follow: URLPath?
  /// The identity of the field's place on the page, to which the way back from the chosen record leads.
  package var place: String?
  /// The heading above the card that begins with this field.
  package var heading: String?
  /// The contents of a field of bytes; nil if they can't be edited.
  package var file: FileField?
  /// The form that the control belongs to, where it doesn't stand within one.
  package var form: StaticString?
  /// The placeholder of the empty control, unless its attribute has one.
  package var placeholder: String?
  /// The time zone in which the control shows a moment; nil for the page's.
  package var timeZone: TimeZone?
  /// The names that a field of several names offers; nil for other fields.
  package var names: [String]?
  /// The words that a field of a formula offers for the one that is being typed; nil for other fields.
  package var words: [String]?

  package init(
    column: ColumnDescription, id: String, text: String, stored: String? = nil, error: String? = nil,
    errorLink: (title: String, href: URLPath)? = nil, display: String? = nil, hasFocus: Bool = false,
    isInTable: Bool = false, title: String? = nil, follow: URLPath? = nil, place: String? = nil, heading: String? = nil,
    file: FileField? = nil, form: StaticString? = nil, placeholder: String? = nil, timeZone: TimeZone? = nil
  ) {
    self.column = column
    self.id = id
    self.text = text
    self.stored = stored
    self.error = error
    self.errorLink = errorLink
    self.display = display
    self.hasFocus = hasFocus
    self.isInTable = isInTable
    self.title = title
    self.follow = follow
    self.place = place
    self.heading = heading
    self.file = file
    self.form = form
    self.placeholder = placeholder
    self.timeZone = timeZone
  }
}

extension FormField {
  /// The half of a line.
  enum Half {
    case first, second
  }

  // Whether it takes half a line in a wide window.
  fileprivate var isHalf: Bool { attribute?.width == .half }

  // Whether the value is chosen in a sheet.
  fileprivate var isPicked: Bool {
    if case .toOne = column { display == nil } else { false }
  }

  /// The identity of what says what is wrong.
  var errorID: String { id + "-e" }

  /// The identity of the explanation below the control; nil without one.
  var helpID: String? { showsHelp && attribute?.help != nil ? id + "-h" : nil }

  // The identity of the list of offered names.
  fileprivate var namesID: String { id + "-l" }

  /// The attributes of a control about what is said below it: an explanation and a fault.
  var faultAttributes: [HTMLAttribute?] {
    let ids = [helpID, error == nil ? nil : errorID].compactMap(\.self)
    let part = error == nil ? nil : faultyPart
    return [
      error == nil ? nil : .invalid, ids.isEmpty ? nil : .describedBy(ids.joined(separator: " ")),
      part.map { .faultyFrom($0.lowerBound) }, part.map { .faultyTo($0.upperBound) },
    ]
  }

  /// The attributes of every control: identity, name, whether a value is required, and the fault.
  var attributes: [HTMLAttribute?] {
    [
      .id(id), .name(column.name), column.isRequired || isNeeded ? .required : nil, stored.map { .stored($0) },
      form.map { .form($0) }, hasFocus ? .autofocus : nil,
      names ?? words == nil ? nil : .suggestions(namesID), names == nil ? nil : .takesNames,
      words == nil ? nil : .takesWords, words == nil ? nil : .autocomplete("off"),
    ] + faultAttributes
  }
}

extension HTMLWriter {
  /// A card with a form's fields, one below the other; what is wrong with all of them together first.
  mutating func formFields(_ fields: [FormField], fault: String? = nil) {
    if let fault { formFault(fault) }
    // The first field with a fault gets the focus.
    let focus = fields.firstIndex { $0.error != nil }
    var cards: [[FormField]] = []
    for (index, field) in fields.enumerated() {
      var field = field
      if let focus { field.hasFocus = index == focus }
      if cards.isEmpty || field.heading != nil { cards.append([]) }
      cards[cards.count - 1].append(field)
    }
    for card in cards {
      if let heading = card.first?.heading { element(.h2, .class("over"), text: heading) }
      // A half stands beside the half before it, unless that has one beside it already.
      var isOpen = false
      element(.div, card.contains(where: \.isHalf) ? .classes("group halves") : .class("group")) { html in
        for field in card {
          html.formField(field, half: field.isHalf ? isOpen ? .second : .first : nil)
          isOpen = field.isHalf && !isOpen
        }
      }
    }
  }

  /// Writes the fault of a form as a whole.
  mutating func formFault(_ fault: String) {
    element(.p, .classes("err lone"), .role("alert")) { html in
      html.symbol(.alert, .small)
      html.text(fault)
    }
  }

  /// A field with its label, and what is wrong with it.
  /// - Parameter half: the half of the line that it takes in a wide window; nil for the whole line.
  mutating func formField(_ field: FormField, half: FormField.Half? = nil) {
    var field = field
    field.showsHelp = field.display == nil
    let style: StaticString =
      switch (half, field.isPicked) {
      case (nil, true): field.follow == nil ? " pick" : " pick leads"
      case (.first, true): field.follow == nil ? " pick half" : " pick leads half"
      case (.second, true): field.follow == nil ? " pick half second" : " pick leads half second"
      case (.first, false): " half"
      case (.second, false): " half second"
      case (nil, false): ""
      }
    element(
      .div, .classes("field", style), field.place.map { .id($0) }, field.isFollowedAway ? .unseen : nil,
      field.begins.map { .begins(field.edited($0, say)) }
    ) { html in
      html.element(.label, .for(field.id), text: html.say(field.column.label))
      if let display = field.display {
        html.shownValue(of: field, display)
      } else {
        FormControls.control(of: field.column).writeControl(field, to: &html)
        if let names = field.names {
          html.element(.datalist, .id(field.namesID)) { html in
            for name in names { html.element(.option, .value(TagText.text([name]))) { _ in } }
          }
        } else if let words = field.words {
          html.element(.datalist, .id(field.namesID)) { html in
            for word in words { html.element(.option, .value(word)) { _ in } }
          }
        }
      }
      if let id = field.helpID, let help = field.attribute?.help {
        html.element(.p, .class("hint"), .id(id), text: html.say(help))
      }
      html.fault(of: field)
    }
  }

  /// A value to look at; a related record leads to its card.
  private mutating func shownValue(of field: FormField, _ display: String) {
    guard let href = field.follow, mayUse(href) else {
      return element(.output, .id(field.id), text: display.isEmpty ? "–" : display)
    }
    element(.a, .class("to"), .href(href)) { html in
      html.element(.output, .id(field.id), text: display)
      html.symbol(.go, .chevron)
    }
  }

  /// Writes the fault of a field, and the link to its cause.
  mutating func fault(of field: FormField) {
    guard let error = field.error else { return }
    element(.p, .class("err"), .id(field.errorID)) { html in
      html.symbol(.alert, .small)
      html.text(error)
      guard let link = field.errorLink else { return }
      html.text(" ")
      html.element(.a, .href(link.href), text: link.title)
    }
  }

  /// A hidden value of a form.
  mutating func hidden(_ name: String, _ value: String) {
    void(.input, .type("hidden"), .name(name), .value(value))
  }
}
