import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Charts of an opened file")
struct OpenedChartTests {
  @Test("A group by a reference with a text key opens its records, also where the key leads to none")
  func textKeys() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Customers (CustomerID TEXT PRIMARY KEY, Name TEXT);
      CREATE TABLE Orders (OrderID INTEGER PRIMARY KEY, Note TEXT, CustomerID TEXT REFERENCES Customers);
      INSERT INTO Customers VALUES ('ALFKI', 'Alfreds'), ('BERGS', 'Berglunds');
      INSERT INTO Orders VALUES
        (1, 'Note-A', 'ALFKI'), (2, 'Note-B', 'ALFKI'), (3, 'Note-C', 'BERGS'), (4, 'Note-D', 'GONE'), (5, 'Note-E', NULL);
      """)
    try await Server([try shop.open()], port: 0, logger: .quiet).application().test {
      (client: TestClient) async throws -> Void in
      func page(_ path: String) async throws -> String {
        let response = try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: "en"])
        #expect(response.status == .ok, "\(path)")
        return String(buffer: response.body)
      }
      let chart = try await page("/shop/Orders?layout=chart:CustomerID")
      let links = chart.matches(of: /<a[^>]* href="([^"]*)" aria-label="[^"]*"/)
        .map { String($0.1).replacing("&amp;", with: "&") }.filter { $0.contains("where=") }
      var found: Set<Set<String>> = []
      for link in links {
        let records = try await page(link)
        found.insert(Set(["Note-A", "Note-B", "Note-C", "Note-D", "Note-E"].filter { records.contains($0) }))
      }
      #expect(found == [["Note-A", "Note-B"], ["Note-C"], ["Note-D"], ["Note-E"]], "\(links)")
    }
  }
  private static func page(_ client: TestClient, _ path: String) async throws -> String {
    let response = try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: "en"])
    #expect(response.status == .ok, "\(path)")
    return String(buffer: response.body)
  }

  // The descriptions of the bars' and cells' links, and of what has none.
  private static func words(_ page: String) -> Set<String> {
    Set(page.matches(of: /aria-label="([^"]*: [^"]*)"/).map { String($0.1) })
  }

  @Test("Texts that a column takes for equal are one group in all parts of a chart, which opens all of them")
  func spellings() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Sales (SaleID INTEGER PRIMARY KEY, Town TEXT COLLATE NOCASE, Kind TEXT);
      INSERT INTO Sales VALUES (1, 'Bonn', 'a'), (2, 'BONN', 'b'), (3, 'bonn', 'b'), (4, 'Ulm', 'a');
      """)
    try await Server([try shop.open()], port: 0, logger: .quiet).application().test {
      (client: TestClient) async throws -> Void in
      let chart = try await Self.page(client, "/shop/Sales?layout=chart:Town,by:Kind,pivot")
      let towns = chart.matches(of: /<th scope=row>([^<]*)</).map { String($0.1).lowercased() }
      #expect(towns == ["bonn", "ulm", "total"], "\(towns)")
      #expect(Self.words(chart).contains { $0.lowercased().hasPrefix("bonn: 3 ") }, "\(Self.words(chart))")
    }
  }

  @Test("Values that are no days are a group of their own, and leave the axis to the days")
  func unreadableDays() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Sales (SaleID INTEGER PRIMARY KEY, Day DATE);
      INSERT INTO Sales VALUES (1, '2024-01-05'), (2, '2024-02-06'), (3, NULL);
      """)
    let app = try shop.open()
    // Of another program, since.
    try shop.run("INSERT INTO Sales VALUES (4, 'soon'), (5, 'zzz')")
    let entity = try #require(app.store.model.entity(named: "Sales"))
    try #require(entity.attribute("Day")?.isOfDays == true)
    try await Server([app], port: 0, logger: .quiet).application().test {
      (client: TestClient) async throws -> Void in
      for field in ["month:Day", "quarter:Day", "week:Day", "Day"] {
        let chart = try await Self.page(client, "/shop/Sales?layout=chart:\(field)")
        #expect(chart.contains("Unreadable dates: 2") && chart.contains("empty: 1"), "\(field)")
        #expect(chart.contains("2024") && !chart.contains("zzz"), "\(field)")
      }
    }
  }

  @Test("Values that are no days are before and after none, for lists as for the bars that lead to them")
  func daysOfNoCalendar() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Sales (SaleID INTEGER PRIMARY KEY, Day DATE);
      INSERT INTO Sales VALUES (1, '2023-01-05'), (2, '2024-02-06');
      """)
    let app = try shop.open()
    // Of another program, since.
    try shop.run(
      """
      INSERT INTO Sales VALUES (3, ''), (4, 0), (5, '2024-02-31'), (6, '0000-01-01'), (7, ' 5'), (8, '2023-5-1');
      """)
    let (store, entity) = (app.store, try #require(app.store.model.entity(named: "Sales")))
    try #require(entity.attribute("Day")?.kind == .date)
    func ids(_ filter: String) async throws -> [RecordID] {
      var request = AnyFetchRequest("Sales")
      request.predicate = try ListCondition("Day", .during, [filter]).predicate(of: entity, in: store.model)
      request.sort = [FetchSort("id")]
      return try await store.fetch(request).records.compactMap(\.id)
    }
    #expect(try await ids("..2024-12-31") == [1, 2])
    #expect(try await ids("..2023-12-31") == [1])
    #expect(try await ids("2024-01-01..") == [2])
    let keys: [(DayUnit, String)] = [
      (.day, "2024-02-06"), (.month, "2024-02"), (.year, "2024"), (.quarter, "2024-Q1"), (.week, "2024-W06"),
    ]
    for (unit, key) in keys {
      var request = AggregateRequest(over: AnyFetchRequest("Sales"))
      request.groups = [ListGroup("Day", by: unit).aggregate]
      request.measures = [.count]
      var counts: [Value: Value] = [:]
      for row in try await store.aggregates([request])[0] { counts[row.groups[0]] = row.measures[0] }
      #expect(counts.count == 3 && counts[.text(key)] == .integer(1), "\(unit) \(counts)")
      #expect(counts[.text("")] == .integer(6), "\(unit) \(counts)")
    }
    try await Server([app], port: 0, logger: .quiet).application().test {
      (client: TestClient) async throws -> Void in
      for field in ["Day", "month:Day", "year:Day", "week:Day"] {
        let chart = try await Self.page(client, "/shop/Sales?layout=chart:\(field)")
        #expect(chart.contains("Unreadable dates: 6"), "\(field)")
      }
    }
  }

  @Test("The values of a reference by a key narrow the list to exactly the records that are counted")
  func facets() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Customers (Number INTEGER PRIMARY KEY, Code TEXT UNIQUE, Name TEXT);
      CREATE TABLE Orders (OrderID INTEGER PRIMARY KEY, Note TEXT, Customer TEXT REFERENCES Customers (Code));
      INSERT INTO Customers VALUES (1, '2', 'Alfreds'), (2, '1', 'Berglunds');
      INSERT INTO Orders VALUES (1, 'Note-A', '2'), (2, 'Note-B', '2'), (3, 'Note-C', '1');
      """)
    try await Server([try shop.open()], port: 0, logger: .quiet).application().test {
      (client: TestClient) async throws -> Void in
      let values = try await Self.page(client, "/shop/Orders/filter?field=Customer")
      var found: [String: Set<String>] = [:]
      for name in ["Alfreds", "Berglunds"] {
        let link = try #require(
          values.matches(of: /<a[^>]* href="([^"]*where=[^"]*)"[^>]*>(.*?)<\/a>/).first { $0.2.contains(name) },
          "\(values)")
        let query = try #require(String(link.1).replacing("&amp;", with: "&").split(separator: "?").last)
        let list = try await Self.page(client, "/shop/Orders?" + query)
        found[name] = Set(["Note-A", "Note-B", "Note-C"].filter { list.contains($0) })
        // The chip names the record, not its key.
        #expect(list.contains("Customer: " + name))
      }
      #expect(found == ["Alfreds": ["Note-A", "Note-B"], "Berglunds": ["Note-C"]])
    }
  }
}
