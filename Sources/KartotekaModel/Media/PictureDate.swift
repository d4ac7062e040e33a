/// The day on which a picture was taken, as the camera's Exif data say (CIPA DC-008, sections 4.6.2 to 4.6.5).
package enum PictureDate {
  /// Tags: when the picture was taken, when it was made digital, when the file was changed, and where the former are.
  private static let (taken, digitized, changed, exif) = (0x9003, 0x9004, 0x0132, 0x8769)

  /// Reads the day from a picture as JPEG, PNG or WebP.
  /// - Throws: ``UnreadableBlob`` when the bytes can't be read.
  /// - Returns: nil for a picture without a date.
  package static func read(_ blob: Blob) throws(UnreadableBlob) -> CalendarDate? {
    guard let media = MediaSniffer.media(of: blob) else { return nil }
    let reader = try ByteReader(blob, in: media.part)
    let place =
      switch media.type {
      case "image/jpeg": try jpeg(reader)
      case "image/png": try png(reader)
      case "image/webp": try webP(reader)
      default: nil as Int?
      }
    guard let place, let directories = try ExifDirectories(reader, at: place) else { return nil }
    let first = try directories.entries(at: directories.first)
    var own: [Int: ExifDirectories.Entry] = [:]
    if let entry = first[exif] { own = try directories.entries(at: entry.value) }
    for entry in [own[taken], own[digitized], first[changed]] {
      if let entry, let text = try directories.text(of: entry), let date = date(text) { return date }
    }
    return nil
  }

  // "2024:05:03 12:10:00"; a camera without a clock writes blanks or zeros.
  private static func date(_ text: String) -> CalendarDate? {
    let day = text.prefix(10).split(separator: ":", omittingEmptySubsequences: false)
    return day.count == 3 ? CalendarDate(iso: day.joined(separator: "-")) : nil
  }

  // ITU-T T.81, annex B: the segment APP1 that begins with "Exif".
  private static func jpeg(_ reader: ByteReader) throws(UnreadableBlob) -> Int? {
    var place = 2
    for _ in 0..<100 {
      guard let bytes = try reader.bytes(place, 2), bytes[0] == 0xFF else { return nil }
      switch bytes[1] {
      case 0xFF: place += 1
      case 0xE1 where try reader.has("Exif\0\0", at: place + 4): return place + 10
      case 0xD8...0xDA, 0x00: return nil
      default:
        guard let length = try reader.big(place + 2, 2), length >= 2 else { return nil }
        place += 2 + length
      }
    }
    return nil
  }

  // Portable Network Graphics, third edition, section 11.3.4.5: the chunk eXIf.
  private static func png(_ reader: ByteReader) throws(UnreadableBlob) -> Int? {
    var place = 8
    for _ in 0..<1_000 {
      guard let length = try reader.big(place, 4) else { return nil }
      if try reader.has("eXIf", at: place + 4) { return place + 8 }
      place += 12 + length
    }
    return nil
  }

  // RFC 9649, section 2.7.1.4: the chunk EXIF, which some programs begin as a JPEG's segment.
  private static func webP(_ reader: ByteReader) throws(UnreadableBlob) -> Int? {
    var place = 12
    for _ in 0..<1_000 {
      guard let length = try reader.little(place + 4, 4) else { return nil }
      if try reader.has("EXIF", at: place) { return try reader.has("Exif\0\0", at: place + 8) ? place + 14 : place + 8 }
      place += 8 + length + length % 2
    }
    return nil
  }
}

/// The directories of Exif data: a TIFF file within a picture.
private struct ExifDirectories {
  /// The entry of a directory about a tag.
  struct Entry {
    let type: Int
    let count: Int
    /// The value, or where it is.
    let value: Int
    /// The place of the value itself, if it is that short.
    let place: Int
  }

  /// No camera writes as many tags.
  private static let mostEntries = 500
  /// TIFF's number for text.
  private static let text = 2

  private let reader: ByteReader
  private let start: Int
  private let isLittle: Bool
  /// The place of the first directory.
  private(set) var first = 0

  init?(_ reader: ByteReader, at start: Int) throws(UnreadableBlob) {
    guard let order = try reader.bytes(start, 2), order == Array("II".utf8) || order == Array("MM".utf8) else {
      return nil
    }
    self.reader = reader
    self.start = start
    isLittle = order[0] == UInt8(ascii: "I")
    guard let first = try number(4, 4) else { return nil }
    self.first = first
  }

  private func number(_ place: Int, _ count: Int) throws(UnreadableBlob) -> Int? {
    isLittle ? try reader.little(start + place, count) : try reader.big(start + place, count)
  }

  func entries(at place: Int) throws(UnreadableBlob) -> [Int: Entry] {
    var entries: [Int: Entry] = [:]
    for index in 0..<min(try number(place, 2) ?? 0, Self.mostEntries) {
      let at = place + 2 + index * 12
      guard let tag = try number(at, 2), let type = try number(at + 2, 2), let count = try number(at + 4, 4),
        let value = try number(at + 8, 4)
      else { break }
      entries[tag] = Entry(type: type, count: count, value: value, place: at + 8)
    }
    return entries
  }

  func text(of entry: Entry) throws(UnreadableBlob) -> String? {
    guard entry.type == Self.text, entry.count <= 64 else { return nil }
    let place = entry.count > 4 ? entry.value : entry.place
    return try reader.bytes(start + place, entry.count).map { String(decoding: $0, as: UTF8.self) }
  }
}
