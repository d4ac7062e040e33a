import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Northwind

@Suite("Cancelled orders")
struct CancellingTests {
  private static let reason = #"{"cancelReason": "Ordered twice"}"#

  private static func cancelled(_ quantities: KeyValuePairs<Int, Int>) async throws -> (Wholesaler, RecordID) {
    let here = try await Wholesaler()
    let order = try await here.order(quantities)
    let answer = try await here.shop.api(.post, "/orders/\(order)/actions/cancel", reason)
    #expect(answer.status == 200 && answer.text.contains("Cancelled Order \(order)"), "\(answer.text)")
    return (here, order)
  }

  @Test("NW-7 a cancelled order stays with its lines and its reason, and reserves nothing")
  func cancel() async throws {
    let here = try await Wholesaler()
    let order = try await here.order([1: 4])
    #expect(try await here.json("/products/1").number("free") == 6)
    let silent = try await here.shop.api(.post, "/orders/\(order)/actions/cancel")
    #expect(try silent.status == 422 && silent.wrong == ["cancelReason"], "\(silent.text)")
    let answer = try await here.shop.api(.post, "/orders/\(order)/actions/cancel", Self.reason)
    #expect(answer.status == 200, "\(answer.text)")
    let now = try await here.json("/orders/\(order)")
    #expect(now.text("state") == "cancelled" && now.text("cancelReason") == "Ordered twice")
    #expect(now.text("cancelledDate") == CalendarDate.today.description)
    #expect(try await here.shop.count("orderDetail") == 1)
    let product = try await here.json("/products/1")
    #expect(product.number("reserved") == 0 && product.number("free") == 10)
    try await here.shop.store.undo(try #require(try answer.json.number("changeset")), .code)
    #expect(try await here.json("/orders/\(order)").text("state") == "new")
    #expect(try await here.json("/products/1").number("free") == 6)
  }

  @Test("NW-7 a shipped order can't be cancelled, and a cancelled one can't be shipped, changed, deleted or cancelled")
  func refused() async throws {
    let (here, order) = try await Self.cancelled([1: 4])
    let line = try #require(try await here.shop.store.fetch(OrderDetail.all).first?.id)
    for (answer, words) in [
      (try await here.ship(order), "in the state “Cancelled”"),
      (try await here.shop.api(.post, "/orders/\(order)/actions/cancel", Self.reason), "in the state “Cancelled”"),
      (try await here.shop.api(.delete, "/orders/\(order)"), "reopen"),
      (try await here.shop.api(.patch, "/order-details/\(line)", #"{"quantity": 1}"#), "reopen"),
    ] {
      #expect(answer.status == 409 && answer.text.contains(words), "\(answer.text)")
    }
    let direct = try await here.shop.api(.patch, "/orders/\(order)", #"{"cancelledDate": null}"#)
    #expect(try direct.status == 422 && direct.wrong == ["cancelledDate"], "\(direct.text)")
    let shipped = try await here.order([1: 1])
    _ = try await here.ship(shipped)
    let late = try await here.shop.api(.post, "/orders/\(shipped)/actions/cancel", Self.reason)
    #expect(late.status == 409 && late.text.contains("in the state “Shipped”"), "\(late.text)")
  }

  @Test("NW-7 a cancelled order is reopened with its lines, unless what is no longer on sale has run short")
  func reopen() async throws {
    let (here, order) = try await Self.cancelled([1: 4, 2: 3])
    // Chang is no longer on sale; three are left, and another order takes one of them.
    let other = try await here.order([2: 1])
    let short = try await here.shop.api(.post, "/orders/\(order)/actions/reopen")
    #expect(
      short.status == 409 && short.text.contains("no longer on sale: Chang (2 there, 3 needed)"), "\(short.text)")
    #expect(try await here.json("/orders/\(order)").text("state") == "cancelled")
    #expect(try await here.shop.api(.post, "/orders/\(other)/actions/cancel", Self.reason).status == 200)
    let answer = try await here.shop.api(.post, "/orders/\(order)/actions/reopen")
    #expect(answer.status == 200, "\(answer.text)")
    let now = try await here.json("/orders/\(order)")
    #expect(now.text("state") == "new" && now["cancelReason"] == .null)
    #expect(try await here.json("/products/2").number("free") == 0)
    let again = try await here.shop.api(.post, "/orders/\(order)/actions/reopen")
    #expect(again.status == 409 && again.text.contains("in the state “New”"), "\(again.text)")
  }

  @Test("The sheet for cancelling is titled by the order, and its other button does not say Cancel, too")
  func sheet() async throws {
    let here = try await Wholesaler()
    let order = try await here.order([1: 4])
    for (language, back) in [("en", "Back"), ("pl", "Wstecz"), ("ru", "Назад")] {
      let page = try await here.shop.page("/orders/\(order)/actions/cancel", language: language).text
      #expect(page.contains(">\(back)</a><h2 id=\"st\">"), "\(language)")
    }
    let page = try await here.shop.page("/orders/\(order)/actions/cancel").text
    #expect(page.contains("<h2 id=\"st\">Order \(order)</h2>"))
  }

  @Test("NW-12 cancelled orders are listed as such, and count neither in sales nor among new and late orders")
  func figures() async throws {
    let (here, order) = try await Self.cancelled([1: 4])
    try await here.order([3: 1])
    let listed = try await here.shop.page("/orders?only=cancelled").text
    #expect(listed.contains("/orders/\(order)") && !listed.contains("/orders/\(order + 1)?"))
    #expect(listed.contains("<span class=\"pill void\">Cancelled</span>"), "\(listed)")
    #expect(try await here.shop.api(.get, "/orders?state=new").json.number("total") == 1)
    let overview = try await here.shop.page("/overview").text
    #expect(overview.contains("$23.25") && !overview.contains("$95.25"), "\(overview)")
    let page = try await here.shop.page("/orders/\(order)").text
    #expect(page.contains("Ordered twice") && page.contains("Reopen the order") && !page.contains("Cancel the order"))
  }
}
