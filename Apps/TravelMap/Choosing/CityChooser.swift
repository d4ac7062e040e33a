import Kartoteka

/// New cities are chosen among the places of the world; other places are typed, or chosen on the map.
struct CityChooser: RecordChooser {
  typealias Chosen = City

  /// The maximum number of suggestions.
  private static let shown = 12

  var attributes: Set<String> {
    [
      City.name(of: \.geonamesNumber), City.name(of: \.englishName), City.name(of: \.polishName),
      City.name(of: \.russianName),
    ]
  }

  func suggestions(for search: ChoiceSearch) async throws -> Suggestions {
    let say = search.say
    let owner = search.owner.map { Record<Country>($0) }
    let country = owner?.isoCode
    let name = country?.name(in: say.language)
    var result = Suggestions(
      placeholder: name.map { say("City in {country}", ["country": .text($0)]) } ?? say("City"))
    let found = try await places(search, in: country)
    let known = try await cities(of: owner?.id, search.store)
    for place in found.places {
      guard let position = place.position, let code = place.country else { continue }
      let number = place.id.hasPrefix("geonames:") ? Int(place.id.dropFirst(9)) : nil
      let wanted = WantedPlace(name: place.name, position: position, number: number)
      result.suggestions.append(
        Suggestion(
          "\(position) \(code) \(place.name)", title: place.name,
          detail: detail(of: place, country == nil ? code : nil, say), record: known.first(where: wanted.isSame)?.any))
    }
    result.message = message(found, name, search)
    result.offersForm = true
    result.areFromOutside = true
    if !found.places.isEmpty { result.note = say(found.credit.phrase) }
    return result
  }

  private func places(_ search: ChoiceSearch, in country: CountryCode?) async throws -> FoundPlaces {
    let service = search.services.places
    do {
      return try await service.places(
        matching: search.text, in: country, limit: Self.shown, language: search.say.language)
    } catch let error as ServiceError {
      return FoundPlaces(places: [], credit: service.credit, problem: error)
    }
  }

  private func message(_ found: FoundPlaces, _ country: String?, _ search: ChoiceSearch) -> String? {
    let say = search.say
    var words = found.problem.map { [say($0.phrase)] } ?? []
    if search.text.isEmpty {
      words.append(say("Type the beginning of a name."))
    } else if found.places.isEmpty {
      let text = Phrase.Argument.text(search.text)
      words.append(
        country.map { say("Nothing in {country} is called “{search}”.", ["country": .text($0), "search": text]) }
          ?? say("No city is called “{search}”.", ["search": text]))
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private func detail(of place: FoundPlace, _ country: CountryCode?, _ say: Localizer) -> String {
    let people = place.population.flatMap { $0 > 0 ? say("{count} inhabitants", ["count": .count($0)]) : nil }
    return [place.region, country?.name(in: say.language), people].compactMap(\.self).joined(separator: " · ")
  }

  func record(chosen value: String, in search: ChoiceSearch) async throws -> ChosenRecord {
    let parts = value.split(separator: " ", maxSplits: 2).map(String.init)
    guard parts.count == 3, let position = Coordinate(parts[0]), let code = CountryCode(parts[1]) else {
      return .refused("This is no place. Choose one of these, or enter it by hand.")
    }
    var city = Record<City>()
    city.name = parts[2]
    city.position = position
    if let found = Gazetteer.world.city(called: parts[2], at: position, in: code) {
      city.geonamesNumber = found.geonameID
      city.englishName = found.names[Language.english.code]
      city.polishName = found.names[Language.polish.code]
      city.russianName = found.names[Language.russian.code]
    }
    city.country = try await owner(code, search)
    let wanted = WantedPlace(name: parts[2], position: position, number: city.geonamesNumber)
    let known =
      try await cities(of: city.country, search.store) + cities(numbered: city.geonamesNumber, search.store)
    if let existing = known.first(where: wanted.isSame) { return .existing(existing.any) }
    return .new(city.any) { transaction, record in
      var city = Record<City>(record)
      // A new city adds its country if it is missing.
      if city.country == nil {
        transaction.name = Phrase("Added {title}", ["title": record.titleArgument])
        var country = Record<Country>()
        country.isoCode = code
        try transaction.insert(&country)
        city.country = country.id
      }
      try transaction.insert(&city)
      return city.any
    }
  }

  // The country to which the city is added; nil if it has no record yet.
  private func owner(_ code: CountryCode, _ search: ChoiceSearch) async throws -> RecordID? {
    if let owner = search.owner { return owner.id }
    return try await search.store.fetch(Country.all.where(\.isoCode == code)).first?.id
  }

  private func cities(of country: RecordID?, _ store: Store) async throws -> [Record<City>] {
    guard let country else { return [] }
    return try await store.fetch(City.all.where(\.country == country).limit(AnyFetchRequest.limits.most))
  }

  // The city may have been moved to another country.
  private func cities(numbered number: Int?, _ store: Store) async throws -> [Record<City>] {
    guard let number else { return [] }
    return try await store.fetch(City.all.where(\.geonamesNumber == number))
  }

  func question(
    about city: Record<City>, over stored: Record<City>?, in search: ChoiceSearch
  ) async throws -> Phrase? {
    if let stored, stored.position == city.position, stored.country == city.country { return nil }
    guard let id = city.country, let country = try await search.store.record(Country.self, id: id)?.isoCode else {
      return nil
    }
    return FarCity(city, from: country)?.phrase(search.say)
  }
}

/// A place to add.
private struct WantedPlace {
  /// The distance in kilometres below which two places of a country are the same.
  private static let same = 2.0
  /// The distance in kilometres below which two places of one name in a country are the same. Services put a city's point
  /// at different places in it.
  private static let sameName = 15.0

  let name: String
  let position: Coordinate
  /// The GeoNames id; nil if it is unknown.
  let number: Int?

  /// Whether a city is the place. GeoNames ids decide if both have one, because the name may be in another language.
  func isSame(as city: Record<City>) -> Bool {
    if let number, let other = city.geonamesNumber { return number == other }
    let hasName = city.name == name
    guard let there = city.position else { return hasName }
    return there.kilometres(to: position) < (hasName ? Self.sameName : Self.same)
  }
}
