import Kartoteka

extension Action {
  /// Gives an order its invoice: the next number, the date and the due date. The order can't be changed afterwards.
  static let makeInvoice = Action("make-invoice", title: "Make the invoice", on: Order.self) { call, order in
    let days = call.value("paymentDays", Int.self)
    return try await call.change(order) { transaction, order in
      guard order.cancelledDate == nil else { throw ActionError.refused(order.phrase("{title} is cancelled.")) }
      guard order.invoiceNumber == nil else {
        throw ActionError.refused(order.phrase("{title} has an invoice already."))
      }
      guard try !transaction.products(of: order).isEmpty else {
        throw ActionError.refused(order.phrase("{title} has no lines yet."))
      }
      if let days { order.paymentDays = days }
      order.invoiceNumber = try transaction.next(\Order.invoiceNumber)
      order.invoiceDate = transaction.today
      order.dueDate = transaction.today.adding(days: order.paymentDays ?? 0)
      return Phrase(
        "Invoice {number} of {title}",
        ["number": .text(String(order.invoiceNumber ?? 0)), "title": order.any.titleArgument])
    }
  }
  .asking("paymentDays", Attribute<Int>("Payment terms in days", .required, .range(0...365), .default(30)))
}
