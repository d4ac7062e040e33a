import Foundation
import Kartoteka
import KartotekaTestSupport
import Testing

@testable import KartotekaWeb
@testable import Northwind

@Suite("What Northwind has once")
struct UniqueKeyTests {
  @Test("A second line for a product of an order is a conflict that names both fields, in the API")
  func api() async throws {
    let shop = try await Shop.withGoods()
    let line = #"{"order": 1, "product": 1, "unitPrice": 18, "quantity": 1}"#
    let answer = try await shop.api(.post, "/order-details", line)
    #expect(answer.status == 409)
    #expect(answer.text.contains(#""fields":["order","product"]"#), "\(answer.text)")
    #expect(answer.text.contains("order, product have to be unique together among the order-details"))
    #expect(answer.text.contains(#""product":["Another record has these values together already"]"#))
    let polish = try await shop.api(.post, "/order-details", line, language: "pl")
    #expect(polish.text.contains("Inny rekord ma już te wartości razem"))
    #expect(try await shop.count("orderDetail") == 2)
  }

  @Test("An employee who looks after a territory twice: the form says so beside both fields")
  func form() async throws {
    let shop = try await Shop.withGoods()
    let fields: KeyValuePairs = ["employee": "1", "territory": "1"]
    let answer = try await shop.submit("/employee-territories", fields)
    #expect(answer.status == 422 || answer.status == 409 || answer.status == 200, "\(answer.status)")
    let times = answer.text.ranges(of: "Another card has the same Employee, Territory").count
    #expect(times >= 2, "\(answer.text)")
    #expect(try await shop.count("employeeTerritory") == 1)
  }
}
