import COpenSSL
import Foundation

/// A SHA-256 digest (FIPS 180-4) of bytes that come in parts, computed by OpenSSL's libcrypto.
package final class SHA256 {
  private let context: OpaquePointer

  /// A digest of no bytes so far.
  package init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      // It fails only when no memory is left, or where libcrypto is configured to refuse SHA-256. Digests name files and
      // versions of records, so nothing can go on without them.
      fatalError("libcrypto can't compute SHA-256. Check OpenSSL's configuration (openssl.cnf).")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Appends bytes.
  package func update(_ bytes: UnsafeRawBufferPointer) { EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) }

  /// The 32 bytes of the digest. Nothing can be appended afterwards.
  package func finalize() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
      count = 32
    }
  }

  /// The 32 bytes of the digest of `bytes`.
  package static func digest(of bytes: some ContiguousBytes) -> [UInt8] {
    let hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finalize()
  }
}
