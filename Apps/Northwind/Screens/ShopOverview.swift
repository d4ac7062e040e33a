import Kartoteka

/// The overview of the shop.
enum ShopOverview {
  /// Sales by the day of the order, without cancelled orders.
  static let sales = Series(OrderDetail.amount, on: \.order, \.orderDate, among: inForce)
  /// Orders that count in sales.
  static let inForce = Subset("in-force", "Not cancelled", where: Order.isInForce)
  /// Orders that are not shipped and not late.
  static let new = Subset(state: Order.new, of: Order.self)
  /// Orders that should have been shipped.
  static let late = Subset(state: Order.late, of: Order.self)
  /// Products on sale with a stock below their reorder level.
  static let belowReorderLevel = Subset(
    "below-reorder-level", "Below reorder level",
    where: \Product.unitsInStock < \Product.reorderLevel && \Product.discontinued == false)
  /// The missing units, negative below the reorder level.
  static let shortage: Calculation<Product> = \Product.unitsInStock - \Product.reorderLevel

  /// The screen.
  static let screen = Overview {
    Figure("Sales in {month}", latestMonthOf: sales)
    Figure("New orders", counting: new).amongAll()
    Figure("Late orders", counting: late, tone: .bad).since(\.requiredDate)
    Figure("Below reorder level", counting: belowReorderLevel, tone: .warning)
      .among(\Product.discontinued == false, "of {count} products on sale")
    Chart("Sales by month", of: sales, months: 12)
    Chart("Sales by category", of: sales, by: \.product, \.category)
    Watch(
      "Below reorder level", belowReorderLevel, subtitle: "The mark is the level at which to order",
      least: shortage
    )
    .telling("{count} in stock", \.unitsInStock, isBadWithout: true)
    .telling("reorder at {count}", \.reorderLevel)
    .telling("{count} on order", \.unitsOnOrder, none: "nothing on order")
    .drawing(\.unitsInStock, mark: \.reorderLevel)
    .offering("order-more")
    Chart("Top products", of: sales, by: \.product)
    Chart("Top customers", of: sales, by: \.order, \.customer)
    Watch("Late orders", late, subtitle: "The longest overdue first", earliest: \.requiredDate)
      .telling(\.customer)
      .telling("required by {value}", \.requiredDate)
  }
}
