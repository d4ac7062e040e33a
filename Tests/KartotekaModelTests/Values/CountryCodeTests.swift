import Foundation
import KartotekaModel
import Testing

@Suite("Countries")
struct CountryCodeTests {
  @Test("There are the 249 codes of ISO 3166-1 and Kosovo's, and no others")
  func codes() {
    #expect(CountryCode.all.count == 250)
    #expect(CountryCode.all.map(\.code) == CountryCode.all.map(\.code).sorted())
    #expect(CountryCode("pt")?.code == "PT")
    #expect(CountryCode("XK")?.name(in: .english) == "Kosovo")
    for none in ["", "P", "PRT", "XX", "AN", "CS", "SU", "UK", "EU", "P1", "ﬁ"] {
      #expect(CountryCode(none) == nil, "\(none)")
    }
  }

  @Test("198 are counted as countries: the United Nations' 193, the Vatican, Palestine, Kosovo, Taiwan, Western Sahara")
  func sovereign() {
    #expect(CountryCode.sovereign.count == 198)
    let codes = Set(CountryCode.sovereign.map(\.code))
    #expect(codes.isSuperset(of: ["VA", "PS", "XK", "TW", "EH", "MC", "TV", "SS"]))
    #expect(codes.isDisjoint(with: ["AQ", "GL", "HK", "PR", "FO", "GF", "CK", "NU", "GI"]))
  }

  @Test("Each has a name of its own in every language, in that language's letters", arguments: Language.all)
  func names(language: Language) {
    let names = CountryCode.all.map { $0.name(in: language) }
    #expect(Set(names).count == 250)
    for (country, name) in zip(CountryCode.all, names) {
      #expect(name != country.code)
      let isCyrillic = name.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
      #expect(isCyrillic == (language == .russian), "\(name)")
    }
  }

  @Test("Names are short ones that people use")
  func shortNames() {
    func names(_ code: String) -> [String?] { Language.all.map { CountryCode(code)?.name(in: $0) } }
    #expect(names("PT") == ["Portugal", "Portugalia", "Португалия"])
    #expect(names("HK") == ["Hong Kong", "Hongkong", "Гонконг"])
    #expect(names("MM") == ["Myanmar", "Mjanma", "Мьянма"])
    #expect(names("PS") == ["Palestine", "Palestyna", "Палестина"])
    #expect(names("TR") == ["Turkey", "Turcja", "Турция"])
    #expect(names("CN") == ["China", "Chiny", "Китай"])
    #expect(names("CK") == ["Cook Islands", "Wyspy Cooka", "Острова Кука"])
    #expect(names("AX")[2] == "Аландские острова")
    for name in CountryCode.all.flatMap({ country in Language.all.map { country.name(in: $0) } }) {
      #expect(!name.contains("(") && !name.contains("о-в") && !name.contains(" - "), "\(name)")
    }
  }

  @Test("Continents are those that GeoNames has")
  func continents() {
    func continent(_ code: String) -> Continent? { CountryCode(code)?.continent }
    for code in ["PT", "CY", "RU", "XK", "GI"] { #expect(continent(code) == .europe, "\(code)") }
    for code in ["TR", "GE", "KZ", "AM", "AZ", "PS"] { #expect(continent(code) == .asia, "\(code)") }
    for code in ["EG", "RE", "EH"] { #expect(continent(code) == .africa, "\(code)") }
    for code in ["US", "BR", "GL", "GF"] { #expect(continent(code) == .americas, "\(code)") }
    for code in ["AU", "TL", "GU"] { #expect(continent(code) == .oceania, "\(code)") }
    #expect(continent("AQ") == .antarctica)
    #expect(Set(CountryCode.sovereign.map(\.continent)).count == 5)
  }

  @Test("Each has a position: that of its capital, if it has one")
  func positions() throws {
    let lisbon = try #require(CountryCode("PT"))
    #expect(lisbon.capital == "Lisbon")
    #expect(abs(lisbon.position.latitude - 38.72) < 0.1 && abs(lisbon.position.longitude + 9.13) < 0.1)
    let washington = try #require(CountryCode("US"))
    #expect(abs(washington.position.latitude - 38.9) < 0.1 && abs(washington.position.longitude + 77.04) < 0.1)
    #expect(CountryCode.sovereign.filter { $0.capital == nil } == [])
    #expect(CountryCode("AQ")?.capital == nil)
    #expect(Set(CountryCode.all.map(\.position)).count == 250)
  }

  @Test("A name is found in any language, by codes and by what else people say, whatever case, accents and marks")
  func named() {
    for country in CountryCode.all {
      for name in Language.all.map(country.name(in:)) + [country.code, country.threeLetters] {
        #expect(CountryCode(named: name) == country, "\(name)")
        #expect(CountryCode(named: name.lowercased()) == country, "\(name)")
      }
    }
    let others = [
      "Holland": "NL", "Голландия": "NL", "Czech Republic": "CZ", "UK": "GB", "England": "GB", "usa": "US",
      "America": "US", "Burma": "MM", "Swaziland": "SZ", "Российская Федерация": "RU", "Белоруссия": "BY",
      "Wielka Brytania": "GB", "Türkiye": "TR", "Cote d’Ivoire": "CI", "Trinidad and Tobago": "TT", "Saint Lucia": "LC",
      "the Gambia": "GM", "Cabo Verde": "CV", "Северная Корея": "KP", "Niderlandy": "NL", "congo-kinshasa": "CD",
    ]
    for (name, code) in others { #expect(CountryCode(named: name)?.code == code, "\(name)") }
    for none in ["", " ", "Atlantis", "Portugla", "Port", "United", "Europe", String(repeating: "a", count: 100_000)] {
      #expect(CountryCode(named: none) == nil, "\(none.prefix(20))")
    }
  }

  @Test("A code is written as text and read back, and nothing else is")
  func codable() throws {
    let portugal = try #require(CountryCode("PT"))
    let json = try JSONEncoder().encode([portugal])
    #expect(String(decoding: json, as: UTF8.self) == #"["PT"]"#)
    #expect(try JSONDecoder().decode([CountryCode].self, from: json) == [portugal])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([CountryCode].self, from: Data(#"["XX"]"#.utf8)) }
  }

  @Test("In a sentence that is put into words later, it is called what the language calls it")
  func phrase() throws {
    let poland = try #require(CountryCode("PL"))
    let phrase = Phrase("Deleted {title}", ["title": .country(poland)])
    let kept = try JSONDecoder().decode(Phrase.self, from: JSONEncoder().encode(phrase))
    #expect(Localizer(language: .russian, catalogue: Catalogue())(kept) == "Deleted Польша")
    #expect(Localizer.english(kept) == "Deleted Poland")
  }
}
