/// The delimiter of a CSV file. The quote is always `"`.
public struct CSVDialect: Sendable, Hashable {
  /// A delimiter of fields.
  public enum Delimiter: UInt8, Sendable, Hashable, CaseIterable, Codable {
    case comma = 0x2C
    case semicolon = 0x3B
    case tab = 0x09
    case pipe = 0x7C
  }

  /// The delimiter of fields.
  public var delimiter: Delimiter

  /// Makes a dialect. Commas are the standard (RFC 4180).
  public init(delimiter: Delimiter = .comma) {
    self.delimiter = delimiter
  }

  static let quote = UInt8(ascii: "\"")
}
