import KartotekaModel
import Testing

@Suite("Search for countries")
struct CountrySearchTests {
  private func found(_ text: String, _ language: Language = .english, limit: Int = 8) -> [String] {
    CountrySearch.search(text, in: language, limit: limit).map(\.code)
  }

  @Test("finds names that begin with what was typed, then those with a word that does")
  func prefix() {
    #expect(found("por") == ["PT", "PR"])
    #expect(found("guin") == ["GN", "GW", "GQ", "PG"])
    #expect(found("niger") == ["NE", "NG"])
    #expect(found("united") == ["AE", "GB", "US"])
    #expect(found("united", limit: 2) == ["AE", "GB"])
  }

  @Test(
    "finds a country by any of its languages' names, in whatever language one reads", arguments: Language.all)
  func languages(language: Language) {
    for text in ["Portug", "португ", "PORTUGALI"] { #expect(found(text, language).first == "PT", "\(text)") }
    #expect(found("niemc", language).first == "DE")
    #expect(found("герма", language).first == "DE")
    #expect(found("wlochy", language) == ["IT"])
    #expect(found("Holland", language).first == "NL")
  }

  @Test(
    "finds a country by what its own people call it, by abbreviations, and by parts that are drawn with it",
    arguments: [
      ("Deutschland", "DE"), ("espana", "ES"), ("Sverige", "SE"), ("suomi", "FI"), ("magyarorszag", "HU"),
      ("DRC", "CD"), ("Northern Cyprus", "CY"), ("Сомалиленд", "SO"), ("Crimea", "UA"), ("крым", "UA"),
      ("abchaz", "GE"),
    ])
  func ownPeoples(text: String, code: String) {
    for language in Language.all { #expect(found(text, language).first == code, "\(text)") }
  }

  @Test("puts names of the person's own language first")
  func own() {
    // Malta and Mali in English, Малайзия … in Russian; Chile is Чили, China is Chiny.
    #expect(found("chi", .polish).first == "CL")
    #expect(
      found("ко", .russian).allSatisfy { CountryCode($0)?.name(in: .russian).lowercased().contains("ко") == true })
    #expect(found("ger", .english).first == "DE")
  }

  @Test("takes two capitals for a code and two small letters for the beginning of a name")
  func codes() {
    #expect(found("MA").first == "MA")
    #expect(found("ma").first == "MG")
    #expect(found("pl").contains("PL"))
    #expect(found("GBR").first == "GB")
    #expect(found("uk").first == "GB")
  }

  @Test(
    "forgives small typing errors, also before one is done",
    arguments: [
      ("portugla", "PT"), ("Prtugal", "PT"), ("germny", "DE"), ("finlad", "FI"), ("astralia", "AU"), ("indai", "IN"),
      ("slovka", "SK"), ("herzgovina", "BA"), ("росия", "RU"), ("франсия", "FR"), ("wegyr", "HU"), ("swtz", "CH"),
    ])
  func errors(text: String, code: String) {
    #expect(found(text).contains(code))
  }

  @Test("A similar whole name leaves out longer names with a similar beginning, such as Północna … for “polnd”")
  func wholeNames() {
    #expect(found("polnd", limit: 12) == ["PL"])
    #expect(found("germny", limit: 12) == ["DE"])
  }

  @Test("finds nothing for what is like no country, and for nothing")
  func nothing() {
    for text in ["", "  ", "zzzz", "atlantis", "x", "!!!", String(repeating: "q", count: 100_000)] {
      #expect(found(text) == [], "\(text.prefix(20))")
    }
    #expect(found("por", limit: 0) == [])
  }

  @Test("knows what somebody may have meant")
  func nearest() {
    #expect(CountrySearch.nearest(to: "Portugla")?.code == "PT")
    #expect(CountrySearch.nearest(to: "Чехея", in: .russian)?.code == "CZ")
    #expect(CountrySearch.nearest(to: "Austrja", in: .polish)?.code == "AT")
    #expect(CountrySearch.nearest(to: "Atlantis") == nil)
    #expect(CountrySearch.nearest(to: "") == nil)
  }

  @Test("a wrong name has the same answer whenever it comes, however many others came between")
  func again() throws {
    let country = AttributeDescription(name: "country", label: "Country", kind: .country)
    func meant(_ text: String) -> Phrase.Argument? {
      CountryKind().fault(in: .text(text), for: country)?.phrase.arguments["country"]
    }
    let portugal = try #require(CountryCode("PT"))
    for round in 0..<3 {
      #expect(meant("Portugla") == .country(portugal))
      #expect(meant("Atlantis") == nil)
      for number in 0..<600 { #expect(meant("\(round)x\(number)") == nil) }
    }
  }
}
