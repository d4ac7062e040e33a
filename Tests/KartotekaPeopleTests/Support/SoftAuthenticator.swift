import COpenSSL
import Foundation
import KartotekaStore

@testable import KartotekaPeople

/// An authenticator and browser for tests: keys by libcrypto, and answers whose parts a test may change.
final class SoftAuthenticator {
  let algorithm: Passkey.Algorithm
  let id: [UInt8]
  private let key: OpaquePointer

  // What a test may change before an answer is made.
  var origin = "https://kartoteka.local:8443"
  var host = "kartoteka.local"
  var flags: UInt8 = 0x05
  var counter: UInt32 = 0
  var person: [UInt8]? = [7]
  var extra = ""
  /// Changes the authenticator's data before it is signed.
  var change: ([UInt8]) -> [UInt8] = { $0 }

  init(_ algorithm: Passkey.Algorithm = .es256, id: [UInt8] = [1, 2, 3, 4]) throws {
    (self.algorithm, self.id) = (algorithm, id)
    let kind =
      switch algorithm {
      case .es256: EVP_PKEY_EC
      case .eddsa: EVP_PKEY_ED25519
      case .rs256: EVP_PKEY_RSA
      }
    let context = EVP_PKEY_CTX_new_id(kind, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1,
      algorithm != .es256 || EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
      EVP_PKEY_keygen(context, &key) == 1, let key
    else { throw Failed() }
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  struct Failed: Error {}

  /// The answer of `navigator.credentials.create`.
  func registration(_ challenge: [UInt8], purpose: String = "webauthn.create") throws -> String {
    let data = change(
      head(flags | 0x40) + Array(repeating: 0, count: 16) + [0, UInt8(id.count)] + id + (try coseKey()))
    return answer(
      challenge, purpose,
      ",\"authenticatorData\":\"\(Base64URL.text(data))\",\"transports\":[\"internal\",\"<script>\",7]")
  }

  /// The answer of `navigator.credentials.get`.
  func assertion(_ challenge: [UInt8], purpose: String = "webauthn.get") throws -> String {
    let data = change(head(flags))
    let signature = try signature(of: data + SHA256.digest(of: clientData(challenge, purpose)))
    let handle = person.map { ",\"userHandle\":\"\(Base64URL.text($0))\"" } ?? ""
    return answer(
      challenge, purpose,
      ",\"authenticatorData\":\"\(Base64URL.text(data))\",\"signature\":\"\(Base64URL.text(signature))\"\(handle)")
  }

  private func clientData(_ challenge: [UInt8], _ purpose: String) -> [UInt8] {
    Array(
      "{\"type\":\"\(purpose)\",\"challenge\":\"\(Base64URL.text(challenge))\",\"origin\":\"\(origin)\"\(extra)}".utf8)
  }

  private func answer(_ challenge: [UInt8], _ purpose: String, _ rest: String) -> String {
    let name = Base64URL.text(id)
    return """
      {"id":"\(name)","rawId":"\(name)","type":"public-key","clientExtensionResults":{},"response":{"clientDataJSON":"\
      \(Base64URL.text(clientData(challenge, purpose)))"\(rest)}}
      """
  }

  private func head(_ flags: UInt8) -> [UInt8] {
    SHA256.digest(of: Array(host.utf8)) + [flags] + withUnsafeBytes(of: counter.bigEndian) { Array($0) }
  }

  /// The public key as a map of COSE.
  private func coseKey() throws -> [UInt8] {
    switch algorithm {
    case .es256:
      var (point, count) = ([UInt8](repeating: 0, count: 65), 0)
      guard EVP_PKEY_get_octet_string_param(key, "encoded-pub-key", &point, 65, &count) == 1, count == 65 else {
        throw Failed()
      }
      return [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32] + point[1...32] + [0x22, 0x58, 32]
        + point[33...]
    case .eddsa:
      var (bytes, count) = ([UInt8](repeating: 0, count: 32), 32)
      guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 else { throw Failed() }
      return [0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 32] + bytes
    case .rs256:
      var number: OpaquePointer?
      guard EVP_PKEY_get_bn_param(key, "n", &number) == 1 else { throw Failed() }
      defer { BN_free(number) }
      var bytes = [UInt8](repeating: 0, count: 256)
      guard BN_bn2binpad(number, &bytes, 256) == 256 else { throw Failed() }
      return [0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59, 0x01, 0x00] + bytes + [0x21, 0x43, 1, 0, 1]
    }
  }

  private func signature(of bytes: [UInt8]) throws -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var (signature, count) = ([UInt8](repeating: 0, count: 512), 512)
    guard EVP_DigestSignInit(context, nil, algorithm == .eddsa ? nil : EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1
    else { throw Failed() }
    return Array(signature.prefix(count))
  }
}
