/// Pictures as small as they can be.
enum SmallPicture {
  /// One pixel.
  static let png = portable(width: 1, height: 1)
  /// Three pixels beside each other.
  static let wide = portable(width: 3, height: 1)
  /// Three pixels above each other.
  static let high = portable(width: 1, height: 3)
  /// One that says that it has ten thousand million pixels.
  static let bomb = portable(width: 100_000, height: 100_000)

  /// The beginning of a JPEG with the Exif data of a photo that was taken on 21 July 2019.
  static let photo: [UInt8] = {
    let date = Array("2019:07:21 18:30:05\0".utf8)
    // A first directory that leads to Exif's own at 26, whose date is at 44.
    let exif: [UInt8] =
      Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8] + [0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
      + [0, 1, 0x90, 0x03, 0, 2, 0, 0, 0, 20, 0, 0, 0, 44, 0, 0, 0, 0] + date
    return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
      + [0xFF, 0xC0, 0, 17, 8, 0, 2, 0, 2, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
  }()

  /// The beginning of a PNG: its signature and its first chunk, which says how large it is.
  private static func portable(width: UInt32, height: UInt32) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + bytes(13) + Array("IHDR".utf8) + bytes(width)
      + bytes(height) + [8, 2, 0, 0, 0] + bytes(0)
  }
}
