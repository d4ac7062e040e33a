/// What an attribute's name and its entity's say about the values: the words of the name, and what one record
/// of the entity is called.
struct MockHint: Sendable {
  /// `shipPostalCode`: ship, postal, code.
  let words: [String]
  /// `order-details`: detail. `people`: person.
  let noun: String
  /// Whether the entity has a city in an attribute of its own.
  let hasCity: Bool

  init(_ attribute: String, entity: String, beside attributes: [String] = []) {
    words = Self.words(attribute)
    noun = Self.singular(Self.words(entity).last ?? "")
    hasCity = attributes.contains { ["city", "town"].contains(Self.words($0).last) }
  }

  /// Whether a record of the entity is a person.
  var isPerson: Bool { Self.persons.contains(noun) }

  /// The row of a table that fits best: the one for this very entity, written `course: name`, then the name
  /// with the entity's noun before it, then the name, without its first words where need be (`ship city`,
  /// `city`), then the same without a number at its end (`phone 2`).
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

  /// A table of rows under all their names, with and without spaces.
  static func table<Row>(_ rows: [Row], names: (Row) -> String) -> [String: Row] {
    var table: [String: Row] = [:]
    for row in rows { for name in MockPool.list(names(row)) { table[name] = row } }
    for (name, row) in table {
      let compact = name.replacing(" ", with: "")
      if table[compact] == nil { table[compact] = row }
    }
    return table
  }

  /// The words of a name in camelCase, snake_case or any other way of writing.
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

  /// An English noun's singular, well enough for names of tables.
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
