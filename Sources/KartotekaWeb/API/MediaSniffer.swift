/// Tells what bytes are by how they begin, whatever the one who sent them said.
///
/// Only types that a browser shows without running anything have a name here: an SVG image may hold a script.
/// Source of the patterns: WHATWG, MIME Sniffing Standard, section 6.1; PDF: ISO 32000-1, 7.5.2.
enum MediaSniffer {
  /// The type of bytes that are not shown, but saved.
  static let unknown = "application/octet-stream"

  private static let beginnings: [(bytes: [UInt8], type: String)] = [
    ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "image/png"), ([0xff, 0xd8, 0xff], "image/jpeg"),
    (Array("GIF87a".utf8), "image/gif"), (Array("GIF89a".utf8), "image/gif"),
    (Array("%PDF-".utf8), "application/pdf"),
  ]

  /// The type; nil when it is none of those.
  static func type(of bytes: [UInt8]) -> String? {
    if let known = beginnings.first(where: { bytes.starts(with: $0.bytes) }) { return known.type }
    let isWebP = bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    return isWebP ? "image/webp" : nil
  }
}
