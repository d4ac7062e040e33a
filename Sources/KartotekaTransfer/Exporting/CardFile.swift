import KartotekaModel
import KartotekaStore

/// The records of a list as cards (vCard 4.0, RFC 6350). A field is in the property whose column an import of cards would read
/// into it, and the mark of its record is in one of its own: an edited file comes back as changes.
struct CardFile: ListFileWriter {
  /// The property of a record's mark, which other programs pass over.
  static let mark = "X-KARTOTEKA"

  // Properties that a card has once, or that an import tells apart by their kinds.
  private static let properties: [(heading: String, property: String)] = [
    ("Phone", "TEL;TYPE=voice"), ("Mobile phone", "TEL;TYPE=cell"), ("Work phone", "TEL;TYPE=work"),
    ("Home phone", "TEL;TYPE=home"), ("Fax", "TEL;TYPE=fax"), ("Mail", "EMAIL"), ("Address", "ADR"), ("Company", "ORG"),
    ("Job title", "TITLE"), ("Role", "ROLE"), ("Birthday", "BDAY"), ("Anniversary", "ANNIVERSARY"), ("Website", "URL"),
    ("Notes", "NOTE"), ("Nickname", "NICKNAME"), ("Categories", "CATEGORIES"), ("UID", "UID"),
  ]
  private static let names = ["Last name", "First name", "", "Name prefix", "Name suffix"]

  /// The columns of an entity by the headings that an import gives to cards.
  static func columns(of entity: EntityDescription) -> [(path: String, label: String)] {
    let headings = names.filter { !$0.isEmpty } + properties.map(\.heading)
    var used: Set<String> = []
    return HeaderMatcher(entity).match(headings).compactMap { match in
      guard case .column(let name) = match.target, entity.position(of: name) != nil, used.insert(name).inserted else {
        return nil
      }
      return (name, match.header)
    }
  }

  /// Whether the records are people or firms that are reached: they have a telephone number or a mail address.
  static func concerns(_ entity: EntityDescription) -> Bool {
    columns(of: entity).contains { column in
      entity.attribute(column.path).map { [.phone, .mail].contains($0.kind) } ?? false
    }
  }

  private let list: ListFile
  private let shown: String
  private var lines: ContentLineWriter

  init(_ list: ListFile, to sink: any ByteSink) {
    (self.list, shown, lines) = (list, RecordMark.places(list.shown), ContentLineWriter(to: sink))
  }

  mutating func write(_ record: AnyRecord, _ cells: ListCells, _ page: FetchPage) throws {
    var texts: [String: String] = [:]
    for (index, field) in list.fields.enumerated() {
      texts[list.columns[index]] = list.text(of: cells.cell(index, of: record), field, isForSpreadsheets: false)
    }
    lines.line("BEGIN", "VCARD")
    lines.line("VERSION", "4.0")
    lines.text("FN", list.title(of: record, page))
    if Self.names.contains(where: { texts[$0] != nil }) {
      lines.line("N", Self.names.map { ContentLineWriter.escaped(texts[$0] ?? "") }.joined(separator: ";"))
    }
    for (heading, property) in Self.properties {
      if let text = texts[heading] { write(text, property) }
    }
    if list.hasMarks, let mark = RecordMark(record, shown: shown) { lines.text(Self.mark, mark.text) }
    lines.line("END", "VCARD")
    try lines.flush()
  }

  private mutating func write(_ text: String, _ property: String) {
    switch property {
    // The street has all of it: its parts are not known.
    case "ADR": lines.line(property, ";;" + ContentLineWriter.escaped(text) + ";;;;")
    case "BDAY", "ANNIVERSARY":
      guard CalendarDate(iso: text) != nil else { return lines.text(property + ";VALUE=text", text) }
      lines.line(property, text.replacing("-", with: ""))
    case "CATEGORIES":
      let words = text.split(separator: ",").map { ContentLineWriter.escaped($0.trimmingSpaces()) }
      lines.line(property, words.joined(separator: ","))
    case "URL": lines.line(property, text.filter { !$0.isNewline })
    default: lines.text(property, text)
    }
  }

  mutating func finish() throws { try lines.flush(isLast: true) }
}
