// Fields and functions.
extension FormulaParser {
  mutating func word() throws(FormulaFault) -> Located {
    let start = place
    let word = word(at: place)
    var after = place + word.count
    while after < characters.count, characters[after].isWhitespace { after += 1 }
    if after < characters.count, characters[after] == "(" {
      // A label may go on with a bracket: “Start (planned)”.
      if names == nil || (names?.match(characters[place...], of: scope)?.length ?? 0) <= word.count {
        guard let function = vocabulary.function(word) else {
          throw FormulaFault("There is no function “\(word)”.", at: start..<start + word.count)
        }
        place = after + 1
        return try call(function, start)
      }
    }
    // A point leads on from a relationship.
    let leadsOn = place + word.count < characters.count && characters[place + word.count] == "."
    if let value = vocabulary.word(word), !leadsOn,
      names?.match(characters[place...], of: scope).map({ $0.length <= word.count }) ?? true
    {
      if names != nil, let field = scope.flatMap({ FormulaWordFields.field(value, of: $0) }) {
        throw FormulaFault(
          "“\(word)” can't be used here, since a field has this name: write \("{@\(field)}") for the field.",
          at: start..<start + word.count)
      }
      place += word.count
      return Located(term: value.term, location: FormulaLocation(range: start..<place))
    }
    return try field()
  }

  // A field, whose label or name may be in braces, or one of a related record.
  mutating func field() throws(FormulaFault) -> Located {
    let start = place
    let (path, end) = try path()
    let range = start..<place
    if names != nil {
      switch end {
      case .relationship(let relationship) where relationship.cardinality == .toOne:
        throw FormulaFault("This is a record: write a point and one of its fields behind it.", at: range)
      case .relationship:
        throw FormulaFault("These are several records: use sum(…), count(…) or another function of records.", at: range)
      case .value, nil: break
      }
    }
    return Located(term: .value(path), location: FormulaLocation(range: range))
  }

  // The path in names of fields, and what it ends in.
  private mutating func path() throws(FormulaFault) -> (String, FormulaNames.Target?) {
    var steps: [String] = []
    var entity = scope
    while true {
      let (name, target) = try step(of: entity)
      steps.append(name)
      guard place + 1 < characters.count, characters[place] == "." else {
        return (steps.joined(separator: "."), target)
      }
      guard let names else {
        place += 1
        continue
      }
      guard case .relationship(let relationship)? = target, relationship.cardinality == .toOne else {
        throw fault("Only a relationship to one record has fields behind a point.", 1)
      }
      place += 1
      guard steps.count <= FieldPath.limit else { throw fault("The formula leads through too many records.", 1) }
      entity = names.model.entity(named: relationship.target)
    }
  }

  private mutating func step(of entity: EntityDescription?) throws(FormulaFault) -> (String, FormulaNames.Target?) {
    let start = place
    if place < characters.count, characters[place] == "{" {
      let label = try braced()
      guard let names, let entity else { return (label, nil) }
      if let found = names.target(inBraces: label, of: entity) { return found }
      throw unknown(label, start..<place, entity)
    }
    if let names, let entity, let match = names.match(characters[place...], of: entity) {
      place += match.length
      return (match.name, match.target)
    }
    let word = word(at: place)
    place += word.count
    guard !word.isEmpty else { throw fault("The name of a field is missing here.") }
    guard let names, let entity else { return (word, nil) }
    if let found = names.target(named: word, of: entity) { return found }
    throw unknown(word, start..<place, entity)
  }

  // A doubled closing brace is one of the name.
  private mutating func braced() throws(FormulaFault) -> String {
    let start = place
    var name = ""
    place += 1
    while place < characters.count {
      let character = characters[place]
      place += 1
      if character == "}" {
        guard place < characters.count, characters[place] == "}" else { return name }
        place += 1
      }
      name.append(character)
    }
    throw FormulaFault("The brace has no closing one.", at: start..<characters.count)
  }

  private func unknown(_ label: String, _ range: Range<Int>, _ entity: EntityDescription) -> FormulaFault {
    // It may be still typed.
    let begun = names?.beginning(with: label, of: entity) ?? []
    if begun.count > 1 {
      return FormulaFault(
        "There is no field “\(label)”. Perhaps one of these: \(begun.joined(separator: ", ")).", at: range)
    }
    if let meant = begun.first ?? names?.nearest(to: label, of: entity) {
      return FormulaFault("There is no field “\(label)”. Did you mean “\(meant)”?", at: range)
    }
    return FormulaFault("There is no field “\(label)”; texts are in quotation marks.", at: range)
  }

  // MARK: Functions

  private mutating func call(_ function: FormulaFunction, _ start: Int) throws(FormulaFault) -> Located {
    try nested { parser throws(FormulaFault) in
      if let over = try parser.records(function, start) { return over }
      let arguments = try parser.arguments(from: start)
      guard function.arguments.contains(arguments.count) else {
        throw FormulaFault("The function is used like this: \(function.pattern).", at: start..<parser.place)
      }
      return Located(
        term: .call(function, arguments.map(\.term)),
        location: FormulaLocation(range: start..<parser.place, parts: arguments.map(\.location)))
    }
  }

  // A function of the records of a relationship; nil for one of values.
  private mutating func records(_ function: FormulaFunction, _ start: Int) throws(FormulaFault) -> Located? {
    guard function.isOfRecords else { return nil }
    let before = place
    skipSpaces()
    var found: (name: String, target: FormulaNames.Target?)?
    do throws(FormulaFault) { found = try step(of: scope) } catch {
      if function.isOfRecordsAlone { throw error }
    }
    let range = before..<place
    skipSpaces()
    let next = place < characters.count ? characters[place] : " "
    var isOver = false
    if names == nil {
      isOver = next == ":" || function == .count && next == ")"
    } else if case .relationship(let relationship)? = found?.target {
      isOver = relationship.cardinality != .toOne && ",;:)".contains(next)
    }
    guard isOver, let found else {
      if function.isOfRecordsAlone {
        throw FormulaFault(
          "This has to be a relationship to several records: \(function.pattern).", at: range)
      }
      place = before
      return nil
    }
    let outer = scope
    defer { scope = outer }
    if let names, case .relationship(let relationship)? = found.target {
      scope = names.model.entity(named: relationship.target)
    }
    var arguments: [Located] = []
    if next == ")" {
      place += 1
    } else {
      place += 1
      arguments = try self.arguments(from: start)
    }
    let isComplete = function == .count ? arguments.count <= 1 : (1...2).contains(arguments.count)
    guard isComplete else {
      throw FormulaFault("The function is used like this: \(function.pattern).", at: start..<place)
    }
    return Located(
      term: .over(function, found.name, arguments.map(\.term)),
      location: FormulaLocation(range: start..<place, parts: arguments.map(\.location)))
  }

  private mutating func arguments(from start: Int) throws(FormulaFault) -> [Located] {
    var arguments: [Located] = []
    while true {
      arguments.append(try expression(1))
      skipSpaces()
      guard place < characters.count, characters[place] == "," || characters[place] == ";" else { break }
      if names != nil, characters[place] == ",", place + 1 < characters.count, characters[place - 1].isDigit,
        characters[place + 1].isDigit
      {
        throw fault("The decimal sign is a point; between two values is a comma and a space.", 1)
      }
      place += 1
    }
    try close(start)
    return arguments
  }

  mutating func close(_ start: Int) throws(FormulaFault) {
    skipSpaces()
    guard place < characters.count, characters[place] == ")" else {
      throw place < characters.count
        ? fault("A closing bracket is missing here.", 1) : fault("A closing bracket is missing at the end.")
    }
    place += 1
  }
}
