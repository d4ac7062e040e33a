import Foundation
import KartotekaModel

/// A password that a person may choose: 8 to 256 characters, none of the 10,000 commonest ones.
package struct NewPassword: Sendable {
  /// Why a password can't be chosen.
  package enum Refusal: Error, Sendable, Hashable {
    /// Fewer than ``leastLength`` characters.
    case tooShort
    /// More than ``mostLength`` characters.
    case tooLong
    /// It is one of the 10,000 commonest, or one of the names that it must not be.
    case common
  }

  /// The fewest characters (code points of Unicode).
  package static let leastLength = 8
  /// The most characters. A longer password is refused rather than cut off.
  package static let mostLength = 256

  let text: String

  /// A password that was typed.
  /// - Parameter names: texts that it must not be, such as the name of the person.
  package init(_ typed: String, notOneOf names: [String] = []) throws(Refusal) {
    // Before the form NFC is made of megabytes.
    guard typed.utf8.count <= Self.mostLength * 12 else { throw .tooLong }
    text = Self.prepared(typed)
    let length = text.unicodeScalars.count
    guard length >= Self.leastLength else { throw .tooShort }
    guard length <= Self.mostLength else { throw .tooLong }
    let folded = Self.folded(text)
    guard !(names + ["kartoteka"]).contains(where: { Self.folded(Self.prepared($0)) == folded }),
      !Self.isCommon(folded)
    else { throw .common }
  }

  /// The one form of a password that keyboards write in different ways (RFC 8265, OpaqueString): Unicode's form NFC, with plain
  /// spaces.
  static func prepared(_ typed: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in typed.unicodeScalars {
      scalars.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
    }
    return String(scalars).precomposedStringWithCanonicalMapping
  }

  private static func folded(_ text: String) -> String { text.lowercased() }

  // The list has a password on each line, and an empty first line.
  private static func isCommon(_ folded: String) -> Bool {
    guard !folded.contains(where: \.isNewline) else { return false }
    return commonest.range(of: Data("\n\(folded)\n".utf8)) != nil
  }

  private static let commonest = Embedded.data("common-passwords.txt")
}
