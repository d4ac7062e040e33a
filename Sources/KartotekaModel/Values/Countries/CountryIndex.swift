import Synchronization

/// The index of all names of countries.
struct CountryIndex: Sendable {
  /// One of a country's names.
  struct Name: Sendable {
    let country: CountryCode
    /// The name in the form of ``CountryIndex/key(_:)``.
    let key: String
    /// The set of its letters: ``CountryIndex/letters(of:)``.
    let letters: UInt64
    /// The language of the name; nil for an alias.
    let language: Language?

    fileprivate init(_ country: CountryCode, _ name: String, _ language: Language?) {
      self.country = country
      key = CountryIndex.key(name)
      letters = CountryIndex.letters(of: key)
      self.language = language
    }
  }

  /// All names, a country's own before aliases.
  let names: [Name]
  /// The countries by the keys of their names and by their codes, in lower case.
  let countries: [String: CountryCode]

  /// The index of the languages of the process, created on first use and when a language was added.
  static var shared: CountryIndex {
    let languages = Language.all
    if let index = made.withLock({ $0 }), index.languages == languages { return index }
    let index = CountryIndex(languages)
    made.withLock { $0 = index }
    return index
  }

  private static let made = Mutex<CountryIndex?>(nil)

  private let languages: [Language]

  private init(_ languages: [Language]) {
    self.languages = languages
    var names: [Name] = []
    var countries: [String: CountryCode] = [:]
    for country in CountryCode.all {
      for language in languages {
        names.append(Name(country, country.name(in: language), language))
      }
      for alias in CountryAliases.all[country.code, default: []] {
        names.append(Name(country, alias, nil))
      }
    }
    // Names take precedence over aliases of other countries and over codes.
    for name in names where name.language != nil && countries[name.key] == nil { countries[name.key] = name.country }
    for name in names where countries[name.key] == nil { countries[name.key] = name.country }
    for country in CountryCode.all {
      for code in [country.code, country.threeLetters].map({ $0.lowercased() }) where countries[code] == nil {
        countries[code] = country
      }
    }
    // A file that contains the area's name may mean another country, so only searches know it.
    for alias in DisputedArea.aliases { names.append(Name(alias.country, alias.name, nil)) }
    self.names = names
    self.countries = countries
  }

  /// The letters of a text as a set of 64 bits. One typing error adds and removes at most one letter.
  static func letters(of key: String) -> UInt64 {
    key.unicodeScalars.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
  }

  /// The form in which names are compared: folded letters and digits with one space between words, without "the", and
  /// with Saint written out.
  static func key(_ name: some StringProtocol) -> String {
    var words = Folding.fold(String(name).replacing("&", with: " and "))
      .split { !($0.isLetter || $0.isNumber) }
    if words.count > 1, words.first == "the" { words.removeFirst() }
    if words.count > 1, words.first == "st" { words[0] = "saint" }
    return words.joined(separator: " ")
  }
}

extension CountryCode {
  /// The country of a name in any language, or of a code of two or three letters, ignoring case and accents.
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
