/// The names of functions and words in a person's language. Formulas are stored with the English ones, which are read in every
/// language, too.
package struct FormulaVocabulary: Sendable {
  /// A function or a word with its names in the languages other than English. The first one is written, all are read.
  private struct Entry {
    let english: String
    let others: [Language: [String]]

    init(_ english: String, _ polish: [String], _ russian: [String]) {
      (self.english, others) = (english, [.polish: polish, .russian: russian])
    }

    func names(in language: Language) -> [String] { others[language] ?? [english] }
  }

  // The only list of the names: reading, writing, proposals and the table of docs/FORMULAS.md are made of it.
  private static let entries = [
    Entry("if", ["jeżeli", "jeśli"], ["если"]),
    Entry("and", ["i", "oraz"], ["и"]),
    Entry("or", ["lub", "albo"], ["или"]),
    Entry("not", ["nie"], ["не"]),
    Entry("today", ["dziś", "dzisiaj"], ["сегодня"]),
    Entry("now", ["teraz"], ["сейчас"]),
    Entry("me", ["ja"], ["я"]),
    Entry("round", ["zaokrąglij", "zaokr"], ["округлить", "округл"]),
    Entry("least", ["najmniejsze", "min"], ["наименьшее", "мин"]),
    Entry("greatest", ["największe", "maks"], ["наибольшее", "макс"]),
    Entry("first", ["pierwsze"], ["первое"]),
    Entry("joined", ["połącz"], ["объединить"]),
    Entry("empty", ["puste"], ["пусто"]),
    Entry("contains", ["zawiera"], ["содержит"]),
    Entry("length", ["długość", "dł"], ["длина"]),
    Entry("upper", ["wielkie"], ["прописные"]),
    Entry("lower", ["małe"], ["строчные"]),
    Entry("start", ["początek"], ["начало"]),
    Entry("before", ["przed"], ["до"]),
    Entry("after", ["po"], ["после"]),
    Entry("replace", ["zamień"], ["заменить"]),
    Entry("date", ["data"], ["дата"]),
    Entry("year", ["rok"], ["год"]),
    Entry("month", ["miesiąc"], ["месяц"]),
    Entry("day", ["dzień"], ["день"]),
    Entry("week", ["tydzień"], ["неделя"]),
    Entry("weekday", ["dzieńtygodnia"], ["деньнедели"]),
    Entry("days", ["dni"], ["дни", "дней"]),
    Entry("hours", ["godziny", "godzin"], ["часы", "часов"]),
    Entry("minutes", ["minuty", "minut"], ["минуты", "минут"]),
    Entry("addmonths", ["dodajmiesiące"], ["добавитьмесяцы"]),
    Entry("sum", ["suma"], ["сумма"]),
    Entry("average", ["średnia"], ["среднее"]),
    Entry("count", ["liczba", "ile"], ["количество", "счёт"]),
  ]

  // What a field of yes or no is compared with. Nothing is written with them.
  private static let truths: [Language: [String: Bool]] = [
    .english: ["yes": true, "no": false, "true": true, "false": false],
    .polish: ["tak": true, "nie": false, "prawda": true, "fałsz": false],
    .russian: ["да": true, "нет": false, "истина": true, "ложь": false],
  ]

  /// Those in English, as formulas are stored.
  package static let english = FormulaVocabulary(.english)

  private let written: [String: String]
  // By the name in small letters, also without accents.
  private let known: [String: String]
  private let truths: [String: Bool]

  /// The names in a language; the English ones for a language that has none of its own.
  package init(_ language: Language) {
    var (written, known): ([String: String], [String: String]) = ([:], [:])
    for entry in Self.entries {
      let names = entry.names(in: language)
      written[entry.english] = names.first
      for name in names { (known[name], known[Folding.fold(name)]) = (entry.english, entry.english) }
    }
    // An English name is never taken for another one.
    for entry in Self.entries { known[entry.english] = entry.english }
    (self.written, self.known) = (written, known)
    truths = (Self.truths[.english] ?? [:]).merging(Self.truths[language] ?? [:]) { $1 }
  }

  /// The function of a name.
  func function(_ name: String) -> FormulaFunction? { known[name.lowercased()].flatMap { FormulaFunction.named[$0] } }

  /// The word of a name.
  func word(_ name: String) -> FormulaWord? { known[name.lowercased()].flatMap(FormulaWord.init(rawValue:)) }

  /// Whether a word means yes; nil for one that means neither yes nor no.
  func truth(_ word: String) -> Bool? { truths[word.lowercased()] }

  /// `and` or `or` by a name.
  func junction(_ name: String) -> FormulaFunction? {
    switch known[name.lowercased()] {
    case "and": .and
    case "or": .or
    default: nil
    }
  }

  /// Whether a word within a label could be taken for one of the language.
  func isWord(_ name: String) -> Bool { word(name) != nil || junction(name) != nil }

  /// The name of a function or word.
  func name(_ english: String) -> String { written[english] ?? english }

  /// Functions and words as they are typed, for proposals: `round(`, `today`.
  package var proposals: [String] {
    Self.entries.map(\.english).map { FormulaFunction.named[$0] == nil ? name($0) : name($0) + "(" }
  }

  /// The names in all languages as a table in Markdown, as docs/FORMULAS.md has it.
  package static var table: String {
    let rows = entries.map { entry in
      [Language.english, .polish, .russian].map { language in
        entry.names(in: language).map { "`\($0)`" }.joined(separator: ", ")
      }.joined(separator: " | ")
    }
    let heading = ["English", "Polish", "Russian"].joined(separator: " | ")
    return (["| \(heading) |", "| --- | --- | --- |"] + rows.map { "| \($0) |" }).joined(separator: "\n")
  }

  /// The words in whose place a formula has a field of the same name. A new field has no such name.
  package static let words = FormulaWord.allCases.filter { $0 != .today }.map(\.rawValue)

  /// The functions and words that have no names here; none, as a test says.
  static var missing: [String] {
    let all = FormulaFunction.named.keys + FormulaWord.allCases.map(\.rawValue) + ["and", "or"]
    return all.filter { name in !entries.contains { $0.english == name } }
  }
}
