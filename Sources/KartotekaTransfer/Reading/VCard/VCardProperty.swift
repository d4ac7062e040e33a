import Foundation
import KartotekaModel

/// A property of a card: `TEL;TYPE=home,pref:+48 123`.
struct VCardProperty {
  /// The name in capitals, without its group.
  let name: String
  /// The value without escapes.
  let text: String
  /// The parts of a structured value, each without escapes; at least one.
  let components: [String]
  let isPreferred: Bool
  /// The kinds of a number or an address, in capitals: HOME, WORK, CELL.
  let types: Set<String>
  /// The year that stands for none, as Apple writes birthdays without a year.
  let omittedYear: String?
  /// Whether the value is so long that it was not kept, such as a picture.
  var isCut = false

  var isEmpty: Bool { text.isEmpty }

  /// A number or address without its URI scheme, as version 4 writes it.
  var address: String {
    for scheme in ["tel:", "mailto:"] where text.lowercased().hasPrefix(scheme) {
      return String(text.dropFirst(scheme.count))
    }
    return text
  }

  /// - Parameter line: an unfolded line. Nil for one without a colon.
  init?(_ line: String) {
    guard let colon = Self.colon(in: line) else { return nil }
    let parts = Self.split(line[..<colon], at: ";")
    let name = parts[0].uppercased()
    self.name = name.split(separator: ".").last.map(String.init) ?? name
    let parameters = parts.dropFirst().map { $0.uppercased() }
    // Version 2.1 writes `TEL;HOME;FAX`, later ones `TEL;TYPE=home,fax`.
    types = Set(
      parameters.flatMap { parameter in
        (parameter.hasPrefix("TYPE=") ? parameter.dropFirst(5) : parameter[...]).split { $0 == "," || $0 == "\"" }
          .map(String.init)
      })
    isPreferred = parameters.contains {
      $0 == "PREF" || $0.hasPrefix("PREF=") || $0.hasPrefix("TYPE=") && $0.contains("PREF")
    }
    let omits = "X-APPLE-OMIT-YEAR="
    omittedYear = parameters.first { $0.hasPrefix(omits) }.map { String($0.dropFirst(omits.count)) }
    var value = String(line[line.index(after: colon)...])
    if parameters.contains(where: { $0.hasSuffix("QUOTED-PRINTABLE") }) {
      let charset = parameters.first { $0.hasPrefix("CHARSET=") }?.dropFirst("CHARSET=".count)
      value = ContentLine.unquoted(value, charset.map(String.init))
    }
    components = Self.split(value[...], at: ";").map { ContentLine.unescaped($0).trimmingSpaces() }
    text = ContentLine.unescaped(value).trimmingSpaces()
  }

  /// Whether a line that ends with `=` goes on in the next one, by the rule of the encoding quoted-printable.
  static func isContinued(_ line: String) -> Bool {
    guard let colon = colon(in: line) else { return false }
    return line[..<colon].uppercased().contains("QUOTED-PRINTABLE")
  }

  // Parameters in quotes may contain colons.
  private static func colon(in line: String) -> String.Index? {
    var isQuoted = false
    return line.indices.first { index in
      if line[index] == "\"" { isQuoted.toggle() }
      return line[index] == ":" && !isQuoted
    }
  }

  private static func split(_ text: Substring, at separator: Character) -> [String] {
    var (parts, isEscaped) = ([""], false)
    for character in text {
      if character == separator, !isEscaped {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts
  }
}

/// The unfolded lines of a vCard file as properties.
struct VCardLines {
  /// The maximum length of a line, in bytes. Longer ones are pictures and are passed over.
  private static let longest = 1 << 16
  private static let goesOn = UInt8(ascii: "=")

  private let text: TextSource
  private var position = 0
  /// Whether the value of the last line was too long to be kept.
  private(set) var isCut = false

  init(_ text: TextSource) { self.text = text }

  /// The share of the file that is read, from 0 to 1.
  var share: Double { Double(position) / Double(max(1, text.bytes.count)) }

  /// The next property; nil at the end of the file.
  mutating func next() -> VCardProperty? {
    while let line = nextLine() {
      if var property = VCardProperty(line) {
        property.isCut = isCut
        return property
      }
    }
    return nil
  }

  /// The next unfolded line; nil at the end of the file.
  mutating func nextLine() -> String? {
    while var bytes = line() {
      var isTooLong = false
      func append(_ more: ArraySlice<UInt8>) {
        isTooLong = isTooLong || bytes.count + more.count > Self.longest
        if !isTooLong { bytes += more }
      }
      // A line of quoted-printable that ends with = goes on in the next one, also where that begins with a space.
      func readSoftBreaks() {
        guard !isTooLong, bytes.last == Self.goesOn, VCardProperty.isContinued(String(decoding: bytes, as: UTF8.self))
        else { return }
        var last = bytes.last
        while last == Self.goesOn, let more = line() {
          if !isTooLong { bytes.removeLast() }
          append(more[...])
          last = more.last
        }
      }
      readSoftBreaks()
      // A line that begins with a space belongs to the one before it.
      while position < text.bytes.count, [0x20, 0x09].contains(text.bytes[position]), let more = line() {
        append(more.dropFirst())
      }
      // The beginning of the line tells, however many lines follow.
      readSoftBreaks()
      isCut = isTooLong || bytes.count > Self.longest
      // The name of what is too long is known all the same.
      guard isCut else { return String(decoding: bytes, as: UTF8.self) }
      return String(String(decoding: bytes.prefix(200), as: UTF8.self).prefix { $0 != ":" }) + ":"
    }
    return nil
  }

  private mutating func line() -> [UInt8]? {
    let bytes = text.bytes
    guard position < bytes.count else { return nil }
    let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
    var line = Array(bytes[position..<end])
    if line.last == 0x0D { line.removeLast() }
    position = end + 1
    return line
  }
}
