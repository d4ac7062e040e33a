import Foundation

/// Every attribute has a known kind.
struct KindKnown: AttributeRule {
  let id = "kind-known"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    let isOther = attribute.source == nil && AttributeKinds.reflected.contains { $0.name == attribute.kind }
    guard attribute.code?.behavior == nil, AttributeKinds.named(attribute.kind) == nil || isOther else { return nil }
    let kinds = AttributeKinds.all.map(\.name.rawValue).joined(separator: ", ")
    return Complaint("There is no kind “\(attribute.kind.rawValue)”.", hint: "Use one of: \(kinds).")
  }
}

/// A choice has values that differ in value and label; other kinds have none.
struct ChoicesSensible: AttributeRule {
  let id = "choices-sensible"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    let choices = attribute.choices
    guard attribute.kind == .choice else {
      guard !choices.isEmpty else { return nil }
      return Complaint("It has choices but is no choice.", hint: "Take the choices away, or make its kind choice.")
    }
    if choices.isEmpty {
      return Complaint(
        "It has nothing to choose from.",
        hint: "Give it choices; in Swift, declare it of an enumeration that is a ChoiceValue.")
    }
    if choices.contains(where: {
      $0.value.isEmpty || $0.value != $0.value.trimmingSpaces() || $0.label.isEmpty
    }) {
      return Complaint(
        "A choice is empty or has white space around it.", hint: "Give every choice a value and a label.")
    }
    if choices.contains(where: { ($0.value + $0.label).unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
    ) {
      return Complaint("A choice has a character that can't be seen.", hint: "Give every choice a value and a label.")
    }
    // Files name a choice by value or label, in any case.
    let names = choices.flatMap { Set([$0.value.lowercased(), $0.label.lowercased()]) }
    guard Set(names).count == names.count else {
      return Complaint(
        "Two choices have the same value or label.", hint: "Capitals make no difference; rename one.")
    }
    let words = choices.flatMap { Set(([$0.value, $0.label] + $0.aliases).map { $0.lowercased() }) }
    if let word = words.first(where: { word in words.count { $0 == word } > 1 }) {
      return Complaint("The word “\(word)” stands for two choices.", hint: "Take it from the aliases of one.")
    }
    let aliases = choices.flatMap(\.aliases)
    guard aliases.contains(where: { $0.isEmpty || $0 != $0.trimmingSpaces() }) else { return nil }
    return Complaint("An alias of a choice is empty or has white space around it.", hint: "Correct it or leave it out.")
  }
}

/// A decimal has 0 to 9 decimal places, so that 64 bits hold billions; other kinds have no scale.
struct ScaleInRange: AttributeRule {
  let id = "scale-in-range"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    if attribute.kind == .decimal {
      return (0...9).contains(attribute.scale)
        ? nil : Complaint("A scale of \(attribute.scale) is out of range.", hint: "Use 0 to 9.")
    }
    return attribute.scale == 0
      ? nil
      : Complaint(
        "Only decimals have a scale.", hint: "Make its kind decimal, or take the scale away.")
  }
}

/// A currency is three capital letters (ISO 4217), of amounts with decimal places.
struct CurrencySensible: ModelRule {
  let id = "currency-sensible"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      (entity.attributes + entity.computed.map(\.attribute)).compactMap { attribute in
        guard let code = attribute.currency else { return nil }
        guard [.decimal, .real].contains(attribute.kind) else {
          return fault(
            entity, attribute.name, "Only decimals have a currency.",
            hint: "Make its kind decimal, or take the currency away.")
        }
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5a).contains($0) }) else {
          return fault(
            entity, attribute.name, "“\(code)” is no code of a currency.",
            hint: "Use the three letters of ISO 4217, like PLN.")
        }
        return nil
      }
    }
  }
}

/// A form fits its kind: percentages are decimals with at least two decimal places, others whole numbers. A rating
/// has a range, which says how many stars there are.
struct FormSensible: AttributeRule {
  let id = "form-sensible"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    let isWhole = attribute.kind == .integer && !attribute.isSequence
    switch attribute.form {
    case nil: return nil
    case .percent:
      let isFit = attribute.kind == .decimal && attribute.currency == nil
      return isFit && attribute.scale >= AttributeDescription.percentDigits
        ? nil
        : Complaint(
          "Only decimals of at least two digits after the point are percentages, and no amounts of money.",
          hint: "Make its kind decimal and its scale 2 or more: 0.25 is 25 %.")
    case .duration:
      return isWhole
        ? nil
        : Complaint("Only whole numbers are durations.", hint: "Make its kind integer: it is a number of minutes.")
    case .year:
      return isWhole
        ? nil : Complaint("Only whole numbers are years.", hint: "Make its kind integer, or leave its form out.")
    case .rating:
      return isWhole && attribute.stars != nil
        ? nil
        : Complaint(
          "Only whole numbers from 0 to at most 10 are ratings.",
          hint: "Make its kind integer, its least value 1 and its greatest the number of stars.")
    }
  }
}

/// Bar codes are texts of one line that the attribute does not write otherwise.
struct BarcodeSensible: AttributeRule {
  let id = "barcode-sensible"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    guard attribute.barcode != nil else { return nil }
    let isText = attribute.kind == .text && attribute.code == nil && !attribute.multiline && attribute.stamp == nil
    return isText && attribute.formatter == nil
      ? nil
      : Complaint("Only texts of one line are bar codes.", hint: "Make its kind text, on one line, without a format.")
  }
}

/// Minimum and maximum have the attribute's storage class and order, on kinds that have a range.
struct RangeSensible: AttributeRule {
  let id = "range-sensible"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    let limits = [attribute.minimum, attribute.maximum].filter { !$0.isNull }
    if limits.isEmpty { return nil }
    guard attribute.behavior.hasRange else {
      return Complaint(
        "Values of kind \(attribute.kind.rawValue) have no range.", hint: "Take the range away.")
    }
    guard limits.allSatisfy({ $0.storage == attribute.behavior.storage }),
      limits.allSatisfy({ attribute.behavior.fault(in: $0, for: attribute) == nil })
    else {
      return Complaint(
        "Its least or greatest value is none that it could have itself.",
        hint: "Write it as the kind stores it; a decimal's with no more digits than its scale.")
    }
    return attribute.maximum.isLess(than: attribute.minimum)
      ? Complaint("Its least value is greater than its greatest.", hint: "Swap the two.") : nil
  }
}

/// A length belongs to text or bytes and allows at least one value.
struct LengthSensible: AttributeRule {
  let id = "length-sensible"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    let (least, most) = (attribute.minimumLength, attribute.maximumLength)
    switch attribute.behavior.storage {
    case .integer, .real:
      let untouched = AttributeDescription(name: attribute.name, label: attribute.label, kind: attribute.kind)
      return least == 0 && most == untouched.maximumLength
        ? nil : Complaint("A number has no length.", hint: "Limit its value instead of its length.")
    case .text, .blob:
      return least >= 0 && most >= 1 && least <= most
        ? nil : Complaint("No value is \(least) to \(most) long.", hint: "Use a length like 1...80.")
    }
  }
}

/// A pattern is a valid regular expression and has a hint.
struct PatternCompiles: AttributeRule {
  let id = "pattern-compiles"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    guard let pattern = attribute.pattern else { return nil }
    // The pattern must also be valid alone: "a)|(b" is valid only within the parentheses that match the whole text.
    guard (try? NSRegularExpression(pattern: pattern)) != nil, Patterns.expression(pattern) != nil else {
      return Complaint(
        "“\(pattern)” is no regular expression.",
        hint: "Write it as ICU has it, with brackets in pairs.")
    }
    return attribute.patternHint?.isEmpty ?? true
      ? Complaint(
        "Its pattern comes without a hint.", hint: "Add a hint that says what to write instead.") : nil
  }
}

/// Options of text (several lines, a pattern, a formatter) belong to kinds that apply them.
struct TextOptionsFit: AttributeRule {
  let id = "text-options-fit"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    if attribute.multiline, attribute.kind != .text {
      return Complaint("Only the kind text has several lines.", hint: "Take the several lines away.")
    }
    if attribute.pattern != nil, !attribute.isText {
      return Complaint("A pattern is for what is stored as text.", hint: "Limit the value of a number instead.")
    }
    switch attribute.kind {
    case .text: return nil
    case .phone where attribute.formatter == .phone: return nil
    default:
      return attribute.formatter == nil
        ? nil : Complaint("Its kind writes values in a way of its own.", hint: "Take the formatter away.")
    }
  }
}

/// A default is a valid value of its attribute.
struct DefaultValid: AttributeRule {
  let id = "default-valid"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    let value = attribute.defaultValue
    guard !value.isNull else { return nil }
    if value.storage != attribute.behavior.storage {
      return Complaint(
        "Its default is none that the kind \(attribute.kind.rawValue) stores.",
        hint: "Give one of the kind's own type, a decimal with no more digits than its scale.")
    }
    return attribute.fault(in: value).map { reason in
      Complaint(
        "Its default breaks its own rules: \(reason).",
        hint: "Change the default or the rule.")
    }
  }
}

/// Title attributes are readable; bytes are not.
struct TitleReadable: AttributeRule {
  let id = "title-readable"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    attribute.isTitle && attribute.behavior.storage == .blob
      ? Complaint("Bytes can't be a title.", hint: "Make a text, a number or a date the title.") : nil
  }
}

/// Only text is searched.
struct SearchedIsText: AttributeRule {
  let id = "searched-is-text"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    attribute.isSearched && !attribute.isText
      ? Complaint(
        "The search field can't look in the kind \(attribute.kind.rawValue).",
        hint: "Don't search by it, in lists either.") : nil
  }
}

/// Blobs are not compared: they are large and may be stored outside the database.
struct BlobNotCompared: AttributeRule {
  let id = "blob-not-compared"

  func complaint(about attribute: AttributeDescription) -> Complaint? {
    attribute.behavior.storage == .blob && (attribute.isUnique || attribute.isSorted)
      ? Complaint("Bytes can be neither unique nor sorted.", hint: "Make it neither unique nor sorted.") : nil
  }
}
