/// The format of a text file.
public enum RecordFormat: String, Sendable, Hashable, CaseIterable, Codable {
  /// Lines of fields, see ``CSVReader``.
  case csv
  /// JSON objects, see ``JSONRecordReader``.
  case json

  /// Detects the format of a text by its beginning, else by its name.
  public init(of text: TextSource) {
    self = Self.beginsAsJSON(text.bytes) || Self.isNamedAsJSON(text.name) ? .json : .csv
  }

  private static func isNamedAsJSON(_ name: String?) -> Bool {
    let name = name?.lowercased() ?? ""
    return [".json", ".ndjson", ".jsonl"].contains { name.hasSuffix($0) }
  }

  /// Whether the text is JSON. A CSV heading may also begin with a bracket (`[id],[name]`), so the second character decides.
  private static func beginsAsJSON(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var visible = bytes.lazy.filter { $0 > 0x20 }.makeIterator()
    let first = visible.next()
    guard let second = visible.next() else { return false }
    return switch first {
    case UInt8(ascii: "["): [UInt8(ascii: "{"), UInt8(ascii: "]")].contains(second)
    case UInt8(ascii: "{"): [UInt8(ascii: "\""), UInt8(ascii: "}")].contains(second)
    default: false
    }
  }
}
