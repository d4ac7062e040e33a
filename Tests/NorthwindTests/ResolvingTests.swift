import Kartoteka
import KartotekaTransfer
import Testing

@testable import Northwind

/// Files as wholesalers have them: orders name customers by codes that no customer has, one has a broken date, and the
/// codes of territories have gained a digit.
@Suite("Northwind's damaged files")
struct ResolvingTests {
  private static let files: KeyValuePairs<String, String> = [
    "employee-territories.csv": "EmployeeID,TerritoryID\n1,01581\n1,60601\n2,01730\n",
    "order-details.csv": """
    OrderID,ProductID,UnitPrice,Quantity,Discount
    10248,1,14.00,12,0
    10249,1,9.80,10,0.15
    10249,2,18.60,9,0.15
    10250,2,18.60,40,0
    """,
    "orders.csv": """
    OrderID,CustomerID,EmployeeID,OrderDate,RequiredDate,ShippedDate,ShipVia,Freight,ShipName,ShipAddress,ShipCity
    10248,VINET,1,1996-07-04 00:00:00.000,1996-08-01,NULL,1,32.38,Vins et alcools Chevalier,59 rue de l-Abbaye,Reims
    10249,TOMSP,2,1996-07-05,1996-08-16,1996-07-10 00:00:0 0.000,1,11.61,Toms Spezialitäten,Luisenstr. 48,Münster
    10250,VINET,2,1996-07-08,1996-08-05,1996-07-12,1,65.83,Vins et alcools Chevalier,59 rue de l-Abbaye,Reims
    10251,WOLZA,1,1996-07-09,1996-08-05,1996-07-12,1,5.83,Wolski Zajazd,ul. Filtrowa 68,Piaseczno
    """,
    "customers.csv": """
    CustomerID;CompanyName;ContactName;City
    85;Vins et alcools Chevalier;Paul Henriot;Reims
    79;Toms Spezialitäten;Karin Josephs;Münster
    91;Wolski  Zajazd;Zbyszek Piestrzeniewicz;Warszawa
    """,
    "employees.csv": "EmployeeID,LastName,FirstName,ReportsTo\n1,Davolio,Nancy,2\n2,Fuller,Andrew,1\n",
    "products.csv": "ProductID,ProductName,UnitPrice\n1,Queso Cabrales,21\n2,Tofu,23.25\n",
    "regions.csv": "RegionID,RegionDescription\n1,Eastern                  \n",
    "shippers.csv": "ShipperID,CompanyName\n1,Speedy Express\n",
    "territories.csv":
      "TerritoryID,TerritoryDescription,RegionID\n101581,Westboro,1\n101730,Bedford,1\n60601,Chicago,1\n",
  ]

  private func imported(_ store: Store) async throws -> ImportReport {
    var options = ImportOptions()
    options.unresolved = .empty
    let importer = Importer(store, options: options)
    return try await importer.run(
      importer.plan(Self.files.map { ImportFile(try TextSource($1, name: $0)) }))
  }

  @Test("NW-9 at the end all rows are in, every reference resolved, and importing again changes nothing")
  func resolved() async throws {
    let store = try Store(inMemory: northwind.description.model)
    let report = try await imported(store)
    #expect(report.files.reduce(0) { $0 + $1.read } == 23)
    #expect(report.files.reduce(0) { $0 + $1.rejected } == 5)
    let resolver = Resolver(store)

    // One press links what can be told; the rest by hand.
    let groups = try await resolver.groups()
    let proposals = try await resolver.proposals(for: groups)
    let texts = Dictionary(uniqueKeysWithValues: groups.map { ($0.id, $0.text) })
    let likely = proposals.filter { !$0.value.isGuess }.map { "\(texts[$0.key] ?? "") \($0.value.record)" }
    #expect(likely == ["VINET 85"])
    let evidence = try #require(proposals.values.first { !$0.isGuess }).evidence
    #expect(Localizer.english(evidence) == "Ship name is the same as Company name in 2 of 2")
    // Also that of "Wolski  Zajazd", whose name has one more space.
    let guesses = proposals.filter { $0.value.isGuess }
    #expect(guesses.count == 3 && guesses.contains { texts[$0.key] == "WOLZA" && $0.value.record == 91 })
    try await resolver.link(proposals.filter { !$0.value.isGuess }.mapValues(\.record))
    let wolza = try #require(groups.first { $0.text == "WOLZA" })
    try await resolver.link([wolza.id: 91])

    // The broken date and the two keys; the order's lines come along.
    var corrections: [Int64: [String: String]] = [:]
    for row in try await resolver.rows().rows {
      switch row.entity.plural {
      case "orders": corrections[row.id] = ["ShippedDate": "1996-07-10"]
      case "employee-territories":
        let code = try #require(row.fields.first { $0.heading == "TerritoryID" }).text
        corrections[row.id] = ["TerritoryID": "1" + code]
      default: break
      }
    }
    #expect(corrections.count == 3)
    let corrected = try await resolver.correct(corrections)
    #expect(corrected.loaded == 5 && corrected.left.isEmpty)
    #expect(try await resolver.groups().map(\.text) == ["TOMSP"])
    try await resolver.link([try #require(try await resolver.groups().first).id: 79])

    #expect(try await resolver.groups().isEmpty)
    #expect(try await resolver.rows().total == 0)
    var count = 0
    for entity in store.model.entities { count += try await store.count(AnyFetchRequest(entity.name)) }
    #expect(count == 23)
    #expect(try await store.fetch(Order.all.sorted(by: \.orderDate)).map(\.customer) == [85, 79, 85, 91])

    let before = try await store.lastChangeSet()
    let again = try await imported(store)
    #expect(again.changeSet == nil && again.files.reduce(0) { $0 + $1.unresolved } == 0)
    #expect(again.files.reduce(0) { $0 + $1.unchanged } == 20)
    #expect(try await resolver.rows().total == 0)
    #expect(try await store.lastChangeSet() == before)
  }
}
