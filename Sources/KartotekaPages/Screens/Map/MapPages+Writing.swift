import Hummingbird
import KartotekaGeography
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Changes on the map.
extension MapPages {
  /// The response to a press on the map: the country, or the form of a new place; no content on the high seas.
  func answer(_ press: MapPress, _ country: CountryCode?, _ request: ScreenRequest) async throws -> ScreenDocument {
    if let country, let record = try await marked(request.say)[country], let places, let owner = places.owner,
      request.query["place"] != nil
    {
      guard let place = press.place else { return .noContent }
      return .seeOther(
        new(places.entity, owner, record, request).with(ListScreen.pressed, Self.text(place)))
    }
    guard map.region != nil, let pressed = press.country else { return .noContent }
    return .seeOther(address(of: pressed))
  }

  // Three decimal digits: a finger is not more precise than a hundred metres.
  private static func text(_ place: Coordinate) -> String {
    [place.latitude, place.longitude].map { String(($0 * 1_000).rounded() / 1_000) }.joined(separator: ",")
  }

  /// Adds a country and shows it.
  func add(_ country: CountryCode, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let region = map.region, isAddedAtOnce, !entity.isDerived else { throw ScreenFault.noSuchPage }
    if try await marked(request.say)[country] != nil { return .seeOther(address(of: country)) }
    var record = AnyRecord(entity)
    record[region] = .text(country.code)
    let outcome = try await store.perform(.screen) { [record] in try $0.insert(record) }
    return .seeOther(address(of: country), changeSet: outcome.changeSet)
  }

  /// Deletes a place and shows the map around it. It can be undone.
  func delete(_ form: SubmittedForm, in country: CountryCode?) async throws -> ScreenDocument {
    guard let places, !places.entity.isDerived else { throw ScreenFault.noSuchPage }
    let back = country.map(address(of:)) ?? address
    guard let id = form[places.entity.name].flatMap({ RecordID($0) }),
      try await store.record(places.entity, id: id) != nil
    else { return .seeOther(back) }
    let outcome = try await store.perform(.screen) { try $0.delete(places.entity, id: id) }
    return .seeOther(back, changeSet: outcome.changeSet)
  }
}
