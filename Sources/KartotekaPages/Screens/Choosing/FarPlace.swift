import KartotekaGeography
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A place that lies so far outside of its country, or so far within another one, that screens ask about it before it is
/// saved. Slips are likelier there than in files and programs.
struct FarPlace: Sendable {
  /// The most kilometres that need no question: islands off a coast, borders that are drawn coarsely.
  private static let near = 300.0
  /// The same on another country's land: the outlines are exact to some twenty kilometres.
  private static let within = 40.0

  /// What the place is called.
  let title: String
  let kilometres: Int
  /// The country's name.
  let country: String

  /// Nil for a record that is near its country, or says nothing of either.
  init?(_ record: AnyRecord, _ place: PlaceChoice, _ screens: AppScreens, _ say: Localizer) async throws {
    guard let position = record.coordinate(place.position), case .integer(let id) = record[place.relationship],
      let target = record.entity.relationship(place.relationship).flatMap({
        screens.description.model.entity(named: $0.target)
      }), let owner = try await screens.store.record(target, id: id), let country = owner.country(place.country)
    else { return nil }
    let distance = WorldMap.kilometres(from: position, to: country)
    guard distance > (Self.isElsewhere(position, than: country) ? Self.within : Self.near) else { return nil }
    // As people say it: to the nearest ten.
    kilometres = Int((distance / 10).rounded()) * 10
    title = record.title(in: say)
    self.country = country.name(in: say.language)
  }

  // Whether a place lies on the land of another country.
  private static func isElsewhere(_ position: Coordinate, than country: CountryCode) -> Bool {
    let point = WorldMap.point(of: position)
    return WorldMap.codes.contains { $0 != country && WorldMap.outline(of: $0)?.contains(point) == true }
  }

  /// Whether it is to be saved all the same.
  func question(_ say: Localizer) -> SaveQuestion {
    let text = say(
      "{place} is {count} km from {country}.",
      ["place": .text(title), "count": .count(kilometres), "country": .text(country)])
    return SaveQuestion(title: say("Add it all the same?"), text: text, verb: say("Add it"))
  }
}

extension AnyRecord {
  /// The country that an attribute holds; nil for none.
  func country(_ name: String) -> CountryCode? {
    if case .text(let code) = self[name] { CountryCode(code) } else { nil }
  }

  /// The place that an attribute holds; nil for none.
  func coordinate(_ name: String) -> Coordinate? {
    entity.attribute(name).flatMap { Coordinate.read(self[name], for: $0) }
  }
}
