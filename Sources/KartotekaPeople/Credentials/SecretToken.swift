import COpenSSL
import KartotekaStore

/// A secret of 256 random bits that a client shows again: the key of a session, of a program's token, of a link, of a device.
///
/// Only its digest is stored. The digest needs no salt and no slow hash, because nobody can guess 256 bits.
package struct SecretToken: Sendable, Hashable {
  /// The purpose of a secret. A secret of one kind is never taken for another, because the kind is part of its text.
  package enum Kind: String, Sendable, CaseIterable {
    /// The key of a session, in a cookie.
    case session = "ks_"
    /// A program's token, in the header `Authorization`.
    case program = "kt_"
    /// The key in a link that works once.
    case link = "kl_"
    /// The key of a browser in which somebody has signed in, in a cookie.
    case device = "kd_"
    /// The name of a calendar in an address.
    case calendar = "kc_"
  }

  /// The purpose of the secret.
  package let kind: Kind
  private let bytes: [UInt8]

  /// A new secret.
  /// - Throws: ``CredentialFault/cryptographyUnavailable``.
  package init(_ kind: Kind) throws(CredentialFault) {
    self.kind = kind
    bytes = try Self.randomBytes(32)
  }

  /// The secret that a client shows; nil for every other text.
  package init?(_ kind: Kind, text: some StringProtocol) {
    guard text.hasPrefix(kind.rawValue), let bytes = Base64URL.bytes(text.dropFirst(kind.rawValue.count)),
      bytes.count == 32
    else { return nil }
    (self.kind, self.bytes) = (kind, bytes)
  }

  /// The text for the client, of 46 letters, digits, `-` and `_`. It is shown to its owner and never written to a log.
  package var text: String { kind.rawValue + Base64URL.text(bytes) }

  /// The stored form: the SHA-256 of the text.
  package var digest: [UInt8] { Self.digest(of: text) }

  /// The SHA-256 of a text.
  static func digest(of text: String) -> [UInt8] { SHA256.digest(of: Array(text.utf8)) }

  /// Random bytes that nobody can guess.
  /// - Throws: ``CredentialFault/cryptographyUnavailable``.
  package static func randomBytes(_ count: Int) throws(CredentialFault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_priv_bytes(&bytes, Int32(clamping: count)) == 1 else { throw .cryptographyUnavailable }
    return bytes
  }

  /// Whether two secrets are equal. The time that it takes does not depend on where they differ.
  package static func == (_ a: SecretToken, _ b: SecretToken) -> Bool {
    a.kind == b.kind && ConstantTime.areEqual(a.bytes, b.bytes)
  }
}

// A secret that is interpolated into a message is not written out.
extension SecretToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "\(kind.rawValue)…" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
