import KartotekaModel

/// The world's cities with 15,000 inhabitants or more, with their alternate names.
///
/// The names are from GeoNames (CC BY 4.0, <https://www.geonames.org>). Both lists are sorted by their folded names, so a
/// search takes a few milliseconds without another index.
public struct Gazetteer: Sendable {
  /// The gazetteer in the resources, loaded at its first use; empty without the trait `Geography`.
  public static let world = Gazetteer(
    cities: WorldFiles.text("cities.tsv"), alternates: WorldFiles.text("alternates.tsv"), exonyms: Exonyms.shipped)

  let cities: NameTable
  private let alternates: NameTable
  let exonyms: [Language: Exonyms]
  /// The number of inhabitants of each city.
  private let populations: [UInt32]
  /// The line of the own name of each city in Russia.
  private let russianNames: Deferred<[Int: Int]>
  /// The two letters of each city's country code.
  let countries: [UInt16]

  /// Reads lines that are sorted by their keys, as `Data/gazetteer.py` writes them: cities and their alternate names.
  init(cities: String, alternates: String, exonyms: [Language: Exonyms] = [:]) {
    let table = NameTable(cities)
    self.cities = table
    let others = NameTable(alternates)
    self.alternates = others
    russianNames = Deferred { RussianNames.lines(in: others, of: table) }
    self.exonyms = exonyms
    let facts = (0..<table.count).map { table.withRest(of: $0, Self.populationAndCountry) ?? (0, 0) }
    populations = facts.map(\.0)
    countries = facts.map(\.1)
  }

  /// The cities that match a text, the best first: by whole names, by beginnings, by words, then with one or two typing
  /// errors. The primary name precedes alternate names, and larger cities precede smaller ones. An empty text gives the
  /// largest cities.
  /// - Parameters:
  ///   - text: the query.
  ///   - country: the country of the cities; nil for any.
  ///   - limit: the maximum number of cities.
  ///   - language: the language of the returned names; nil for the matched names.
  public func search(
    _ text: String, in country: CountryCode? = nil, limit: Int = 10, language: Language? = nil
  ) -> [Place] {
    let key = NameKey.key(of: text)
    guard limit > 0, key.count <= Self.longest, !key.isEmpty || text.allSatisfy(\.isWhitespace) else { return [] }
    var search = Search(list: Shortlist(limit: limit), country: country.map { Self.pair($0.code.utf8) })
    begin(&search, with: key)
    if !search.list.isFull, !key.isEmpty {
      searchWords(&search, for: key)
    }
    if search.list.entries.count < Self.fewest, search.list.entries.first?.rank.fit.isWhole != true {
      searchAlike(&search, to: key)
    }
    return search.list.entries.compactMap { place($0, language) }
  }

  /// Typing errors are considered if fewer cities match exactly and none by its whole name.
  private static let fewest = 3
  /// Alternate names precede exonyms, because they are what the person typed.
  private static let lastChoice = Int.max
  /// The maximum length of a query in bytes. All names are shorter.
  private static let longest = 120
}

// MARK: Searching

extension Gazetteer {
  /// The cities of a country with names, in any language, that begin with a text. Whole names come first.
  func entries(named name: String, in country: CountryCode) -> [Shortlist.Entry] {
    let key = NameKey.key(of: name)
    guard !key.isEmpty, key.count <= Self.longest else { return [] }
    var search = Search(list: Shortlist(limit: 40), country: Self.pair(country.code.utf8))
    begin(&search, with: key)
    return search.list.entries
  }

  /// The own name of a city in Russia; nil for others, and where none is known.
  func russianName(of city: Int) -> String? { russianNames.value[city].map { String(alternates.fields($0)[0]) } }

  private struct Search {
    var list: Shortlist
    let country: UInt16?
  }

  private func begin(_ search: inout Search, with key: [UInt8]) {
    for line in cities.lines(beginningWith: key) {
      add(
        line, cities.key(line).count == key.count ? .whole(isAlternate: false) : .beginning(isAlternate: false), &search
      )
    }
    guard !key.isEmpty else { return }
    for names in exonyms.values {
      for line in names.table.lines(beginningWith: key) {
        let isWhole = names.table.key(line).count == key.count
        let fit: Fit = isWhole ? .whole(isAlternate: true) : .beginning(isAlternate: true)
        add(names.city(of: line), fit, choice: Self.lastChoice, &search)
      }
    }
    for line in alternates.lines(beginningWith: key) {
      let isWhole = alternates.key(line).count == key.count
      addCities(of: line, isWhole ? .whole(isAlternate: true) : .beginning(isAlternate: true), &search)
    }
  }

  private func searchWords(_ search: inout Search, for key: [UInt8]) {
    for line in cities.lines(withWordBeginningWith: key) { add(line, .word(isAlternate: false), &search) }
    for line in alternates.lines(withWordBeginningWith: key) { addCities(of: line, .word(isAlternate: true), &search) }
  }

  private func searchAlike(_ search: inout Search, to key: [UInt8]) {
    let limit = EditDistance.forgiven(in: String(decoding: key, as: UTF8.self))
    guard limit > 0 else { return }
    for names in exonyms.values {
      names.table.forEachLine(like: key, errors: limit) { found in
        let fit = Fit.alike(errors: found.errors, isWhole: found.isWhole, isAlternate: true)
        add(names.city(of: found.line), fit, choice: Self.lastChoice, &search)
      }
    }
    cities.forEachLine(like: key, errors: limit) { found in
      add(found.line, .alike(errors: found.errors, isWhole: found.isWhole, isAlternate: false), &search)
    }
    alternates.forEachLine(like: key, errors: limit) { found in
      addCities(of: found.line, .alike(errors: found.errors, isWhole: found.isWhole, isAlternate: true), &search)
    }
  }

  private func add(_ city: Int, _ fit: Fit, alternate: Int? = nil, choice: Int = 0, _ search: inout Search) {
    guard search.country == nil || search.country == countries[city] else { return }
    let rank = Shortlist.Rank(fit: fit, population: populations[city], city: city)
    search.list.add(Shortlist.Entry(rank: rank, alternate: alternate, choice: choice))
  }

  /// Adds the cities of an alternate name. Of several matching names of a city, one that Polish or Russian prefers is shown,
  /// else the shortest.
  private func addCities(of line: Int, _ fit: Fit, _ search: inout Search) {
    let length = alternates.key(line).count
    _ = alternates.withRest(of: line) { bytes in
      var choice = length
      var position = bytes.startIndex + 1
      while position < bytes.endIndex {
        if bytes[position] == UInt8(ascii: "\t") {
          choice = length + Self.longest
          position += 1
          continue
        }
        guard position + 3 <= bytes.endIndex else { break }
        let city = bytes[position..<position + 3].reduce(0) { $0 * 36 + Self.digit($1) }
        position += 3
        if city < countries.count { add(city, fit, alternate: line, choice: choice, &search) }
      }
    }
  }
}

// MARK: Reading lines

extension Gazetteer {
  private func place(_ entry: Shortlist.Entry, _ language: Language?) -> Place? {
    let fields = cities.fields(entry.rank.city)
    guard fields.count == 6, let country = CountryCode(fields[2]), let id = Int(fields[3]),
      let position = Self.position(fields)
    else { return nil }
    return Place(
      geonameID: id, name: String(fields[0]), country: country, position: position,
      population: Int(entry.rank.population), called: called(entry, own: String(fields[0]), language))
  }

  private func called(_ entry: Shortlist.Entry, own: String, _ language: Language?) -> String {
    if let language, let name = exonyms[language]?.name(of: entry.rank.city) { return name }
    guard let alternate = entry.alternate.map({ String(alternates.fields($0)[0]) }) else { return own }
    // GeoNames contains obsolete names. A name that no language prefers is shown only if it was typed completely.
    let isPreferred = entry.choice < Self.longest || entry.rank.fit.isWhole
    return language == nil || isPreferred || !alternate.isLatin ? alternate : own
  }

  /// The position of the city in a line.
  static func position(_ fields: [Substring]) -> Coordinate? {
    guard fields.count == 6, let latitude = Double(fields[4]), let longitude = Double(fields[5]) else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Parses a tab, digits, a tab and two letters.
  private static func populationAndCountry(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (UInt32, UInt16) {
    var population: UInt32 = 0
    var position = bytes.startIndex + 1
    while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\t") {
      population = population &* 10 &+ UInt32(bytes[position] &- UInt8(ascii: "0"))
      position += 1
    }
    return (population, pair(bytes[position...].dropFirst().prefix(2)))
  }

  static func pair(_ letters: some Sequence<UInt8>) -> UInt16 { letters.reduce(0) { $0 << 8 | UInt16($1) } }

  /// The value of a base-36 digit.
  static func digit(_ byte: UInt8) -> Int {
    byte < UInt8(ascii: "a") ? Int(byte) - Int(UInt8(ascii: "0")) : Int(byte) - Int(UInt8(ascii: "a")) + 10
  }
}

extension String {
  /// Whether the first letter is Latin.
  fileprivate var isLatin: Bool { (unicodeScalars.first?.value ?? 0) < 0x250 }
}

extension Gazetteer {
  /// The distance from a position to the nearest city of a country, in kilometres; nil if no city of it is known.
  public func kilometres(from place: Coordinate, toCityOf country: CountryCode) -> Double? {
    let letters = Self.pair(country.code.utf8)
    return countries.indices.lazy.filter { countries[$0] == letters }
      .compactMap { Self.position(cities.fields($0)) }
      .map { GreatCircle.kilometres(place, $0) }.min()
  }
}
