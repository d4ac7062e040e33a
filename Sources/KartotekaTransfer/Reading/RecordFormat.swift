/// The format of a text file.
public enum RecordFormat: String, Sendable, Hashable, CaseIterable, Codable {
  /// Lines of fields, see `CSVReader`.
  case csv
  /// JSON objects, see `JSONRecordReader`.
  case json

  /// Detects the format of a text by its beginning. A CSV heading may also begin with a bracket (`[id],[name]`), so the second
  /// character decides.
  public init(of text: TextSource) {
    var visible = text.bytes.lazy.filter { $0 > 0x20 }.makeIterator()
    let first = visible.next()
    guard let second = visible.next() else {
      self = .csv
      return
    }
    let opens: String
    switch first {
    // A list of numbers, but not the day of a chat: `[05.01.26, 10:12]`.
    case UInt8(ascii: "["): opens = "{[]\"" + (Self.isNumber(in: text.bytes) ? "-0123456789" : "")
    case UInt8(ascii: "{"): opens = "\"}"
    default: opens = ""
    }
    self = opens.utf8.contains(second) ? .json : .csv
  }

  // Whether the first word behind a bracket is a number of JSON.
  private static func isNumber(in bytes: UnsafeRawBufferPointer) -> Bool {
    let word = bytes.lazy.drop { $0 <= 0x20 }.dropFirst().drop { $0 <= 0x20 }.prefix(40).prefix {
      !", ]\r\n\t".utf8.contains($0)
    }
    let text = String(decoding: Array(word), as: UTF8.self)
    return Double(text) != nil && (!text.hasPrefix("0") || text == "0" || text.hasPrefix("0."))
  }
}
