import KartotekaModel

/// The value of a column whose bytes are in a file:
///
/// | bytes | what |
/// | --- | --- |
/// | 1 to 16 | the text `kartoteka blob 1` |
/// | 17 to 48 | the SHA-256 of the bytes, by which the file is called: `lower(hex(substr(picture, 17, 32)))` |
/// | 49 to 56 | how many bytes there are, the most significant byte of the number first |
/// | 57 and on | the first bytes themselves, at most 128 |
///
/// Bytes of a person's that look so are put into a file themselves, however few: in a column they are always a reference.
enum BlobReference {
  /// The first bytes of every reference.
  static let magic = Array("kartoteka blob 1".utf8)
  /// The most bytes of a reference.
  static let longest = 56 + Blob.headLength

  /// The reference to a file.
  static func bytes(to file: BlobFile) -> [UInt8] {
    let count = (0..<8).map { UInt8(truncatingIfNeeded: UInt64(file.count) >> (56 - 8 * $0)) }
    return magic + file.digest + count + file.head
  }

  /// Reads a reference; nil for other bytes.
  static func read(_ bytes: [UInt8]) -> (digest: [UInt8], count: Int, head: [UInt8])? {
    guard (56...longest).contains(bytes.count), bytes.starts(with: magic) else { return nil }
    let count = bytes[48..<56].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let count = Int(exactly: count), bytes.count == 56 + min(count, Blob.headLength) else { return nil }
    return (Array(bytes[16..<48]), count, Array(bytes[56...]))
  }

  /// The value of a column for bytes in memory or in a file.
  static func column(_ blob: Blob) -> [UInt8] {
    if let file = blob.file { return bytes(to: file) }
    // Every path that writes a record refuses or replaces bytes that were not read. To store their beginning as all of them
    // would lose the rest without notice.
    guard let bytes = try? blob.bytes() else { preconditionFailure("Bytes that were not read can't be stored") }
    return bytes
  }
}
