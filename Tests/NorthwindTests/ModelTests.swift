import Kartoteka
import Testing

@testable import Northwind

@Suite("Northwind's declaration")
struct ModelTests {
  @Test("keeps the rules that every application keeps")
  func checks() {
    #expect(northwind.description.check().isEmpty)
  }

  @Test("has the twelve kinds of records of a wholesaler")
  func entities() {
    #expect(
      northwind.description.model.entities.map(\.plural).sorted() == [
        "categories", "customer-demographics", "customers", "employee-territories", "employees", "order-details",
        "orders", "products", "regions", "shippers", "suppliers", "territories",
      ])
  }
}
