import Kartoteka

/// How much of a product an order is about, and at which price.
public struct OrderDetail: Entity {
  let order = ToOne<Order>("Order", required: true, onDelete: .cascade)
  let product = ToOne<Product>("Product", required: true, onDelete: .deny)
  let unitPrice = Attribute<Decimal>(
    "Unit price", .required, .scale(2), .currency("USD"), .atLeast(0),
    .default(from: \OrderDetail.product, \Product.unitPrice))
  let quantity = Attribute<Int>("Quantity", .required, .range(1...1_000_000))
  let discount = Attribute<Decimal>("Discount", .required, .scale(2), .range(0...1), .default(0))

  let amount = Computed<OrderDetail, Decimal>("Amount", .scale(2), .currency("USD")) { .of(OrderDetail.amount) }

  /// What a line comes to, in cents.
  static let amount: Calculation<OrderDetail> =
    (\OrderDetail.unitPrice * \OrderDetail.quantity * (1 - \OrderDetail.discount)).rounded(2)

  /// An order has one line for each product.
  public static let uniqueKeys = [UniqueKey(\OrderDetail.order, \.product)]

  /// What people call them.
  public static let nouns = Nouns("order line", "order lines")

  /// The declaration; records are `Record<OrderDetail>`.
  public init() {}
}
