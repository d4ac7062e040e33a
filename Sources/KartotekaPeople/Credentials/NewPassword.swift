/// A password that a person may choose: 8 to 256 characters in Unicode's form NFC, none of the commonest ones.
package struct NewPassword: Sendable {
  /// Why a password can't be chosen.
  package enum Refusal: Error, Sendable, Hashable {
    /// Fewer than ``leastLength`` characters.
    case tooShort
    /// More than ``mostLength`` characters.
    case tooLong
    /// It is one of the 10,000 commonest, or the name of the person or of the program.
    case common
  }

  /// The fewest characters.
  package static let leastLength = 8
  /// The most characters. A password that is longer is refused rather than cut off.
  package static let mostLength = 256

  let text: String

  /// A password that was typed. The names are those that nobody's password may be: of the person, of the application.
  package init(_ typed: String, notOneOf names: [String] = []) throws(Refusal) { fatalError() }
}
