import Kartoteka
import Testing

@testable import Northwind

@Suite("Northwind's declaration")
struct ModelTests {
  @Test("keeps the rules that every application keeps")
  func checks() {
    #expect(northwind.description.check().isEmpty)
  }

  @Test("has the twelve kinds of records of a wholesaler, and notes on three of them")
  func entities() {
    #expect(
      northwind.description.model.entities.map(\.plural).sorted() == [
        "categories", "customer-demographics", "customer-notes", "customers", "employee-territories", "employees",
        "order-details", "order-notes", "orders", "product-notes", "products", "regions", "shippers", "suppliers",
        "territories",
      ])
  }
}
