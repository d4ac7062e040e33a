/// A code that replaces the one-time code once, when the phone is lost: 120 random bits in letters and digits, four groups of
/// six. It is so long that its digest may be a fast one.
package struct RecoveryCode: Sendable, Hashable {
  /// How many a person gets at once. New ones replace all earlier ones.
  package static let count = 10

  /// A new code.
  /// - Throws: ``CredentialFault/cryptographyUnavailable``.
  package init() throws(CredentialFault) { fatalError() }

  /// The code that was typed, in capital or small letters, with or without hyphens and spaces; nil for what can't be one.
  package init?(typed: String) { fatalError() }

  /// The text for its owner, which is shown once.
  package var text: String { fatalError() }

  /// What is stored, and is deleted when the code is used: its SHA-256.
  package var digest: [UInt8] { fatalError() }
}
