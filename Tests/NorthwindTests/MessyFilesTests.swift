import Kartoteka
import KartotekaTransfer
import Testing

@testable import Northwind

/// Files like those of the original application, a few rows of each, with their irregularities.
@Suite("Northwind's files")
struct MessyFilesTests {
  private static let ole = "0x151C2F00020000000D000E0014002100FFFFFFFF4269746D617020496D616765"

  private static let files = [
    "regions.csv": "RegionID,RegionDescription\n1,Eastern\(String(repeating: " ", count: 43))\n2,Southern",
    "categories.csv": "CategoryID,CategoryName,Description,Picture\n1,Beverages,Soft drinks. coffees,\(ole)\n",
    "territories.csv": "TerritoryID,TerritoryDescription,RegionID\n101581,Westboro,1\n02139,Cambridge,1\n",
    "employees.csv": """
    EmployeeID,LastName,FirstName,Title,TitleOfCourtesy,BirthDate,Region,Photo,Notes,ReportsTo,PhotoPath
    1,Davolio,Nancy,Sales Representative,Ms.,1948-12-08 00:00:00.000,WA,\(ole),She has a "BA" degree.,2,a.bmp
    2,Fuller,Andrew,Vice President, Sales|Dr.,1952-02-19 00:00:00.000,NULL,\(ole),NULL,1,a.bmp

    """,
    "customers.csv":
      "CustomerID;CompanyName;ContactName;Region;PostalCode\r\n1;Vins et alcools Chevalier;Paul;NULL;51100\r\n"
      + "2;Toms Spezialitäten;Karin;NULL;044087\r\n",
    "suppliers.csv": "SupplierID,CompanyName,ContactName,HomePage\n1,G'day Mate,Wendy,#CAJUN.HTM#\n",
    "shippers.csv": "ShipperID,CompanyName,Phone\n1,Speedy Express,(503) 555-9831",
    "products.csv":
      "ProductID,ProductName,SupplierID,CategoryID,QuantityPerUnit,UnitPrice,Discontinued\n1,Chai,1,1,10 boxes,18.00,0\n"
      + "2,Chang,1,1,24 bottles,19.00,1",
    "orders.csv": """
    OrderID,CustomerID,EmployeeID,OrderDate,RequiredDate,ShippedDate,ShipVia,Freight,ShipName,ShipPostalCode
    10248,VINET,1,1996-07-04 00:00:00.000,1996-08-01 00:00:00.000,NULL,1,32.38,Vins et alcools Chevalier,01100
    10674,TOMSP,2,1997-09-18 00:00:00.000,1997-10-16 00:00:00.000,1997-09-30 00:00:0 0.000,1,0.90,Toms,44087

    """,
    "order-details.csv":
      "OrderID,ProductID,UnitPrice,Quantity,Discount\n10248,1,14.00,12,0\n10248,2,9.80,10,0.15\n10674,1,30.00,5,0",
    "employee-territories.csv": "EmployeeID,TerritoryID\n1,01581\n1,02139",
  ]

  private func take(
    _ names: [String], into store: Store, _ unresolved: ImportOptions.Unresolved
  ) async throws -> [String: FileResult] {
    var options = ImportOptions()
    options.unresolved = unresolved
    let importer = Importer(store, options: options)
    let files = try names.map { ImportFile(try TextSource(Self.files[$0] ?? "", name: $0)) }
    let report = try await importer.run(try importer.plan(files))
    return Dictionary(uniqueKeysWithValues: report.files.map { ($0.entity, $0) })
  }

  @Test("NW-9 all files in one call, in any order of names; importing them again changes nothing")
  func everything() async throws {
    let names = Self.files.keys.sorted()
    for order in [names, names.reversed()] {
      let store = try Store(inMemory: northwind.description.model)
      let results = try await take(order, into: store, .empty)
      #expect(results.count == 11)
      #expect(results.values.reduce(0) { $0 + $1.read } == 20)
      #expect(results.values.reduce(0) { $0 + $1.inserted } == 17)
      #expect(results["orders"]?.unresolved == 1)
      let rejects = results.values.flatMap(\.rejects).map { "\($0.file) \($0.line)" }.sorted()
      #expect(rejects == ["employee-territories.csv 2", "order-details.csv 4", "orders.csv 3"])
      let again = try await take(order, into: store, .empty)
      #expect(again.values.allSatisfy { $0.inserted == 0 && $0.updated == 0 })
      #expect(again.values.reduce(0) { $0 + $1.unchanged } == 17)
      #expect(again.values.reduce(0) { $0 + $1.rejected } == 3)
    }
  }

  @Test("NW-9 a reference without a target is rejected unless it may be left empty, and all that needs the row with it")
  func strict() async throws {
    let store = try Store(inMemory: northwind.description.model)
    let results = try await take(Self.files.keys.sorted(), into: store, .reject)
    #expect(results["orders"]?.rejected == 2)
    #expect(results["order-details"]?.rejected == 3)
    #expect(results.values.reduce(0) { $0 + $1.inserted } == 14)
  }

  @Test("NW-9 what stands in the files is what is kept: zeros, quotes, bytes, NULL as nothing, padding taken off")
  func values() async throws {
    let store = try Store(inMemory: northwind.description.model)
    _ = try await take(Self.files.keys.sorted(), into: store, .empty)
    let employees = try await store.fetch(Employee.all.sorted(by: \.lastName))
    #expect(employees.map(\.reportsTo) == [2, 1])
    #expect(employees.map(\.notes) == ["She has a \"BA\" degree.", nil])
    #expect(employees.map(\.titleOfCourtesy) == ["Ms.", "Sales|Dr."])
    #expect(employees.map(\.birthDate).map { $0?.description } == ["1948-12-08", "1952-02-19"])
    #expect(try await store.fetch(Region.all.sorted(by: \.description)).map(\.description) == ["Eastern", "Southern"])
    #expect(try await store.fetch(Territory.all.sorted(by: \.code)).map(\.code) == ["02139", "101581"])
    #expect(try await store.fetch(Customer.all.sorted(by: \.postalCode)).map(\.postalCode) == ["044087", "51100"])
    let orders = try await store.fetch(Order.all)
    #expect(orders.map(\.id) == [10248])
    #expect(orders.map(\.shipPostalCode) == ["01100"])
    #expect(orders.map(\.freight) == [Decimal(string: "32.38")])
    #expect(orders.map(\.employee) == [1])
    #expect(try await store.fetch(Product.all.sorted(by: \.name)).map(\.discontinued) == [false, true])
  }

  @Test(
    "NW-9 an order of a file needs a customer or is a cash sale; one that names an unknown one may be loaded without")
  func customers() async throws {
    let here = try await Wholesaler()
    let text =
      "OrderID,CustomerID,OrderDate,CashSale\n"
      + "1,1,2026-07-04,0\n2,,2026-07-04,0\n3,,2026-07-04,1\n4,NOBODY,2026-07-04,0\n"
    var options = ImportOptions()
    options.unresolved = .empty
    let importer = Importer(here.shop.store, options: options)
    let report = try await importer.run(importer.plan([ImportFile(try TextSource(text, name: "orders.csv"))]))
    let file = try #require(report.files.first)
    #expect((file.inserted, file.rejected, file.unresolved) == (3, 1, 1))
    let reasons = file.rejects.flatMap(\.faults).map { Localizer.english($0.reason) }
    #expect(reasons == ["Choose the customer, or mark the order as a cash sale."])
    // What lacks its customer can be changed, deleted and brought back.
    #expect(try await here.shop.api(.patch, "/orders/4", #"{"freight": 5}"#).status == 200)
    #expect(try await here.shop.api(.delete, "/orders/4").status == 204)
    try await here.shop.store.undo(try #require(try await here.shop.store.lastChangeSet()).id, .code)
    #expect(try await here.json("/orders/4").text("freight") == "5.00")
  }
}
