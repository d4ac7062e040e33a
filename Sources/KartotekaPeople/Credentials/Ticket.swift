import COpenSSL
import Foundation

/// A statement of the server that a client carries for some minutes and hands back: it is neither stored nor forged. A ticket for
/// one purpose is none for another.
///
/// It has 16 random bytes, the end in seconds, the content, and the HMAC-SHA-256 of the purpose and all of them.
package enum Ticket {
  /// The purpose of a ticket.
  package enum Purpose: String, Sendable {
    /// The password was right, and a code is asked for.
    case code = "kartoteka code"
    /// A secret of one-time codes is shown, and not stored yet.
    case secret = "kartoteka secret"
    /// The challenge for a new passkey.
    case creation = "kartoteka creation"
    /// The challenge for the passkey of an account that a link makes.
    case account = "kartoteka account"
    /// The challenge for signing in with a passkey.
    case request = "kartoteka request"
  }

  private static let (head, tail) = (24, 32)

  /// A new ticket.
  /// - Parameter key: 32 random bytes of the server.
  /// - Throws: ``CredentialFault/cryptographyUnavailable``.
  static func make(
    _ purpose: Purpose, _ content: [UInt8] = [], ends: Date, key: [UInt8]
  ) throws(CredentialFault) -> [UInt8] {
    let seconds = Int64(clampingFloor: ends.timeIntervalSince1970)
    let body = try SecretToken.randomBytes(16) + withUnsafeBytes(of: seconds.bigEndian) { Array($0) } + content
    return body + (try mac(purpose, body, key))
  }

  /// The content of a ticket; nil if it is for another purpose, has ended, ends later than any that was made, or was not made
  /// with the key.
  /// - Throws: ``CredentialFault/cryptographyUnavailable``.
  static func content(
    _ ticket: [UInt8], _ purpose: Purpose, at now: Date, lasting longest: TimeInterval, key: [UInt8]
  ) throws(CredentialFault) -> [UInt8]? {
    guard (head + tail...500).contains(ticket.count) else { return nil }
    let body = Array(ticket.dropLast(tail))
    guard ConstantTime.areEqual(Array(ticket.suffix(tail)), try mac(purpose, body, key)) else { return nil }
    let ends = body[16..<head].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let left = Double(ends) - now.timeIntervalSince1970
    return (0...longest).contains(left) ? Array(body.dropFirst(head)) : nil
  }

  private static func mac(_ purpose: Purpose, _ body: [UInt8], _ key: [UInt8]) throws(CredentialFault) -> [UInt8] {
    let message = Array(purpose.rawValue.utf8) + [0] + body
    var (result, count) = ([UInt8](repeating: 0, count: tail), UInt32(tail))
    guard HMAC(EVP_sha256(), key, Int32(clamping: key.count), message, message.count, &result, &count) != nil,
      count == tail
    else { throw .cryptographyUnavailable }
    return result
  }
}
