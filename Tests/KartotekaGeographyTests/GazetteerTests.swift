import KartotekaModel
import Testing

@testable import KartotekaGeography

@Suite("The gazetteer of the world")
struct GazetteerTests {
  private let world = Gazetteer.world

  private func country(_ code: String) throws -> CountryCode { try #require(CountryCode(code)) }

  @Test(
    "A city is found by whatever people call it, and is called so",
    arguments: [
      ("Москва", "Moscow", "RU", "Москва"), ("моск", "Moscow", "RU", "Москва"), ("Париж", "Paris", "FR", "Париж"),
      ("Paris", "Paris", "FR", "Paris"), ("Łódź", "Łódź", "PL", "Łódź"), ("Lodz", "Łódź", "PL", "Łódź"),
      ("Лодзь", "Łódź", "PL", "Лодзь"), ("Munich", "Munich", "DE", "Munich"), ("München", "Munich", "DE", "München"),
      ("Muenchen", "Munich", "DE", "Muenchen"), ("munchen", "Munich", "DE", "München"),
      ("Мюнхен", "Munich", "DE", "Мюнхен"), ("Київ", "Kyiv", "UA", "Київ"), ("Киев", "Kyiv", "UA", "Киев"),
      ("Лондон", "London", "GB", "Лондон"), ("Londyn", "London", "GB", "Londyn"), ("lisb", "Lisbon", "PT", "Lisbon"),
      ("лисс", "Lisbon", "PT", "Лиссабон"), ("Warszawa", "Warsaw", "PL", "Warszawa"),
      ("Варшава", "Warsaw", "PL", "Варшава"), ("Санкт-Петербург", "Saint Petersburg", "RU", "Санкт-Петербург"),
      ("санкт петербург", "Saint Petersburg", "RU", "Санкт-Петербург"), ("Zürich", "Zürich", "CH", "Zürich"),
      ("Reykjavik", "Reykjavík", "IS", "Reykjavík"), ("wieden", "Vienna", "AT", "Wiedeń"),
      ("Rzym", "Rome", "IT", "Rzym"), ("Брюссель", "Brussels", "BE", "Брюссель"), ("北京", "Beijing", "CN", "北京"),
      ("القاهرة", "Cairo", "EG", "القاهرة"), ("St Petersburg", "St. Petersburg", "US", "St. Petersburg"),
      ("NYC", "New York City", "US", "NYC"),
      ("Kiev", "Kyiv", "UA", "Kiev"), ("Порту", "Porto", "PT", "Порту"), ("Гданськ", "Gdańsk", "PL", "Гданськ"),
    ])
  func called(_ text: String, _ name: String, _ code: String, _ called: String) throws {
    let first = try #require(world.search(text).first)
    #expect(first.name == name)
    #expect(first.country.code == code)
    #expect(first.called == called)
  }

  @Test("A city is known by a name of any language and its place, with what each language calls it")
  func known() throws {
    let poland = try #require(CountryCode("PL"))
    let place = try #require(Coordinate("50.07,19.95"))
    for name in ["Kraków", "Краков", "krakow"] {
      let city = try #require(world.city(called: name, at: place, in: poland))
      #expect(city.geonameID == 3_094_802)
      #expect(city.names == ["en": "Kraków", "pl": "Kraków", "ru": "Краков"])
    }
    #expect(world.city(called: "Krak", at: place, in: poland) == nil, "only whole names")
    #expect(world.city(called: "Warszawa", at: place, in: poland) == nil, "too far away")
    #expect(world.city(called: "Kraków", at: place, in: try #require(CountryCode("CZ"))) == nil)
  }

  @Test(
    "A city has a Russian name that Russian uses, or none; cities in Russia have their own",
    arguments: [
      ("Berat", "AL", "40.7058,19.9522", nil), ("Rosario", "AR", "-32.9468,-60.6393", nil),
      ("Córdoba", "AR", "-31.4135,-64.1811", nil), ("Gyumri", "AM", "40.7942,43.8453", nil),
      ("Suez", "EG", "29.9737,32.5263", nil), ("Tolyatti", "RU", "53.5303,49.3461", "Тольятти"),
      ("Khabarovsk", "RU", "48.4827,135.0838", "Хабаровск"), ("Kemerovo", "RU", "55.3333,86.0833", "Кемерово"),
      ("Lisbon", "PT", "38.7167,-9.1333", "Лиссабон"),
    ])
  func russian(name: String, code: String, position: String, called: String?) throws {
    let (country, place) = (try #require(CountryCode(code)), try #require(Coordinate(position)))
    #expect(try #require(world.city(called: name, at: place, in: country)).names["ru"] == called)
  }

  @Test("A place has its number, position and population")
  func facts() throws {
    let lisbon = try #require(world.search("Lisbon").first)
    #expect(lisbon.geonameID == 2_267_057)
    #expect(abs(lisbon.position.latitude - 38.725) < 0.002)
    #expect(abs(lisbon.position.longitude + 9.15) < 0.002)
    #expect(lisbon.population == 517_802)
  }

  @Test(
    "A city is called as the person's language calls it, and never by a name that no language is known to use",
    arguments: [
      (Language.polish, "Wenec", "IT", "Wenecja"), (.polish, "pekin", "CN", "Pekin"),
      (.polish, "Venice", "IT", "Wenecja"),
      (.russian, "Краков", "PL", "Краков"), (.russian, "krakow", "PL", "Краков"),
      (.polish, "Bydgosc", "PL", "Bydgoszcz"),
      (.english, "Bydgosc", "PL", "Bydgoszcz"), (.english, "Wenecja", "IT", "Venice"),
      (.english, "Münch", "DE", "Munich"),
      (.polish, "Wenevja", "IT", "Wenecja"), (.english, "Allenstein", "PL", "Allenstein"),
    ])
  func language(_ language: Language, text: String, code: String, called: String) throws {
    let country = try #require(CountryCode(code))
    #expect(world.search(text, in: country, language: language).first?.called == called)
  }

  @Test("Before anything is typed the largest cities have the names of the person's language")
  func largestByLanguage() throws {
    let poland = try #require(CountryCode("PL"))
    #expect(world.search("", in: poland, limit: 1, language: .polish).map(\.called) == ["Warszawa"])
    #expect(world.search("", in: poland, limit: 1, language: .russian).map(\.called) == ["Варшава"])
  }

  @Test("Polish and Russian names are sorted by the keys by which they are looked up")
  func exonyms() {
    for (language, names) in Exonyms.shipped {
      let keys = (0..<names.table.count).map { NameKey.key(of: String(names.table.fields($0)[0])) }
      #expect(
        keys.count > 200 && zip(keys, keys.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) }, "\(language)")
    }
  }

  @Test("A city's own name ranks before other cities' alternate names: Victoria before Hong Kong")
  func ownNameFirst() throws {
    let found = world.search("Victoria", limit: 30)
    #expect(found.prefix(5).allSatisfy { $0.name == "Victoria" })
    #expect(found.contains { $0.name == "Hong Kong" && $0.called == "Victoria" })
  }

  @Test("Cities of one name are all there, the largest first, each once")
  func springfields() {
    let found = world.search("Springfield", limit: 40).filter { $0.name == "Springfield" }
    #expect(found.count == 8)
    #expect(Set(found.map(\.geonameID)).count == found.count)
    #expect(found.map(\.population) == found.map(\.population).sorted(by: >))
  }

  @Test(
    "Typing errors are forgiven, in Latin and in Cyrillic, also before the name is typed to its end",
    arguments: [
      ("Moscw", "Moscow"), ("Lisbno", "Lisbon"), ("Barceln", "Barcelona"), ("Bercelona", "Barcelona"),
      ("Мосвка", "Moscow"), ("Вршава", "Warsaw"), ("Stokcholm", "Stockholm"), ("Kopenhagn", "Copenhagen"),
      ("Санкт-Питербург", "Saint Petersburg"), ("Rio de Janiero", "Rio de Janeiro"), ("Edinbrugh", "Edinburgh"),
    ])
  func typingErrors(_ text: String, _ name: String) {
    #expect(world.search(text, limit: 3).contains { $0.name == name }, "\(world.search(text).map(\.name))")
  }

  @Test("Similar names are left out if a name is equal, or if many names begin with the text")
  func noNoise() {
    #expect(world.search("Lodi", limit: 30).allSatisfy { $0.called.hasPrefix("Lodi") || $0.called.hasPrefix("Lodī") })
    #expect(!world.search("Lodi").contains { $0.name == "Łódź" })
    #expect(world.search("моск").allSatisfy { $0.called.hasPrefix("Моск") })
  }

  @Test("Similar names follow the few names that begin with the text")
  func alikeLast() throws {
    let found = world.search("Warzawa")
    #expect(found.first?.called == "Warszawa")
    let small = Gazetteer(
      cities: "Lisone\t20000\tIT\t1\t45\t9\nLison Valley\t100\tUS\t2\t45\t9\nLisbon\t500000\tPT\t3\t38\t-9\n"
        .split(separator: "\n").sorted().map { $0 + "\n" }.joined(),
      alternates: "")
    #expect(small.search("Lison").map(\.geonameID) == [1, 2, 3])
  }

  @Test(
    "Words within a name are found",
    arguments: [("Janeiro", "Rio de Janeiro"), ("Angeles", "Los Angeles"), ("Петербург", "Saint Petersburg")])
  func words(_ text: String, _ name: String) {
    #expect(world.search(text, limit: 10).contains { $0.name == name })
  }

  @Test("Within a country only its cities are found")
  func withinCountry() throws {
    let france = try country("FR")
    #expect(world.search("Paris", in: france).first?.name == "Paris")
    #expect(world.search("Paris", in: try country("US")).first?.name == "Paris")
    #expect(world.search("Paris", in: try country("US")).allSatisfy { $0.country.code == "US" })
    #expect(world.search("Москва", in: france).isEmpty)
    #expect(world.search("Marsielle", in: france).first?.name == "Marseille")
  }

  @Test("Without any text, the largest cities are found, of the world or of a country")
  func largest() throws {
    #expect(world.search("", in: try country("PL"), limit: 3).map(\.name) == ["Warsaw", "Kraków", "Wrocław"])
    #expect(world.search(" ", limit: 2).map(\.name) == ["Shanghai", "Beijing"])
  }

  @Test("Texts without letters, and those that are longer than any name, find nothing")
  func nothing() {
    #expect(world.search("…").isEmpty == true)
    #expect(world.search("-").isEmpty)
    #expect(world.search(String(repeating: "lisbon ", count: 100)).isEmpty)
    #expect(world.search("qqqqqqqq").isEmpty)
    #expect(world.search("Lisbon", limit: 0).isEmpty)
  }

  @Test("No more are found than were asked for", arguments: [1, 5, 50])
  func limits(_ limit: Int) {
    #expect(world.search("san", limit: limit).count == limit)
    #expect(Set(world.search("san", limit: limit).map(\.geonameID)).count == limit)
  }

  @Test("Apostrophes, hyphens, full stops and spaces may be typed or not")
  func signs() {
    for text in ["Sanaa", "Sana'a", "Sana’a"] { #expect(world.search(text).first?.country.code == "YE", "\(text)") }
    for text in ["Saint-Etienne", "saint étienne ", " SAINT  ETIENNE"] {
      #expect(world.search(text).first?.name == "Saint-Étienne", "\(text)")
    }
  }
}
