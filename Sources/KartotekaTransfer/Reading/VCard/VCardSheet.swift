import KartotekaModel

/// The cards of a vCard file (RFC 6350, and the older versions 2.1 and 3.0) as the rows of a sheet: a row of headings, then a
/// row for each card. It has the columns for which a card has a value.
final class VCardSheet: SheetReader {
  /// The columns. Of several telephone numbers or mail addresses the preferred one, else the first one, comes first.
  private enum Column: Int, CaseIterable {
    case firstName, lastName, phone, mail, address, company, birthday, website, notes, otherPhones, otherMails

    var heading: String {
      switch self {
      case .firstName: "First name"
      case .lastName: "Last name"
      case .phone: "Phone"
      case .mail: "Mail"
      case .address: "Address"
      case .company: "Company"
      case .birthday: "Birthday"
      case .website: "Website"
      case .notes: "Notes"
      case .otherPhones: "Other phones"
      case .otherMails: "Other mail addresses"
      }
    }
  }

  private var lines: VCardLines
  private var columns: [Column] = []
  private var rows = 0
  // Whether the first line of the next card is read already.
  private var hasBegun = false

  init(_ text: TextSource) {
    lines = VCardLines(text)
    while columns.count < Column.allCases.count, let card = card() {
      columns += Column.allCases.filter { !columns.contains($0) && !self.text(of: $0, card).isEmpty }
    }
    columns.sort { $0.rawValue < $1.rawValue }
    (lines, hasBegun) = (VCardLines(text), false)
  }

  var share: Double { lines.share }

  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool {
    if rows == 0 {
      rows = 1
      row.begin(1)
      for (place, column) in columns.enumerated() { row.set(column.heading, at: place) }
      return !columns.isEmpty
    }
    while let card = card() {
      rows += 1
      row.begin(rows)
      for (place, column) in columns.enumerated() { row.set(text(of: column, card), at: place) }
      if !row.cells.isEmpty { return true }
    }
    return false
  }

  // The properties of the next card; nil at the end of the file.
  private func card() -> [VCardProperty]? {
    var card: [VCardProperty]? = hasBegun ? [] : nil
    // A card within a card, an agent's, is passed over. A card without an end ends where the next one begins.
    var (depth, last) = (hasBegun ? 1 : 0, "")
    hasBegun = false
    while let property = lines.next() {
      defer { last = property.name }
      switch property.name {
      case "BEGIN":
        if depth == 1, last != "AGENT" {
          hasBegun = true
          return card
        }
        depth += 1
        if depth == 1 { card = [] }
      case "END":
        depth -= 1
        if depth <= 0 { return card ?? [] }
      default: if depth == 1 { card?.append(property) }
      }
    }
    return card
  }

  private func text(of column: Column, _ card: [VCardProperty]) -> String {
    func first(_ name: String) -> VCardProperty? { card.first { $0.name == name && !$0.isEmpty } }
    func all(_ name: String) -> [String] {
      let found = card.filter { $0.name == name && !$0.isEmpty }
      let texts = (found.filter(\.isPreferred) + found.filter { !$0.isPreferred }).map(\.address)
      var seen: Set<String> = []
      return texts.filter { seen.insert($0).inserted }
    }
    switch column {
    case .firstName: return name(card).first
    case .lastName: return name(card).last
    case .phone: return all("TEL").first ?? ""
    case .otherPhones: return all("TEL").dropFirst().joined(separator: ", ")
    case .mail: return all("EMAIL").first ?? ""
    case .otherMails: return all("EMAIL").dropFirst().joined(separator: ", ")
    case .address:
      return (card.filter { $0.name == "ADR" && !$0.isEmpty }.max { !$0.isPreferred && $1.isPreferred }).map(postal)
        ?? ""
    case .company: return first("ORG")?.components.filter { !$0.isEmpty }.joined(separator: ", ") ?? ""
    case .birthday: return first("BDAY").map { Self.day($0.text) } ?? ""
    case .website: return first("URL")?.text ?? ""
    case .notes: return card.filter { $0.name == "NOTE" && !$0.isEmpty }.map(\.text).joined(separator: "\n")
    }
  }

  // The name's parts: family, given, additional, prefixes, suffixes. A card may have the whole name alone.
  private func name(_ card: [VCardProperty]) -> (first: String, last: String) {
    if let parts = card.first(where: { $0.name == "N" && !$0.isEmpty })?.components {
      let given = [parts.count > 1 ? parts[1] : "", parts.count > 2 ? parts[2] : ""].filter { !$0.isEmpty }
      if !parts[0].isEmpty || !given.isEmpty { return (given.joined(separator: " "), parts[0]) }
    }
    let whole =
      card.first { $0.name == "FN" && !$0.isEmpty }?.text ?? card.first { $0.name == "ORG" }?.components[0] ?? ""
    let words = whole.split(separator: " ")
    // A company's name is a last name as a whole.
    let isCompany = card.contains { $0.name == "ORG" && $0.components[0] == whole }
    guard words.count > 1, !isCompany else { return ("", whole) }
    return (words.dropLast().joined(separator: " "), String(words[words.count - 1]))
  }

  // Box, extension, street, town, region, postal code, country.
  private func postal(_ property: VCardProperty) -> String {
    let parts = property.components + Array(repeating: "", count: max(0, 7 - property.components.count))
    let town = [parts[5], parts[3]].filter { !$0.isEmpty }.joined(separator: " ")
    return [parts[2], parts[1], parts[0], town, parts[4], parts[6]].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  // "19850412", "1985-04-12" and "1985-04-12T00:00:00Z" as ISO 8601; others as they are.
  private static func day(_ text: String) -> String {
    let digits = text.prefix { $0 != "T" }.filter(\.isNumber)
    guard digits.count == 8, !text.hasPrefix("--") else { return text }
    return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
  }
}

/// The sheet of a vCard file.
struct VCardBook: Workbook {
  let text: TextSource

  var sheets: [String] { ["vCard"] }

  func rows(of sheet: Int, merges: SheetMerges) throws(ReadingError) -> any SheetReader { VCardSheet(text) }
}
