/// The size that a picture states, read from its header without decoding it.
///
/// A few thousand bytes can claim to be a picture of billions of pixels; a browser that shows it takes four bytes of
/// memory for each.
package struct PictureHeader: Hashable, Sendable {
  /// The most pixels of a picture that is taken: more than any telephone's camera has, about 256 MB when shown.
  package static let mostPixels = 64_000_000

  /// The width, in pixels.
  package let width: Int
  /// The height, in pixels.
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

extension PictureHeader {
  // Portable Network Graphics, section 11.2.1: the first chunk is IHDR.
  static func png(_ reader: ByteReader) throws(UnreadableBlob) -> (Int, Int)? {
    guard try reader.has("IHDR", at: 12), let width = try reader.big(16, 4), let height = try reader.big(20, 4) else {
      return nil
    }
    return (width, height)
  }

  // ITU-T T.81, annex B: marker segments up to a frame header.
  static func jpeg(_ reader: ByteReader) throws(UnreadableBlob) -> (Int, Int)? {
    var place = 2
    // A picture of a camera has some ten segments before its frame; a colour profile may have more.
    for _ in 0..<1_000 {
      guard let bytes = try reader.bytes(place, 2), bytes[0] == 0xFF else { return nil }
      switch bytes[1] {
      // A byte to fill up with.
      case 0xFF: place += 1
      // Markers without a segment.
      case 0x01, 0xD0...0xD7: place += 2
      // A frame header. C4, C8 and CC between them mean something else.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard let height = try reader.big(place + 5, 2), let width = try reader.big(place + 7, 2) else { return nil }
        return (width, height)
      // The picture's data, or its end, before it said how large it is.
      case 0x00, 0xD8...0xDA: return nil
      default:
        guard let length = try reader.big(place + 2, 2), length >= 2 else { return nil }
        place += 2 + length
      }
    }
    return nil
  }

  // Graphics Interchange Format 89a, section 18: the logical screen.
  static func gif(_ reader: ByteReader) throws(UnreadableBlob) -> (Int, Int)? {
    guard let width = try reader.little(6, 2), let height = try reader.little(8, 2) else { return nil }
    return (width, height)
  }

  // RFC 9649, section 2: a simple file, lossy or lossless, or an extended one.
  static func webP(_ reader: ByteReader) throws(UnreadableBlob) -> (Int, Int)? {
    if try reader.has("VP8 ", at: 12) {
      // RFC 6386, section 9.1: 14 bits each.
      guard try reader.bytes(23, 3) == [0x9D, 0x01, 0x2A], let width = try reader.little(26, 2),
        let height = try reader.little(28, 2)
      else { return nil }
      return (width & 0x3FFF, height & 0x3FFF)
    }
    if try reader.has("VP8L", at: 12) {
      guard try reader.bytes(20, 1) == [0x2F], let bits = try reader.little(21, 4) else { return nil }
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    guard try reader.has("VP8X", at: 12), let width = try reader.little(24, 3), let height = try reader.little(27, 3)
    else { return nil }
    return (width + 1, height + 1)
  }

  // "Bitmap Header Types", Microsoft Learn: the oldest header has two bytes each. A negative height: from the top down.
  static func bitmap(_ reader: ByteReader) throws(UnreadableBlob) -> (Int, Int)? {
    if try reader.little(14, 4) == 12 {
      guard let width = try reader.little(18, 2), let height = try reader.little(20, 2) else { return nil }
      return (width, height)
    }
    guard let width = try reader.little(18, 4), let height = try reader.little(22, 4) else { return nil }
    return (width, Int(Int32(truncatingIfNeeded: height).magnitude))
  }

  // ISO/IEC 23008-12, section 6.5.3: the largest "ispe" among the properties of the items is the picture; others are
  // its tiles or its thumbnail.
  static func avif(_ reader: ByteReader) throws(UnreadableBlob) -> (Int, Int)? {
    guard let meta = try box("meta", reader, 0..<reader.count),
      // The box "meta" has four bytes of version and flags.
      let properties = try box("iprp", reader, meta.dropFirst(4)),
      let list = try box("ipco", reader, properties)
    else { return nil }
    var largest: (Int, Int)?
    var rest = list
    while let size = try box("ispe", reader, rest) {
      guard let width = try reader.big(size.lowerBound + 4, 4), let height = try reader.big(size.lowerBound + 8, 4)
      else { return nil }
      largest = (max(largest?.0 ?? 0, width), max(largest?.1 ?? 0, height))
      rest = size.upperBound..<list.upperBound
    }
    return largest
  }

  // The content of the first box of a type (ISO/IEC 14496-12, section 4.2).
  private static func box(
    _ type: String, _ reader: ByteReader, _ range: Range<Int>
  ) throws(UnreadableBlob) -> Range<Int>? {
    var place = range.lowerBound
    for _ in 0..<1_000 {
      guard place + 8 <= range.upperBound, var length = try reader.big(place, 4) else { return nil }
      var head = 8
      if length == 1 {
        guard let high = try reader.big(place + 8, 4), high == 0, let low = try reader.big(place + 12, 4) else {
          return nil
        }
        (length, head) = (low, 16)
      }
      // Zero: up to the end.
      if length == 0 { length = range.upperBound - place }
      guard length >= head, length <= range.upperBound - place else { return nil }
      if try reader.has(type, at: place + 4) { return place + head..<place + length }
      place += length
    }
    return nil
  }
}

/// Why bytes are not taken as a picture.
package enum PictureFault: Error, Hashable, Sendable {
  /// They are none of the kinds that a browser shows.
  case noPicture
  /// They are a picture as HEIC, which most browsers don't show.
  case heic
  /// They are one with so many pixels that showing it could exhaust a computer's memory.
  case tooManyPixels

  /// The fault of bytes that are to be a picture; nil for none.
  /// - Throws: ``UnreadableBlob``.
  package static func fault(in blob: Blob) throws(UnreadableBlob) -> PictureFault? {
    guard let header = try PictureHeader.read(blob) else {
      return MediaSniffer.isHEIC(blob.head) ? .heic : .noPicture
    }
    return header.hasTooManyPixels ? .tooManyPixels : nil
  }

  /// The fault, for the person.
  package var phrase: Phrase {
    switch self {
    case .noPicture: "This is no picture as PNG, JPEG, GIF, WebP, AVIF or BMP"
    case .heic:
      "Pictures as HEIC can't be shown by most browsers. Save it as JPEG, or set the camera to “Most Compatible” (iPhone: Settings, Camera, Formats)"
    case .tooManyPixels:
      Phrase(
        "This picture has too many pixels. It can have at most {count} million: make it smaller first.",
        ["count": .count(PictureHeader.mostPixels / 1_000_000)])
    }
  }
}
