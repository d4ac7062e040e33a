/// Hashes passwords on threads of its own, at most two at a time, so that a flood of sign-ins takes neither the memory nor the
/// threads that answer pages.
///
/// Whoever is not served at once waits in order; a cancelled task stops waiting. More than 64 don't wait: ``CredentialFault/busy``.
package final class PasswordHasher: Sendable {
  /// The hasher of the process. The limit of two at a time is that of a machine rather than of a site.
  package static let shared = PasswordHasher()

  /// A hash of a password that was just chosen.
  /// - Throws: ``CredentialFault``.
  package func hash(_ password: NewPassword) async throws(CredentialFault) -> PasswordHash { fatalError() }

  /// Whether a password that was typed is that of a hash. Without a hash it takes the same time and is false, so that a name
  /// without an account answers like one with another password.
  /// - Throws: ``CredentialFault``.
  package func isRight(_ typed: String, _ hash: PasswordHash?) async throws(CredentialFault) -> Bool { fatalError() }

  /// A new hash of a password that was right, for a hash that ``PasswordHash/needsNewHash``. It may be one that could not be
  /// chosen today.
  /// - Throws: ``CredentialFault``.
  package func hash(ofRight typed: String) async throws(CredentialFault) -> PasswordHash { fatalError() }
}
