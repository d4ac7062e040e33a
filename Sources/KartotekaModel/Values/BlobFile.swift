import Foundation

/// An open ``BlobFile``, which is read in ranges.
public protocol OpenBlob: Sendable {
  /// A range of the bytes. Several threads may read concurrently.
  /// - Throws: ``UnreadableBlob``.
  func bytes(in range: Range<Int>) throws(UnreadableBlob) -> [UInt8]
}

/// Bytes in a file named by their SHA-256, so that its content never changes. The store writes and reads it.
public struct BlobFile: Sendable, Hashable {
  /// The location of the file.
  public let url: URL
  /// The SHA-256 of the bytes: 32 bytes.
  package let digest: [UInt8]
  /// The number of bytes.
  public let count: Int
  /// The first bytes, at most `Blob/headLength`.
  public let head: [UInt8]
  private let owner: (any AnyObject & Sendable)?
  private let opening: @Sendable (BlobFile) throws(UnreadableBlob) -> any OpenBlob

  /// A file.
  /// - Parameters:
  ///   - url: the place of the file.
  ///   - digest: the SHA-256 of the bytes.
  ///   - count: the number of bytes.
  ///   - head: the first bytes.
  ///   - owner: the object that removes a temporary file when it is deallocated; nil for a permanent file.
  ///   - opening: opens the file for reading.
  public init(
    _ url: URL, digest: [UInt8], count: Int, head: [UInt8], owner: (any AnyObject & Sendable)? = nil,
    opening: @escaping @Sendable (BlobFile) throws(UnreadableBlob) -> any OpenBlob
  ) {
    self.url = url
    self.digest = digest
    self.count = count
    self.head = head
    self.owner = owner
    self.opening = opening
  }

  /// Whether the file is removed with its last reference.
  public var isTemporary: Bool { owner != nil }

  /// The digest in hexadecimal digits: the name of the file.
  public var name: String { Self.name(of: digest) }

  /// A digest in hexadecimal digits.
  public static func name(of digest: [UInt8]) -> String {
    String(decoding: digest.flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x57 }

  /// Opens the file for reading. An open file stays readable after it is renamed or removed.
  /// - Throws: ``UnreadableBlob``.
  public func open() throws(UnreadableBlob) -> any OpenBlob { try opening(self) }

  /// Compares the digests, not the locations.
  public static func == (one: BlobFile, other: BlobFile) -> Bool {
    one.digest == other.digest && one.count == other.count
  }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
