/// An address in the format of its country. Streets and cities are common ones; whether the city has the street and the
/// number is chance.
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

  /// The address in one line: `ul. Polna 12/7, 00-950 Warszawa`.
  var full: String { fill { $0 } }

  /// The street and the number.
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

  /// A house number. Small ones are more frequent.
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
