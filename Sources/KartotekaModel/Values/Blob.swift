import Foundation

/// Bytes: in memory, or in a file that the store keeps and that is read when they are asked for.
public struct Blob: Sendable, Hashable {
  /// How many of the first bytes are known without reading the others: enough to tell what they are.
  public static let headLength = 128

  private enum Content {
    case bytes([UInt8])
    case file(BlobFile)
    case outline(head: [UInt8])
  }

  /// How many bytes there are.
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

  /// What a list knows of bytes that it did not read: where they begin and how many they are.
  public init(head: [UInt8], count: Int) {
    self.count = count
    content = .outline(head: head)
  }

  /// The first bytes, at most ``headLength``.
  public var head: [UInt8] {
    switch content {
    case .bytes(let bytes): Array(bytes.prefix(Self.headLength))
    case .file(let file): file.head
    case .outline(let head): head
    }
  }

  /// The file that the bytes are in; nil for bytes in memory.
  public var file: BlobFile? { if case .file(let file) = content { file } else { nil } }

  /// Whether the bytes were not read: they are asked for with the record (``AnyFetchRequest/readsBlobs``).
  public var isOutline: Bool { if case .outline = content { true } else { false } }

  /// All bytes.
  /// - Throws: ``UnreadableBlob``.
  public func bytes() throws(UnreadableBlob) -> [UInt8] { try bytes(in: 0..<count) }

  /// Some of the bytes.
  /// - Throws: ``UnreadableBlob``.
  public func bytes(in range: Range<Int>) throws(UnreadableBlob) -> [UInt8] {
    switch content {
    case .bytes(let bytes): return range == bytes.indices ? bytes : Array(bytes[range])
    case .file(let file): return try file.open().bytes(in: range)
    case .outline: throw UnreadableBlob("the bytes were not fetched")
    }
  }

  /// Whether the bytes are the same, wherever they are; what was not read is like nothing that was.
  public static func == (one: Blob, other: Blob) -> Bool {
    guard one.count == other.count, one.head == other.head, one.isOutline == other.isOutline else { return false }
    if one.isOutline { return true }
    if let file = one.file, let other = other.file { return file == other }
    guard let bytes = try? one.bytes(), let others = try? other.bytes() else { return false }
    return bytes == others
  }

  /// By how they begin and how many they are.
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
