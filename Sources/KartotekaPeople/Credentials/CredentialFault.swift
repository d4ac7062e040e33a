/// The reason for which a credential can't be made or checked. It says nothing about an account.
package enum CredentialFault: Error, Sendable, Hashable {
  /// libcrypto refuses, such as one that is configured to the algorithms of FIPS 140, or no memory is left.
  case cryptographyUnavailable
  /// Too many wait for a password to be hashed. It is over in seconds.
  case busy
  /// The task that waited was cancelled.
  case cancelled
  /// libfido2 is not installed (Debian's package `libfido2-1`).
  case passkeysUnavailable
}
