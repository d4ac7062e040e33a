import Hummingbird
import KartotekaGeography
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaServices
import KartotekaStore

// Choice of places.
extension ChoosingScreen {
  /// The maximum number of places.
  private static let shown = 12

  func suggestPlaces(_ choice: PlaceChoice, _ occasion: SheetContext, to sheet: inout SuggestionList) async throws {
    let (say, owner) = (occasion.request.say, occasion.owner)
    let country = owner.flatMap { $0.country(choice.country) }
    let name = country?.name(in: say.language)
    sheet.search.placeholder = name.map { say("City in {country}", ["country": .text($0)]) } ?? say("City")
    let found = try await screens.places(matching: occasion.text, in: country, limit: Self.shown, say.language)
    let known = try await cities(choice, of: owner)
    for place in found.places {
      guard let position = place.position, let code = place.country else { continue }
      var suggestion = SuggestionList.Suggestion(
        value: "\(position) \(code) \(place.name)", title: place.name,
        detail: detail(of: place, country == nil ? code : nil, say))
      let number = place.id.hasPrefix("geonames:") ? Int64(place.id.dropFirst(9)) : nil
      let wanted = WantedPlace(name: place.name, position: position, number: number)
      if let there = known.first(where: { wanted.isSame(as: $0, choice) }) {
        suggestion.href = try await NewRecordScreen(list: list).address(of: there, occasion.request)
      }
      sheet.suggestions.append(suggestion)
    }
    sheet.news = news(found, name, occasion)
    sheet.others = try await others(occasion)
    if !found.places.isEmpty { sheet.note = say(found.credit.phrase) }
  }

  private func news(_ found: FoundPlaces, _ country: String?, _ occasion: SheetContext) -> SuggestionList.News {
    let say = occasion.request.say
    var words = found.problem.map { say($0.phrase) }.map { [$0] } ?? []
    if occasion.text.isEmpty {
      words.append(say("Type the beginning of a name."))
    } else if found.places.isEmpty {
      let search = Phrase.Argument.text(occasion.text)
      words.append(
        country.map { say("Nothing in {country} is called “{search}”.", ["country": .text($0), "search": search]) }
          ?? say("No city is called “{search}”.", ["search": search]))
    } else if words.isEmpty {
      return (say("{count} suggestions", ["count": .count(found.places.count)]), false)
    }
    return (words.joined(separator: " "), true)
  }

  private func detail(of place: FoundPlace, _ country: CountryCode?, _ say: Localizer) -> String {
    let people = place.population.flatMap { $0 > 0 ? say("{count} inhabitants", ["count": .count($0)]) : nil }
    return [place.region, country?.name(in: say.language), people].compactMap(\.self).joined(separator: " · ")
  }

  // Links for a place that is not suggested: typed, or chosen on the map.
  private func others(_ occasion: SheetContext) async throws -> [LinkRow] {
    let say = occasion.request.say
    let hand = occasion.hidden.reduce(path) { $0.with($1.name, $1.value) }.with("by", "hand")
      .with(ListScreen.called, unlessEmpty: occasion.text)
    var rows = [LinkRow(title: say("Enter it by hand"), symbol: .card, href: hand)]
    if let owner = occasion.owner, let map = screens.map?.placing(in: owner, called: occasion.text) {
      rows.append(LinkRow(title: say("Place it on the map"), symbol: .pin, href: map))
    }
    return rows
  }

  func add(
    place text: String, _ choice: PlaceChoice, _ form: SubmittedForm, _ occasion: SheetContext
  ) async throws -> ScreenDocument {
    let say = occasion.request.say
    let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard parts.count == 3, let position = Coordinate(parts[0]), let country = CountryCode(parts[1]) else {
      let news = say("This is no place. Choose one of these, or enter it by hand.")
      return try await page(occasion, status: .unprocessableContent, news: news)
    }
    var record = AnyRecord(entity)
    record[choice.name] = .text(parts[2])
    record[choice.position] = .text(position.description)
    let number = identify(&record, at: position, in: country, choice)
    var owner = occasion.owner
    if owner == nil { owner = try await self.owner(country, choice) }
    let wanted = WantedPlace(name: parts[2], position: position, number: number)
    let known = try await cities(choice, of: owner) + cities(choice, numbered: number)
    if let there = known.first(where: { wanted.isSame(as: $0, choice) }) {
      return .seeOther(try await NewRecordScreen(list: list).address(of: there, occasion.request))
    }
    if let owner { record[choice.relationship] = .integer(owner.id ?? 0) }
    if !FormMessage(form).isConfirmed, let question = try await list.question(about: record, say) {
      let sheet = question.sheet(
        action: path, cancel: occasion.hidden.reduce(path) { $0.with($1.name, $1.value) },
        hidden: occasion.hidden + [(SuggestionList.choiceName, text)], say)
      return try await NewRecordScreen(list: list).page(above: sheet, occasion.request)
    }
    let target = entity.relationship(choice.relationship).flatMap {
      screens.description.model.entity(named: $0.target)
    }
    return try await store(record, occasion) { transaction, record in
      var record = record
      // A new city adds its country if it is missing.
      if record[choice.relationship].isNull, let target {
        transaction.name = Phrase("Added {title}", ["title": record.titleArgument])
        var owner = AnyRecord(target)
        owner[choice.country] = .text(country.code)
        record[choice.relationship] = .integer(try transaction.insert(owner).id ?? 0)
      }
      return try transaction.insert(record)
    }
  }

  private func owner(_ country: CountryCode, _ choice: PlaceChoice) async throws -> AnyRecord? {
    guard let target = entity.relationship(choice.relationship)?.target else { return nil }
    var request = AnyFetchRequest(target)
    request.predicate = .compare(choice.country, .eq, [.text(country.code)])
    request.limit = 1
    request.readsBlobs = false
    return try await screens.store.fetch(request).records.first
  }

  private func cities(_ choice: PlaceChoice, of owner: AnyRecord?) async throws -> [AnyRecord] {
    guard let id = owner?.id else { return [] }
    return try await cities(where: .compare(choice.relationship, .eq, [.integer(id)]))
  }

  // The city may have been moved to another country.
  private func cities(_ choice: PlaceChoice, numbered number: Int64?) async throws -> [AnyRecord] {
    guard let identity = choice.identity, let number else { return [] }
    return try await cities(where: .compare(identity, .eq, [.integer(number)]))
  }

  private func cities(where predicate: FetchPredicate) async throws -> [AnyRecord] {
    var request = AnyFetchRequest(entity.name)
    request.predicate = predicate
    request.limit = 1_000
    request.readsBlobs = false
    request.wantsTotal = false
    return try await screens.store.fetch(request).records
  }

  // Sets the GeoNames id and names of a chosen place, and returns the id.
  private func identify(
    _ record: inout AnyRecord, at position: Coordinate, in country: CountryCode, _ choice: PlaceChoice
  ) -> Int64? {
    guard let identity = choice.identity, case .text(let name) = record[choice.name],
      let city = Gazetteer.world.city(called: name, at: position, in: country)
    else { return nil }
    for (language, index) in entity.translations(of: choice.name) {
      if let name = city.names[language] { record.values[index] = .text(name) }
    }
    record[identity] = .integer(Int64(city.geonameID))
    return Int64(city.geonameID)
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
  let number: Int64?

  /// Whether a record is the place. GeoNames ids decide if both have one, because the name may be in another language.
  func isSame(as record: AnyRecord, _ choice: PlaceChoice) -> Bool {
    if let number, let identity = choice.identity, case .integer(let other) = record[identity] {
      return number == other
    }
    let hasName = record[choice.name] == .text(name)
    guard let there = record.coordinate(choice.position) else { return hasName }
    return GreatCircle.kilometres(there, position) < (hasName ? Self.sameName : Self.same)
  }
}

// Requests to place services.
extension AppScreens {
  /// Places with names that begin with a text.
  /// - Throws: `CancellationError`.
  func places(
    matching text: String, in country: CountryCode?, limit: Int, _ language: Language
  ) async throws -> FoundPlaces {
    let service = app.services.places
    do {
      return try await service.places(matching: text, in: country, limit: limit, language: language)
    } catch let error as ServiceError {
      return FoundPlaces(places: [], credit: service.credit, problem: error)
    }
  }
}
