import KartotekaModel

/// The headings of columns of days, and of columns that number records.
enum DayHeadings {
  // Parts of words: Buchungsdatum, Geburtsdatum, birthdate.
  private static let parts = [
    "date", "datum", "dato", "fecha", "дата", "tarih", "paiva", "kuupaev", "birth", "geburt", "dzien", "data", "time",
    "zeit", "czas", "время",
  ]
  private static let words: Set<String> = Set(
    [
      "day", "dat", "tag", "dag", "jour", "giorno", "dia", "день", "den", "valuta", "due", "from", "until", "von",
      "bis", "od",
      "do",
    ]
    .map(Folding.fold))
  private static let endings = ["tag", "dag", "day"]
  private static let numbers = ["nummer", "number", "numer", "nr", "номер"]
  private static let numberWords: Set<String> = Set(
    [
      "id", "uid", "code", "sku", "ean", "key", "kod", "no", "ref", "reference", "referenz", "order", "invoice",
      "beleg", "member", "student", "matrikel", "policy", "case", "batch", "lot", "customer", "kunde",
      "konto", "account", "ticket", "serial", "barcode", "art", "артикул", "код", "index", "num", "lp",
    ].map(Folding.fold))

  /// Whether the values under a heading are days by its words.
  static func contains(_ heading: String) -> Bool {
    let found = words(of: heading)
    return found.contains { word in
      words.contains(word) || endings.contains { word.hasSuffix($0) }
        || parts.contains { word.contains(Folding.fold($0)) }
    }
  }

  /// Whether a heading ends in a word for a number, whatever its other words say: `Candidate number`, `Database id`.
  static func endsInNumber(_ heading: String) -> Bool {
    guard let last = words(of: heading).last else { return false }
    return ["id", "no"].contains(last) || numbers.contains { last.hasSuffix(Folding.fold($0)) }
  }

  /// Whether a heading says that its values number records.
  static func isOfNumbers(_ heading: String) -> Bool {
    let words = words(of: heading)
    // `Member since` and `Case opened` are days.
    return heading.contains { "#№".contains($0) } || words.last.map(numberWords.contains) == true
      || words.contains { word in numbers.contains { word.hasSuffix(Folding.fold($0)) } }
  }

  private static func words(of heading: String) -> [String] {
    Folding.fold(Naming.words(heading)).split { !$0.isLetter }.map(String.init)
  }
}
