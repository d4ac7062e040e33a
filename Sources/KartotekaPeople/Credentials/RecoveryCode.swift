import KartotekaStore

/// A code that stands for a one-time code once, when the phone is lost: 120 random bits as letters and digits, in four groups of
/// six. It is so long that its digest may be a fast one.
package struct RecoveryCode: Sendable, Hashable {
  /// The number that a person gets at once. They replace all earlier ones.
  package static let count = 10
  private static let length = 24

  private let characters: String

  /// A new code.
  /// - Throws: ``CredentialFault/cryptographyUnavailable``.
  package init() throws(CredentialFault) {
    characters = Base32.text(try SecretToken.randomBytes(15), alphabet: Base32.crockford)
  }

  /// The code that was typed, in capital or small letters, with or without hyphens and spaces, with O, I and L for digits; nil
  /// for what can't be a code.
  package init?(typed: String) {
    guard typed.utf8.count <= 200 else { return nil }
    var characters = ""
    for character in typed.lowercased() where !character.isWhitespace && character != "-" {
      switch character {
      case "o": characters.append("0")
      case "i", "l": characters.append("1")
      case _ where Base32.crockford.contains(character): characters.append(character)
      default: return nil
      }
    }
    guard characters.count == Self.length else { return nil }
    self.characters = characters
  }

  /// The text for its owner, which is shown once.
  package var text: String {
    stride(from: 0, to: Self.length, by: 6).map { String(characters.dropFirst($0).prefix(6)) }.joined(separator: "-")
  }

  /// The stored form, which is deleted when the code is used: its SHA-256.
  package var digest: [UInt8] { SHA256.digest(of: Array(characters.utf8)) }
}

extension RecoveryCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  // A secret that is interpolated into a message is not written out.
  package var description: String { "a recovery code" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
