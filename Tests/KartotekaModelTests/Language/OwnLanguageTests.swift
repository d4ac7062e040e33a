import Foundation
import KartotekaModel
import KartotekaScreens
import Testing

@Suite("A language of one's own")
struct OwnLanguageTests {
  @Test(
    "The rules for plurals are those of CLDR",
    arguments: [
      (PluralRule.oneOther, [.other, .one, .other, .other, .other]),
      (.zeroOneOther, [.one, .one, .other, .other, .other]),
      (.other, [.other, .other, .other, .other, .other]), (.westSlavic, [.other, .one, .few, .few, .other]),
      (.polish, [.many, .one, .few, .few, .many]), (.eastSlavic, [.many, .one, .few, .few, .many]),
    ] as [(PluralRule, [PluralCategory])])
  func plurals(_ rule: PluralRule, _ expected: [PluralCategory]) {
    #expect([0, 1, 2, 4, 5].map(rule.category) == expected)
    #expect(Set(expected).isSubset(of: rule.categories))
  }

  @Test("A rule can have any categories")
  func welsh() {
    let rule = PluralRule([.zero, .one, .two, .other]) { $0 == 0 ? .zero : $0 == 1 ? .one : $0 == 2 ? .two : .other }
    let language = Language("cy", plurals: rule)
    let words = Catalogue(
      language: language,
      words: ["{count} cats": .plural(["zero": "{count} cathod", "two": "{count} gath", "other": "{count} cath"])])
    let say = Localizer(language: language, catalogue: words)
    #expect(
      [0, 2, 7].map { say("{count} cats", ["count": .count($0)]) } == ["0 cathod", "2 gath", "7 cath"])
  }

  @Test("Months, weekdays and the form of dates come from CLDR; groups are never marked by a point")
  func cldr() {
    let french = Language("fr", plurals: .zeroOneOther)
    #expect(french.ownName == "Français")
    #expect(french.dateWords["{day} November {year}"] == .plain("{day} novembre {year}"))
    #expect(french.dateWords["Monday"] == .plain("lundi"))
    #expect(french.dateWords["Sunday"] == .plain("dimanche"))
    #expect(french.decimalMark == ",")
    let czech = Language("cs", plurals: .westSlavic)
    #expect(czech.dateWords["{day} November {year}"] == .plain("{day}. listopadu {year}"))
    // CLDR has spaces without breaks there.
    #expect(czech.dateWords["{day} Nov {year}"] == .plain("{day}.\u{202f}11.\u{202f}{year}"))
    #expect(Language("it", plurals: .oneOther).grouped(12_345) == "12\u{a0}345")
  }

  @Test("An alphabet may have three letters behind another, as Swedish has")
  func swedish() {
    let collation = Collation(Language("sv", plurals: .oneOther, alphabet: "abcdefghijklmnopqrstuvwxyzåäö"))
    func sorted(_ texts: [String]) -> [String] {
      texts.reversed().sorted { collation.key($0).utf8.lexicographicallyPrecedes(collation.key($1).utf8) }
    }
    let names = ["Adam", "Zorn", "Zåberg", "Åberg", "Ärlig", "Öberg"]
    #expect(sorted(names) == names)
    #expect(
      sorted(names.map(\.decomposedStringWithCanonicalMapping)) == names.map(\.decomposedStringWithCanonicalMapping))
    #expect(["Åberg", "ärlig", "Öberg", "Zorn"].map { collation.initial(of: $0) } == ["å", "ä", "ö", "z"])
  }

  @Test("A sentence that a language lacks is said in English, with its singular")
  func lacking() throws {
    let czech = Language("cs", plurals: .westSlavic)
    var words = Catalogue(language: czech, words: ["Save": .plain("Uložit")])
    words.merge(
      Catalogue(language: .english, words: ["{count} rows": .plural(["one": "{count} row", "other": "{count} rows"])]))
    let say = Localizer(language: czech, catalogue: words)
    #expect([say("Save"), say("Delete")] == ["Uložit", "Delete"])
    #expect([1, 3].map { say("{count} rows", ["count": .count($0)]) } == ["1 row", "3 rows"])
  }

  @Test("Languages are equal by their codes, also as literals")
  func literals() {
    let words: [Language: Int] = [.polish: 1, "de": 2]
    #expect(words["pl"] == 1)
    #expect(words[Language("de", plurals: .oneOther)] == 2)
    #expect(("ru" as Language).decimalMark == ",")
  }

  @Test("What the language lacks has the words of English, where those differ from the key")
  func lackingWords() {
    let words = Catalogue(language: .english, words: ["PLACE_TITLE": .plain("Place")])
    let say = Localizer(language: Language("cs", plurals: .westSlavic), catalogue: words)
    #expect(say(Phrase("PLACE_TITLE")) == "Place")
  }

  @Test("A faulty entry of a file leaves its sentence in English, and no other; a faulty file all of them")
  func faulty() {
    let file = Data(
      #"{"Save": "Uložit", "Delete": 3, "Undo": {"one": []}, "{count} rows": {"one": "{count} řádek"}}"#.utf8)
    #expect(
      Catalogue.words(of: file) == ["Save": .plain("Uložit"), "{count} rows": .plural(["one": "{count} řádek"])])
    #expect(Catalogue.words(of: Data("{".utf8)).isEmpty)
    #expect(Catalogue.words(of: Data()).isEmpty)
  }

  @Test("A language whose code has another form is not added", arguments: ["", "e", "de-AT", "x y", "DE", "\"; --"])
  func codes(_ code: String) {
    Language.add([Language(code, ownName: "None", plurals: .other)])
    #expect(Language.named(code) == nil)
  }

  @Test("A document has the words of languages that the program doesn't speak, and gives them to its declaration")
  func unspoken() {
    let app = AppDescription(
      name: "people", title: "People", summary: "People", symbol: .box, hue: 210, model: ModelDescription(entities: []),
      tabs: [])
    let words = Catalogue(language: "sw", words: ["People": .plain("Watu")])
    let document = AppDocument(app, catalogue: words)
    #expect(document.words == ["sw": ["People": .plain("Watu")]])
    #expect(document.languages.map(\.code) == ["sw"])
    #expect(document.catalogue.codes == ["sw"])
  }
}
