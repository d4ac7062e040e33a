import Kartoteka

/// A city that somebody has been to.
public struct City: Entity {
  let name = Attribute<String>("City", .required, .title, .length(1...120), .aliases("name"))
  let country = ToOne<Country>("Country", required: true, onDelete: .cascade)
  let position = Attribute<Coordinate>("Position")
  let dateOfVisit = Attribute<CalendarDate>("Date of visit")

  /// The declaration; records are `Record<City>`.
  public init() {}
}
