/// What is stored of a password: the output of scrypt (RFC 7914) with its parameters and salt, as a string in the PHC format,
/// `$scrypt$ln=16,r=8,p=2$salt$hash`.
///
/// It is made and compared by a ``PasswordHasher``.
package struct PasswordHash: Sendable, Hashable {
  /// The parameters of scrypt.
  package struct Work: Sendable, Hashable {
    /// The binary logarithm of the cost in memory and time.
    package let logN: Int
    /// The size of a block.
    package let r: Int
    /// How many times the whole is repeated.
    package let p: Int

    /// The parameters of new hashes, from OWASP's Password Storage Cheat Sheet: 64 MiB and two passes, which it holds equal to
    /// 128 MiB and one pass. Two hashes at a time then need 128 MiB.
    package static let current = Work(logN: 16, r: 8, p: 2)
  }

  /// The parameters.
  package let work: Work
  let salt: [UInt8]
  let output: [UInt8]
  /// The string in the PHC format, which is stored.
  package let text: String

  /// A stored hash; nil for a string that is no hash by scrypt, or one that needs more than 256 MiB or 16 passes.
  package init?(text: String) { fatalError() }

  /// Whether a new hash is to be made of the password at the next sign-in, because the parameters have risen since.
  package var needsNewHash: Bool { work != .current }
}
