/// How large a picture says it is, read from its header without decoding it.
///
/// A few thousand bytes can claim to be a picture of billions of pixels; a browser that shows it takes four bytes of
/// memory for each.
package struct PictureHeader: Hashable, Sendable {
  /// The most pixels of a picture that is taken: more than any telephone's camera has, about 256 MB when shown.
  package static let mostPixels = 64_000_000

  /// How many pixels it is wide.
  package let width: Int
  /// How many pixels it is high.
  package let height: Int

  /// Whether showing it could exhaust a computer's memory.
  package var hasTooManyPixels: Bool { height > Self.mostPixels / width }

  /// Reads the header of a picture: PNG, JPEG, GIF, WebP, AVIF or BMP.
  ///
  /// - Throws: ``UnreadableBlob`` when the bytes can't be read.
  /// - Returns: nil for bytes that are none of these, or are broken.
  package static func read(_ blob: Blob) throws(UnreadableBlob) -> PictureHeader? {
    guard let media = MediaSniffer.media(of: blob) else { return nil }
    let reader = try ByteReader(blob, in: media.part)
    let size =
      switch media.type {
      case "image/png": try png(reader)
      case "image/jpeg": try jpeg(reader)
      case "image/gif": try gif(reader)
      case "image/webp": try webP(reader)
      case "image/avif": try avif(reader)
      case "image/bmp": try bitmap(reader)
      default: nil as (Int, Int)?
      }
    guard let (width, height) = size, width > 0, height > 0 else { return nil }
    return PictureHeader(width: width, height: height)
  }
}
