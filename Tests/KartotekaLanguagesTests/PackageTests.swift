import Foundation
import KartotekaGerman
import KartotekaHTML
import KartotekaModel
import KartotekaUkrainian
import Testing

@Suite("Languages of packages")
struct PackageTests {
  private static func say(_ language: Language) throws -> Localizer {
    Localizer(
      language: language, catalogue: try Catalogue(language: language, json: language.rules.words()), timeZone: .gmt)
  }

  @Test("They name themselves, and have the plurals, digits and names of countries of CLDR")
  func forms() throws {
    #expect([Language.german, .ukrainian].map(\.ownName) == ["Deutsch", "Українська"])
    #expect([0, 1, 2, 11].map(Language.german.pluralCategory) == [.other, .one, .other, .other])
    #expect(
      [1, 2, 5, 11, 21, 22, 112].map(Language.ukrainian.pluralCategory) == [
        .one, .few, .many, .many, .one, .few, .many,
      ])
    for language in [Language.german, .ukrainian] {
      #expect(language.decimalMark == ",")
      // A point would be read as a decimal mark where people type.
      #expect(language.grouped(-1_234_567) == "-1\u{a0}234\u{a0}567")
    }
    #expect(Language.german.percentSign == "\u{a0}%")
    #expect(CountryCode("DE")?.name(in: .german) == "Deutschland")
    #expect(CountryCode("HK")?.name(in: .german) == "Hongkong")
    #expect(CountryCode("UA")?.name(in: .ukrainian) == "Україна")
  }

  @Test("Days have the form of the language, with the month in its case")
  func days() throws {
    let day = try #require(CalendarDate(iso: "2025-11-14"))
    #expect(DateText.long(day, in: try Self.say(.german)) == "14. November 2025")
    #expect(DateText.short(day, in: try Self.say(.german)) == "14. Nov. 2025")
    #expect(DateText.long(day, in: try Self.say(.ukrainian)) == "14 листопада 2025 р.")
  }

  @Test("German nouns keep their capitals within a sentence, other languages write labels small there")
  func nouns() throws {
    #expect(try Self.say(.german).list(["Noten", "Sänger"]) == "Noten, Sänger")
    #expect(try Self.say(.ukrainian).list(["Ноти", "Співаки"]) == "Ноти, співаки")
    #expect(Localizer.english.list(["Scores", "Singers", "URL"]) == "Scores, singers, URL")
  }

  @Test("Sentences count in the forms of the language")
  func counted() throws {
    let german = try Self.say(.german)
    #expect([1, 2].map { german("{count} records", ["count": .count($0)]) } == ["1 Datensatz", "2 Datensätze"])
    let ukrainian = try Self.say(.ukrainian)
    #expect(
      [1, 3, 5].map { ukrainian("{count} records", ["count": .count($0)]) } == ["1 запис", "3 записи", "5 записів"])
  }

  @Test("Ukrainian sorts by its alphabet, in capitals and decomposed, too")
  func alphabet() {
    let alphabet = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя".map(String.init)
    let collation = Collation(.ukrainian)
    func sorted(_ texts: [String]) -> [String] {
      texts.reversed().sorted { collation.key($0).utf8.lexicographicallyPrecedes(collation.key($1).utf8) }
    }
    for letters in [alphabet, alphabet.map { $0.uppercased() }, alphabet.map(\.decomposedStringWithCanonicalMapping)] {
      #expect(sorted(letters) == letters)
      for letter in letters {
        let key = collation.key(letter + "а")
        #expect(collation.initial(ofKey: key) == collation.initial(of: letter + "а"))
        #expect(
          collation.initial(of: letter).precomposedStringWithCanonicalMapping
            == letter.lowercased().precomposedStringWithCanonicalMapping)
        var bytes: [UInt8] = []
        var text = letter + "а"
        text.withUTF8 { collation.key(utf8: $0, into: &bytes) }
        #expect(bytes == Array(key.utf8), "\(letter)")
      }
    }
    #expect(
      sorted(["Ганна", "Ґалаґан", "Дмитро", "Єва", "Зоя", "Іван", "Їжак", "Йосип"]) == [
        "Ганна", "Ґалаґан", "Дмитро", "Єва", "Зоя", "Іван", "Їжак", "Йосип",
      ])
  }

  @Test("German sorts letters with marks beside those without, and countries by their German names")
  func germanOrder() {
    #expect(Collation(.german).key("Müller Straße") == Collation.root.key("muller strasse"))
    let names = CountryCode.sorted(in: .german).map { $0.name(in: .german) }
    #expect((names.firstIndex(of: "Ägypten") ?? 0) < (names.firstIndex(of: "Albanien") ?? 0))
  }
}
