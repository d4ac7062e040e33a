import Kartoteka

extension Action {
  /// Records that more units of a product were ordered from its supplier.
  static let orderMore = Action("order-more", title: "Order more", on: Product.self) { call, product in
    let count = call.value("quantity", Int.self) ?? 0
    return try await call.change(product) { _, product in
      product.unitsOnOrder = (product.unitsOnOrder ?? 0) + count
      return product.phrase("Ordered {count} more: {title}", count)
    }
  }
  .symbol(.plus)
  .asking("quantity", Attribute<Int>("Quantity", .required, .range(1...1_000_000)))
  .proposing("quantity") { (product: Record<Product>) -> Int? in
    let missing = (product.reorderLevel ?? 0) - (product.unitsInStock ?? 0) - (product.unitsOnOrder ?? 0)
    return missing > 0 ? missing : nil
  }

  /// Puts units that the supplier has delivered into stock; by default all ordered ones.
  static let receive = Action("receive", title: "Put into stock", on: Product.self) { call, product in
    let quantity = call.value("quantity", Int.self)
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
  .asking("quantity", Attribute<Int>("Quantity", .range(1...1_000_000), .placeholder("All that is on order")))
}

extension Record {
  /// A sentence with the record's title.
  func phrase(_ key: String, _ count: Int? = nil) -> Phrase {
    var arguments = ["title": any.titleArgument]
    if let count { arguments["count"] = .count(count) }
    return Phrase(key, arguments)
  }
}
