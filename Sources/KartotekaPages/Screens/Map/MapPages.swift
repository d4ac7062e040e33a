import Hummingbird
import KartotekaGeography
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The map of an application: the world, and a view of each country.
struct MapPages: Sendable {
  /// The records that are pins.
  struct Places: Sendable {
    let entity: EntityDescription
    /// The attribute with the position.
    let position: String
    /// The to-one relationship to the country; nil if places have none.
    let owner: String?
    /// The date whose latest value is shown.
    let date: String?
  }

  let screens: AppScreens
  let tab: TabDescription
  let map: MapDescription
  /// The entity of countries, else of places.
  let entity: EntityDescription
  let places: Places?

  /// The map of a tab; nil for other tabs.
  init?(_ screens: AppScreens, _ tab: TabDescription) {
    let model = screens.description.model
    guard case .map(let map) = tab.screen, let entity = model.entity(named: map.entity) else { return nil }
    self.screens = screens
    self.tab = tab
    self.map = map
    self.entity = entity
    if let pins = map.pins, let relationship = entity.relationship(pins.relationship),
      let target = model.entity(named: relationship.target)
    {
      places = Places(entity: target, position: pins.position, owner: relationship.inverse, date: pins.date)
    } else {
      places = map.position.map { Places(entity: entity, position: $0, owner: nil, date: nil) }
    }
  }

  var store: Store { screens.store }
  var address: URLPath { screens.path.appending(tab.path) }

  /// The address of a country's view.
  func address(of country: CountryCode) -> URLPath { address.appending(country.code) }

  // MARK: Pages

  /// The page of a country, or of the world.
  /// - Parameter sheet: the sheet above the map.
  func page(
    _ country: CountryCode?, _ request: ScreenRequest, status: HTTPResponse.Status = .ok,
    sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    if let press = request.query["press"].flatMap({ MapPress($0) }) {
      return try await answer(press, country, request)
    }
    let say = request.say
    let marked = try await marked(say)
    let pins = try await pins(say).map { pin in
      guard let country, let owner = marked[country]?.id, pin.owner == owner else { return pin }
      var pin = pin
      pin.point = MapRegion.point(pin.point, in: country)
      return pin
    }
    let chosen = try await chosen(request, in: country, marked)
    if case .gone = chosen { return .seeOther(country.map(address(of:)) ?? address) }
    let region = region(country, request, marked, pins, chosen.id)
    var view = MapView(
      pins: clusters(of: pins, in: region, country.flatMap { marked[$0] }?.id, chosen: chosen.id),
      region: region, address: country.map(address(of:)) ?? address, parameter: places?.entity.name ?? "")
    view.names = MapName.names(in: region, first: Set(marked.keys), besides: view.pins, say)
    view.chosenPin = chosen.id
    view.linked = linkedPins(country, marked, pins)
    view.fine = MapDetails.countries(in: region)
    if let places { view.counted = { say.counted($0, places.entity.nouns) } }
    if request.part == .rows {
      return .part { [view] in $0.add(view.pinsLayer) }
    }
    var column = MapColumn(
      title: say(tab.title),
      label: say(
        "World map, {counted}", ["counted": .text(say.counted(try await store.count(.init(entity.name)), entity.nouns))]
      ),
      geometry: screens.assets.world ?? URLPath(), view: view, list: list(say))
    column.outlines = screens.assets.outlines
    column.countries = try await countries(marked, pressed: country, say)
    // A country's view has a link to the world; below a sheet nothing is interactive.
    column.hasNames = country == nil && sheet == nil
    column.others = WorldMap.codes.filter { marked[$0] == nil }.map(\.code)
    column.pressed = country?.code
    column.isPlacing = isPlacing(request, country, marked)
    column.card = try await card(country, marked, pins, chosen, request)
    let title = column.card?.title ?? column.title
    if column.card == nil, sheet == nil, marked.isEmpty, pins.isEmpty { column.card = try await introduction(request) }
    column.search = search(request)
    column.zoom = MapColumn.Zoom(from: view, all: address)
    return try await screens.page(
      title, for: request, tab: tab.path, status: status, deepest: .map, hasTwoColumns: false, kind: .map,
      sheet: sheet, columns: [column])
  }

  /// Whether the person is to choose the position of a new place.
  func isPlacing(_ request: ScreenRequest, _ country: CountryCode?, _ marked: [CountryCode: AnyRecord]) -> Bool {
    guard request.query["place"] != nil, places?.owner != nil, let country else { return false }
    return marked[country] != nil
  }

  private func region(
    _ country: CountryCode?, _ request: ScreenRequest, _ marked: [CountryCode: AnyRecord], _ pins: [MapPin],
    _ chosen: RecordID?
  ) -> MapRegion {
    if let region = request.query["view"].flatMap({ MapRegion($0) }) { return region }
    guard let country else {
      // A map of countries is about the whole world, one of places about where they are.
      return map.region == nil ? .showing(pins, around: chosen) : .world
    }
    let own = marked[country]?.id
    return MapRegion(of: country, with: own == nil ? [] : pins.filter { $0.owner == own }.map(\.point)) ?? .world
  }

  private func search(_ request: ScreenRequest) -> MapColumn.Search? {
    guard map.region != nil, !screens.isFixed(entity) else { return nil }
    let words = request.say.ifKnown(Phrase("Find or add a " + entity.nouns.one)) ?? request.say("Find or add")
    return MapColumn.Search(
      label: words, placeholder: request.say("Find or add"), add: request.say.newRecord(entity.nouns),
      action: screens.path(of: entity).appending("new"),
      tab: tab.path)
  }

  private func list(_ say: Localizer) -> (title: String, href: URLPath)? {
    screens.screen(of: entity).map { (say("As a list"), $0.address) }
  }
}
