/// Bytes in chunks.
protocol ByteStream: AnyObject {
  /// The next bytes, which are valid until the next call; nil at the end.
  func next() throws(ReadingError) -> UnsafeRawBufferPointer?

  /// The share that is read, from 0 to 1.
  var share: Double { get }
}

/// The bytes of a text.
final class TextStream: ByteStream {
  private static let chunk = 1 << 16

  private let text: TextSource
  private var place = 0

  init(_ text: TextSource) { self.text = text }

  var share: Double { Double(place) / Double(max(1, text.bytes.count)) }

  func next() -> UnsafeRawBufferPointer? {
    guard place < text.bytes.count else { return nil }
    let end = min(text.bytes.count, place + Self.chunk)
    defer { place = end }
    return UnsafeRawBufferPointer(rebasing: text.bytes[place..<end])
  }
}
