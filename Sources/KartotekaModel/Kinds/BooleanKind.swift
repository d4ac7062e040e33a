/// Yes or no, stored as 1 or 0.
package struct BooleanKind: NotationDependentKind {
  /// `boolean`.
  package let name = KindName.boolean
  /// Stored as the numbers 1 and 0.
  package let storage = StorageClass.integer

  /// The kind.
  package init() {}

  private static let words: [String: Bool] = [
    "true": true, "yes": true, "y": true, "1": true, "on": true, "t": true, "x": true, "✓": true, "✔": true,
    "false": false, "no": false, "n": false, "0": false, "off": false, "f": false,
    "tak": true, "prawda": true, "да": true, "д": true, "истина": true, "ja": true, "j": true, "wahr": true,
    "oui": true, "vrai": true, "sí": true, "si": true, "sì": true, "sim": true, "ano": true, "так": true,
    "nie": false, "fałsz": false, "нет": false, "н": false, "ложь": false, "nein": false, "falsch": false,
    "non": false, "faux": false, "não": false, "nao": false, "nee": false, "nej": false, "ne": false, "ні": false,
  ]

  /// Parses yes and no in a dozen languages, true and false, 1 and 0, on and off, and a tick for yes.
  /// - Throws: ``ValueFault`` for anything else.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    try value(text: text, for: attribute, in: .canonical)
  }

  package func value(
    text: String, for attribute: AttributeDescription, in notation: ValueNotation
  ) throws(ValueFault) -> Value {
    let word = text.lowercased()
    guard let truth = notation.truth[word] ?? Self.words[word] else { throw ValueFault("This has to be yes or no") }
    return .integer(truth ? 1 : 0)
  }

  package func evidence(in text: UnsafeRawBufferPointer) -> NotationEvidence {
    if text.count == 1, text[0] == UInt8(ascii: "0") || text[0] == UInt8(ascii: "1") { return .neutral }
    guard text.count <= 64 else { return .neutral }
    let word = String(decoding: text, as: UTF8.self).trimmingSpaces().lowercased()
    return Self.words[word] == nil && !word.isEmpty && word != "null" ? .unknownWord : .neutral
  }

  /// - Throws: ``ValueFault`` for anything but true and false.
  package func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard case .bool(let truth) = json else { throw ValueFault("This has to be true or false") }
    return .integer(truth ? 1 : 0)
  }

  /// `true` or `false`.
  package func text(_ value: Value, for attribute: AttributeDescription) -> String {
    switch value {
    case .null: ""
    case .integer(0): "false"
    case .integer(1): "true"
    default: StoredKind().text(value, for: attribute)
    }
  }

  /// `true` or `false`.
  package func write(_ value: Value, to json: inout JSONWriter, for attribute: AttributeDescription) {
    guard value == .integer(0) || value == .integer(1) else { return StoredKind.write(value, to: &json) }
    json.bool(value != .integer(0))
  }

  /// “Yes” or “No” in the language.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    switch value {
    case .null: ""
    case .integer(0): say("No")
    case .integer(1): say("Yes")
    default: StoredKind().display(value, for: attribute, in: say)
    }
  }

  /// An error for numbers other than 0 and 1.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    value == .integer(0) || value == .integer(1) ? nil : ValueFault("This has to be yes or no")
  }
}
