/// The format of a text file.
public enum RecordFormat: String, Sendable, Hashable, CaseIterable, Codable {
  /// Lines of fields, see ``CSVReader``.
  case csv
  /// JSON objects, see ``JSONRecordReader``.
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
    case UInt8(ascii: "["): opens = "{[]\"-0123456789"
    case UInt8(ascii: "{"): opens = "\"}"
    default: opens = ""
    }
    self = opens.utf8.contains(second) ? .json : .csv
  }
}
