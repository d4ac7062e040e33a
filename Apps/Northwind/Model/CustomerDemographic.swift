import Kartoteka

/// A kind of customer.
public struct CustomerDemographic: Entity {
  let code = Attribute<String>("Customer type", .required, .unique, .title, .length(1...20), .aliases("CustomerTypeID"))
  let description = Attribute<String>("Description", .multiline, .aliases("CustomerDesc"))
  let customers = ManyToMany<Customer>("Customers")

  /// The nouns of a record and of several.
  public static let nouns = Nouns("demographic", "demographics")

  /// The declaration; records are `Record<CustomerDemographic>`.
  public init() {}
}
