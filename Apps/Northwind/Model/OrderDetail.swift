import Kartoteka

/// A line of an order: a product with its quantity and price.
public struct OrderDetail: Entity {
  let order = ToOne<Order>("Order", required: true, onDelete: .cascade)
  let product = ToOne<Product>("Product", required: true, onDelete: .deny)
  let unitPrice = Attribute<Decimal>(
    "Unit price", .required, .scale(2), .currency("USD"), .atLeast(0),
    .default(from: \OrderDetail.product, \Product.unitPrice))
  let quantity = Attribute<Int>("Quantity", .required, .range(1...1_000_000))
  let discount = Attribute<Decimal>("Discount", .required, .scale(2), .range(0...1), .default(0))

  let amount = Computed<OrderDetail, Decimal>("Amount", .scale(2), .currency("USD")) { .of(OrderDetail.amount) }

  /// The amount of a line, in cents.
  static let amount: Calculation<OrderDetail> =
    (\OrderDetail.unitPrice * \OrderDetail.quantity * (1 - \OrderDetail.discount)).rounded(2)

  /// An order has one line for each product.
  public static let uniqueKeys = [UniqueKey(\OrderDetail.order, \.product)]

  /// The nouns of a record and of several.
  public static let nouns = Nouns("order line", "order lines")

  /// The declaration; records are `Record<OrderDetail>`.
  public init() {}
}
