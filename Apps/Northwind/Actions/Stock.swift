import Kartoteka

private struct OrderMore: ActionInput {
  let quantity = Attribute<Int>("Quantity", .required, .range(1...1_000_000))
}

private struct Delivery: ActionInput {
  let quantity = Attribute<Int>("Quantity", .range(1...1_000_000), .placeholder("All that is on order"))
}

extension Action {
  /// Records that more units of a product were ordered from its supplier.
  static let orderMore = Action("order-more", title: "Order more", on: Product.self, asking: OrderMore.self) {
    call, product, input in
    let count = try input[\.quantity]
    return try await call.change(product) { _, product in
      product.unitsOnOrder = (product.unitsOnOrder ?? 0) + count
      return product.phrase("Ordered {count} more: {title}", count)
    }
  }
  .symbol(.plus)
  .proposing(\OrderMore.quantity) { (product: Record<Product>) -> Int? in
    let missing = (product.reorderLevel ?? 0) - (product.unitsInStock ?? 0) - (product.unitsOnOrder ?? 0)
    return missing > 0 ? missing : nil
  }

  /// Puts units that the supplier has delivered into stock; by default all ordered ones.
  static let receive = Action("receive", title: "Put into stock", on: Product.self, asking: Delivery.self) {
    call, product, input in
    let quantity = input.quantity
    return try await call.change(product) { _, product in
      let ordered = product.unitsOnOrder ?? 0
      let count = quantity ?? ordered
      guard count > 0, count <= ordered else {
        throw ActionError.refused(product.phrase("On order: {count} ({title})", ordered))
      }
      product.unitsOnOrder = ordered - count
      product.unitsInStock = (product.unitsInStock ?? 0) + count
      return product.phrase("Put {count} into stock: {title}", count)
    }
  }
  .symbol(.box)
}

extension Record {
  /// A sentence with the record's title.
  func phrase(_ key: String, _ count: Int? = nil) -> Phrase {
    var arguments = ["title": any.titleArgument]
    if let count { arguments["count"] = .count(count) }
    return Phrase(key, arguments)
  }
}
