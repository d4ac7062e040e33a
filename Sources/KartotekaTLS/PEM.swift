import COpenSSL

/// Reads PEM (RFC 7468) by libcrypto.
enum PEM {
  /// The first certificate, which the caller frees; nil if there is none.
  static func certificate(in bytes: [UInt8]) -> OpaquePointer? {
    read(bytes) { PEM_read_bio_X509($0, nil, noPassword, nil) }
  }

  /// The first private key, which the caller frees; nil if there is none, or it is encrypted.
  static func privateKey(in bytes: [UInt8]) -> OpaquePointer? {
    read(bytes) { PEM_read_bio_PrivateKey($0, nil, noPassword, nil) }
  }

  /// Whether a private key is encrypted: as PKCS#8 (RFC 5958), or by the older header.
  static func isEncrypted(_ key: [UInt8]) -> Bool {
    let text = String(decoding: key, as: UTF8.self)
    return text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("Proc-Type: 4,ENCRYPTED")
  }

  /// The certificates of a file, and the private key behind them; nil if there is no key.
  static func halves(of bytes: [UInt8]) -> (certificates: [UInt8], key: [UInt8])? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let start = text.firstRange(of: "-----BEGIN PRIVATE KEY-----")?.lowerBound else { return nil }
    return (Array(text[..<start].utf8), Array(text[start...].utf8))
  }

  // libcrypto would otherwise ask at the terminal.
  private static let noPassword:
    @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?)
      -> Int32 = { _, _, _, _ in -1 }

  private static func read<Value>(_ bytes: [UInt8], _ body: (OpaquePointer) -> Value?) -> Value? {
    defer { ERR_clear_error() }
    return bytes.withUnsafeBytes { buffer in
      guard let length = Int32(exactly: buffer.count), let bio = BIO_new_mem_buf(buffer.baseAddress, length) else {
        return nil
      }
      defer { BIO_free(bio) }
      return body(bio)
    }
  }
}
