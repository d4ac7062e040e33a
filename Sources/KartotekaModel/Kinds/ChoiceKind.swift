/// One of the values that the attribute declares.
package struct ChoiceKind: AttributeKind {
  /// `choice`.
  package let name = KindName.choice
  /// Stored as the choice's value.
  package let storage = StorageClass.text

  /// The kind.
  package init() {}

  /// Parses a choice by its value, its label or one of its aliases, ignoring case.
  /// - Throws: ``ValueFault`` that lists the choices.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    let wanted = text.lowercased()
    let choice =
      attribute.choices.first { $0.value == text }
      ?? attribute.choices.first { $0.value.lowercased() == wanted || $0.label.lowercased() == wanted }
      ?? attribute.choices.first { $0.aliases.contains { $0.lowercased() == wanted } }
    guard let choice else { throw notAmong(attribute) }
    return .text(choice.value)
  }

  /// The exact value of a choice.
  package func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? {
    guard attribute.hasOnlyLength else { return nil }
    let lengths = CanonicalBytes.Lengths(attribute)
    let choices = attribute.choices.map { Array($0.value.utf8) }.filter { lengths.allow($0.count, isASCII: false) }
    return { bytes in choices.contains { $0.elementsEqual(bytes) } }
  }

  /// The choice's label in the language.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .text(let text) = value else { return StoredKind().display(value, for: attribute, in: say) }
    return attribute.choices.first { $0.value.hasSameBytes(as: text) }.map { say($0.label) } ?? text
  }

  /// An error for text that is no choice.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .text(let text) = value, attribute.choices.contains(where: { $0.value.hasSameBytes(as: text) })
    else {
      return notAmong(attribute)
    }
    return nil
  }

  private func notAmong(_ attribute: AttributeDescription) -> ValueFault {
    let list = attribute.choices.map(\.value).joined(separator: ", ")
    return ValueFault(Phrase("This has to be one of: {choices}", ["choices": .text(list)]))
  }
}
