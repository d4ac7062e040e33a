import Foundation

/// An open ``BlobFile``, whose bytes are read part by part.
public protocol OpenBlob: Sendable {
  /// Some of the bytes. Several threads may read at once.
  /// - Throws: ``UnreadableBlob``.
  func bytes(in range: Range<Int>) throws(UnreadableBlob) -> [UInt8]
}

/// Bytes in a file, known by their SHA-256: a file with that name never has others. The store makes it and reads it.
public struct BlobFile: Sendable, Hashable {
  /// Where the file is.
  public let url: URL
  /// The SHA-256 of the bytes: 32 bytes.
  public let digest: [UInt8]
  /// How many bytes there are.
  public let count: Int
  /// The first bytes, at most ``Blob/headLength``.
  public let head: [UInt8]
  private let owner: (any AnyObject & Sendable)?
  private let opening: @Sendable (BlobFile) throws(UnreadableBlob) -> any OpenBlob

  /// A file.
  /// - Parameters:
  ///   - owner: what removes a temporary file when nothing refers to it any longer; nil for one that stays.
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

  /// Whether the file goes when nothing refers to it any longer.
  public var isTemporary: Bool { owner != nil }

  /// The digest in hexadecimal digits, which is what the file is called.
  public var name: String { Self.name(of: digest) }

  /// A digest in hexadecimal digits.
  public static func name(of digest: [UInt8]) -> String {
    String(decoding: digest.flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x57 }

  /// Opens the file for reading; once open, it can be read whatever becomes of its name.
  /// - Throws: ``UnreadableBlob``.
  public func open() throws(UnreadableBlob) -> any OpenBlob { try opening(self) }

  /// By what the bytes are, wherever the files.
  public static func == (one: BlobFile, other: BlobFile) -> Bool {
    one.digest == other.digest && one.count == other.count
  }

  /// By what the bytes are.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
