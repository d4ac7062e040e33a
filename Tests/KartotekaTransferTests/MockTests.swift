import KartotekaModel
import Testing

@testable import KartotekaSampleData
@testable import KartotekaTransfer

/// Sample data: the same for the same seed, plausible, fitting together, never anybody's real mail address.
struct MockTests {
  private let people = [
    MockRequest("firstName", .text), MockRequest("lastName", .text), MockRequest("phone", .phone),
    MockRequest("address", .text),
  ]

  private func column(_ entity: String, _ request: MockRequest, _ count: Int, seed: UInt64 = 1) -> [String?] {
    let records = MockRecords(of: entity, [request], seed: seed)
    return (0..<count).map { records[$0][0] }
  }

  // MARK: - The same again

  @Test("The generator gives the numbers that SplitMix64's authors give")
  func generator() {
    var random = MockRandom(seed: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("The same seed gives the same records, another seed others")
  func determinism() {
    let first = MockRecords(of: "users", people, seed: 7)
    let again = MockRecords(of: "users", people, seed: 7)
    let other = MockRecords(of: "users", people, seed: 8)
    #expect((0..<200).allSatisfy { first[$0] == again[$0] })
    #expect((0..<200).count { first[$0] == other[$0] } < 5)
  }

  @Test("These records stay what they are: who has made files from a seed can make them again")
  func recorded() {
    let records = MockRecords(of: "users", people)
    #expect(records[0] == ["Albert", "Ward", "+44 770 090 0918", "11 Alexandra Road, Sheffield S14 9FX"])
    #expect(records[11].prefix(2) == ["Ксения", "Майорова"])
  }

  @Test("A record is the same whichever are asked for before it and whatever else is asked for")
  func independence() {
    let all = MockRecords(of: "users", people)
    let names = MockRecords(of: "users", Array(people.prefix(2)))
    #expect((0..<500).reversed().allSatisfy { Array(all[$0].prefix(2)) == names[$0] })
    let entity = MockRecords(of: "guests", people)
    #expect((0..<100).count { entity[$0] == all[$0] } < 5)
  }

  // MARK: - Pools

  @Test("The pools are large enough, without blanks and without repeats within one language")
  func pools() {
    let locales = MockLocale.all
    #expect(locales.reduce(0) { $0 + $1.weight } == 1000)
    #expect(Set(locales.flatMap { ($0.female + $0.male).map(\.text) }).count >= 400)
    #expect(Set(locales.flatMap { $0.lastOfMen.map(\.text) }).count >= 600)
    #expect(Set(locales.flatMap { $0.cities.map(\.name) }).count >= 150)
    #expect(Set(locales.flatMap(\.streets)).count >= 200)
    for locale in locales {
      for pool in [
        locale.female.map(\.text), locale.male.map(\.text), locale.lastOfMen.map(\.text), locale.streets,
      ] {
        #expect(!pool.isEmpty && Set(pool).count == pool.count && !pool.contains(""), "\(locale.code)")
      }
      #expect(!locale.cities.isEmpty && !locale.trades.isEmpty && !locale.companies.isEmpty, "\(locale.code)")
      let mail = (locale.female + locale.male + locale.lastOfMen + locale.lastOfWomen).map(\.mail)
      #expect(mail.allSatisfy { $0.wholeMatch(of: /[a-z-]+/) != nil }, "\(locale.code)")
      #expect(MockCountry.code(of: locale.country) == locale.code.suffix(2), "\(locale.code)")
    }
    for pool in [
      MockCountry.all.map(\.name), MockCountry.all.map(\.code), MockProduct.names, MockCourse.subjects,
    ] {
      #expect(Set(pool).count == pool.count)
    }
  }

  @Test("A thousand people hardly repeat, twenty thousand don't repeat much")
  func variety() {
    let records = MockRecords(of: "users", people)
    let names = (0..<20_000).map { records[$0][0...1].compactMap(\.self).joined(separator: " ") }
    #expect(Set(names.prefix(1000)).count > 960)
    #expect(Set(names).count > 17_000)
  }

  // MARK: - Names

  @Test(
    "Women's last names have the form their language gives them",
    arguments: [
      (MockFeminine.polish, "Kowalski", "Kowalska"), (.polish, "Sawicki", "Sawicka"),
      (.polish, "Zawadzki", "Zawadzka"), (.polish, "Nowak", "Nowak"), (.russian, "Иванов", "Иванова"),
      (.russian, "Соловьёв", "Соловьёва"), (.russian, "Никитин", "Никитина"),
      (.russian, "Чайковский", "Чайковская"),
      (.russian, "Толстой", "Толстая"), (.russian, "Шевченко", "Шевченко"), (.czech, "Novák", "Nováková"),
      (.czech, "Černý", "Černá"), (.czech, "Krejčí", "Krejčí"), (.czech, "Svoboda", "Svobodová"),
      (.czech, "Hájek", "Hájková"), (.czech, "Vaněk", "Vaňková"), (.czech, "Němec", "Němcová"),
      (.same, "Smith", "Smith"),
    ])
  func feminine(language: MockFeminine, man: String, woman: String) {
    #expect(language.form(of: man) == woman)
  }

  @Test("Women's first names go with women's last names, men's with men's")
  func couples() {
    let endings: [String: (men: Regex<Substring>, women: Regex<Substring>)] = [
      "pl-PL": (/.*(?:ski|cki|dzki)/, /.*(?:ska|cka|dzka)/), "ru-RU": (/.*(?:ов|ев|ин|ий)/, /.*(?:ва|на|ая)/),
      "cs-CZ": (/.*[kršžý]/, /.*(?:ová|á)/),
    ]
    for index in 0..<5000 {
      var record = MockRecord(MockSeed(1), index: index)
      let person = record.person
      guard let (men, women) = endings[person.locale.code] else { continue }
      let first = person.isFemale ? person.locale.female : person.locale.male
      #expect(first.contains { person.firstName.hasPrefix($0.text) })
      for name in person.lastName.split(separator: "-") {
        #expect((person.isFemale ? men : women).exactly(name) == false, "\(person.fullName)")
      }
    }
  }

  @Test("Names become mail addresses and Latin letters as their bearers would write them")
  func letters() {
    #expect(MockLetters.mail("Łucja Żółć-Wójcik") == "lucjazolc-wojcik")
    #expect(MockLetters.mail("Jörg Weiß", umlauts: true) == "joergweiss")
    #expect(MockLetters.mail("O'Connor") == "oconnor")
    #expect(MockLetters.mail("Đặng Thị Ánh") == "dangthianh")
    #expect(MockLetters.latin("Дмитрий Чайковский") == "Dmitry Chaykovsky")
    #expect(MockLetters.latin("Нижний Новгород") == "Nizhny Novgorod")
  }

  // MARK: - What fits together

  @Test("Mail addresses are made of the person's name, at domains kept for examples")
  func mail() throws {
    let records = MockRecords(
      of: "users",
      [MockRequest("firstName", .text), MockRequest("lastName", .text), MockRequest("email", .mail)])
    for index in 0..<2000 {
      let values = try records[index].map { try #require($0) }
      let (local, domain) = try #require(values[2].split(separator: "@").map(String.init).pair)
      #expect(["example.org", "example.com", "example.net"].contains(domain))
      #expect(local.wholeMatch(of: /[a-z0-9._-]+/) != nil, "\(local)")
      let umlauts = [true, false].map { MockLetters.mail(values[1], umlauts: $0) }
      let last = umlauts.map { $0.split(separator: "-").first ?? "" }
      #expect(last.contains { local.contains($0.prefix(3)) }, "\(values)")
    }
  }

  @Test("City, postal code, country and telephone number belong to one country")
  func address() throws {
    let names = ["address", "city", "postalCode", "country"].map { MockRequest($0, .text) }
    let records = MockRecords(of: "suppliers", names + [MockRequest("phone", .phone)])
    let whole = MockRecords(of: "suppliers", [MockRequest("address", .text)])
    for index in 0..<500 {
      let values = try records[index].map { try #require($0) }
      let locale = MockLocale.all.first { locale in
        locale.country == values[3] && locale.cities.contains { $0.name == values[1] }
      }
      #expect(locale.map { values[4].hasPrefix("+" + $0.callingCode + " ") } == true, "\(values)")
      #expect(!values[0].contains(values[2]), "the street stands alone where the city has a field of its own")
      let full = whole[index].compactMap(\.self).joined()
      #expect(full.contains(values[0]) && full.contains(values[1]) && full.contains(values[2]), "\(full)")
    }
  }

  @Test("Dates of one record come in the order in which things happen")
  func dates() {
    let names = ["birthDate", "hireDate", "orderDate", "requiredDate", "shippedDate"]
    let records = MockRecords(of: "orders", names.map { MockRequest($0, .date) })
    for index in 0..<500 {
      let days = records[index].compactMap(\.self)
      #expect(days.count == 5 && days[0] < days[1] && days[2] < days[3] && days[2] < days[4], "\(days)")
    }
  }

  @Test("Branch and subject are those of the course, the category that of the product")
  func taught() throws {
    let courses = MockRecords(of: "courses", ["name", "subject", "branch"].map { MockRequest($0, .text) })
    for index in 0..<200 {
      let values = courses[index].compactMap(\.self)
      #expect(MockCourse.all.contains { [$0.name, $0.subject, $0.branch] == values })
    }
    let products = MockRecords(
      of: "products", ["productName", "categoryName"].map { MockRequest($0, .text) })
    for index in 0..<200 {
      let values = try products[index].map { try #require($0) }
      let category = MockCategory.all.first { $0.name == values[1] }
      #expect(category?.things.contains { values[0].hasSuffix($0) } == true, "\(values)")
    }
  }
}

extension [String] {
  fileprivate var pair: (String, String)? { count == 2 ? (self[0], self[1]) : nil }
}

extension Regex {
  fileprivate func exactly(_ text: Substring) -> Bool { (try? wholeMatch(in: text)) != nil }
}
