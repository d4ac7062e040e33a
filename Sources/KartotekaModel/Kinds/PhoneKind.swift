/// A telephone number, stored in the form of ``PhoneFormatter``.
package struct PhoneKind: AttributeKind {
  /// The number of digits: from emergency numbers such as 112 to the maximum of ITU-T E.164.
  package static let digits = 3...15

  /// `phone`.
  package let name = KindName.phone
  /// Stored as text.
  package let storage = StorageClass.text
  /// Addresses and numbers identify.
  package let identifies = true

  /// True: people type spaces and punctuation in many ways.
  package let hasKeyText = true

  /// The kind.
  package init() {}

  /// The digits, and `x` between those of the number and of its extension.
  package func keyText(_ text: String, _ collation: Collation) -> String {
    guard text.utf8.contains(UInt8(ascii: "x")) else { return Self.digits(text) }
    let parts = PhoneText(text)
    return Self.digits(parts.number) + (parts.extension.isEmpty ? "" : "x" + parts.extension)
  }

  /// Parses digits with any separators, and an extension; see ``PhoneFormatter``.
  /// - Throws: ``ValueFault`` for too few or too many digits, and for what follows a number and is no extension.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    if let rest = PhoneText(text).rest {
      throw ValueFault(
        Phrase(
          "This field has one phone number, with an extension such as x12: leave out {text}",
          ["text": .text(String(rest))]))
    }
    let number = PhoneFormatter.format(text)
    if let fault = Self.fault(inNumber: number) { throw fault }
    return .text(number)
  }

  /// The number with the word for its extension.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .text(let text) = value else { return "" }
    guard text.utf8.contains(UInt8(ascii: "x")), case let parts = PhoneText(text), !parts.extension.isEmpty else {
      return text
    }
    return say(
      "{number} ext. {extension}",
      ["number": .text(String(parts.number).trimmingSpaces()), "extension": .text(parts.extension)])
  }

  /// A number that ``PhoneFormatter`` would not change.
  package func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? {
    guard attribute.hasOnlyLength else { return nil }
    let lengths = CanonicalBytes.Lengths(attribute)
    return { bytes in
      guard let count = PhoneFormatter.countOfDigits(ifFormatted: bytes) else { return false }
      return Self.digits.contains(count) && lengths.allow(bytes.count, isASCII: true)
    }
  }

  /// An error for too few or too many digits.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .text(let text) = value else { return nil }
    return Self.fault(inNumber: text)
  }

  private static func digits(_ text: some StringProtocol) -> String {
    String(decoding: text.utf8.filter { (0x30...0x39).contains($0) }, as: UTF8.self)
  }

  private static func fault(inNumber number: String) -> ValueFault? {
    let count = number.utf8.prefix { $0 != UInt8(ascii: "x") }.count { (0x30...0x39).contains($0) }
    if count < digits.lowerBound {
      return ValueFault(
        Phrase("A phone number has at least {count} digits", ["count": .count(digits.lowerBound)]))
    }
    if count > digits.upperBound {
      return ValueFault(
        Phrase("A phone number has at most {count} digits", ["count": .count(digits.upperBound)]))
    }
    return nil
  }
}
