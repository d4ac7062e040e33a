import Foundation

/// The secret of one-time codes (RFC 6238) that an app on a person's phone shares: 160 bits, six digits, 30 seconds, SHA-1,
/// which is what all such apps understand.
package struct OneTimeCode: Sendable, Hashable {
  /// The secret, which is stored and leaves the store never again.
  package let secret: [UInt8]

  /// A new secret.
  /// - Throws: ``CredentialFault/cryptographyUnavailable``.
  package init() throws(CredentialFault) { fatalError() }

  /// A stored secret; nil unless it has at least 16 bytes.
  package init?(secret: [UInt8]) { fatalError() }

  /// The secret in letters and digits (base 32), for typing.
  package var base32: String { fatalError() }

  /// The address in the QR code, `otpauth://totp/…`.
  package func address(issuer: String, account: String) -> String { fatalError() }

  /// The number of the period of 30 seconds whose code was typed; nil for a wrong code. A code of the period before or after is
  /// right too, because clocks differ.
  ///
  /// A code counts once: whoever stores the number passes it as `last` the next time, and stores it only if what is stored is
  /// still smaller.
  package func period(of typed: String, at time: Date, after last: Int64?) -> Int64? { fatalError() }
}
