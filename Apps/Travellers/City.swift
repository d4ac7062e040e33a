import Kartoteka

/// A city that a user has visited. Its name can't be changed, its user can.
public struct City: Entity {
  let name = Attribute<String>(
    "City", .required, .title, .length(1...120), .readOnlyAfterInsert, .aliases("city name", "name"))
  let user = ToOne<User>("User", required: true, onDelete: .deny, aliases: ["user id", "user"])

  /// The declaration; records are `Record<City>`.
  public init() {}
}
