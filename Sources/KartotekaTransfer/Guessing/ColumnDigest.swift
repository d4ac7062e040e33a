import KartotekaModel

/// The summary of a column's first values for the person, before anything is made of it.
package struct ColumnDigest: Hashable, Sendable, Codable {
  /// The number of rows without a value.
  package private(set) var empty = 0
  /// The number of texts such as n/a that are read as empty, and the first of them.
  package private(set) var placeholders = 0
  package private(set) var placeholder = ""
  /// The least and the greatest value, as the file has them; nil for texts, and where all are equal.
  package private(set) var least: String?
  package private(set) var greatest: String?
  /// Values whose form few others have, such as a name with digits.
  package private(set) var odd: [String] = []
  /// A value with two readings, which nothing in the file decides.
  package private(set) var question: NotationQuestion?
  /// The notation in which the values are read.
  let notation: ValueNotation

  /// - Parameters:
  ///   - values: the first values; empty ones for rows without.
  ///   - field: the field that they become.
  ///   - isDecided: whether the types of cells or the values of the file decide how numbers and days are read.
  init(_ values: [String], of field: AttributeDescription, in notation: ValueNotation, isDecided: Bool) {
    self.notation = notation
    let behavior = field.behavior
    let isOrdered = [.integer, .decimal, .real, .date, .timestamp].contains(field.kind)
    var bounds: (least: (value: Value, text: String), greatest: (value: Value, text: String))?
    var texts: [String] = []
    for text in values {
      if text.isEmpty || text == "NULL" {
        empty += 1
      } else if Placeholders.contains(text, of: field) {
        placeholders += 1
        if placeholder.isEmpty { placeholder = text }
      } else if isOrdered {
        if question == nil, !isDecided, Self.mayBeOpen(text) {
          question = NotationQuestion(text, of: field, century: notation.century)
        }
        guard text.utf8.count <= 64, let value = try? behavior.read(text, for: field, in: notation) else { continue }
        let known = bounds ?? ((value, text), (value, text))
        bounds = (
          Self.isLess(value, known.least.value) ? (value, text) : known.least,
          Self.isLess(known.greatest.value, value) ? (value, text) : known.greatest
        )
      } else {
        texts.append(text)
      }
    }
    if let bounds, bounds.least.value != bounds.greatest.value {
      (least, greatest) = (bounds.least.text, bounds.greatest.text)
    }
    if field.kind == .text { odd = Self.odd(among: texts) }
  }

  // Most values have one reading: digits alone, and days that begin with the year.
  private static func mayBeOpen(_ text: String) -> Bool {
    guard text.utf8.count <= 64 else { return false }
    return text.utf8.contains { ".,/".utf8.contains($0) } || text.utf8.prefix(3).contains(UInt8(ascii: "-"))
  }

  private static func isLess(_ one: Value, _ other: Value) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.real(let one), .real(let other)): one < other
    case (.text(let one), .text(let other)): one < other
    default: false
    }
  }

  /// The least number of values among which some are odd.
  private static let leastValues = 10

  private static func odd(among texts: [String]) -> [String] {
    guard texts.count >= leastValues else { return [] }
    var counts: [String: Int] = [:]
    for text in texts { counts[form(of: text), default: 0] += 1 }
    guard let most = counts.values.max(), most * 10 >= texts.count * 8 else { return [] }
    let few = max(1, texts.count / 20)
    var odd: [String] = []
    for text in texts where odd.count < 3 && (counts[form(of: text)] ?? 0) <= few {
      let beginning = String(text.prefix(60))
      if !odd.contains(beginning) { odd.append(beginning) }
    }
    return odd
  }

  // Words of letters are alike, and so are digits: "Ann-Marie O'Neil" has the form "a", "B12" the form "a9".
  private static func form(of text: String) -> String {
    var form = ""
    for character in text.prefix(100) {
      let sign: Character =
        character.isNumber ? "9" : character.isLetter || " -'’.,&".contains(character) ? "a" : character
      if form.last != sign { form.append(sign) }
    }
    return form
  }
}
