/// What separates the fields of a CSV file. Fields are quoted with `"` in all of them.
public struct CSVDialect: Sendable, Hashable {
  /// A character that separates fields.
  public enum Delimiter: UInt8, Sendable, Hashable, CaseIterable, Codable {
    case comma = 0x2C
    case semicolon = 0x3B
    case tab = 0x09
    case pipe = 0x7C
  }

  /// The character that separates fields.
  public var delimiter: Delimiter

  /// A dialect; commas are the standard, RFC 4180.
  public init(delimiter: Delimiter = .comma) {
    self.delimiter = delimiter
  }

  static let quote = UInt8(ascii: "\"")
}
