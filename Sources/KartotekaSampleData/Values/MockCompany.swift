/// A fictitious company with a name in the style of its country.
struct MockCompany: Sendable {
  let name: String

  init(_ address: MockAddress, _ random: inout MockRandom) {
    let locale = address.locale
    name = random.pick(locale.companies).fill { slot in
      switch slot {
      case .last, .other: random.pick(locale.lastOfMen).text
      case .city: address.city.name
      case .trade: random.pick(locale.trades)
      default: ""
      }
    }
  }
}
