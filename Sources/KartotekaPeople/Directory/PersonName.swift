import Foundation
import KartotekaModel

/// The names of people: what they are made of, and when two of them are the same.
package enum PersonName {
  /// Why a text can't be a name.
  package enum Fault: Error, Sendable, Hashable {
    /// Nothing of it can be seen.
    case empty
    /// It has more than ``PersonName/longest`` characters.
    case tooLong
    /// It has control characters.
    case hidden
  }

  /// The most characters of a name: code points of Unicode, which the store counts.
  package static let longest = 200
  // Before the form NFC is made of megabytes.
  private static let mostTyped = 6_400
  /// The most characters of a key, which may be longer than its name.
  static let longestKey = 4_000

  /// The name in a text: in Unicode's form NFC, with single spaces, without marks that can't be seen.
  /// - Throws: ``Fault``.
  package static func name(in text: String) throws(Fault) -> String {
    guard text.utf8.count <= mostTyped else { throw .tooLong }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isMark(scalar) {
      if isSpace(scalar) {
        scalars.append(" ")
      } else if [.control, .surrogate, .privateUse, .unassigned].contains(scalar.properties.generalCategory) {
        throw .hidden
      } else {
        scalars.append(scalar)
      }
    }
    let name = String(scalars).precomposedStringWithCanonicalMapping.split(separator: " ").joined(separator: " ")
    guard !key(ofName: name).isEmpty else { throw .empty }
    guard name.unicodeScalars.count <= longest else { throw .tooLong }
    return name
  }

  /// The key of a name that was typed: names with equal keys are the same. Nil for what can't be a name.
  package static func key(of text: String) -> String? {
    guard let name = try? name(in: text) else { return nil }
    return key(ofName: name)
  }

  // Capitals, wide letters, ligatures and joiners make no difference; accents do.
  private static func key(ofName name: String) -> String {
    let scalars = name.precomposedStringWithCompatibilityMapping.unicodeScalars.filter {
      !$0.properties.isDefaultIgnorableCodePoint
    }
    let folded = String(String.UnicodeScalarView(scalars)).uppercased().lowercased()
    return folded.precomposedStringWithCompatibilityMapping.split(separator: " ").joined(separator: " ")
  }

  // The pattern of Braille without dots is as empty as a space.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace && (scalar.properties.generalCategory != .control || scalar == "\t")
      || scalar == "\u{2800}"
  }

  // Marks that change the direction of the text around them, and those without a width that join nothing.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00AD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// The first letters of the first and the last word of a name, in capitals.
  static func initials(of name: String) -> String {
    let words = name.split(whereSeparator: \.isWhitespace)
    let chosen = words.count > 1 ? [words.first, words.last] : [words.first]
    return chosen.compactMap { $0?.first(where: { $0.isLetter || $0.isNumber }) ?? $0?.first }
      .map { String($0).uppercased() }.joined()
  }
}
