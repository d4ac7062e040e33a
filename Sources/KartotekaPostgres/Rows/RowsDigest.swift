import COpenSSL

/// The digest of the rows of a table, in whatever order they come: their number, and the sum of their SHA-256
/// (modulo 2^256).
final class RowsDigest {
  /// The number of rows so far.
  private(set) var count = 0
  private var sum: [UInt64] = [0, 0, 0, 0]
  private let context: OpaquePointer
  private let hash = UnsafeMutableRawBufferPointer.allocate(byteCount: 32, alignment: 8)

  init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      // As in the store's SHA256: nothing can be verified without it.
      fatalError("libcrypto can't compute SHA-256. Check OpenSSL's configuration (openssl.cnf).")
    }
    self.context = context
  }

  deinit {
    EVP_MD_CTX_free(context)
    hash.deallocate()
  }

  /// Takes a part of the current row.
  func update(_ bytes: UnsafeRawBufferPointer) { EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) }

  /// Ends the current row.
  func endRow() {
    EVP_DigestFinal_ex(context, hash.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
    // Begins the next one with the same algorithm.
    EVP_DigestInit_ex(context, nil, nil)
    var carry: UInt64 = 0
    for word in (0..<4).reversed() {
      let part = UInt64(bigEndian: hash.load(fromByteOffset: word * 8, as: UInt64.self))
      let (once, first) = sum[word].addingReportingOverflow(part)
      let (twice, second) = once.addingReportingOverflow(carry)
      sum[word] = twice
      carry = first || second ? 1 : 0
    }
    count += 1
  }

  /// The number of rows and the sum in hexadecimal digits.
  var value: Value {
    Value(
      count: count,
      sum: sum.map { word in
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }.joined())
  }

  struct Value: Hashable, Sendable {
    let count: Int
    let sum: String
  }
}
