import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Northwind

@Suite("Sections of cards")
struct SectionTests {
  @Test("NW-4 an employee's territories are ticked; saving makes and deletes the links in one change")
  func territories() async throws {
    let shop = try await Shop.withGoods()
    try await shop.add("/territories", #"{"code": "02139", "description": "Cambridge", "region": 1}"#)
    let card = try await shop.page("/employees/1").text
    #expect(card.contains("Choose territories") && card.contains("/northwind/territories/1"))
    #expect(!card.contains("/northwind/employee-territories/"))
    let sheet = try await shop.page("/employees/1/territories").text
    #expect(sheet.contains("name=\"tick-1\"") && sheet.contains("name=\"tick-2\""), "\(sheet)")
    let saved = try await shop.submit(
      "/employees/1/territories", ["_deed": "done", "_shown": "1,2", "_chosen": "1", "tick-2": "on"])
    #expect(saved.status == 303, "\(saved.text)")
    let links = try await shop.store.fetch(EmployeeTerritory.all)
    #expect(links.map(\.territory) == [2] && links.map(\.employee) == [1])
    let taken = try await shop.submit("/employees/1/territories", ["_remove": "2"])
    #expect(taken.status == 303)
    #expect(try await shop.count("employeeTerritory") == 0)
    #expect(try await shop.page("/employees/1").text.contains("Choose territories"))
    try await shop.store.undo(try #require(try await shop.store.lastChangeSet()).id, .code)
    #expect(try await shop.count("employeeTerritory") == 1)
  }

  @Test("NW-4 the sheet of many related records leads to a new one while there are none")
  func nothingToTick() async throws {
    let shop = try await Shop.withGoods()
    try await shop.add("/customers", #"{"companyName": "Save-a-lot"}"#)
    let link = "href=\"/northwind/customer-demographics/new?via=customers%2F1\""
    let sheet = try await shop.page("/customers/1/demographics").text
    #expect(sheet.contains("No demographics yet") && sheet.contains(link), "\(sheet)")
    try await shop.add("/customer-demographics", #"{"code": "big"}"#)
    let filled = try await shop.page("/customers/1/demographics").text
    #expect(filled.contains("name=\"tick-1\"") && !filled.contains("No demographics yet"))
  }

  @Test("NW-2 a product's card shows the orders that it is in, the latest first")
  func orders() async throws {
    let here = try await Wholesaler()
    let orders = [try await here.order([1: 1]), try await here.order([1: 2])]
    let card = try await here.shop.page("/products/1").text
    let places = orders.compactMap { card.range(of: "Order \($0)<")?.lowerBound }
    #expect(places.count == 2 && places[1] < places[0], "\(card)")
  }
}
