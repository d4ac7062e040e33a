import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Northwind

@Suite("Invoices")
struct InvoiceTests {
  private static func invoice(_ here: Wholesaler, _ order: RecordID, _ inputs: String? = nil) async throws -> Answer {
    try await here.shop.api(.post, "/orders/\(order)/actions/make-invoice", inputs)
  }

  @Test("NW-13 an invoice gets the next number, its date, and the day by which it is to be paid")
  func made() async throws {
    let here = try await Wholesaler()
    let orders = [try await here.order([1: 1]), try await here.order([3: 1])]
    let answer = try await Self.invoice(here, orders[1], #"{"paymentDays": 14}"#)
    #expect(answer.status == 200 && answer.text.contains("Invoice 1 of Order \(orders[1])"), "\(answer.text)")
    #expect(try await Self.invoice(here, orders[0]).status == 200)
    let (first, second) = (try await here.json("/orders/\(orders[1])"), try await here.json("/orders/\(orders[0])"))
    #expect(first.number("invoiceNumber") == 1 && second.number("invoiceNumber") == 2)
    #expect(first.text("invoiceDate") == CalendarDate.today.description)
    #expect(first.text("dueDate") == CalendarDate.today.adding(days: 14).description)
    #expect(second.text("dueDate") == CalendarDate.today.adding(days: 30).description)
    let again = try await Self.invoice(here, orders[0])
    #expect(again.status == 409 && again.text.contains("has an invoice already"), "\(again.text)")
    let page = try await here.shop.page("/orders/\(orders[0])/invoice").text
    #expect(page.contains("Invoice No. 2") && !page.contains("Make the invoice"))
  }

  @Test("NW-13 invoice numbers have no gaps: undo takes back the last one alone")
  func gapless() async throws {
    let here = try await Wholesaler()
    var changes: [Int64] = []
    for _ in 0..<2 {
      let order = try await here.order([1: 1])
      changes.append(try #require(try await Self.invoice(here, order).json.number("changeset")))
    }
    await #expect(throws: StoreError.self) { try await here.shop.store.undo(changes[0], .code) }
    #expect(try await here.json("/orders/1").number("invoiceNumber") == 1)
    try await here.shop.store.undo(changes[1], .code)
    #expect(try await here.json("/orders/2")["invoiceNumber"] == .null)
    try await here.shop.store.undo(changes[0], .code)
    #expect(try await Self.invoice(here, 2).status == 200)
    #expect(try await here.json("/orders/2").number("invoiceNumber") == 1)
  }

  @Test("NW-13 cancelling an order with an invoice makes a credit note with a number of its own, which is final")
  func creditNote() async throws {
    let here = try await Wholesaler()
    let orders = [try await here.order([1: 1]), try await here.order([1: 2])]
    #expect(try await Self.invoice(here, orders[1]).status == 200)
    for order in orders {
      let answer = try await here.shop.api(.post, "/orders/\(order)/actions/cancel", #"{"cancelReason": "Returned"}"#)
      #expect(answer.status == 200, "\(answer.text)")
    }
    #expect(try await here.json("/orders/\(orders[0])")["creditNoteNumber"] == .null)
    #expect(try await here.json("/orders/\(orders[1])").number("creditNoteNumber") == 1)
    let page = try await here.shop.page("/orders/\(orders[1])/invoice").text
    #expect(page.contains("Credit note No. 1") && page.contains("Invoice No. 1 · Order \(orders[1])"), "\(page)")
    #expect(page.contains("Credited") && !page.contains("Thank you for your order."))
    #expect(try await here.shop.api(.post, "/orders/\(orders[0])/actions/reopen").status == 200)
    let reopened = try await here.shop.api(.post, "/orders/\(orders[1])/actions/reopen")
    #expect(reopened.status == 409 && reopened.text.contains("has a credit note"), "\(reopened.text)")
  }

  @Test("NW-13 what an invoice says stays: the order can't be changed or deleted, and ships for the same freight")
  func sealed() async throws {
    let here = try await Wholesaler()
    let order = try await here.order([1: 1], #", "freight": 5"#)
    #expect(try await Self.invoice(here, order).status == 200)
    for answer in [
      try await here.shop.api(.patch, "/orders/\(order)", #"{"shipCity": "Lyon"}"#),
      try await here.shop.api(.patch, "/orders/\(order)", #"{"taxRate": 8}"#),
      try await here.shop.api(.patch, "/order-details/1", #"{"quantity": 2}"#),
      try await here.shop.api(.delete, "/orders/\(order)"),
    ] {
      #expect(answer.status == 409 && answer.text.contains("has an invoice"), "\(answer.text)")
    }
    #expect(!(try await here.shop.page("/orders/\(order)").text.contains("/orders/\(order)/edit")))
    let other = try await here.ship(order, #"{"shipper": 1, "freight": 9}"#)
    #expect(try other.status == 422 && other.wrong == ["freight"], "\(other.text)")
    #expect(try await here.ship(order).status == 200)
    #expect(try await here.json("/orders/\(order)").text("total") == "23.00")
  }

  @Test("NW-13 a cancelled order gets no invoice, and neither does one without lines")
  func refused() async throws {
    let here = try await Wholesaler()
    let order = try await here.order([1: 1])
    _ = try await here.shop.api(.post, "/orders/\(order)/actions/cancel", #"{"cancelReason": "Ordered twice"}"#)
    let cancelled = try await Self.invoice(here, order)
    #expect(cancelled.status == 409 && cancelled.text.contains("is cancelled"), "\(cancelled.text)")
    #expect(try await here.shop.page("/orders/\(order)/invoice").text.contains("Order \(order) · Cancelled"))
    _ = try await here.shop.api(.post, "/orders", #"{"customer": 1, "orderDate": "2026-07-04"}"#)
    let empty = try await Self.invoice(here, order + 1)
    #expect(empty.status == 409 && empty.text.contains("has no lines yet"), "\(empty.text)")
  }

  @Test(
    "NW-13 the tax is on lines and freight, rounded to cents; form, page, invoice and API have the same sums",
    arguments: [("0", "39.30", ""), ("8.25", "42.54", "$3.24"), ("21", "47.55", "$8.25"), ("100", "78.60", "$39.30")])
  func taxed(rate: String, total: String, tax: String) async throws {
    let here = try await Wholesaler()
    let order = try await here.order([1: 2], #", "freight": 3.30, "taxRate": \#(rate)"#)
    #expect(try await here.json("/orders/\(order)").text("total") == total)
    for path in ["/orders/\(order)", "/orders/\(order)/edit", "/orders/\(order)/invoice"] {
      let page = try await here.shop.page(path).text
      #expect(page.contains("$\(total)"), "\(path)")
      #expect(page.contains("id=\"sum-tax\"") == !tax.isEmpty && (tax.isEmpty || page.contains(tax)), "\(path)")
    }
  }
}
