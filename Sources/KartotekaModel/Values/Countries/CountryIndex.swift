/// All that countries are called, ready to be looked through.
struct CountryIndex: Sendable {
  /// One of a country's names.
  struct Name: Sendable {
    let country: CountryCode
    /// The name as it is compared: ``CountryIndex/key(_:)``.
    let key: String
    /// Which letters that are: ``CountryIndex/letters(of:)``.
    let letters: UInt64
    /// The language whose name it is; nil for what the country is called beside its names.
    let language: Language?

    fileprivate init(_ country: CountryCode, _ name: String, _ language: Language?) {
      self.country = country
      key = CountryIndex.key(name)
      letters = CountryIndex.letters(of: key)
      self.language = language
    }
  }

  /// Every name, a country's own before other ones.
  let names: [Name]
  /// The countries by the keys of their names and by their codes, in small letters.
  let countries: [String: CountryCode]

  /// The index, made when it is first asked for.
  static let shared = CountryIndex()

  private init() {
    var names: [Name] = []
    var countries: [String: CountryCode] = [:]
    for country in CountryCode.all {
      for language in Language.all {
        names.append(Name(country, country.name(in: language), language))
      }
      for alias in CountryAliases.all[country.code, default: []] {
        names.append(Name(country, alias, nil))
      }
    }
    // What a country is called comes before what another one is called as well, and before codes.
    for name in names where name.language != nil && countries[name.key] == nil { countries[name.key] = name.country }
    for name in names where countries[name.key] == nil { countries[name.key] = name.country }
    for country in CountryCode.all {
      for code in [country.code, country.threeLetters].map({ $0.lowercased() }) where countries[code] == nil {
        countries[code] = country
      }
    }
    self.names = names
    self.countries = countries
  }

  /// Which letters a text has, as a set of 64. One typing error adds one letter at most and takes one away.
  static func letters(of key: String) -> UInt64 {
    key.unicodeScalars.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
  }

  /// A name as it is compared: folded, letters and digits only with one space between words, without
  /// "the", and Saint written out.
  static func key(_ name: some StringProtocol) -> String {
    var words = Folding.fold(String(name).replacing("&", with: " and "))
      .split { !($0.isLetter || $0.isNumber) }
    if words.count > 1, words.first == "the" { words.removeFirst() }
    if words.count > 1, words.first == "st" { words[0] = "saint" }
    return words.joined(separator: " ")
  }
}

extension CountryCode {
  /// The country of a name, in whatever language, or of a code of two or three letters, whatever the case and accents.
  public init?(named name: some StringProtocol) {
    if let country = CountryCode(name) {
      self = country
    } else if name.utf8.count <= CountrySearch.longest,
      let country = CountryIndex.shared.countries[CountryIndex.key(name)]
    {
      self = country
    } else {
      return nil
    }
  }
}
