import KartotekaModel

/// The cards of a vCard file (RFC 6350, and the older versions 2.1 and 3.0) as the rows of a sheet: a row of headings, then a row
/// for each card. It has the columns for which a card has a value. Values that no column can take are counted.
final class VCardSheet: SheetReader {
  /// The headings of telephone numbers by their kinds, the most personal one first. A record with one number takes the first.
  static let phones = ["Phone", "Mobile phone", "Work phone", "Home phone"]
  /// All headings in the order of the columns.
  private static let headings =
    ["First name", "Last name"] + phones + [
      "Fax", "Mail", "Address", "Company", "Job title", "Birthday", "Website", "Notes", "Nickname", "Name prefix",
      "Name suffix", "Categories", "Role", "Anniversary", "Work address", "Home address", "Other phones",
      "Other mail addresses", "Other addresses", "Other websites", "Messengers", "UID", RecordMark.heading,
    ]
  /// Properties that say how a card is written.
  private static let formal: Set<String> = [
    "VERSION", "PRODID", "REV", "SORT-STRING", "MAILER", "CLASS", "KIND", "PROFILE", "SOURCE", "NAME", "FN", "N",
    "X-ABLABEL", "X-ABUID", "LABEL", "AGENT",
  ]

  private var lines: VCardLines
  private var columns: [String] = []
  private var rows = 0
  // Whether the first line of the next card is read already.
  private var hasBegun = false
  /// The number of values that no column takes, by the names of their properties.
  private var leftOut: [String: Int] = [:]

  init(_ text: TextSource) {
    lines = VCardLines(text)
    var found: Set<String> = []
    while let card = card() {
      let (texts, rest) = VCardTexts(card).result
      found.formUnion(texts.keys)
      for name in rest { leftOut[name, default: 0] += 1 }
    }
    columns = Self.headings.filter(found.contains)
    (lines, hasBegun) = (VCardLines(text), false)
  }

  /// The notes on values that no column takes.
  var notes: [Phrase] {
    guard !leftOut.isEmpty else { return [] }
    let names = leftOut.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) (\($0.value))" }
    return [Phrase("Left out of the cards: {names}", ["names": .text(names.prefix(20).joined(separator: ", "))])]
  }

  static func isFormal(_ name: String) -> Bool { formal.contains(name) }

  var share: Double { lines.share }
  var isExact: Bool { true }

  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool {
    if rows == 0 {
      rows = 1
      row.begin(1)
      for (place, column) in columns.enumerated() { row.set(column, at: place) }
      return !columns.isEmpty
    }
    while let card = card() {
      rows += 1
      row.begin(rows)
      let texts = VCardTexts(card).result.texts
      for (place, column) in columns.enumerated() { row.set(texts[column] ?? "", at: place) }
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
}

/// The values of a card by the headings of their columns.
struct VCardTexts {
  /// The texts, and the names of properties that no column takes.
  private(set) var result: (texts: [String: String], rest: [String]) = ([:], [])

  init(_ card: [VCardProperty]) {
    let (first, last) = Self.name(card)
    set("First name", first)
    set("Last name", last)
    keepWholeName(of: card, first, last)
    // A label is the whole address as one text, which cards have beside its parts.
    let hasAddress = card.contains { $0.name == "ADR" && !$0.isEmpty }
    var seen: Set<[String]> = []
    for property in card.filter(\.isPreferred) + card.filter({ !$0.isPreferred }) {
      guard !property.isEmpty else {
        if property.isCut { result.rest.append(property.name) }
        continue
      }
      guard seen.insert([property.name, property.address]).inserted else { continue }
      if property.name == "LABEL", !hasAddress { putAddress(property.text, property.types) }
      take(property)
    }
  }

  // The whole name may be another one than its parts: the name of a firm beside that of its owner.
  private mutating func keepWholeName(of card: [VCardProperty], _ first: String, _ last: String) {
    let whole = card.first { $0.name == "FN" }?.text ?? ""
    let words = (first + " " + last).split(separator: " ")
    let isOther = !whole.isEmpty && !words.isEmpty && !words.contains { whole.contains($0) }
    if isOther, !card.contains(where: { $0.name == "ORG" && $0.components[0] == whole }) {
      put(whole, "Notes", else: "Notes", "\n")
    }
  }

  private mutating func take(_ property: VCardProperty) {
    let text = property.text
    switch property.name {
    case "TEL": put(property.address, Self.phone(property), else: "Other phones", ", ")
    case "EMAIL": put(property.address, "Mail", else: "Other mail addresses", ", ")
    case "ADR": putAddress(Self.postal(property), property.types)
    case "ORG": put(Self.list(property.components), "Company", else: "Notes", "\n")
    case "BDAY": put(Self.day(property), "Birthday", else: "Notes", "\n")
    case "ANNIVERSARY", "X-ANNIVERSARY": put(Self.day(property), "Anniversary", else: "Notes", "\n")
    case "URL": put(text, "Website", else: "Other websites", ", ")
    case "NOTE": put(text, "Notes", else: "Notes", "\n")
    case "NICKNAME": put(text, "Nickname", else: "Nickname", ", ")
    case "TITLE": put(text, "Job title", else: "Job title", ", ")
    case "ROLE": put(text, "Role", else: "Role", ", ")
    case "CATEGORIES":
      put(Self.list(text.split(separator: ",").map(String.init)), "Categories", else: "Categories", ", ")
    case "IMPP", "X-SKYPE", "X-JABBER", "X-ICQ", "X-SOCIALPROFILE": put(text, "Messengers", else: "Messengers", ", ")
    case "UID": put(text, "UID", else: "UID", " ")
    case CardFile.mark: set(RecordMark.heading, text)
    case "N":
      set("Name prefix", property.components.count > 3 ? property.components[3] : "")
      set("Name suffix", property.components.count > 4 ? property.components[4] : "")
    default: if !VCardSheet.isFormal(property.name) { result.rest.append(property.name) }
    }
  }

  private mutating func set(_ heading: String, _ text: String) {
    if !text.isEmpty { result.texts[heading] = text }
  }

  // Of several values the first has a column of its own.
  private mutating func put(_ text: String, _ heading: String, else other: String, _ separator: String) {
    guard !text.isEmpty else { return }
    if result.texts[heading] == nil {
      result.texts[heading] = text
    } else {
      result.texts[other] = result.texts[other].map { $0 + separator + text } ?? text
    }
  }

  private mutating func putAddress(_ text: String, _ types: Set<String>) {
    let own = types.contains("WORK") ? "Work address" : types.contains("HOME") ? "Home address" : "Other addresses"
    if result.texts["Address"] == nil { set("Address", text) } else { put(text, own, else: "Other addresses", "; ") }
  }

  private static func phone(_ property: VCardProperty) -> String {
    let types = property.types
    if types.contains("FAX") { return "Fax" }
    if !types.isDisjoint(with: ["CELL", "MOBILE", "IPHONE"]) { return "Mobile phone" }
    return types.contains("WORK") ? "Work phone" : types.contains("HOME") ? "Home phone" : "Phone"
  }

  private static func list(_ parts: [String]) -> String {
    parts.map { $0.trimmingSpaces() }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  // The name's parts: family, given, additional, prefixes, suffixes. A card may have the whole name alone.
  private static func name(_ card: [VCardProperty]) -> (first: String, last: String) {
    let parts = card.first(where: { $0.name == "N" })?.components
    if let parts {
      let given = [parts.count > 1 ? parts[1] : "", parts.count > 2 ? parts[2] : ""].filter { !$0.isEmpty }
      if !parts[0].isEmpty || !given.isEmpty { return (given.joined(separator: " "), parts[0]) }
    }
    let whole =
      card.first { $0.name == "FN" && !$0.isEmpty }?.text ?? card.first { $0.name == "ORG" }?.components[0] ?? ""
    let words = whole.split(separator: " ")
    // A company's name is a last name as a whole, and so is that of a group, whose parts are empty.
    let isCompany = parts != nil || card.contains { $0.name == "ORG" && $0.components[0] == whole }
    guard words.count > 1, !isCompany else { return ("", whole) }
    return (words.dropLast().joined(separator: " "), String(words[words.count - 1]))
  }

  // Box, extension, street, town, region, postal code, country.
  private static func postal(_ property: VCardProperty) -> String {
    let parts = property.components + Array(repeating: "", count: max(0, 7 - property.components.count))
    let town = [parts[5], parts[3]].filter { !$0.isEmpty }.joined(separator: " ")
    return [parts[2], parts[1], parts[0], town, parts[4], parts[6]].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  // "19850412", "1985-04-12" and "1985-04-12T00:00:00Z" as ISO 8601; others as they are. A day without a year is none.
  private static func day(_ property: VCardProperty) -> String {
    let text = property.text
    let day = text.prefix { $0 != "T" }
    if let year = property.omittedYear, !year.isEmpty, day.hasPrefix(year) {
      let rest = day.dropFirst(year.count)
      return (rest.hasPrefix("-") ? "-" : "--") + rest
    }
    if CalendarDate(iso: day) != nil { return String(day) }
    guard day.count == 8, day.allSatisfy({ $0.isASCII && $0.isNumber }) else { return text }
    return "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
  }
}

/// The sheet of a vCard file.
struct VCardBook: Workbook {
  static let format = "vCard"

  let text: TextSource

  var sheets: [String] { ["vCard"] }

  func rows(of sheet: Int, merges: SheetMerges) throws(ReadingError) -> any SheetReader { VCardSheet(text) }
}
