import Kartoteka

private struct Shipment: ActionInput {
  let date = Attribute<CalendarDate>("Shipped date", .required, .default(.today))
  let freight = Attribute<Decimal>("Freight", .scale(2), .currency("USD"), .atLeast(0))
  let shipper = ToOne<Shipper>("Shipper", placeholder: "Choose a shipper", required: true)
}

extension Action {
  /// Ships an order and takes its products out of stock, all of them or none.
  static let ship = Action("ship", title: "Ship", on: Order.self, asking: Shipment.self) { call, order, input in
    let (date, freight, shipper) = try (input[\.date], input.freight, input[\.shipper])
    return try await call.change(order) { transaction, order in
      guard order.shippedDate == nil else { throw ActionError.refused(order.phrase("{title} is shipped already.")) }
      guard order.cancelledDate == nil else { throw ActionError.refused(order.phrase("{title} is cancelled.")) }
      if let ordered = order.orderDate, date < ordered {
        throw ActionError.invalid([FieldFault("date", "This can't be before the order date")])
      }
      if let freight, order.invoiceNumber != nil, freight != order.freight {
        throw ActionError.invalid([FieldFault("freight", "The invoice has this amount already")])
      }
      try transaction.takeOutOfStock(order)
      order.shipper = shipper
      order.shippedDate = date
      if let freight { order.freight = freight }
      return order.phrase("Shipped {title}")
    }
  }
  .offered(in: Order.new, Order.late).symbol(.truck)

  /// Puts the products of a shipped order back into stock: it was returned or not sent.
  static let takeBack = Action(
    "take-back", title: "Take back", on: Order.self,
    confirmation: "What was shipped is put back into stock, and the order is open again. You can undo it."
  ) { call, order in
    try await call.change(order) { transaction, order in
      guard order.shippedDate != nil else { throw ActionError.refused(order.phrase("{title} is not shipped yet.")) }
      for (product, count) in try transaction.products(of: order) {
        var product = product
        product.unitsInStock = (product.unitsInStock ?? 0) + count
        try transaction.update(product)
      }
      order.shippedDate = nil
      return order.phrase("Took back {title}")
    }
  }
  .offered(in: Order.shipped).symbol(.undo)
}

extension Transaction {
  /// Takes an order's products out of stock, including discontinued ones.
  /// - Throws: `ActionError.refused` with each product that is short, its stock and the needed number.
  fileprivate func takeOutOfStock(_ order: Record<Order>) throws {
    let needed = try products(of: order)
    guard !needed.isEmpty else { throw ActionError.refused(order.phrase("{title} has no lines yet.")) }
    let short = needed.filter { ($0.product.unitsInStock ?? 0) < $0.count }.map { product, count in
      shortage(of: product, there: product.unitsInStock ?? 0, needed: count)
    }
    if let list = Phrase.list(short) {
      throw ActionError.refused(Phrase("Not enough is in stock: {products}", ["products": .phrase(list)]))
    }
    for (product, count) in needed {
      var product = product
      product.unitsInStock = (product.unitsInStock ?? 0) - count
      try update(product)
    }
  }

  /// The message about a short product: its stock and the needed number.
  func shortage(of product: Record<Product>, there: Int, needed: Int) -> Phrase {
    Phrase(
      "{product} ({there} there, {needed} needed)",
      ["product": product.any.titleArgument, "there": .count(there), "needed": .count(needed)])
  }

  /// The products of an order's lines with their quantities.
  func products(of order: Record<Order>) throws -> [(product: Record<Product>, count: Int)] {
    var products: [(product: Record<Product>, count: Int)] = []
    for line in try related(\Order.lines, of: order) {
      guard let id = line.product, let count = line.quantity else { continue }
      if let known = products.firstIndex(where: { $0.product.id == id }) {
        products[known].count += count
      } else if let product = try record(Product.self, id: id) {
        products.append((product, count))
      }
    }
    return products
  }
}
