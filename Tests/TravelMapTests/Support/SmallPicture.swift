/// Pictures as small as they can be.
enum SmallPicture {
  /// One pixel.
  static let png = portable(width: 1, height: 1)
  /// Three pixels beside each other.
  static let wide = portable(width: 3, height: 1)
  /// One that says that it has ten thousand million pixels.
  static let bomb = portable(width: 100_000, height: 100_000)

  /// The beginning of a PNG: its signature and its first chunk, which says how large it is.
  private static func portable(width: UInt32, height: UInt32) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + bytes(13) + Array("IHDR".utf8) + bytes(width)
      + bytes(height) + [8, 2, 0, 0, 0] + bytes(0)
  }
}
