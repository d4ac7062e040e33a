import Kartoteka

/// A sales region.
public struct Region: Entity {
  let description = Attribute<String>("Region description", .required, .title, .unique, .length(1...60))
  let territories = ToMany<Territory>("Territories", inverse: \.region)

  /// The declaration; records are `Record<Region>`.
  public init() {}
}
