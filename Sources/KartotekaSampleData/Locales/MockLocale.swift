/// The names, addresses and telephone numbers of a country, parsed.
final class MockLocale: Sendable {
  let code: String
  let country: String
  let callingCode: String
  let weight: Int
  let female: [MockName]
  let male: [MockName]
  let lastOfWomen: [MockName]
  let lastOfMen: [MockName]
  let doubleFirst: (perMille: Int, join: String)
  let doubleLast: (women: Int, men: Int, join: String)
  let familyFirst: Bool
  let streets: [String]
  let numbers: [MockTemplate]
  let address: MockTemplate
  let cities: [MockCity]
  let mobile: MockPattern?
  let spare: MockPattern
  let companies: [MockTemplate]
  let trades: [String]

  init(_ source: MockSource) {
    let write: (String) -> String = source.isTransliterated ? { MockLetters.latin($0) } : { $0 }
    let name: (String) -> MockName = {
      let text = write($0)
      return MockName(text: text, mail: MockLetters.mail(text, umlauts: source.umlauts))
    }
    code = source.code
    country = source.country
    callingCode = source.callingCode
    weight = source.weight
    female = MockPool.list(source.female).map(name)
    male = MockPool.list(source.male).map(name)
    let listed = MockPool.list(source.last)
    let last = listed + Set(MockPool.joined(source.lastParts)).subtracting(listed).sorted()
    lastOfMen = last.map(name)
    lastOfWomen = last.map { name(source.feminine.form(of: $0)) }
    doubleFirst = source.doubleFirst
    doubleLast = source.doubleLast
    familyFirst = source.familyFirst
    streets = MockPool.list(source.streets).map(write)
    numbers = MockPool.list(source.numbers, separator: ";").map { MockTemplate(write($0)) }
    address = MockTemplate(source.address)
    cities = MockPool.list(write(source.cities), separator: "\n").compactMap { MockCity($0) }
    mobile = source.mobile.isEmpty ? nil : MockPattern(source.mobile)
    spare = MockPattern(source.spare)
    companies = MockPool.list(source.companies, separator: ";").map { MockTemplate(write($0)) }
    trades = MockPool.list(source.trades).map(write)
  }

  /// All locales. Russian occurs twice: in Cyrillic and transliterated.
  static let all = [
    MockSource.british, .american, .polish, .russian, .russian.latin(code: "ru-Latn-RU", weight: 30), .german,
    .french, .spanish, .italian, .brazilian, .dutch, .czech, .swedish, .norwegian, .turkish, .japanese,
    .chinese,
    .vietnamese,
  ].map { MockLocale($0) }

  /// A thousand entries, in which each locale occurs by its weight.
  private static let byWeight = all.flatMap { Array(repeating: $0, count: $0.weight) }

  /// A random locale by weight.
  static func any(_ random: inout MockRandom) -> MockLocale { random.pick(byWeight) }
}
