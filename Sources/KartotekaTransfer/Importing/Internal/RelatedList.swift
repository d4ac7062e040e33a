import KartotekaModel

/// Reads which records a file names for a many-to-many relationship: `3;7;12`, `3, 7, 12`, or what they are called,
/// `Anna Nowak; jan@example.org`. In JSON it may be an array of either.
enum RelatedList {
  private static let separators = (semicolon: UInt8(ascii: ";"), comma: UInt8(ascii: ","))

  /// The records that a text names.
  static func cells(_ text: String) -> [Cell] {
    // What people call something may have commas in it.
    let isNumbers = text.utf8.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: " ") || $0 == separators.semicolon
        || $0 == separators.comma
    }
    return text.utf8.split { $0 == separators.semicolon || (isNumbers && $0 == separators.comma) }
      .map { String(Substring($0)).trimmingSpaces() }.filter { !$0.isEmpty }.map(Cell.init(naming:))
  }

  /// The records that a value of JSON names; nil where it can't be such a list.
  static func cells(_ json: JSONValue) -> [Cell]? {
    switch json {
    case .null: return []
    case .string(let text): return cells(text)
    case .array(let items):
      let cells = items.compactMap(cell)
      return cells.count == items.count ? cells : nil
    case .number, .object: return cell(json).map { [$0] }
    case .bool: return nil
    }
  }

  private static func cell(_ json: JSONValue) -> Cell? {
    switch json {
    case .number(let text), .string(let text):
      let text = text.trimmingSpaces()
      return text.isEmpty ? nil : Cell(naming: text)
    // An included record, as the API writes it.
    case .object(let object): return object["id"].flatMap(cell)
    case .null, .bool, .array: return nil
    }
  }
}
