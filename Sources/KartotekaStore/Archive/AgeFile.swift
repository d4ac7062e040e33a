import COpenSSL
import Foundation

/// Bytes encrypted with a password in the format of the program `age` (https://age-encryption.org/v1), which reads and writes the
/// same. All cryptography is libcrypto's.
package enum AgeFile {
  /// Why bytes can't be decrypted or encrypted.
  package enum Fault: Error, Sendable, Hashable {
    /// They are not encrypted with a password in this format.
    case foreign
    /// The password is another one.
    case wrongPassword
    /// They were cut off or changed.
    case damaged
    /// Their work factor is this one, which would take minutes or all memory.
    case tooMuchWork(Int)
    /// libcrypto refuses, such as one that is configured to the algorithms of FIPS 140.
    case unavailable
  }

  /// The binary logarithm of scrypt's work: 128 MiB of memory, and less than a second.
  static let workFactor = 17
  /// The largest one that is read: 1 GiB of memory.
  static let mostWork = 20
  private static let version = "age-encryption.org/v1"
  private static let chunkLength = 65_536
  private static let tagLength = 16

  /// Encrypts bytes.
  /// - Throws: ``Fault/unavailable``.
  package static func seal(_ bytes: [UInt8], password: String) throws(Fault) -> [UInt8] {
    let (fileKey, salt, nonce) = (try random(16), try random(16), try random(16))
    let wrapped = try sealed(fileKey, try wrapKey(password, salt, workFactor), [UInt8](repeating: 0, count: 12))
    let header = "\(version)\n-> scrypt \(base64(salt)) \(workFactor)\n\(base64(wrapped))\n---"
    let mac = try mac(of: Array(header.utf8), fileKey)
    var result = Array("\(header) \(base64(mac))\n".utf8) + nonce
    let key = try derived(fileKey, salt: nonce, info: "payload")
    var (offset, number) = (0, UInt64(0))
    repeat {
      let part = Array(bytes[offset..<min(offset + chunkLength, bytes.count)])
      offset += part.count
      result += try sealed(part, key, Self.nonce(number, isLast: offset == bytes.count))
      number += 1
    } while offset < bytes.count
    return result
  }

  /// Decrypts bytes, which may come from anybody.
  /// - Throws: ``Fault``.
  package static func open(_ bytes: [UInt8], password: String) throws(Fault) -> [UInt8] {
    let header = try Header(bytes)
    let wrapKey = try wrapKey(password, header.salt, header.workFactor)
    guard let fileKey = try opened(header.wrapped, wrapKey, [UInt8](repeating: 0, count: 12)) else {
      throw .wrongPassword
    }
    let mac = try mac(of: header.text, fileKey)
    guard mac.count == header.mac.count, CRYPTO_memcmp(mac, header.mac, mac.count) == 0 else { throw .damaged }
    let payload = bytes.dropFirst(header.length)
    guard payload.count >= 16 + tagLength else { throw .damaged }
    let key = try derived(fileKey, salt: Array(payload.prefix(16)), info: "payload")
    var (rest, number) = (payload.dropFirst(16), UInt64(0))
    var result: [UInt8] = []
    repeat {
      let part = Array(rest.prefix(chunkLength + tagLength))
      rest = rest.dropFirst(part.count)
      // An empty part is that of an empty file alone.
      guard part.count > tagLength || number == 0,
        let chunk = try opened(part, key, nonce(number, isLast: rest.isEmpty))
      else { throw .damaged }
      result += chunk
      number += 1
    } while !rest.isEmpty
    return result
  }

  // MARK: The header

  // A file with a password has one recipient, so that the header has four lines of known lengths.
  private struct Header {
    let salt: [UInt8]
    let workFactor: Int
    let wrapped: [UInt8]
    let mac: [UInt8]
    /// The text that the message authentication code covers.
    let text: [UInt8]
    /// The number of bytes with the end of the last line.
    let length: Int

    init(_ bytes: [UInt8]) throws(Fault) {
      var (lines, rest) = ([String](), bytes.prefix(300))
      while lines.count < 4, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        guard let line = String(validating: rest[..<end], as: UTF8.self) else { throw .foreign }
        lines.append(line)
        rest = rest[(end + 1)...]
      }
      guard lines.count == 4, lines[0] == version else { throw lines.first == version ? .damaged : .foreign }
      let words = lines[1].split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 4, words[0] == "->", words[1] == "scrypt" else { throw .foreign }
      guard let salt = AgeFile.bytes(words[2], 16), let wrapped = AgeFile.bytes(lines[2][...], 32),
        let workFactor = Int(words[3]), workFactor > 0, String(workFactor) == words[3],
        lines[3].hasPrefix("--- "), let mac = AgeFile.bytes(lines[3].dropFirst(4), 32)
      else { throw .damaged }
      guard workFactor <= mostWork else { throw .tooMuchWork(workFactor) }
      (self.salt, self.workFactor, self.wrapped, self.mac) = (salt, workFactor, wrapped, mac)
      length = rest.startIndex
      text = Array(bytes.prefix(length - lines[3].utf8.count - 1 + 3))
    }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
  }

  // There is one way to write the bytes.
  private static func bytes(_ text: Substring, _ count: Int) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: text + padding), data.count == count, base64(Array(data)) == text else {
      return nil
    }
    return Array(data)
  }

  // The number of the part in 11 bytes, and whether it is the last one.
  private static func nonce(_ number: UInt64, isLast: Bool) -> [UInt8] {
    [0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) } + [isLast ? 1 : 0]
  }

  // MARK: libcrypto

  private static func random(_ count: Int) throws(Fault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&bytes, Int32(clamping: count)) == 1 else { throw .unavailable }
    return bytes
  }

  private static func wrapKey(_ password: String, _ salt: [UInt8], _ workFactor: Int) throws(Fault) -> [UInt8] {
    let (text, salt) = (password.utf8CString, Array("\(version)/scrypt".utf8) + salt)
    var key = [UInt8](repeating: 0, count: 32)
    let isDone = text.withUnsafeBufferPointer {
      EVP_PBE_scrypt($0.baseAddress, $0.count - 1, salt, salt.count, 1 << UInt64(workFactor), 8, 1, 2 << 30, &key, 32)
    }
    guard isDone == 1 else { throw .unavailable }
    return key
  }

  // HKDF with SHA-256 (RFC 5869). No salt is one of zeros.
  private static func derived(_ key: [UInt8], salt: [UInt8], info: String) throws(Fault) -> [UInt8] {
    guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil) else { throw .unavailable }
    defer { EVP_PKEY_CTX_free(context) }
    let (salt, info) = (salt.isEmpty ? [UInt8](repeating: 0, count: 32) : salt, Array(info.utf8))
    var (result, count) = ([UInt8](repeating: 0, count: 32), 32)
    guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1,
      EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(clamping: salt.count)) == 1,
      EVP_PKEY_CTX_set1_hkdf_key(context, key, Int32(clamping: key.count)) == 1,
      EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(clamping: info.count)) == 1,
      EVP_PKEY_derive(context, &result, &count) == 1, count == 32
    else { throw .unavailable }
    return result
  }

  private static func mac(of header: [UInt8], _ fileKey: [UInt8]) throws(Fault) -> [UInt8] {
    let key = try derived(fileKey, salt: [], info: "header")
    var (result, count) = ([UInt8](repeating: 0, count: 32), UInt32(32))
    guard HMAC(EVP_sha256(), key, Int32(clamping: key.count), header, header.count, &result, &count) != nil,
      count == 32
    else { throw .unavailable }
    return result
  }

  private static func sealed(_ bytes: [UInt8], _ key: [UInt8], _ nonce: [UInt8]) throws(Fault) -> [UInt8] {
    let context = try cipher(key, nonce, isSealing: true)
    defer { EVP_CIPHER_CTX_free(context) }
    var tag = [UInt8](repeating: 0, count: tagLength)
    guard let result = passed(bytes, through: context),
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(clamping: tagLength), &tag) == 1
    else { throw .unavailable }
    return result + tag
  }

  // Nil if the bytes were not encrypted with the key.
  private static func opened(_ bytes: [UInt8], _ key: [UInt8], _ nonce: [UInt8]) throws(Fault) -> [UInt8]? {
    guard bytes.count >= tagLength else { return nil }
    let context = try cipher(key, nonce, isSealing: false)
    defer { EVP_CIPHER_CTX_free(context) }
    var tag = Array(bytes.suffix(tagLength))
    guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(clamping: tagLength), &tag) == 1 else {
      throw .unavailable
    }
    return passed(Array(bytes.dropLast(tagLength)), through: context)
  }

  private static func cipher(
    _ key: [UInt8], _ nonce: [UInt8], isSealing: Bool
  ) throws(Fault) -> OpaquePointer {
    guard let context = EVP_CIPHER_CTX_new() else { throw .unavailable }
    guard EVP_CipherInit_ex(context, EVP_chacha20_poly1305(), nil, key, nonce, isSealing ? 1 : 0) == 1 else {
      EVP_CIPHER_CTX_free(context)
      throw .unavailable
    }
    return context
  }

  private static func passed(_ bytes: [UInt8], through context: OpaquePointer) -> [UInt8]? {
    var result = [UInt8](repeating: 0, count: bytes.count + tagLength)
    var (count, rest) = (Int32(0), Int32(0))
    // No bytes at all would be taken for other data that is authenticated.
    if !bytes.isEmpty, EVP_CipherUpdate(context, &result, &count, bytes, Int32(clamping: bytes.count)) != 1 {
      return nil
    }
    var end = [UInt8](repeating: 0, count: tagLength)
    guard EVP_CipherFinal_ex(context, &end, &rest) == 1, rest == 0, Int(count) == bytes.count else { return nil }
    return Array(result.prefix(bytes.count))
  }
}
