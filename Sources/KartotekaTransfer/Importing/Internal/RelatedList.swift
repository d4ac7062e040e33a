import KartotekaModel
import KartotekaStore

/// Parses lists of related records: `3;7;12`, `3, 7, 12`, or names as in `Anna Nowak; jan@example.org`. In JSON they may be
/// arrays.
enum RelatedList {
  private static let separators = (semicolon: UInt8(ascii: ";"), comma: UInt8(ascii: ","))

  /// The references in a text.
  static func cells(_ text: String) -> [Cell] {
    // Names may contain commas.
    let isNumbers = text.utf8.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: " ") || $0 == separators.semicolon
        || $0 == separators.comma
    }
    return text.utf8.split { $0 == separators.semicolon || (isNumbers && $0 == separators.comma) }
      .map { String(Substring($0)).trimmingSpaces() }.filter { !$0.isEmpty }.map(Cell.init(naming:))
  }

  // Leaves some room in a cell of a spreadsheet.
  private static let longest = SpreadsheetWriter.longestText - 767

  /// More records than this have no text of titles: each has a character, a semicolon and a space.
  static let mostNamed = longest / 3 + 1

  /// The text of a list, which ``cells(_:)`` reads.
  /// - Parameter isTags: whether a title that is a number names its record, too.
  static func text(_ links: [ListCells.Link], hasTitles: Bool, isTags: Bool = false) -> String {
    if hasTitles {
      let text = links.map { link in
        (isTags ? isTag(link.title) : isName(link.title)) ? link.title : String(link.id)
      }.joined(separator: "; ")
      if text.utf8.count <= longest { return text }
    }
    return links.map { String($0.id) }.joined(separator: ";")
  }

  /// Whether a cell of a spreadsheet does not have all of a list of records.
  static func isCut(_ ids: [RecordID]) -> Bool {
    ids.reduce(-1) { $0 + String($1).utf8.count + 1 } > SpreadsheetWriter.longestText
  }

  /// Whether a list is as long as one that was cut, of which the last character may have been a separator.
  static func isCut(_ cells: [Cell]) -> Bool {
    cells.reduce(0) { $0 + ($1.referenceText?.utf16.count ?? 0) + 1 } >= SpreadsheetWriter.longestText
  }

  /// Whether a title names its record in a list. Others would be read as numbers, as several records or as none.
  static func isName(_ title: String) -> Bool {
    let text = title.trimmingSpaces()
    let others = [UInt8(ascii: " "), UInt8(ascii: "+"), separators.comma]
    return text != "NULL" && !text.utf8.contains(separators.semicolon)
      && !text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || others.contains($0) }
  }

  /// Whether a title names its record in a list of tags, among which a number is looked up as a name first.
  static func isTag(_ title: String) -> Bool {
    let text = title.trimmingSpaces()
    return text != "NULL" && !text.isEmpty && !text.utf8.contains(separators.semicolon)
  }

  /// The references in a JSON value; nil if it is not such a list.
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
    // An included record, as in responses of the API.
    case .object(let object): return object["id"].flatMap(cell)
    case .null, .bool, .array: return nil
    }
  }
}
