/// Why bytes are not taken as a picture.
package enum PictureFault: Error, Hashable, Sendable {
  /// They are none of the kinds that a browser shows.
  case noPicture
  /// They are a picture as HEIC, which most browsers don't show.
  case heic
  /// They are one with so many pixels that showing it could exhaust a computer's memory.
  case tooManyPixels

  /// What is wrong with bytes that are to be a picture; nil when nothing is.
  /// - Throws: ``UnreadableBlob``.
  package static func fault(in blob: Blob) throws(UnreadableBlob) -> PictureFault? {
    guard let header = try PictureHeader.read(blob) else {
      return MediaSniffer.isHEIC(blob.head) ? .heic : .noPicture
    }
    return header.hasTooManyPixels ? .tooManyPixels : nil
  }

  /// What is wrong, for the person.
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
