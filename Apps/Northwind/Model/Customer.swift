import Kartoteka

/// A company or person that orders products.
public struct Customer: Entity {
  let code = Attribute<String>("Code", .unique, .length(0...10), .aliases("CustomerCode"))
  let companyName = Attribute<String>("Company name", .required, .title, .length(1...80))
  let contactName = Attribute<String>("Contact name", .length(0...80))
  let contactTitle = Attribute<String>("Contact title", .length(0...80))
  let address = Attribute<String>("Address", .length(0...120))
  let city = Attribute<String>("City", .length(0...60))
  let region = Attribute<String>("Region", .length(0...60))
  let postalCode = Attribute<String>("Postal code", .length(0...20))
  let country = Attribute<String>("Country", .length(0...60))
  let phone = Attribute<String>("Phone", .length(0...40))
  let fax = Attribute<String>("Fax", .length(0...40))
  let orders = ToMany<Order>("Orders", inverse: \.customer)
  let demographics = ManyToMany<CustomerDemographic>("Demographics", inverse: \.customers)

  /// Customers have notes and files.
  public static let hasNotes = true

  /// The declaration; records are `Record<Customer>`.
  public init() {}
}

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
