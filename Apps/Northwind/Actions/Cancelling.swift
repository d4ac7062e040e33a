import Kartoteka

extension Action {
  /// Cancels an order that is not shipped. The order stays with its reason, and its lines reserve nothing any more. An
  /// invoice that it has is reversed by a credit note.
  static let cancel = Action(
    "cancel", title: "Cancel the order", on: Order.self, isDangerous: true
  ) { call, order in
    let reason = call.value("cancelReason", String.self)
    return try await call.change(order) { transaction, order in
      guard order.shippedDate == nil else {
        throw ActionError.refused(order.phrase("{title} is shipped already and can't be cancelled."))
      }
      guard order.cancelledDate == nil else { throw ActionError.refused(order.phrase("{title} is cancelled.")) }
      order.cancelledDate = transaction.today
      order.cancelReason = reason
      if order.invoiceNumber != nil { order.creditNoteNumber = try transaction.next(\Order.creditNoteNumber) }
      return order.phrase("Cancelled {title}")
    }
  }
  .asking(
    "cancelReason",
    Attribute<String>(
      "Reason for cancelling", .required, .length(1...200), .placeholder("The customer changed their mind"))
  )
  .offered(in: Order.new, Order.late).symbol(.x)

  /// Opens a cancelled order again, so that its lines reserve their products.
  static let reopen = Action("reopen", title: "Reopen the order", on: Order.self) { call, order in
    try await call.change(order) { transaction, order in
      guard order.cancelledDate != nil else { throw ActionError.refused(order.phrase("{title} is not cancelled.")) }
      guard order.creditNoteNumber == nil else {
        throw ActionError.refused(order.phrase("{title} has a credit note and can't be reopened. Take a new order."))
      }
      try transaction.checkOnSale(order)
      order.cancelledDate = nil
      order.cancelReason = nil
      return order.phrase("Reopened {title}")
    }
  }
  .offered(in: Order.cancelled).symbol(.undo)
}

extension Transaction {
  /// Refuses an order of discontinued products that needs more than the free units, because the supplier delivers no more.
  /// - Throws: `ActionError.refused` with the names of all such products.
  fileprivate func checkOnSale(_ order: Record<Order>) throws {
    let short = try products(of: order).compactMap { product, count -> Phrase? in
      guard product.discontinued == true else { return nil }
      let free = max(0, (product.unitsInStock ?? 0) - (try reserved(of: product)))
      return free < count ? shortage(of: product, there: free, needed: count) : nil
    }
    if let list = Phrase.list(short) {
      throw ActionError.refused(
        Phrase("Not enough is left of what is no longer on sale: {products}", ["products": .phrase(list)]))
    }
  }

  private func reserved(of product: Record<Product>) throws -> Int {
    try related(\Product.orderLines, of: product).reduce(0) { sum, line in
      guard let id = line.order, let order = try record(Order.self, id: id), order.shippedDate == nil,
        order.cancelledDate == nil
      else { return sum }
      return sum + (line.quantity ?? 0)
    }
  }
}
