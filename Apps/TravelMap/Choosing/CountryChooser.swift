import Kartoteka

/// New countries are chosen among those of the world, each once.
struct CountryChooser: RecordChooser {
  typealias Chosen = Country

  /// The number of countries that are shown without a search, before all are requested.
  private static let first = 30
  /// The maximum number of search results.
  private static let found = 12

  func suggestions(for search: ChoiceSearch) async throws -> Suggestions {
    let say = search.say
    var result = Suggestions(placeholder: say("Country"))
    var countries = CountrySearch.search(search.text, in: say.language, limit: Self.found)
    if search.text.isEmpty {
      countries = CountryCode.sorted(in: say.language)
      if !search.wantsAll, countries.count > Self.first {
        countries = Array(countries.prefix(Self.first))
        result.hasMore = true
      }
    }
    let known = try await records(search.store)
    let area = CountrySearch.disputedArea(search.text, in: say.language)
    for country in countries {
      let isDrawnWith = area?.country == country ? area?.name : nil
      if isDrawnWith != nil || countries.count < 4 && CountryCode.disputed.contains(country) {
        result.refer(to: countsDisputed, title: say("What counts as a country"))
      }
      result.suggestions.append(
        Suggestion(
          country.code, title: country.name(in: say.language),
          detail: isDrawnWith.map { say("Includes {area} on this map", ["area": .text($0)]) },
          record: known[country]?.any))
    }
    if countries.isEmpty {
      result.message = say(
        "No country is called “{search}”. Try fewer letters.", ["search": .text(search.text)])
    }
    return result
  }

  func record(chosen value: String, in search: ChoiceSearch) async throws -> ChosenRecord {
    guard let code = CountryCode(value) else { return .refused("No country is called that. Choose one of these.") }
    if let existing = try await records(search.store)[code] { return .existing(existing.any) }
    var country = Record<Country>()
    country.isoCode = code
    return .new(country.any) { transaction, record in
      // Another person may add it concurrently.
      if let existing = try transaction.fetch(Country.all.where(\.isoCode == code)).first { return existing.any }
      return try transaction.insert(record)
    }
  }

  private func records(_ store: Store) async throws -> [CountryCode: Record<Country>] {
    let request = Country.all.limit(AnyFetchRequest.limits.most)
    let records = try await store.fetch(request).compactMap { country in country.isoCode.map { ($0, country) } }
    return Dictionary(records) { first, _ in first }
  }
}
