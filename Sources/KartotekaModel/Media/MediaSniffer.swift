/// The media type of bytes that a browser shows.
package struct Media: Sendable, Equatable {
  /// The media type: `image/png`.
  package let type: String
  /// The bytes of the medium: all of them, unless a program has wrapped them.
  package let part: Range<Int>

  /// Whether it is a picture.
  package var isPicture: Bool { type.hasPrefix("image/") }

  /// Whether it is a document in PDF.
  package var isDocument: Bool { type == "application/pdf" }
}

/// Tells what bytes are by how they begin, whatever the one who sent them said.
///
/// Only types that a browser shows without running anything have a name here: an SVG image may hold a script.
/// Source of the patterns: WHATWG, MIME Sniffing Standard, section 6.1; PDF: ISO 32000-1, 7.5.2.
package enum MediaSniffer {
  /// The type of bytes that are not shown, but saved.
  package static let unknown = "application/octet-stream"
  /// The types of pictures.
  package static let pictures = [
    "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp",
  ]

  private static let beginnings: [(bytes: [UInt8], type: String)] = [
    ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "image/png"), ([0xff, 0xd8, 0xff], "image/jpeg"),
    (Array("GIF87a".utf8), "image/gif"), (Array("GIF89a".utf8), "image/gif"),
    (Array("%PDF-".utf8), "application/pdf"),
  ]

  /// The media type of bytes; nil when a browser does not show them.
  package static func media(of blob: Blob) -> Media? {
    let head = blob.head
    if let type = type(of: head) { return Media(type: type, part: 0..<blob.count) }
    if let bitmap = bitmap(in: head, at: 0, of: blob.count) { return bitmap }
    // The form of pictures in databases of Microsoft Access: a header that names the program they were pasted from, then the
    // bitmap.
    guard head.starts(with: [0x15, 0x1c]), head.count > 20 else { return nil }
    return (20..<head.count).lazy.compactMap { bitmap(in: head, at: $0, of: blob.count) }.first
  }

  /// The type that the first bytes determine; nil for other types.
  package static func type(of bytes: [UInt8]) -> String? {
    if let known = beginnings.first(where: { bytes.starts(with: $0.bytes) }) { return known.type }
    let isWebP = bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    if isWebP { return "image/webp" }
    return isAVIF(bytes) ? "image/avif" : nil
  }

  // AV1 Image File Format, section 8.
  private static func isAVIF(_ bytes: [UInt8]) -> Bool { hasBrand(["avif"], bytes) }

  /// Whether bytes begin as a picture as HEIC, which telephones take (ISO/IEC 23008-12, annex B).
  package static func isHEIC(_ bytes: [UInt8]) -> Bool { hasBrand(["heic", "heix", "heim", "heis", "hevc"], bytes) }

  // A file type box that names one of the brands first or among those that it is compatible with (ISO/IEC 14496-12,
  // section 4.3).
  private static func hasBrand(_ brands: [String], _ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 16, bytes[4..<8].elementsEqual("ftyp".utf8), bytes[0] == 0, bytes[1] == 0 else { return false }
    let end = min(Int(bytes[2]) << 8 | Int(bytes[3]), bytes.count)
    return stride(from: 8, to: end - 3, by: 4).contains { place in
      place != 12 && brands.contains { bytes[place..<place + 4].elementsEqual($0.utf8) }
    }
  }

  // A bitmap of Windows says how many bytes it has; one that was cut off is none. Two letters alone begin other things,
  // too, so that the size of its second header has to be one that there is ("Bitmap Header Types", Microsoft Learn).
  private static func bitmap(in head: [UInt8], at start: Int, of count: Int) -> Media? {
    func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(head[start + place + $1]) << (8 * $1) } }
    guard start + 18 <= head.count, head[start] == UInt8(ascii: "B"), head[start + 1] == UInt8(ascii: "M"),
      [12, 40, 52, 56, 64, 108, 124].contains(number(14))
    else { return nil }
    let size = number(2)
    guard size >= 26, start + size <= count else { return nil }
    return Media(type: "image/bmp", part: start..<start + size)
  }
}

/// The first bytes of a SQLite file (<https://www.sqlite.org/fileformat.html>, section 1.3).
package enum SQLiteHeader {
  /// The bytes that each SQLite file begins with.
  package static let magic = Array("SQLite format 3\0".utf8)

  /// Whether bytes are the first ones of a SQLite file.
  package static func begins(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }
}
