import KartotekaGeography
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A position that is far outside of its country or inside another one. Screens ask for a confirmation, because typing
/// errors are likely.
struct FarPlace: Sendable {
  /// The maximum distance in kilometres without a question: islands off a coast, coarse borders.
  private static let near = 300.0
  /// The maximum distance on another country's land; the outlines are accurate to about twenty kilometres.
  private static let within = 40.0

  /// The title of the record.
  let title: String
  let kilometres: Int
  /// The name of the country.
  let country: String

  /// Nil if the position is near the country, or if either is missing.
  init?(_ record: AnyRecord, _ place: PlaceChoice, _ screens: AppScreens, _ say: Localizer) async throws {
    guard let position = record.coordinate(place.position), case .integer(let id) = record[place.relationship],
      let target = record.entity.relationship(place.relationship).flatMap({
        screens.description.model.entity(named: $0.target)
      }), let owner = try await screens.store.record(target, id: id), let country = owner.country(place.country)
    else { return nil }
    let distance = WorldMap.kilometres(from: position, to: country)
    guard distance > (Self.isElsewhere(position, than: country) ? Self.within : Self.near) else { return nil }
    // Rounded to ten.
    kilometres = Int(clampingNearest: distance / 10) * 10
    title = record.title(in: say)
    self.country = country.name(in: say.language)
  }

  // Whether a position is on the land of another country.
  private static func isElsewhere(_ position: Coordinate, than country: CountryCode) -> Bool {
    let point = WorldMap.point(of: position)
    return WorldMap.codes.contains { $0 != country && WorldMap.outline(of: $0)?.contains(point) == true }
  }

  /// The question before saving.
  func question(_ say: Localizer) -> SaveQuestion {
    let text = say(
      "{place} is {count} km from {country}.",
      ["place": .text(title), "count": .count(kilometres), "country": .text(country)])
    return SaveQuestion(title: say("Add it all the same?"), text: text, verb: say("Add it"))
  }
}

extension AnyRecord {
  /// The country in an attribute; nil if it is empty.
  func country(_ name: String) -> CountryCode? {
    if case .text(let code) = self[name] { CountryCode(code) } else { nil }
  }

  /// The position in an attribute; nil if it is empty.
  func coordinate(_ name: String) -> Coordinate? {
    entity.attribute(name).flatMap { Coordinate.read(self[name], for: $0) }
  }
}

/// A question that a person answers before a record is saved.
struct SaveQuestion: Sendable {
  let title: String
  let text: String
  /// The label of the button that saves.
  let verb: String

  /// The sheet with the question. Cancel shows a draft's form again, else it leads to `cancel`.
  func sheet(
    action: URLPath, cancel: URLPath, isDraft: Bool = false, hidden: [(name: String, value: String)], _ say: Localizer
  ) -> Sheet {
    Sheet.question(
      title, text: text, verb: verb, action: action, cancel: cancel, isDangerous: false, hidden: hidden, confirms: true,
      isDraft: isDraft, say)
  }
}
