import COpenSSL

/// Comparisons whose time does not depend on where bytes differ.
package enum ConstantTime {
  /// Whether two values are equal. Their lengths are no secret.
  package static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
  }
}
