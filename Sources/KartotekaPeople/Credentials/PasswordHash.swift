import COpenSSL
import Foundation

/// The stored form of a password: the output of scrypt (RFC 7914) with its parameters and salt, as a string in the PHC format,
/// `$scrypt$ln=16,r=8,p=2$salt$hash`.
///
/// It is made and compared by a ``PasswordHasher``.
package struct PasswordHash: Sendable, Hashable {
  /// The parameters of scrypt.
  package struct Work: Sendable, Hashable {
    /// The binary logarithm of the cost in memory and time.
    package let logN: Int
    /// The size of a block in units of 128 bytes.
    package let r: Int
    /// The number of passes.
    package let p: Int

    /// The parameters of new hashes, from OWASP's Password Storage Cheat Sheet: 64 MiB and two passes, which it holds equal to
    /// 128 MiB and one pass. Two hashes at a time then need 128 MiB.
    package static let current = Work(logN: 16, r: 8, p: 2)
    // A stored string can't ask for more.
    private static let mostMemory = 256 << 20
    private static let mostPasses = 16

    /// The bytes that a hash needs while it is computed.
    var memory: Int { 128 * r << logN }

    fileprivate var isAllowed: Bool {
      (1...24).contains(logN) && (1...32).contains(r) && (1...Self.mostPasses).contains(p) && memory <= Self.mostMemory
    }
  }

  /// The parameters.
  package let work: Work
  private let salt: [UInt8]
  private let output: [UInt8]

  /// A stored hash; nil for a string that is no hash by scrypt, or one that needs more than 256 MiB or 16 passes.
  package init?(text: String) {
    guard text.utf8.count <= 300 else { return nil }
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let work = Self.work(parts[2]), work.isAllowed,
      let salt = Self.bytes(parts[3]), (8...64).contains(salt.count),
      let output = Self.bytes(parts[4]), (16...64).contains(output.count)
    else { return nil }
    (self.work, self.salt, self.output) = (work, salt, output)
  }

  /// The string in the PHC format, which is stored.
  package var text: String {
    "$scrypt$ln=\(work.logN),r=\(work.r),p=\(work.p)$\(Self.base64(salt))$\(Self.base64(output))"
  }

  /// Whether a new hash is to be made of the password at the next sign-in, because the parameters have risen since.
  package var needsNewHash: Bool { work != .current || output.count < Self.outputLength }

  // MARK: Computing it, which takes a third of a second

  private static let outputLength = 32

  /// A hash with a new salt.
  init(of password: String, work: Work) throws(CredentialFault) {
    (self.work, salt) = (work, try SecretToken.randomBytes(16))
    output = try Self.scrypt(password, salt, work, length: Self.outputLength)
  }

  /// Whether it is the hash of a password.
  func isHash(of password: String) throws(CredentialFault) -> Bool {
    ConstantTime.areEqual(try Self.scrypt(password, salt, work, length: output.count), output)
  }

  private static func scrypt(
    _ password: String, _ salt: [UInt8], _ work: Work, length: Int
  ) throws(CredentialFault) -> [UInt8] {
    let text = password.utf8CString
    var output = [UInt8](repeating: 0, count: length)
    let isDone = text.withUnsafeBufferPointer {
      EVP_PBE_scrypt(
        $0.baseAddress, $0.count - 1, salt, salt.count, 1 << UInt64(work.logN), UInt64(work.r), UInt64(work.p),
        512 << 20, &output, length)
    }
    guard isDone == 1 else { throw .cryptographyUnavailable }
    return output
  }

  // MARK: The PHC format

  // "ln=16,r=8,p=2", in this order, as the format demands.
  private static func work(_ text: Substring) -> Work? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let logN = number(parts[0], "ln="), let r = number(parts[1], "r="),
      let p = number(parts[2], "p=")
    else { return nil }
    return Work(logN: logN, r: r, p: p)
  }

  private static func number(_ text: Substring, _ name: String) -> Int? {
    guard text.hasPrefix(name), let number = Int(text.dropFirst(name.count)), "\(name)\(number)" == text else {
      return nil
    }
    return number
  }

  // Base 64 without padding; there is one way to write the bytes.
  private static func base64(_ bytes: [UInt8]) -> String {
    String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: text + padding), base64(Array(data)) == text else { return nil }
    return Array(data)
  }
}

// A hash that is interpolated into a message is not written out.
extension PasswordHash: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "$scrypt$…" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
