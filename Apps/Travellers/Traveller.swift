import Kartoteka

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
