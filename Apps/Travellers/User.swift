import Kartoteka

/// A person who travels.
public struct User: Entity {
  let name = Attribute<String>("Name", .required, .title, .length(1...120), .aliases("user name", "user"))
  let cities = ToMany<City>("Cities", inverse: \.user)

  /// The declaration; records are `Record<User>`.
  public init() {}
}
