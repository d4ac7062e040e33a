import KartotekaModel
import Testing

@Suite("Languages")
struct LanguageTests {
  @Test(
    "The language with the highest weight among ours is spoken, English when there is none",
    arguments: [
      ("pl", "pl"), ("pl-PL,pl;q=0.9,en;q=0.8", "pl"), ("de,ru;q=0.5,en;q=0.4", "ru"),
      ("en;q=0.5, ru;q=0.9", "ru"), ("RU-ru", "ru"),
      ("pl;Q=0.1, ru; q=0.2", "ru"), ("ru,pl", "ru"), ("pl;q=0, de", "en"), ("", "en"), ("*", "en"),
      ("de-DE", "en"), (",;q=,;;", "en"),
      ("plx", "en"), ("pl;q=nan", "en"), ("pl;q=0.001", "pl"),
      (String(repeating: "de,", count: 100_000) + "pl", "en"),
    ])
  func preferred(_ header: String, _ code: String) {
    #expect(Language.preferred(acceptLanguage: header).code == code)
  }

  @Test(
    "A number takes the plural form that CLDR gives it",
    arguments: [
      (Language.english, [.other, .one, .other, .other, .other], [11: .other, 21: .other, 101: .other]),
      (
        .polish, [.many, .one, .few, .few, .few],
        [
          5: .many, 11: .many, 12: .many, 14: .many, 21: .many, 22: .few, 25: .many, 101: .many, 102: .few,
          112: .many, 1_000_000: .many,
        ]
      ),
      (
        .russian, [.many, .one, .few, .few, .few],
        [
          5: .many, 11: .many, 12: .many, 14: .many, 21: .one, 22: .few, 25: .many, 101: .one, 111: .many,
          112: .many, 1_000_001: .one,
        ]
      ),
    ] as [(Language, [PluralCategory], [Int: PluralCategory])])
  func plural(_ language: Language, _ first: [PluralCategory], _ others: [Int: PluralCategory]) {
    #expect((0..<first.count).map(language.pluralCategory) == first)
    for (count, category) in others {
      #expect(language.pluralCategory(of: count) == category, "\(count)")
      #expect(language.pluralCategory(of: -count) == category, "\(-count)")
    }
    _ = language.pluralCategory(of: .min)
  }

  @Test(
    "Digits are grouped as the language groups them",
    arguments: [
      (0, "0", "0", "0"), (999, "999", "999", "999"), (1000, "1,000", "1000", "1 000"),
      (10_000, "10,000", "10 000", "10 000"),
      (-1_234_567, "-1,234,567", "-1 234 567", "-1 234 567"), (-100, "-100", "-100", "-100"),
      (.min, "-9,223,372,036,854,775,808", "-9 223 372 036 854 775 808", "-9 223 372 036 854 775 808"),
    ] as [(Int, String, String, String)])
  func grouped(_ number: Int, _ english: String, _ polish: String, _ russian: String) {
    #expect(Language.english.grouped(number) == english)
    #expect(Language.polish.grouped(number) == polish.replacing(" ", with: "\u{a0}"))
    #expect(Language.russian.grouped(number) == russian.replacing(" ", with: "\u{a0}"))
  }

  @Test("Every language is found by its code, and no other")
  func named() {
    #expect(Language.all.map(\.code).compactMap { Language.named($0) } == Language.all)
    #expect(Language.named("de") == nil)
    #expect(Language.named("PL") == nil)
  }
}
