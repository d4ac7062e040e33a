import KartotekaModel

/// The rules of a field beside its kind: its words in forms, its limits, and the value of new records.
package struct FieldRules: Hashable, Sendable {
  /// The explanation below the field; empty for none.
  package var help = ""
  /// The example in the empty field; empty for none.
  package var placeholder = ""
  /// The least and the greatest value.
  package var minimum = Value.null
  package var maximum = Value.null
  /// The fewest and the most characters; nil for what the kind allows.
  package var minimumLength: Int?
  package var maximumLength: Int?
  /// The regular expression that the whole text matches; empty for none.
  package var pattern = ""
  /// The sentence where it does not match.
  package var patternHint = ""
  /// The value of a new record.
  package var initial = Value.null
  /// Whether a new record has the current day or moment.
  package var beginsNow = false

  package init() {}

  init(_ attribute: AttributeDescription) {
    help = attribute.help ?? ""
    placeholder = attribute.placeholder ?? ""
    (minimum, maximum) = (attribute.minimum, attribute.maximum)
    minimumLength = attribute.minimumLength > 0 ? attribute.minimumLength : nil
    maximumLength = attribute.maximumLength == Self.usualLength(attribute) ? nil : attribute.maximumLength
    pattern = attribute.pattern ?? ""
    patternHint = attribute.patternHint ?? ""
    initial = attribute.defaultValue
    beginsNow = attribute.defaultSource == .today || attribute.defaultSource == .now
  }

  // The most characters of a text unless a description says otherwise.
  private static func usualLength(_ attribute: AttributeDescription) -> Int {
    attribute.multiline
      ? TextKind.longest.multiline : AttributeDescription(name: "", label: "", kind: attribute.kind).maximumLength
  }

  /// Writes the rules that fields of the kind have on screens. Others stay as they are.
  func apply(to attribute: inout AttributeDescription, _ kind: FieldShape.Kind) {
    attribute.help = help.isEmpty ? nil : help
    if kind.hasPlaceholder { attribute.placeholder = placeholder.isEmpty ? nil : placeholder }
    if kind.hasRange { (attribute.minimum, attribute.maximum) = (minimum, maximum) }
    if kind.hasLength {
      attribute.minimumLength = minimumLength ?? 0
      attribute.maximumLength = maximumLength ?? Self.usualLength(attribute)
      attribute.pattern = pattern.isEmpty ? nil : pattern
      attribute.patternHint = patternHint.isEmpty ? nil : patternHint
    }
    if kind.hasInitial { attribute.defaultValue = initial }
    guard let source = kind.currentSource else { return }
    if beginsNow {
      attribute.defaultSource = source
    } else if attribute.defaultSource == source {
      attribute.defaultSource = nil
    }
  }

  /// Checks the rules of a field that differ from those before. A description may have rules that a screen would refuse.
  /// - Parameter old: the attribute before the change; nil for a new one.
  /// - Throws: ``ShapeFault`` with the name of the rule.
  static func check(_ field: FieldShape, from old: AttributeDescription?) throws(ShapeFault) {
    // Another kind is checked as a new field.
    let before = old.flatMap { FieldShape($0) }.flatMap { $0.kind == field.kind ? $0 : nil }
    func differs<Part: Equatable>(_ part: (FieldShape) -> Part) -> Bool { before.map(part) != part(field) }
    let attribute = field.attribute(named: "field", from: old)
    // Numbers and days are in the order in which they are stored.
    if differs({ [$0.rules.minimum, $0.rules.maximum] }), !attribute.minimum.isNull, !attribute.maximum.isNull,
      attribute.minimum.isGreater(than: attribute.maximum)
    {
      throw ShapeFault(
        "maximum", field.kind == .date ? "This is before the earliest day" : "This is less than the least value")
    }
    if differs({ [$0.rules.minimumLength, $0.rules.maximumLength] }),
      attribute.minimumLength > attribute.maximumLength
    {
      throw ShapeFault("maximumLength", "This is less than the fewest characters")
    }
    if differs({ $0.rules.pattern }), let fault = attribute.patternFault { throw ShapeFault("pattern", fault) }
    if differs({ [$0.rules.pattern, $0.rules.patternHint] }) {
      if attribute.pattern != nil, attribute.patternHint == nil {
        throw ShapeFault("patternHint", "This can't be empty")
      }
      if attribute.pattern == nil, attribute.patternHint != nil { throw ShapeFault("pattern", "This can't be empty") }
    }
    guard !attribute.defaultValue.isNull else { return }
    let isOther = differs { $0.rules.initial }
    if isOther || differs({ $0.rules.beginsNow }), field.kind.currentSource != nil, field.rules.beginsNow {
      throw ShapeFault("initial", "New records begin with the current day already")
    }
    if isOther || differs({ $0.isUnique }), attribute.isUnique {
      throw ShapeFault("initial", "No two records have the same, so they can't begin with the same")
    }
    if isOther || differs({ $0.rules.withoutWords }) || differs({ [$0.scale, $0.stars] }),
      let fault = attribute.fault(in: attribute.defaultValue)
    {
      throw ShapeFault("initial", fault)
    }
  }

  // The rules that values have to keep.
  private var withoutWords: FieldRules {
    var rules = self
    (rules.help, rules.placeholder, rules.patternHint) = ("", "", "")
    return rules
  }
}

extension Value {
  fileprivate func isGreater(than other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let one), .integer(let two)): one > two
    case (.real(let one), .real(let two)): one > two
    case (.text(let one), .text(let two)): one > two
    default: false
    }
  }
}

// The rules that screens offer. Descriptions may have others.
extension FieldShape.Kind {
  /// Whether values have a least and a greatest one.
  package var hasRange: Bool {
    switch self {
    case .integer, .decimal, .money, .percent, .duration, .real, .date: true
    default: false
    }
  }

  /// Whether texts have a fewest and a most number of characters, and a pattern.
  package var hasLength: Bool {
    switch self {
    case .text, .longText, .mail, .url, .barcode: true
    default: false
    }
  }

  /// Whether an empty field shows an example.
  package var hasPlaceholder: Bool {
    switch self {
    case .text, .longText, .integer, .decimal, .money, .percent, .duration, .real, .mail, .phone, .url, .coordinate,
      .barcode, .articleNumber:
      true
    default: false
    }
  }

  /// Whether new records begin with a value that a person chooses.
  package var hasInitial: Bool {
    switch self {
    case .text, .longText, .integer, .decimal, .money, .percent, .duration, .rating, .real, .boolean, .date, .choice,
      .mail, .phone, .url, .country, .barcode, .articleNumber, .colour:
      true
    default: false
    }
  }

  /// The source of the current day or moment for new records; nil for kinds without time.
  package var currentSource: AttributeDescription.DefaultSource? {
    switch self {
    case .date: .today
    case .timestamp: .now
    default: nil
    }
  }
}
