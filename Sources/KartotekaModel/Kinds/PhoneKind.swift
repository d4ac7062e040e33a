/// A telephone number, kept as ``PhoneFormatter`` writes it.
public struct PhoneKind: AttributeKind {
  /// How many digits a number has: from the shortest local ones to the most that ITU-T E.164 allows.
  public static let digits = 6...15

  /// `phone`.
  public let name = KindName.phone
  /// Stored as text.
  public let storage = StorageClass.text

  /// Yes: people leave out and put in spaces and marks as they like.
  public let hasKeyText = true

  /// The kind.
  public init() {}

  /// The digits.
  public func keyText(_ text: String, _ collation: Collation) -> String {
    String(decoding: text.utf8.filter { (0x30...0x39).contains($0) }, as: UTF8.self)
  }

  /// Reads digits with whatever people put between them; see ``PhoneFormatter``.
  /// - Throws: ``ValueFault`` when there are too few or too many digits, and for an extension, whose digits are none of
  ///   the number.
  public func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    if let rest = PhoneFormatter.extension(of: text) {
      throw ValueFault(
        Phrase("A phone number is kept without an extension: leave out {text}", ["text": .text(String(rest))]))
    }
    let number = PhoneFormatter.format(text)
    if let fault = Self.fault(inNumber: number) { throw fault }
    return .text(number)
  }

  /// A number that ``PhoneFormatter`` would write in the same way.
  public func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? {
    guard attribute.hasOnlyLength else { return nil }
    let lengths = CanonicalBytes.Lengths(attribute)
    return { bytes in
      guard let count = PhoneFormatter.countOfDigits(ifFormatted: bytes) else { return false }
      return Self.digits.contains(count) && lengths.allow(bytes.count, isASCII: true)
    }
  }

  /// Too few or too many digits.
  public func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .text(let text) = value else { return nil }
    return Self.fault(inNumber: text)
  }

  private static func fault(inNumber number: String) -> ValueFault? {
    let count = number.utf8.count { (0x30...0x39).contains($0) }
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
