import KartotekaModel

/// Writes lines of cards and calendars (RFC 6350, 3.2; RFC 5545, 3.1) to a sink: at most 75 octets, then folded.
struct ContentLineWriter {
  private static let flushLimit = 1 << 16
  private static let longest = 75

  private let sink: any ByteSink
  private var bytes: [UInt8] = []

  init(to sink: any ByteSink) { self.sink = sink }

  /// Appends a line.
  /// - Parameters:
  ///   - name: the name with its parameters: `DTSTART;VALUE=DATE`.
  ///   - value: the value with its escapes.
  mutating func line(_ name: String, _ value: String) {
    var width = 0
    for scalar in (name + ":" + value).unicodeScalars {
      let octets = UTF8.width(scalar)
      if width + octets > Self.longest {
        bytes += [0x0D, 0x0A, 0x20]
        width = 1
      }
      bytes.append(contentsOf: String(scalar).utf8)
      width += octets
    }
    bytes += [0x0D, 0x0A]
  }

  /// Appends a line with a text.
  mutating func text(_ name: String, _ text: String) { line(name, Self.escaped(text)) }

  /// Sends what there is to the sink, if it is much or the last.
  mutating func flush(isLast: Bool = false) throws {
    guard isLast || bytes.count >= Self.flushLimit else { return }
    try bytes.withUnsafeBytes { try sink.write($0) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// A text with escapes. Control characters can't be in one.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\", ";", ",": result += "\\" + String(character)
      case _ where character.isNewline: result += "\\n"
      default:
        result.unicodeScalars.append(contentsOf: character.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\t" })
      }
    }
    return result
  }
}
