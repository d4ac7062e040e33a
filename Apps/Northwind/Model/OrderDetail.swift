import Kartoteka

/// How much of a product an order is about, and at which price.
public struct OrderDetail: Entity {
  let order = ToOne<Order>("Order", required: true, onDelete: .cascade)
  let product = ToOne<Product>("Product", required: true, onDelete: .deny)
  let unitPrice = Attribute<Decimal>("Unit price", .required, .scale(2), .atLeast(0))
  let quantity = Attribute<Int>("Quantity", .required, .atLeast(1))
  let discount = Attribute<Decimal>("Discount", .required, .scale(2), .range(0...1), .default(0))

  /// The declaration; records are `Record<OrderDetail>`.
  public init() {}
}
