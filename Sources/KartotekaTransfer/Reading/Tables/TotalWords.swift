import KartotekaModel

/// Words for totals in the last row of a table.
enum TotalWords {
  private static let words: Set<String> = Set(
    [
      "total", "totals", "sum", "subtotal", "grand total", "summe", "gesamt", "gesamtsumme", "insgesamt",
      "zwischensumme",
      "endsaldo", "saldo", "somme", "sous total", "totale", "totaal", "som", "suma", "razem", "łącznie", "ogółem",
      "celkem",
      "součet", "итого", "всего", "сумма", "разом", "усього", "subtotale", "soma", "average", "mean", "mittelwert",
      "durchschnitt", "średnia", "среднее", "moyenne", "media", "balance", "closing balance", "ending balance",
    ].map(Folding.fold))

  private static let means: Set<String> = Set(
    ["average", "mean", "mittelwert", "durchschnitt", "średnia", "среднее", "moyenne", "media"].map(Folding.fold))

  private static func parts(_ text: String) -> [String] {
    Folding.fold(text).split { !$0.isLetter }.map(String.init)
  }

  /// Whether a text is a word for total, or begins with one: `Total 2026`.
  static func begin(_ text: String) -> Bool {
    let words = parts(text)
    guard let first = words.first, words.count <= 5 else { return false }
    return Self.words.contains(first) || words.count > 1 && Self.words.contains(first + " " + words[1])
  }

  /// Whether a short text ends with a word for total: `Transactions Total`.
  static func end(_ text: String) -> Bool {
    let words = parts(text)
    return words.count <= 4 && words.last.map(Self.words.contains) ?? false
  }

  /// Whether a text is a word for total with nothing but a year, a currency or a sign: `Total 2026`, `Summe (EUR):`.
  static func isAlone(_ text: String) -> Bool {
    let rest = text.split { !$0.isLetter && !$0.isNumber }.filter { part in
      !(part.utf8.count == 3 && part == part.uppercased()) && !(Int(part).map { (1900...2100).contains($0) } ?? false)
    }
    return words.contains(Folding.fold(rest.joined(separator: " ")))
      || words.contains(parts(text).joined(separator: " ")) && !text.contains(where: \.isNumber)
  }

  /// Whether the text is one for the mean of a column.
  static func isMean(_ text: String) -> Bool { parts(text).contains { means.contains($0) } }
}
