import COpenSSL
import Foundation

/// The secret of one-time codes (RFC 6238) that an app on a person's phone shares: 160 bits, six digits, 30 seconds, SHA-1,
/// which is what all such apps understand.
package struct OneTimeCode: Sendable, Hashable {
  /// The secret, which is stored, and shown to its owner once.
  package let secret: [UInt8]

  /// A new secret.
  /// - Throws: ``CredentialFault/cryptographyUnavailable``.
  package init() throws(CredentialFault) { secret = try SecretToken.randomBytes(20) }

  /// A stored secret; nil unless it has 16 to 64 bytes.
  package init?(secret: [UInt8]) {
    guard (16...64).contains(secret.count) else { return nil }
    self.secret = secret
  }

  /// The secret in base 32, for typing.
  package var base32: String { Base32.text(secret, alphabet: Base32.rfc4648) }

  /// The address in the QR code.
  /// - Parameters:
  ///   - issuer: the name that the app shows as the place of the account, such as the host's name.
  ///   - account: the person's name.
  package func address(issuer: String, account: String) -> String {
    let (issuer, account) = (Self.encoded(issuer), Self.encoded(account))
    return "otpauth://totp/\(issuer):\(account)?secret=\(base32)&issuer=\(issuer)&algorithm=SHA1&digits=6&period=30"
  }

  /// The number of the period of 30 seconds whose code was typed; nil for a wrong code. A code of the period before or after is
  /// right, too, because clocks differ.
  ///
  /// A code counts once: the number is stored, if what is stored is still smaller, and passed as `last` the next time.
  /// - Throws: ``CredentialFault/cryptographyUnavailable``.
  package func period(of typed: String, at time: Date, after last: Int64?) throws(CredentialFault) -> Int64? {
    guard typed.utf8.count <= 64 else { return nil }
    // Digits of any script, with or without a space in the middle.
    let characters = typed.filter { !$0.isWhitespace }
    let code = characters.compactMap { $0.wholeNumberValue.flatMap { UInt8(exactly: $0) } }
    guard code.count == Self.digits, characters.count == code.count else { return nil }
    guard let now = Int64(floor: time.timeIntervalSince1970 / Self.seconds) else { return nil }
    // A period far ahead was stored before the clock was set back: it would refuse all codes until it comes.
    let last = last.flatMap { $0 > now.addingClamped(Self.mostAhead) ? nil : $0 }
    var found: Int64?
    // All three are computed, so that the time does not say which one it was.
    for period in [now.subtractingClamped(1), now, now.addingClamped(1)] {
      let isEqual = ConstantTime.areEqual(try self.code(period), code)
      if isEqual, last.map({ period > $0 }) ?? true { found = period }
    }
    return found
  }

  private static let digits = 6
  private static let seconds = 30.0
  // Five minutes: so far the clock of another server may be ahead.
  private static let mostAhead: Int64 = 10

  // The digits of a period's code (RFC 4226, section 5.3).
  func code(_ period: Int64, digits: Int = Self.digits) throws(CredentialFault) -> [UInt8] {
    let counter = withUnsafeBytes(of: period.bigEndian) { Array($0) }
    var (mac, count) = ([UInt8](repeating: 0, count: 20), UInt32(20))
    guard HMAC(EVP_sha1(), secret, Int32(clamping: secret.count), counter, counter.count, &mac, &count) != nil,
      count == 20
    else { throw .cryptographyUnavailable }
    let offset = Int(mac[19] & 0x0f)
    var number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    var result: [UInt8] = []
    for _ in 0..<digits {
      result.append(UInt8(number % 10))
      number /= 10
    }
    return result.reversed()
  }

  private static func encoded(_ text: String) -> String {
    var unreserved = CharacterSet(charactersIn: "-._~")
    unreserved.formUnion(CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}

extension OneTimeCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  // A secret that is interpolated into a message is not written out.
  package var description: String { "one-time codes" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
