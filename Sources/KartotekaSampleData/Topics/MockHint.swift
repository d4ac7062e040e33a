/// The words of an attribute's name and the noun of its entity, from which the meaning is guessed.
struct MockHint: Sendable {
  /// The words of the name: `shipPostalCode` has ship, postal, code.
  let words: [String]
  /// The singular noun of the entity: `order-details` has detail, `people` person.
  let noun: String
  /// Whether the entity has a separate attribute for the city.
  let hasCity: Bool

  init(_ attribute: String, entity: String, beside attributes: [String] = []) {
    words = Self.words(attribute)
    noun = Self.singular(Self.words(entity).last ?? "")
    hasCity = attributes.contains { ["city", "town"].contains(Self.words($0).last) }
  }

  /// Whether records of the entity are people.
  var isPerson: Bool { Self.persons.contains(noun) }

  /// The best row of a table: the one for this entity (`course: name`), then the name after the entity's noun, then the name
  /// with or without its first words (`ship city`, `city`), then the same without a trailing number (`phone 2`).
  func find<Row>(in table: [String: Row]) -> Row? {
    let name = words.joined(separator: " ")
    if let row = table[noun + ": " + name] ?? table[noun + " " + name] { return row }
    var rest = words[...]
    while let last = rest.last {
      for start in rest.indices {
        let part = rest[start...]
        if let row = table[part.joined(separator: " ")] ?? table[part.joined()] { return row }
      }
      guard last.allSatisfy(\.isNumber) else { return nil }
      rest.removeLast()
    }
    return nil
  }

  /// A table of rows by all their names, with and without spaces.
  static func table<Row>(_ rows: [Row], names: (Row) -> String) -> [String: Row] {
    var table: [String: Row] = [:]
    for row in rows { for name in MockPool.list(names(row)) { table[name] = row } }
    for (name, row) in table {
      let compact = name.replacing(" ", with: "")
      if table[compact] == nil { table[compact] = row }
    }
    return table
  }

  /// The words of a name in camelCase, snake_case or another style.
  static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let letters = Array(name)
    for (place, letter) in letters.enumerated() {
      guard letter.isLetter || letter.isNumber else {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if let before = place > 0 ? letters[place - 1] : nil, !word.isEmpty {
        let endsAcronym =
          before.isUppercase && letter.isUppercase && place + 1 < letters.count
          && letters[place + 1].isLowercase
        if (before.isLowercase && letter.isUppercase) || before.isNumber != letter.isNumber || endsAcronym {
          words.append(word)
          word = ""
        }
      }
      word += letter.lowercased()
    }
    return word.isEmpty ? words : words + [word]
  }

  /// The singular of an English noun; sufficient for names of tables.
  static func singular(_ noun: String) -> String {
    if noun == "people" { return "person" }
    if noun.hasSuffix("ies") { return noun.dropLast(3) + "y" }
    if ["sses", "xes", "ches", "shes"].contains(where: noun.hasSuffix) { return String(noun.dropLast(2)) }
    return noun.hasSuffix("s") && !noun.hasSuffix("ss") ? String(noun.dropLast()) : noun
  }

  private static let persons: Set<String> = [
    "person", "user", "employee", "student", "teacher", "customer", "client", "member", "author", "contact",
    "friend",
    "patient", "guest", "traveller", "traveler", "player", "passenger", "owner", "tenant", "driver",
    "subscriber",
    "participant", "candidate", "pupil", "lecturer", "artist", "photographer", "staff", "donor", "volunteer",
  ]
}
