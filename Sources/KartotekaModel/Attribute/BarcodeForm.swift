/// The bar codes that the texts of an attribute are, as labels print them.
package enum BarcodeForm: String, Hashable, Sendable, Codable, CaseIterable {
  /// Any text.
  case any
  /// The number of an article with its check digit: EAN-13, EAN-8, UPC-A, or GTIN-14 of a package.
  case article
}

extension AttributeDescription {
  /// A text as the attribute has it, whoever writes it.
  func written(_ text: String) -> String {
    if let formatter { return formatter.format(text) }
    return barcode == .article ? ArticleNumber.written(text) : text
  }
}

/// The number of an article: a GTIN (GS1 General Specifications, section 7.9; ISO/IEC 15420).
package enum ArticleNumber {
  /// The numbers of digits: EAN-8, UPC-A, EAN-13, GTIN-14.
  package static let lengths = [8, 12, 13, 14]

  /// The digits of a number that is written with spaces or hyphens, as books have it; other texts as they are. EAN-13 with a leading
  /// zero is UPC-A, so that one article has one number.
  package static func written(_ text: String) -> String {
    let digits = text.filter { !" -\u{a0}\u{2010}\u{2011}\u{2013}".contains($0) }
    guard !digits.isEmpty, digits.utf8.allSatisfy(isDigit) else { return text }
    return digits.utf8.count == 13 && digits.hasPrefix("0") ? String(digits.dropFirst()) : digits
  }

  /// Why a text is none; nil for a number whose check digit is right.
  package static func fault(in text: String) -> Phrase? {
    guard lengths.contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else {
      return "This has to be a number of 8, 12, 13 or 14 digits, as below the bar code"
    }
    let digits = text.utf8.map { Int($0 - UInt8(ascii: "0")) }
    return checkDigit(digits.dropLast()) == digits.last
      ? nil : "The last digit does not match the others: a digit is wrong, or two are swapped"
  }

  /// The check digit of the digits before it.
  package static func checkDigit(_ digits: some BidirectionalCollection<Int>) -> Int {
    // From the right every other digit counts three times.
    let sum = zip(digits.reversed(), 0...).reduce(0) { $0 + $1.0 * ($1.1.isMultiple(of: 2) ? 3 : 1) }
    return (10 - sum % 10) % 10
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
