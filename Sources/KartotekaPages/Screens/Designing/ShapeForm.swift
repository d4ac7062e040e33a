import KartotekaHTML
import KartotekaModel

/// A form of the application's shape: fields that no record has, with the values that they show.
///
/// A change applies the fields that a person has changed (``RecordDraft/changed``). All others, and what the form can't show,
/// stay as they are.
struct ShapeForm {
  private let entity: EntityDescription
  private let shown: AnyRecord

  /// - Parameter values: the values that the form shows, by field.
  init(_ attributes: [AttributeDescription], _ values: [String: Value] = [:]) {
    let attributes = attributes.map { attribute in
      var attribute = attribute
      guard attribute.kind == .choice else { return attribute }
      if case .text(let value) = values[attribute.name], !attribute.choices.contains(where: { $0.value == value }) {
        attribute.choices.insert(Choice(value, "As it is"), at: 0)
      }
      // A description may lack what a new one needs.
      if values[attribute.name]?.isNull ?? true { attribute.isRequired = false }
      return attribute
    }
    entity = EntityDescription(
      name: "shape", plural: "shapes", table: "shapes", nouns: Nouns("shape", "shapes"), attributes: attributes,
      relationships: [])
    var record = AnyRecord(entity)
    for (name, value) in values where record.entity.position(of: name) != nil { record[name] = value }
    // Values are compared as the form sends them: without spaces around them.
    for position in entity.columns.indices { _ = record.read(text: record.text(at: position), at: position) }
    shown = record
  }

  /// A field of a form.
  static func field(
    _ name: String, _ label: String, _ kind: KindName = .text, required: Bool = false, choices: [Choice] = [],
    multiline: Bool = false, placeholder: String? = nil
  ) -> AttributeDescription {
    var attribute = AttributeDescription(name: name, label: label, kind: kind)
    attribute.isRequired = required || kind == .boolean
    attribute.choices = choices
    attribute.multiline = multiline
    attribute.placeholder = placeholder
    if multiline { attribute.maximumLength = TextKind.longest.multiline }
    if kind == .boolean { attribute.defaultValue = .integer(0) }
    return attribute
  }

  /// A field for a formula. Reading the formula limits its length, and says so.
  static func formula(
    _ name: String, _ label: String, required: Bool = false, multiline: Bool = false, placeholder: String? = nil
  ) -> AttributeDescription {
    var attribute = field(name, label, required: required, multiline: multiline, placeholder: placeholder)
    attribute.maximumLength = TextKind.longest.multiline
    return attribute
  }

  /// The form with its values.
  func draft(_ say: Localizer) -> RecordDraft { RecordDraft(shown, say) }

  /// The form as it was sent. A field that was not sent keeps its value.
  func draft(_ form: SubmittedForm, _ say: Localizer) -> RecordDraft { RecordDraft(form, over: shown, say) }

  /// The form as another form with some of its fields was sent. The others have their values, and there are no faults yet.
  func draft(continuing form: SubmittedForm, _ say: Localizer) -> RecordDraft {
    var draft = draft(completed(form), say)
    draft.errors = [:]
    return draft
  }

  /// The form with the values of fields that were not sent, as if it had been made from them.
  func completed(_ form: SubmittedForm) -> SubmittedForm {
    var form = form
    var message = FormMessage(form)
    for (position, column) in entity.columns.enumerated() where form[column.name] == nil {
      form[column.name] = shown.text(at: position)
      message.base?[column.name] = shown.text(at: position)
    }
    for (name, text) in FormMessage(base: message.base).fields { form[name] = text }
    return form
  }
}

extension RecordDraft {
  /// The text of a field; empty for none.
  func text(_ name: String) -> String {
    if case .text(let text) = record[name] { text } else { "" }
  }

  /// Whether a box is ticked.
  func isOn(_ name: String) -> Bool { record[name] == .integer(1) }
}
