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
    // By itself on an axis, also where the English name is not shortened.
    let ukrainian = try Self.say(.ukrainian)
    #expect([5, 6].map { DateText.shortName(ofMonth: $0, in: ukrainian) } == ["трав", "черв"])
    #expect(DateText.shortName(ofMonth: 5, in: .english) == "May")
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

  @Test("A typed point before three digits is refused in German, where it may mark groups; fields show a comma there")
  func typed() throws {
    func read(_ text: String, by language: Language) throws -> Value {
      var attribute = AttributeDescription(name: "price", label: "Price", kind: .decimal)
      attribute.scale = 2
      return try attribute.behavior.read(text, for: attribute, in: ValueNotation(typedBy: Self.say(language)))
    }
    for text in ["1.000", "1.250", "-12.000"] {
      #expect(throws: ValueFault.self, "\(text)") { try read(text, by: .german) }
    }
    for (text, number) in [
      ("1.000,5", 100_050), ("1.5", 150), ("1,5", 150), ("1\u{a0}000", 100_000), ("1.000.000", 100_000_000),
      ("1,250", 125), ("0.250", 25), ("12.50", 1_250),
    ] as [(String, Int64)] {
      #expect(try read(text, by: .german) == .integer(number), "\(text)")
    }
    #expect(try read("1.250", by: .ukrainian) == .integer(125))
    #expect(try DecimalKind.clear("-1.250", Self.say(.german)) == "-1,250")
    #expect(try DecimalKind.clear("1.250", Self.say(.ukrainian)) == "1.250")
    #expect(try DecimalKind.clear("1.2.3", Self.say(.german)) == "1.2.3")
  }

  @Test("Disputed areas have names in each", arguments: [Language.german, .ukrainian])
  func areas(_ language: Language) {
    let areas = ["Crimea", "Abkhazia", "South Ossetia", "Transnistria", "Northern Cyprus"]
    for area in areas {
      let name = CountrySearch.disputedArea(area, in: language)?.name
      #expect(name != nil && name != area, "\(area)")
    }
  }
}
