import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The visited share of the world.
extension AppSettingsScreen {
  func panel(_ share: WorldShareDescription, _ say: Localizer) async throws -> SharePanel {
    let visited = try await countries(of: share)
    let all = try await counted(share)
    let sovereign = visited.intersection(all)
    let percent = Int(clampingNearest: Double(sovereign.count) / Double(all.count) * 100)
    return SharePanel(
      title: say(share.title),
      text: try await text(
        share, sovereign.count, of: all.count, territories: visited.count - sovereign.count, say),
      share: say("{number} %", ["number": .count(percent)]), parts: parts(share, sovereign, of: all, say),
      empty: visited.isEmpty ? empty(share, say) : nil)
  }

  // The countries that count.
  private func counted(_ share: WorldShareDescription) async throws -> [CountryCode] {
    guard let setting = share.disputed else { return CountryCode.sovereign }
    let stored = try await store.settings(EntityDescription(settings: [setting]))
    if stored[setting.name] != .integer(0) { return CountryCode.sovereign }
    return CountryCode.sovereign.filter { !CountryCode.disputed.contains($0) }
  }

  // Several records may have the same country.
  private func countries(of share: WorldShareDescription) async throws -> Set<CountryCode> {
    var request = AggregateRequest(share.entity)
    request.groups = [.value(share.country)]
    request.measures = [.count]
    let rows = try await store.aggregates([request]).first ?? []
    return Set(
      rows.compactMap { row in
        if case .text(let code)? = row.groups.first { CountryCode(code) } else { nil }
      })
  }

  // "19 of 198 countries and 2 territories, 44 cities"
  private func text(
    _ share: WorldShareDescription, _ countries: Int, of all: Int, territories: Int, _ say: Localizer
  ) async throws -> String {
    var text = say("{found} of {all} countries", ["found": .count(countries), "all": .count(all)])
    if territories > 0 {
      text = say(
        "{countries} and {territories}",
        [
          "countries": .text(text),
          "territories": .phrase(Phrase("{count} territories", ["count": .count(territories)])),
        ])
    }
    guard let counted = share.counted.flatMap({ store.model.entity(named: $0) }) else { return text }
    let count = try await store.count(AnyFetchRequest(counted.name))
    return text + ", " + say.counted(count, counted.nouns)
  }

  // The greatest first, then by name.
  private func parts(
    _ share: WorldShareDescription, _ visited: Set<CountryCode>, of countries: [CountryCode], _ say: Localizer
  ) -> [SharePanel.Part] {
    let list = store.model.entity(named: share.entity).flatMap { ListScreen(screens, of: $0) }
    let parts = Continent.allCases.compactMap { continent -> SharePanel.Part? in
      let all = countries.count { $0.continent == continent }
      guard all > 0 else { return nil }
      let count = visited.count { $0.continent == continent }
      let href = list?.address.with(
        ListNarrowing.parameter, ListNarrowing.text(share.country, continent.rawValue))
      return SharePanel.Part(
        title: say(continent.name), count: count, all: all, href: count > 0 ? href : nil)
    }
    return parts.sorted { ($1.count, $0.title) < ($0.count, $1.title) }
  }

  private func empty(_ share: WorldShareDescription, _ say: Localizer) -> (text: String, button: ActionButton)? {
    guard let entity = store.model.entity(named: share.entity) else { return nil }
    return (
      say("Nothing counts yet. Add the first one."),
      ActionButton(
        title: screens.newTitle(entity, say), symbol: .plus, target: .link(screens.path(of: entity).appending("new")))
    )
  }
}
