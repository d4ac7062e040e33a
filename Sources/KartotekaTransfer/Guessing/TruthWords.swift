/// Pairs of words for yes and no.
enum TruthWords {
  private static let pairs: [(yes: Set<String>, no: Set<String>)] = [
    (["true"], ["false"]), (["yes"], ["no"]), (["y"], ["n"]), (["on"], ["off"]), (["t"], ["f"]), (["1"], ["0"]),
    (["tak"], ["nie"]), (["prawda"], ["fałsz"]), (["да"], ["нет"]), (["д"], ["н"]), (["истина"], ["ложь"]),
    (["ja"], ["nein", "nee", "nej"]), (["j"], ["n"]), (["wahr"], ["falsch"]), (["oui"], ["non"]), (["vrai"], ["faux"]),
    (["sí", "si", "sì"], ["no"]), (["sim"], ["não", "nao"]), (["ano"], ["ne"]), (["так"], ["ні"]),
  ]
  /// Short words that mean yes also alone.
  private static let clear: Set<String> = ["✓", "✔", "ja", "да", "sí", "sì"]
  /// Signs that mean yes beside rows without a value.
  private static let marks: Set<String> = ["x", "y", "j"]

  /// Whether the words of a column, one or two in small letters of which each can be read as yes or no, are that. Two words for yes,
  /// such as x and y, are no pair, and neither are `no` and `ja`, which are also languages.
  /// - Parameters:
  ///   - areSeveral: whether there are several values.
  ///   - hasBlanks: whether there are rows without a value.
  static func areTruths(_ words: Set<String>, ofSeveral areSeveral: Bool, hasBlanks: Bool) -> Bool {
    guard words.count == 1, let word = words.first else {
      return pairs.contains { !words.isDisjoint(with: $0.yes) && !words.isDisjoint(with: $0.no) }
    }
    // `NO` is also Norway, and a letter a title.
    if word.count > 2 || clear.contains(word) { return true }
    return hasBlanks ? marks.contains(word) : word == "x" && areSeveral
  }
}
