import KartotekaGeography
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The card of a selection on the map.
extension MapPages {
  /// The card of a selected place or country; nil if nothing is selected.
  func card(
    _ country: CountryCode?, _ marked: [CountryCode: AnyRecord], _ pins: [MapPin], _ chosen: ChosenPin,
    _ request: ScreenRequest
  ) async throws -> MapCard? {
    if case .record(let place) = chosen { return try await card(of: place, country, request) }
    guard let country else { return nil }
    guard let record = marked[country] else { return card(unmarked: country, request) }
    if isPlacing(request, country, marked) { return card(placingIn: country, record, request) }
    return try await card(of: country, record, pins, request)
  }

  /// The card of an empty map: its purpose and the first steps.
  func introduction(_ request: ScreenRequest) async throws -> MapCard {
    let say = request.say
    let way =
      map.region == nil
      ? say("Add the first one, or import files.")
      : say("Type the name of a country in the field above, or press a country on the map.")
    let empty = try await screens.introducing(EmptyState(title: say.noneYet(entity.nouns), text: way), request)
    return MapCard(
      cut: say(tab.title), title: empty.title,
      text: [empty.purpose ?? "", way].filter { !$0.isEmpty }.joined(separator: " "),
      close: nil, buttons: empty.buttons)
  }

  private func card(
    of country: CountryCode, _ record: AnyRecord, _ pins: [MapPin], _ request: ScreenRequest
  ) async throws -> MapCard {
    let say = request.say
    var card = MapCard(cut: say(map.marked), title: name(of: country, say), close: address)
    card.text = try await summary(of: record, pins, say)
    if screens.screen(of: entity) != nil {
      card.buttons.append(
        ActionButton(title: say("Information"), target: .link(page(of: record))))
    }
    if let places, let owner = places.owner, !screens.isFixed(places.entity) {
      let new = new(places.entity, owner, record, request)
      let nouns = places.entity.nouns
      let noun = say(nouns.one)
      // Three buttons stand side by side on a phone.
      card.buttons.append(
        ActionButton(
          title: noun.prefix(1).uppercased() + noun.dropFirst(), name: say.newRecord(nouns), symbol: .plus,
          target: .link(new)))
      card.place = (say("Place on the map"), address(of: country).with("place", "1"))
    }
    return card
  }

  // "2 cities, 5 pictures · last in May 2024".
  private func summary(of record: AnyRecord, _ pins: [MapPin], _ say: Localizer) async throws -> String {
    var counts: [String] = []
    for relationship in entity.relationships where relationship.cardinality == .toMany {
      guard let target = screens.description.model.entity(named: relationship.target),
        let inverse = relationship.inverse,
        let count = try await self.counts(of: target, by: inverse, record.id)[record.id ?? 0]
      else { continue }
      counts.append(say.counted(count, target.nouns))
    }
    let latest = pins.filter { $0.owner == record.id }.map(\.date).max().flatMap { Month($0) }
    let last = latest.map { say("last in {month}", ["month": .text($0.name(in: say))]) }
    return ([counts.joined(separator: ", ")] + [last ?? ""]).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func card(unmarked country: CountryCode, _ request: ScreenRequest) -> MapCard {
    let say = request.say
    var card = MapCard(cut: say(map.unmarked), title: name(of: country, say), close: address)
    guard !screens.isFixed(entity) else { return card }
    let target: ActionButton.Target =
      isAddedAtOnce
      ? .post(address(of: country))
      : .link(screens.path(of: entity).appending("new").with(map.region ?? "", country.code))
    card.buttons.append(ActionButton(title: say("Add"), symbol: .plus, target: target))
    return card
  }

  /// Whether a country's record needs only its code.
  var isAddedAtOnce: Bool {
    entity.columns.allSatisfy { column in
      guard column.isRequired, column.name != map.region else { return true }
      if case .attribute(let attribute) = column { return !attribute.initialValue.isNull }
      return false
    }
  }

  private func card(placingIn country: CountryCode, _ record: AnyRecord, _ request: ScreenRequest) -> MapCard {
    let say = request.say
    let title = places.map { say.newRecord($0.entity.nouns) } ?? ""
    var card = MapCard(cut: name(of: country, say), title: title, close: address(of: country))
    card.text = say("Press on the map where it is.")
    card.isPlacing = true
    if let places, let owner = places.owner {
      card.buttons.append(
        ActionButton(
          title: say("Type where it is"), target: .link(new(places.entity, owner, record, request).with("by", "hand"))))
    }
    return card
  }

  private func card(of place: AnyRecord, _ country: CountryCode?, _ request: ScreenRequest) async throws -> MapCard {
    let say = request.say
    let entity = place.entity
    let back = country.map(address(of:)) ?? address
    var card = MapCard(
      cut: country.map { name(of: $0, say) } ?? say(tab.title),
      title: try await screens.title(of: place, say), close: back)
    if case .text(let text) = place[places?.date ?? ""], let date = CalendarDate(iso: text) {
      card.text = DateText.long(date, in: say)
    }
    if screens.screen(of: entity) != nil {
      card.buttons.append(ActionButton(title: say("Open"), target: .link(page(of: place))))
    }
    if !screens.isFixed(entity) {
      card.hidden = [(entity.name, String(place.id ?? 0))]
      card.buttons.append(
        ActionButton(title: say("Delete"), symbol: .trash, target: .post(back.appending("delete")), isDangerous: true))
    }
    return card
  }

  // A record's page with a way back to the map.
  private func page(of record: AnyRecord) -> URLPath {
    screens.path(of: record.entity).appending(record.id ?? 0).with("via", tab.path)
  }

  /// The address for adding a place in a country, with the name that was typed before. A form is above the country's page.
  func new(_ entity: EntityDescription, _ owner: String, _ country: AnyRecord, _ request: ScreenRequest) -> URLPath {
    screens.path(of: entity).appending("new").with(owner, String(country.id ?? 0)).with("on", tab.path)
      .with("via", request.trail(from: country)).with(
        ListScreen.called, unlessEmpty: request.query[ListScreen.called] ?? "")
  }
}
