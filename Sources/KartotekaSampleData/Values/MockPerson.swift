/// A fictitious person: a random combination of a first and a last name of one country.
struct MockPerson: Sendable {
  let locale: MockLocale
  let isFemale: Bool
  let first: MockName
  let last: MockName

  init(_ locale: MockLocale, _ random: inout MockRandom) {
    self.locale = locale
    isFemale = random.chance(500)
    first = Self.first(locale, isFemale, &random)
    let last = Self.last(locale, isFemale, &random)
    // Paul Paul is a possible name, but it looks like a mistake.
    self.last = last.text == first.text ? Self.last(locale, isFemale, &random) : last
  }

  var firstName: String { first.text }
  var lastName: String { last.text }

  /// Both names in the country's order.
  var fullName: String {
    locale.familyFirst ? last.text + " " + first.text : first.text + " " + last.text
  }

  /// The form of address: `Ms.`, `Mr.`, sometimes `Dr.`.
  func courtesy(_ random: inout MockRandom) -> String {
    random.chance(80) ? "Dr." : isFemale ? "Ms." : "Mr."
  }

  private static func first(_ locale: MockLocale, _ isFemale: Bool, _ random: inout MockRandom) -> MockName {
    let pool = isFemale ? locale.female : locale.male
    let first = random.pick(pool)
    guard random.chance(locale.doubleFirst.perMille) else { return first }
    let second = random.pick(pool)
    let join = locale.doubleFirst.join
    guard second.text != first.text else { return first }
    guard join.isEmpty else { return MockName(text: first.text + join + second.text, mail: first.mail) }
    return MockName(text: first.text + second.text.lowercased(), mail: first.mail + second.mail)
  }

  private static func last(_ locale: MockLocale, _ isFemale: Bool, _ random: inout MockRandom) -> MockName {
    let pool = isFemale ? locale.lastOfWomen : locale.lastOfMen
    let last = random.pick(pool)
    let double = locale.doubleLast
    guard random.chance(isFemale ? double.women : double.men) else { return last }
    let second = random.pick(pool)
    guard second.text != last.text else { return last }
    return MockName(text: last.text + double.join + second.text, mail: last.mail + "-" + second.mail)
  }
}
