import Kartoteka

/// A person who travels.
public struct User: Entity {
  let name = Attribute<String>("Name", .required, .title, .length(1...120), .aliases("user name", "user"))
  let cities = ToMany<City>("Cities", inverse: \.user)

  /// The declaration; records are `Record<User>`.
  public init() {}
}

/// A city that a user has visited. Its name can't be changed, its user can.
public struct City: Entity {
  let name = Attribute<String>(
    "City", .required, .title, .length(1...120), .readOnlyAfterInsert, .aliases("city name", "name"))
  let user = ToOne<User>("User", required: true, onDelete: .deny, aliases: ["user id", "user"])

  /// The declaration; records are `Record<City>`.
  public init() {}
}

/// A derived entity with a row for each visited city, maintained by triggers.
public struct Traveller: Entity {
  let user = ToOne<User>("User number", required: true)
  let userName = Attribute<String>("User", .required, .title, .length(1...120))
  let cityName = Attribute<String>("City", .required, .title, .length(1...120))

  /// Derived from cities.
  public static var derivation: DerivationDescription? {
    Derivation(of: Traveller.self, from: City.self)
      .taking(\.user, from: \.user)
      .taking(\.userName, from: \.user, \.name)
      .taking(\.cityName, from: \.name)
      .description
  }

  /// The declaration; records are `Record<Traveller>`.
  public init() {}
}
