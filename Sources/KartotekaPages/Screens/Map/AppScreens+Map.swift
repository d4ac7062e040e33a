import Hummingbird
import KartotekaGeography
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The map on other screens.
extension AppScreens {
  /// The application's map; nil if it has none.
  var map: MapPages? { description.tabs.lazy.compactMap { MapPages(self, $0) }.first }
}

extension MapPages: RecordView {
  func page(
    at record: AnyRecord?, _ request: ScreenRequest, status: HTTPResponse.Status, sheet: Sheet
  ) async throws -> ScreenDocument {
    try await page(record.flatMap { country(of: $0) }, request, status: status, sheet: sheet)
  }

  /// The address of a record on the map: a country or a place in one; nil for other records.
  func address(of record: AnyRecord) async throws -> URLPath? {
    if record.entity.name == entity.name {
      if let country = country(of: record) { return address(of: country) }
      return places?.owner == nil ? address.with(entity.name, String(record.id ?? 0)) : nil
    }
    guard let places, record.entity.name == places.entity.name, let owner = places.owner,
      case .integer(let id) = record[owner], let country = try await store.record(entity, id: id)
    else { return nil }
    return self.country(of: country).map { address(of: $0).with(places.entity.name, String(record.id ?? 0)) }
  }

  /// A small map for the page of a place; nil for other records and unknown positions.
  func section(of record: AnyRecord, _ say: Localizer) async throws -> (any Component)? {
    guard let places, record.entity.name == places.entity.name, let world = screens.assets.world,
      case .text(let text) = record[places.position], let position = Coordinate(text),
      let href = try await address(of: record)
    else { return nil }
    var country: CountryCode?
    if let owner = places.owner, case .integer(let id) = record[owner] {
      country = try await store.record(entity, id: id).flatMap { self.country(of: $0) }
    }
    return PlaceMap(
      title: record.title(in: say), href: href, world: world, country: country,
      region: PlaceMap.region(around: WorldMap.point(of: position), in: country))
  }

  /// The address for choosing a new place in a country on the map; nil for other records.
  /// - Parameter name: the typed name; empty if nothing was typed.
  func placing(in country: AnyRecord, called name: String) -> URLPath? {
    guard places?.owner != nil else { return nil }
    return self.country(of: country).map {
      address(of: $0).with("place", "1").with(ListScreen.called, unlessEmpty: name)
    }
  }

  /// The country of a record; nil if it is not a country.
  func country(of record: AnyRecord) -> CountryCode? {
    guard record.entity.name == entity.name, let region = map.region, case .text(let code) = record[region] else {
      return nil
    }
    return CountryCode(code)
  }
}
