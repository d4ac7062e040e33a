import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
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
}
