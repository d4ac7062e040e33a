import Kartoteka

/// A company that delivers orders.
public struct Shipper: Entity {
  let companyName = Attribute<String>("Company name", .required, .title, .length(1...80))
  let phone = Attribute<String>("Phone", .length(0...40))
  let orders = ToMany<Order>("Orders", inverse: \.shipper)

  /// The declaration; records are `Record<Shipper>`.
  public init() {}
}
