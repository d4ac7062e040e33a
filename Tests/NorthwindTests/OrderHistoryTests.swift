import Kartoteka
import KartotekaTestSupport
import Testing

@testable import KartotekaWeb
@testable import Northwind

@Suite("Histories of orders, by the API")
struct OrderHistoryTests {
  @Test("The changes of lines and notes are apart from those of the order, each with its kind")
  func parts() async throws {
    let here = try await Wholesaler()
    let order = try await here.order([1: 4])
    let line = try #require(try await here.shop.store.fetch(OrderDetail.all).first?.id)
    let change = try await here.shop.api(
      .patch, "/orders/\(order)", #"{"shipCity": "Lyon", "lines": [{"id": \#(line), "product": 1, "quantity": 5}]}"#)
    #expect(change.status == 200, "\(change.text)")
    let note = try await here.shop.api(.post, "/order-notes", #"{"order": \#(order), "text": "By lorry"}"#)
    #expect(note.status == 201, "\(note.text)")
    let history = try await here.shop.api(.get, "/orders/\(order)/history").text
    #expect(history.contains(#""changes":{"shipCity":[null,"Lyon"]},"parts":[{"entity":"order-details","id":\#(line),"#))
    #expect(history.contains(#""operation":"update","changes":{"quantity":[4,5]}}]"#))
    #expect(history.contains(#""changes":{},"parts":[{"entity":"order-notes","id":1,"operation":"insert""#))
    #expect(history.contains(#""text":[null,"By lorry"]"#))
  }
}
