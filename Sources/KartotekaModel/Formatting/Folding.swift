import Foundation

/// Text reduced to what searching and sorting compare: small letters without accents, in Latin and Cyrillic.
///
/// `Łódźka` and `lodzka` fold to the same, so do `Ёлкин` and `елкин`, `Straße` and `strasse`.
public enum Folding {
  /// The folded text. ASCII takes a quick path; everything else is decomposed (Unicode NFD) and loses its
  /// marks, and letters that are no letter with a mark (ł, ø, ß, æ, …) are replaced by a table.
  public static func fold(_ text: String) -> String {
    var copy = text
    let ascii = copy.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 } }
    if ascii {
      return String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
        var count = 0
        for byte in text.utf8 {
          buffer[count] = byte &- 0x41 < 26 ? byte | 0x20 : byte
          count += 1
        }
        return count
      }
    }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { append(scalar, to: &scalars) }
    return String(scalars)
  }

  /// The first letter of the folded text; empty for an empty text.
  public static func initial(of text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalars.isEmpty { append(scalar, to: &scalars) }
    return String(String.UnicodeScalarView(scalars.prefix(1)))
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
    let value = scalar.value
    if value < 0x80 {
      result.append(value &- 0x41 < 26 ? Unicode.Scalar(UInt8(value | 0x20)) : scalar)
    } else if value < 0x530 {
      result.append(contentsOf: table[Int(value) - 0x80])
    } else {
      result.append(contentsOf: slowFold(scalar))
    }
  }

  // Latin-1, Latin Extended, IPA, Greek and Cyrillic, worked out once: nearly all text in use.
  private static let table: [[Unicode.Scalar]] = (0x80..<0x530).map { value in
    Unicode.Scalar(value).map { slowFold($0) } ?? []
  }

  private static func slowFold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let lower = scalar.properties.lowercaseMapping
    return lower.decomposedStringWithCanonicalMapping.unicodeScalars.flatMap { part -> [Unicode.Scalar] in
      if part.properties.generalCategory == .nonspacingMark { return [] }
      return letters[part].map { Array($0.unicodeScalars) } ?? [part]
    }
  }

  private static let letters: [Unicode.Scalar: String] = [
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i",
    "ŧ": "t",
    "ŋ": "n", "ĸ": "k", "ſ": "s", "ƒ": "f", "ґ": "г", "\u{2019}": "'", "\u{2018}": "'", "\u{a0}": " ",
    "\u{2010}": "-",
    "\u{2011}": "-", "\u{2013}": "-",
  ]
}
