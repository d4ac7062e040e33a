import KartotekaApplication
import KartotekaHTML
import KartotekaModel

/// The folded fields of a field's sheet: its words in forms, its limits, and what new records begin with.
struct FieldRulesForm {
  private let kind: FieldShape.Kind
  /// The attribute that exists; nil for a new field.
  private let existing: AttributeDescription?
  /// The number of decimal places of the form's numbers; a percentage is stored with more than people see.
  private let scale: Int

  /// - Parameter scale: the number of decimal places that people see.
  init(_ kind: FieldShape.Kind, _ existing: AttributeDescription?, scale: Int) {
    (self.kind, self.existing) = (kind, existing)
    let unseen = kind == .percent ? AttributeDescription.percentDigits : 0
    let stored = existing?.kind == .decimal ? existing?.scale : nil
    self.scale =
      (0...FetchExpression.mostDigits - unseen).contains(scale)
      ? scale + unseen : max(stored ?? FieldShape().scale, unseen)
  }

  /// The names of the fields of all kinds.
  static let names = [
    "help", "placeholder", "minimum", "maximum", "minimumLength", "maximumLength", "pattern", "patternHint", "initial",
    "now", "together", "unseen", "half", "sorted",
  ]

  // The rules that exist and that the kind can have, too.
  private var rules: FieldRules {
    guard let shape = existing.flatMap({ FieldShape($0) }) else { return FieldRules() }
    if shape.kind == kind { return shape.rules }
    var rules = FieldRules()
    (rules.help, rules.placeholder) = (shape.rules.help, shape.rules.placeholder)
    guard shape.kind.name == kind.name else { return rules }
    // A number stays what it is as money or a percentage, and a text on several lines.
    if shape.kind.hasRange { (rules.minimum, rules.maximum) = (shape.rules.minimum, shape.rules.maximum) }
    if shape.kind.hasInitial { rules.initial = shape.rules.initial }
    guard shape.kind.hasLength else { return rules }
    (rules.minimumLength, rules.maximumLength) = (shape.rules.minimumLength, shape.rules.maximumLength)
    (rules.pattern, rules.patternHint) = (shape.rules.pattern, shape.rules.patternHint)
    return rules
  }

  /// The fields.
  var fields: [AttributeDescription] {
    var fields = [ShapeForm.field("help", "Explanation below the field", multiline: true)]
    if kind.hasPlaceholder { fields.append(line("placeholder", "Example in the empty field", rules.placeholder)) }
    if kind.hasRange {
      let isDay = kind == .date
      fields.append(value("minimum", isDay ? "Earliest day" : "Least value"))
      fields.append(value("maximum", isDay ? "Latest day" : "Greatest value"))
    }
    if kind.hasLength {
      fields.append(count("minimumLength", "Fewest characters"))
      fields.append(count("maximumLength", "Most characters"))
      fields.append(line("pattern", "Pattern of the whole text (regular expression)", rules.pattern))
      fields.append(line("patternHint", "Message where the pattern doesn't match", rules.patternHint))
    }
    if kind.hasInitial, !isWithoutChoices { fields.append(initial) }
    if let source = kind.currentSource {
      let label =
        source == .now ? "New records begin with the current moment" : "New records begin with the current day"
      fields.append(ShapeForm.field("now", label, .boolean))
    }
    return fields
  }

  // A new choice has nothing to begin with before it is saved.
  private var isWithoutChoices: Bool { kind == .choice && (existing?.choices ?? []).isEmpty }

  private var initial: AttributeDescription {
    let label = "New records begin with"
    switch kind {
    case .boolean:
      return ShapeForm.field("initial", label, .choice, choices: [Choice("true", "Yes"), Choice("false", "No")])
    case .choice: return ShapeForm.field("initial", label, .choice, choices: existing?.choices ?? [])
    case .colour: return ShapeForm.field("initial", label, .choice, choices: StateDescription.Tone.colours)
    default: return value("initial", label)
    }
  }

  // A value of the kind.
  private func value(_ name: String, _ label: String) -> AttributeDescription {
    var field = ShapeForm.field(name, label, kind.name, multiline: kind == .longText)
    if kind.name == .decimal { field.scale = scale }
    switch kind {
    case .percent: field.form = .percent
    case .duration: field.form = .duration
    default: break
    }
    return field
  }

  private func count(_ name: String, _ label: String) -> AttributeDescription {
    var field = ShapeForm.field(name, label, .integer)
    (field.minimum, field.maximum) = (.integer(0), .integer(Int64(max(Self.longest, existing?.maximumLength ?? 0))))
    return field
  }

  // The most characters that a person can allow.
  private static let longest = TextKind.longest.multiline

  // A description may have a longer text.
  private func line(_ name: String, _ label: String, _ stored: String) -> AttributeDescription {
    var field = ShapeForm.field(name, label)
    field.maximumLength = max(field.maximumLength, stored.unicodeScalars.count)
    return field
  }

  /// The stored values, by field.
  func values(_ say: Localizer) -> [String: Value] {
    let rules = rules
    func text(_ text: String) -> Value { text.isEmpty ? .null : .text(say(text)) }
    func count(_ number: Int?) -> Value { number.map { .integer(Int64($0)) } ?? .null }
    var values: [String: Value] = [
      "help": text(rules.help), "placeholder": text(rules.placeholder), "patternHint": text(rules.patternHint),
      "pattern": rules.pattern.isEmpty ? .null : .text(rules.pattern), "minimumLength": count(rules.minimumLength),
      "maximumLength": count(rules.maximumLength), "minimum": scaled(rules.minimum), "maximum": scaled(rules.maximum),
      "initial": scaled(rules.initial), "now": .integer(rules.beginsNow ? 1 : 0),
    ]
    if kind == .boolean, case .integer(let number) = rules.initial {
      values["initial"] = .text(number == 0 ? "false" : "true")
    }
    return values
  }

  // The number with the decimal places of the form.
  private func scaled(_ value: Value) -> Value {
    guard kind.name == .decimal, let existing, existing.scale != scale, !value.isNull else { return value }
    let number = self.value("number", "").plain
    let plain = existing.plain
    return (try? number.behavior.value(text: plain.behavior.text(value, for: plain), for: number)) ?? .null
  }

  /// Takes over what a person has changed. Other rules stay as they are; those of another kind are the form's.
  func read(_ draft: RecordDraft, into rules: inout FieldRules, _ say: Localizer) {
    let shape = existing.flatMap { FieldShape($0) }
    let changed = draft.changed
    let isOther = shape?.kind != kind
    // Numbers are stored in the unit of their scale.
    let isRescaled = kind.name == .decimal && existing?.scale != scale
    func isTaken(_ name: String, rescaled: Bool = false) -> Bool {
      (isOther || rescaled || changed.contains(name)) && draft.record.entity.position(of: name) != nil
    }
    func key(_ name: String, _ known: String) -> String { say.key(of: draft.text(name), known) }
    if isOther {
      let old = rules
      rules = FieldRules()
      (rules.help, rules.placeholder, rules.patternHint) = (old.help, old.placeholder, old.patternHint)
    }
    if isTaken("help") { rules.help = key("help", rules.help) }
    if isTaken("placeholder") { rules.placeholder = key("placeholder", rules.placeholder) }
    if isTaken("pattern") { rules.pattern = draft.text("pattern") }
    if isTaken("patternHint") { rules.patternHint = key("patternHint", rules.patternHint) }
    if isTaken("minimumLength") { rules.minimumLength = count("minimumLength", draft) }
    if isTaken("maximumLength") { rules.maximumLength = count("maximumLength", draft) }
    if isTaken("minimum", rescaled: isRescaled) { rules.minimum = draft.record["minimum"] }
    if isTaken("maximum", rescaled: isRescaled) { rules.maximum = draft.record["maximum"] }
    if isTaken("initial", rescaled: isRescaled) { rules.initial = initial(draft) }
    if isTaken("now") { rules.beginsNow = draft.isOn("now") }
  }

  private func count(_ name: String, _ draft: RecordDraft) -> Int? {
    if case .integer(let number) = draft.record[name], number > 0 { Int(number) } else { nil }
  }

  private func initial(_ draft: RecordDraft) -> Value {
    guard kind == .boolean else { return draft.record["initial"] }
    let text = draft.text("initial")
    return text.isEmpty ? .null : .integer(text == "true" ? 1 : 0)
  }
}
