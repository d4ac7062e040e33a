/// Reads the text of a formula, with the names of fields or with their labels.
struct FormulaParser {
  /// The most values, operators and functions of a formula.
  static let mostParts = 400
  /// The most values of a function: SQLite takes 127.
  static let mostArguments = 100
  /// The most parentheses and functions within each other.
  static let deepest = 20
  /// The most characters of a formula.
  static let longest = 4_000

  /// A part with its place in the text.
  struct Located {
    let term: FormulaTerm
    let location: FormulaLocation
  }

  let characters: [Character]
  let names: FormulaNames?
  var place = 0
  private var depth = 0
  private var parts = 0
  // The entity whose fields are read; nil with names of fields.
  var scope: EntityDescription?

  var vocabulary: FormulaVocabulary { names?.vocabulary ?? .english }

  /// - Parameter names: the labels of fields; nil for a text with their names.
  init(_ text: String, _ names: FormulaNames?) {
    // Invisible marks of direction come with copied text.
    characters = Self.visible(text)
    self.names = names
    scope = names?.entity
  }

  /// The characters without marks of direction.
  static func visible(_ text: String) -> [Character] {
    text.filter { character in
      !character.unicodeScalars.allSatisfy { scalar in
        [0x200E, 0x200F].contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
          || (0x2066...0x2069).contains(scalar.value)
      }
    }.map(\.self)
  }

  /// The whole formula.
  mutating func read() throws(FormulaFault) -> Located {
    guard characters.count <= Self.longest else {
      throw FormulaFault("A formula has at most \(Self.longest) characters.", at: Self.longest..<characters.count)
    }
    skipSpaces()
    // As in spreadsheets.
    if place < characters.count, characters[place] == "=" {
      place += 1
      skipSpaces()
    }
    guard place < characters.count else { throw fault("The formula is empty.") }
    let all = try expression(1)
    skipSpaces()
    guard place < characters.count else { return all }
    if characters[place] == ")" { throw fault("This bracket closes none: remove it.", 1) }
    if characters[place] == "," || characters[place] == ";" {
      throw fault("A comma is only between the values of a function; the decimal sign is a point.", 1)
    }
    throw fault("An operator is missing here, such as + or &.", rest)
  }

  // MARK: Operators

  mutating func expression(_ strength: Int) throws(FormulaFault) -> Located {
    guard strength <= 6 else { return try operand() }
    var left = try expression(strength + 1)
    while let (function, length) = operation(strength) {
      try count()
      place += length
      if let condition = comparedWithTruth(function, left) {
        left = condition
      } else {
        let right = try expression(strength + 1)
        let range = left.location.range.lowerBound..<right.location.range.upperBound
        let both = try chosen(function, left, right)
        left = Located(
          term: .call(function, [both.0, both.1]),
          location: FormulaLocation(range: range, parts: [left.location, right.location]))
      }
      if function.isComparison, operation(strength) != nil {
        throw fault("Comparisons are joined by and, or: a < b and b < c.", 1)
      }
    }
    return left
  }

  private static let signs: [(text: [Character], function: FormulaFunction)] = [
    (["<", ">"], .unequal), (["<", "="], .notMore), ([">", "="], .notLess), (["!", "="], .unequal),
    (["="], .equal), (["<"], .less), ([">"], .more), (["&"], .appended), (["+"], .plus), (["-"], .minus),
    (["*"], .times), (["/"], .divided), (["×"], .times), (["·"], .times), (["÷"], .divided), (["−"], .minus),
    (["≤"], .notMore), (["≥"], .notLess), (["≠"], .unequal),
  ]

  // The operator at the place, if it binds so strongly.
  private mutating func operation(_ strength: Int) -> (FormulaFunction, Int)? {
    skipSpaces()
    guard place < characters.count else { return nil }
    if characters[place].isLetter {
      let word = word(at: place)
      guard let function = vocabulary.junction(word), function.strength == strength else { return nil }
      return (function, word.count)
    }
    for (text, function) in Self.signs where characters[place...].starts(with: text) {
      return function.strength == strength ? (function, text.count) : nil
    }
    return nil
  }

  // Choices are written by their labels and stored by their values, countries by their names and stored by their codes.
  private func chosen(
    _ function: FormulaFunction, _ left: Located, _ right: Located
  ) throws(FormulaFault) -> (FormulaTerm, FormulaTerm) {
    guard let names, let scope, function.isComparison else { return (left.term, right.term) }
    func value(_ text: Located, _ field: Located) throws(FormulaFault) -> FormulaTerm {
      guard case .text(let label) = text.term, !label.isEmpty else { return text.term }
      if names.isCountry(field.term, of: scope) {
        guard let country = CountryCode(named: label) else {
          throw FormulaFault("There is no country “\(label)”.", at: text.location.range)
        }
        return .text(country.code)
      }
      guard let choices = names.choices(field.term, of: scope) else { return text.term }
      let labelled = choices.filter { $0.label.lowercased() == label.lowercased() }
      guard labelled.count < 2 else {
        throw FormulaFault(
          "Several choices are called “\(label)”; write one of these instead: \(labelled.map(\.value).joined(separator: ", ")).",
          at: text.location.range)
      }
      guard let choice = labelled.first ?? choices.first(where: { $0.value == label || "@" + $0.value == label })
      else {
        throw FormulaFault(
          "There is no choice “\(label)”; the choices are: \(choices.map(\.label).joined(separator: ", ")).",
          at: text.location.range)
      }
      return .text(choice.value)
    }
    return (try value(left, right), try value(right, left))
  }

  // MARK: Operands

  private mutating func operand() throws(FormulaFault) -> Located {
    skipSpaces()
    try count()
    guard place < characters.count else { throw fault("A value is missing at the end.") }
    let start = place
    switch characters[place] {
    case "(":
      place += 1
      let inner = try nested { parser throws(FormulaFault) in try parser.expression(1) }
      try close(start)
      return Located(
        term: inner.term, location: FormulaLocation(range: start..<place, parts: inner.location.parts))
    case "-", "−":
      place += 1
      skipSpaces()
      if place < characters.count, characters[place].isDigit { return try number(start, isNegative: true) }
      let inner = try nested { parser throws(FormulaFault) in try parser.operand() }
      return Located(
        term: .call(.minus, [.number(0, scale: 0), inner.term]),
        location: FormulaLocation(
          range: start..<place, parts: [FormulaLocation(range: start..<start + 1), inner.location]))
    case "\"", "“", "”", "„": return try text()
    case "{": return try field()
    case let first where first.isDigit: return try number(start, isNegative: false)
    case let first where first.isLetter || first == "_": return try word()
    default: throw fault("A value is missing here.", 1)
    }
  }

  mutating func nested(
    _ read: (inout FormulaParser) throws(FormulaFault) -> Located
  ) throws(FormulaFault) -> Located {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw fault("This is nested too deep: make a computed value of a part, and use it here.", 1)
    }
    return try read(&self)
  }

  private mutating func count() throws(FormulaFault) {
    parts += 1
    guard parts <= Self.mostParts else {
      throw fault("The formula is too long: make a computed value of a part, and use it here.", rest)
    }
  }

  private mutating func number(_ start: Int, isNegative: Bool) throws(FormulaFault) -> Located {
    var digits = digits()
    var scale = 0
    if place + 1 < characters.count, characters[place] == ".", characters[place + 1].isDigit {
      place += 1
      let fraction = self.digits()
      digits += fraction
      scale = fraction.count
    }
    guard scale <= FetchExpression.mostDigits, let number = Int64((isNegative ? "-" : "") + digits) else {
      throw FormulaFault(
        "A number has at most 18 digits, and \(FetchExpression.mostDigits) after the point.", at: start..<place)
    }
    return Located(term: .number(number, scale: scale), location: FormulaLocation(range: start..<place))
  }

  private mutating func digits() -> String {
    let digits = String(characters[place...].prefix(while: \.isDigit))
    place += digits.count
    return digits
  }

  private mutating func text() throws(FormulaFault) -> Located {
    let start = place
    let ends: Set<Character> = characters[place] == "\"" ? ["\""] : ["”", "“"]
    place += 1
    var text = ""
    while place < characters.count {
      let character = characters[place]
      place += 1
      if ends.contains(character) {
        // A doubled sign is a sign of the text.
        guard character == "\"", place < characters.count, characters[place] == "\"" else {
          return Located(term: .text(text), location: FormulaLocation(range: start..<place))
        }
        place += 1
      }
      text.append(character)
    }
    throw FormulaFault("The text has no closing quotation mark.", at: start..<place)
  }

  // MARK: Characters

  func word(at start: Int) -> String {
    String(characters[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  mutating func skipSpaces() {
    while place < characters.count, characters[place].isWhitespace { place += 1 }
  }

  private var rest: Int { max(1, word(at: place).count) }

  func fault(_ sentence: FaultText, _ length: Int = 0) -> FormulaFault {
    FormulaFault(sentence, at: place..<min(characters.count, place + length))
  }
}

/// The places of a formula's parts in its text.
struct FormulaLocation: Hashable, Sendable {
  let range: Range<Int>
  var parts: [FormulaLocation] = []
}

extension Character {
  var isDigit: Bool { isASCII && isNumber }
}
