import KartotekaModel

/// A map of the world on which countries are filled that have a record, with pins where places are.
///
/// ```swift
/// MapScreen(Country.self, region: \.isoCode)
///   .pins(\.cities, at: \.position, on: \.dateOfVisit)
///   .calling("Visited", else: "Not visited")
/// ```
/// Records that are places and belong to no country have pins only: `MapScreen(Shop.self, at: \.position)`.
public struct MapScreen<E: Entity>: Screen {
  private var map: MapDescription

  /// The screen as data.
  public var description: ScreenDescription { .map(map) }

  /// A map of countries.
  /// - Parameters:
  ///   - entity: the entity of the records.
  ///   - region: the attribute that says which country a record is. No two records may have the same.
  public init(_ entity: E.Type, region: KeyPath<E, Attribute<CountryCode>>) {
    map = MapDescription(entity: E.name, region: E.name(of: region))
  }

  /// A map of places.
  /// - Parameters:
  ///   - entity: the entity of the records.
  ///   - position: the attribute that says where a record is; those without one aren't shown.
  public init(_ entity: E.Type, at position: KeyPath<E, Attribute<Coordinate>>) {
    map = MapDescription(entity: E.name, position: E.name(of: position))
  }

  /// Places that belong to a country are pins.
  public func pins<Place: Entity>(
    _ relationship: KeyPath<E, ToMany<Place>>, at position: KeyPath<Place, Attribute<Coordinate>>
  ) -> MapScreen {
    with(MapDescription.Pins(E.name(of: relationship), position: Place.name(of: position)))
  }

  /// Places that belong to a country are pins, and a country tells the latest of their dates.
  public func pins<Place: Entity>(
    _ relationship: KeyPath<E, ToMany<Place>>, at position: KeyPath<Place, Attribute<Coordinate>>,
    on date: KeyPath<Place, Attribute<CalendarDate>>
  ) -> MapScreen {
    with(
      MapDescription.Pins(
        E.name(of: relationship), position: Place.name(of: position), date: Place.name(of: date)))
  }

  /// Names the countries with and without a record: keys into the catalogue.
  public func calling(_ marked: String, else unmarked: String) -> MapScreen {
    var copy = self
    copy.map.marked = marked
    copy.map.unmarked = unmarked
    return copy
  }

  private func with(_ pins: MapDescription.Pins) -> MapScreen {
    var copy = self
    copy.map.pins = pins
    return copy
  }
}
