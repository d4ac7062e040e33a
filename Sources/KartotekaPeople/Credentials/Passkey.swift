/// A public key by which a person signs in (WebAuthn), as it is stored.
package struct Passkey: Sendable, Hashable, Codable {
  /// An algorithm of signatures, by its number in COSE.
  package enum Algorithm: Int, Sendable, Codable, CaseIterable {
    /// ECDSA with P-256 and SHA-256.
    case es256 = -7
    /// Ed25519.
    case eddsa = -8
    /// RSA, PKCS #1 v1.5, SHA-256.
    case rs256 = -257
  }

  /// The credential's name, which the authenticator chose. It is unique in a site.
  package let id: [UInt8]
  /// The algorithm.
  package let algorithm: Algorithm
  /// The public key, in the form that libfido2 takes.
  package let publicKey: [UInt8]
  /// The authenticator's counter of signatures; 0 where it has none.
  package var counter: UInt32
  /// Whether the key is copied to other devices of the person.
  package var isSynced: Bool
  /// The transports by which a browser reaches the authenticator: `internal`, `hybrid`, `usb` …
  package var transports: [String]
  /// Whether its device has verified the person at least once, by PIN, finger or face; nil if it has not, or is not known to have.
  package var hasVerified: Bool? = nil
  /// The bytes that name the person to the authenticator; nil for those of the person's number. The passkey that a link makes an
  /// account with is older than the number.
  package var handle: [UInt8]? = nil
}
