/// The own names of cities in Russia, in Cyrillic, among their other names. The names come without a language, and some are
/// Tatar, Ukrainian or old: that one is right whose letters give the name in Latin letters.
enum RussianNames {
  private static let russia = "RU"

  /// The line of the own name of each city in Russia.
  static func lines(in alternates: NameTable, of cities: NameTable) -> [Int: Int] {
    var found: [Int: (line: Int, rank: Int)] = [:]
    for line in 0..<alternates.count {
      let name = String(alternates.fields(line)[0])
      guard let latin = latin(name) else { continue }
      for (city, isPreferred) in places(of: line, alternates) {
        let fields = cities.fields(city)
        guard fields.count > 2, fields[2] == russia, folded(String(fields[0])) == latin else { continue }
        // Soft signs are not written in Latin letters: of two names the longer one has them.
        let rank = (isPreferred ? 1_000 : 0) + name.count
        if rank > found[city]?.rank ?? -1 { found[city] = (line, rank) }
      }
    }
    return found.mapValues(\.line)
  }

  // The cities of a line, three digits each; those before the second tab prefer the name.
  private static func places(of line: Int, _ alternates: NameTable) -> [(city: Int, isPreferred: Bool)] {
    alternates.withRest(of: line) { bytes in
      var places: [(city: Int, isPreferred: Bool)] = []
      var (rest, isPreferred) = (bytes.dropFirst(), true)
      while let first = rest.first {
        if first == UInt8(ascii: "\t") {
          isPreferred = false
          rest = rest.dropFirst()
          continue
        }
        guard rest.count >= 3 else { break }
        places.append((rest.prefix(3).reduce(0) { $0 * 36 + Gazetteer.digit($1) }, isPreferred))
        rest = rest.dropFirst(3)
      }
      return places
    } ?? []
  }

  private static let letters: [Character: String] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i", "й": "y",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu",
    "я": "ya", " ": "", "-": "",
  ]

  // Sequences of letters that only Ukrainian and Belarusian have.
  private static let foreign = ["ськ", "ць", "шч"]

  /// A name of Russian letters in Latin ones; nil for other letters, and for spellings of other languages.
  static func latin(_ name: String) -> String? {
    let lower = name.lowercased()
    guard !foreign.contains(where: lower.contains) else { return nil }
    var latin = ""
    for letter in lower {
      guard let letters = letters[letter] else { return nil }
      latin += letters
    }
    return latin
  }

  private static func folded(_ name: String) -> String { name.lowercased().filter { $0.isASCII && $0.isLetter } }
}
