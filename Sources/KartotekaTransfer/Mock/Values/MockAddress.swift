/// A place to live, written as people of that country write it. Streets and cities are common ones; whether
/// the city has that street and the street that number is chance.
struct MockAddress: Sendable {
  let locale: MockLocale
  let city: MockCity
  let postalCode: String
  private let street: String
  private let number: String

  init(_ locale: MockLocale, _ random: inout MockRandom) {
    self.locale = locale
    city = random.pick(locale.cities)
    street = random.pick(locale.streets)
    postalCode = String(decoding: city.postalCode.fill(&random), as: UTF8.self)
    number = Self.number(random.pick(locale.numbers), &random)
  }

  /// All of it in one line: `ul. Polna 12/7, 00-950 Warszawa`.
  var full: String { fill { $0 } }

  /// The street with the number, without what belongs to the city.
  var streetLine: String {
    var line = fill { slot in slot == .city || slot == .code || slot == .region ? nil : slot }
    while let last = line.last, last == " " || last == "," || last == "-" { line.removeLast() }
    return line
  }

  private func fill(_ wanted: (MockTemplate.Slot) -> MockTemplate.Slot?) -> String {
    locale.address.fill { slot in
      switch wanted(slot) {
      case .street: street
      case .number: number
      case .code: postalCode
      case .city: city.name
      case .region: city.region
      default: ""
      }
    }
  }

  /// House numbers: small ones are more frequent, since each street has them.
  private static func number(_ template: MockTemplate, _ random: inout MockRandom) -> String {
    template.fill { slot in
      switch slot {
      case .n: String(1 + min(random.below(180), random.below(180)))
      case .k: String(100 + random.below(8900))
      case .f: String(1 + random.below(96))
      case .s: String(1 + random.below(6))
      case .d: String(1 + random.below(24))
      case .a: random.pick(["a", "b", "c", "d"])
      case .u: random.pick(["A", "B", "C", "D"])
      default: ""
      }
    }
  }
}
