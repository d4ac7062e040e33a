import Foundation
import KartotekaModel

/// The names of people: what they are made of, and when two of them are the same.
package enum PersonName {
  /// Why a text can't be a name.
  package enum Fault: Sendable, Hashable {
    /// It has no letter or digit.
    case empty
    /// It has more than ``longest`` characters.
    case tooLong
    /// It has control characters, or marks that change the direction of the text around it.
    case hidden
  }

  /// The most characters of a name.
  package static let longest = 200
}

extension PersonName {
  /// The first letters of the first and the last word of a name, in capitals.
  static func initials(of name: String) -> String {
    let words = name.split(whereSeparator: \.isWhitespace)
    let chosen = words.count > 1 ? [words.first, words.last] : [words.first]
    return chosen.compactMap { $0?.first(where: { $0.isLetter || $0.isNumber }) ?? $0?.first }
      .map { String($0).uppercased() }.joined()
  }
}
