import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

// Choice of countries.
extension ChoosingScreen {
  /// The number of countries that are shown without a search, before all are requested.
  private static let first = 30
  /// The maximum number of search results.
  private static let found = 12

  func suggestCountries(_ attribute: String, _ occasion: SheetContext, to sheet: inout SuggestionList) async throws {
    let say = occasion.request.say
    sheet.search.placeholder = say("Country")
    var countries = CountrySearch.search(occasion.text, in: say.language, limit: Self.found)
    if occasion.text.isEmpty {
      countries = CountryCode.sorted(in: say.language)
      if !occasion.wantsAll, countries.count > Self.first {
        countries = Array(countries.prefix(Self.first))
        sheet.more = occasion.hidden.reduce(path) { $0.with($1.name, $1.value) }.with("all", "1")
      }
    }
    let known = try await records(of: countries, attribute)
    let area = DisputedArea.named(occasion.text)
    for country in countries {
      var suggestion = SuggestionList.Suggestion(value: country.code, title: country.name(in: say.language))
      if let area, area.country == country {
        suggestion.detail = say("Includes {area} on this map", ["area": .text(area.name(in: say.language))])
        sheet.others = explanation(say)
      } else if countries.count < 4, CountryCode.disputed.contains(country) {
        sheet.others = explanation(say)
      }
      if let record = known[country.code] {
        suggestion.href = try await NewRecordScreen(list: list).address(of: record, occasion.request)
      }
      sheet.suggestions.append(suggestion)
    }
    sheet.news =
      countries.isEmpty
      ? (say("No country is called “{search}”. Try fewer letters.", ["search": .text(occasion.text)]), true)
      : (say("{count} suggestions", ["count": .count(countries.count)]), false)
  }

  // A link to the setting of disputed countries with its note.
  private func explanation(_ say: Localizer) -> [LinkRow] {
    guard let tab = screens.description.settingsTab, let settings = tab.settings,
      let setting = settings.panels.lazy.compactMap(\.disputed).first,
      let group = settings.groups.firstIndex(where: { $0.settings.contains { $0.name == setting.name } })
    else { return [] }
    let href = screens.path.appending(tab.path).place(SettingsForm.heading(group))
    return [LinkRow(title: say("What counts as a country"), symbol: .gear, href: href)]
  }

  func add(country text: String, _ attribute: String, _ occasion: SheetContext) async throws -> ScreenDocument {
    guard let country = CountryCode(text) else {
      let news = occasion.request.say("No country is called that. Choose one of these.")
      return try await page(occasion, status: .unprocessableContent, news: news)
    }
    if let there = try await records(of: [country], attribute)[country.code] {
      return .seeOther(try await NewRecordScreen(list: list).address(of: there, occasion.request))
    }
    var record = AnyRecord(entity)
    record[attribute] = .text(country.code)
    // Another person may add it concurrently.
    return try await store(record, occasion) { [entity] transaction, record in
      try transaction.record(entity, where: attribute, is: .text(country.code)) ?? transaction.insert(record)
    }
  }

  // The existing records of countries, by code.
  private func records(of countries: [CountryCode], _ attribute: String) async throws -> [String: AnyRecord] {
    guard !countries.isEmpty else { return [:] }
    var request = AnyFetchRequest(entity.name)
    request.predicate = .compare(attribute, .in, countries.map { .text($0.code) })
    request.limit = countries.count
    request.readsBlobs = false
    request.wantsTotal = false
    var records: [String: AnyRecord] = [:]
    for record in try await screens.store.fetch(request).records {
      if case .text(let code) = record[attribute] { records[code] = record }
    }
    return records
  }
}

extension CountryCode {
  /// All countries and territories by name.
  static func sorted(in language: Language) -> [CountryCode] {
    let collation = Collation(language)
    return all.map { (key: collation.key($0.name(in: language)), country: $0) }.sorted { $0.key < $1.key }.map(
      \.country)
  }
}
