import Foundation

/// Bytes in memory, or in a file of the store that is read on use.
public struct Blob: Sendable, Hashable {
  /// The number of first bytes that are known without reading the rest: enough to detect the type.
  package static let headLength = 128

  private enum Content {
    case bytes([UInt8])
    case file(BlobFile)
    case outline(head: [UInt8])
  }

  /// The number of bytes.
  public let count: Int
  private let content: Content

  /// Bytes in memory.
  public init(_ bytes: [UInt8]) {
    count = bytes.count
    content = .bytes(bytes)
  }

  /// Bytes in a file.
  public init(_ file: BlobFile) {
    count = file.count
    content = .file(file)
  }

  /// The beginning and size of bytes that were not read.
  public init(head: [UInt8], count: Int) {
    self.count = count
    content = .outline(head: head)
  }

  /// The first bytes, at most `headLength`.
  public var head: [UInt8] {
    switch content {
    case .bytes(let bytes): Array(bytes.prefix(Self.headLength))
    case .file(let file): file.head
    case .outline(let head): head
    }
  }

  /// The file that the bytes are in; nil for bytes in memory.
  public var file: BlobFile? { if case .file(let file) = content { file } else { nil } }

  /// Whether the bytes were not read. ``AnyFetchRequest/readsBlobs`` requests them.
  package var isOutline: Bool { if case .outline = content { true } else { false } }

  /// All bytes.
  /// - Throws: ``UnreadableBlob``.
  public func bytes() throws(UnreadableBlob) -> [UInt8] { try bytes(in: 0..<count) }

  /// A range of the bytes.
  /// - Throws: ``UnreadableBlob``.
  public func bytes(in range: Range<Int>) throws(UnreadableBlob) -> [UInt8] {
    switch content {
    case .bytes(let bytes): return range == bytes.indices ? bytes : Array(bytes[range])
    case .file(let file): return try file.open().bytes(in: range)
    case .outline: throw UnreadableBlob("the bytes were not fetched")
    }
  }

  /// Whether the bytes are equal, wherever they are stored. Outlines equal only outlines.
  public static func == (one: Blob, other: Blob) -> Bool {
    guard one.count == other.count, one.head == other.head, one.isOutline == other.isOutline else { return false }
    if one.isOutline { return true }
    if let file = one.file, let other = other.file { return file == other }
    guard let bytes = try? one.bytes(), let others = try? other.bytes() else { return false }
    return bytes == others
  }

  /// Hashes the beginning and the size.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(head)
  }
}

/// Why the bytes of a ``Blob`` can't be read.
public struct UnreadableBlob: Error, CustomStringConvertible {
  /// The reason, for the log.
  public let description: String

  /// A reason.
  public init(_ description: String) { self.description = description }
}
