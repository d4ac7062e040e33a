import HTTPTesting
import KartotekaApplication
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaStore
@testable import KartotekaWeb

/// Addresses and keys of records.
extension OpenedFileTests {
  @Test("A record without an integer key is addressed by the parts of its key")
  func addressesByKeys() async throws {
    for tail in ["", " WITHOUT ROWID"] {
      let shop = try OpenedShop(
        """
        CREATE TABLE Customers (Code TEXT PRIMARY KEY, Name TEXT)\(tail);
        CREATE TABLE "Order Details" (OrderID INTEGER, Product TEXT, Quantity INT, PRIMARY KEY (OrderID, Product))\(tail);
        INSERT INTO Customers VALUES ('A/1,x', 'Slash'), ('17', 'Number'), ('Łódź', 'City');
        INSERT INTO "Order Details" VALUES (10248, 'a,b', 3), (10248, '42', 5);
        """)
      try await check(
        shop, hasScreens: true,
        [
          .get("/api/shop/Customers/17", has: [#""id":"17""#, #""Code":"17""#, "Number"]),
          .get("/api/shop/Customers/A%2F1%2Cx", has: [#""id":"A%2F1%2Cx""#, "Slash"]),
          .get("/api/shop/Customers/%C5%81%C3%B3d%C5%BA", has: ["City"]),
          .get("/api/shop/Customers/1", 404),
          .get("/api/search?q=slash", has: [#""id":"A%2F1%2Cx""#, #"/A%2F1%2Cx""#]),
          .get("/api/shop/Order%20Details/10248,42", has: [#""id":"10248,42""#, #""Quantity":5"#]),
          .get("/api/shop/Order%20Details/10248,a%2Cb", has: [#""Quantity":3"#]),
          .get("/api/shop/Order%20Details/10248", 404),
          .send(.patch, "/api/shop/Order%20Details/10248,42", #"{"Quantity":6}"#, 200, has: [#""Quantity":6"#]),
          .send(.post, "/api/shop/Customers", #"{"Code":"new one","Name":"N"}"#, 201, has: [#""id":"new%20one""#])
            .answering(.location, "/api/shop/Customers/new%20one"),
          .delete("/api/shop/Customers/new%20one"),
        ])
      #expect(try shop.texts(#"SELECT Quantity FROM "Order Details" ORDER BY Product"#) == ["6", "3"])
    }
  }

  @Test("Names that mean something else in addresses, or are no part of one, get others there")
  func addressesAnyName() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE "" (a TEXT, "" BLOB, t INT REFERENCES T);
      CREATE TABLE "." (a TEXT, t INT REFERENCES T);
      CREATE TABLE ".." (a TEXT);
      CREATE TABLE settings (a TEXT);
      CREATE TABLE "settings-table" (a TEXT);
      CREATE TABLE "{id}" (a TEXT, "*" BLOB);
      CREATE TABLE T (id INTEGER PRIMARY KEY, history BLOB, "~history" BLOB, merge INT REFERENCES T, "." BLOB);
      INSERT INTO "" VALUES ('none', x'01', 1);
      INSERT INTO "." VALUES ('dot', 1);
      INSERT INTO ".." VALUES ('dots');
      INSERT INTO settings VALUES ('own');
      INSERT INTO "settings-table" VALUES ('other');
      INSERT INTO "{id}" VALUES ('brace', x'02');
      INSERT INTO T VALUES (1, x'0304', x'05', 1, x'06');
      """)
    try await check(
      shop, hasScreens: true,
      [
        .get("/api/shop/-table/1", has: ["none", #"/api/shop/-table/1/~""#]),
        .get("/api/shop/-table/1/~", has: ["\u{1}"]),
        .get("/api/shop/.-table/1", has: ["dot"]), .get("/api/shop/..-table/1", has: ["dots"]),
        .get("/api/shop/settings-table/1", has: ["other"]), .get("/api/shop/settings-table-table/1", has: ["own"]),
        .get("/api/shop/%7Bid%7D/1", has: ["brace", "/api/shop/%7Bid%7D/1/%2A"]),
        .get("/api/shop/T/1", has: ["/api/shop/T/1/~history", "/api/shop/T/1/~~history", "/api/shop/T/1/~."]),
        .get("/api/shop/T/1/~history", has: ["\u{3}\u{4}"]), .get("/api/shop/T/1/history", has: ["items"]),
        .get("/shop/-table/1", has: ["none"]), .get("/shop/.-table", has: ["dot"]), .get("/shop/T/1"),
      ])
  }

  @Test("A part of a key that is bytes is addressed by its hexadecimal digits")
  func addressesBytes() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Part (a INT, b TEXT, c BLOB, name TEXT, PRIMARY KEY (b, a, c));
      CREATE TABLE Loose (a, b, name TEXT, PRIMARY KEY (a, b));
      INSERT INTO Part VALUES (1, 'x', x'00ff', 'bytes'), (1, 'x', x'01', 'other');
      INSERT INTO Loose VALUES ('1', 2, 'text'), (1, 2, 'number');
      """)
    try await check(
      shop,
      [
        .get("/api/shop/Part/x,1,00ff", has: ["bytes"]), .get("/api/shop/Part/x,1,01", has: ["other"]),
        .get("/api/shop/Part/x,1,02", 404), .get("/api/shop/Loose/1,2", has: ["text"]),
      ])
  }

  @Test("A reference by a text key has the stored key in JSON, and takes one")
  func followsTextKeys() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Customers (CustomerID TEXT PRIMARY KEY, Name TEXT);
      CREATE TABLE Orders (OrderID INTEGER PRIMARY KEY, CustomerID TEXT REFERENCES Customers);
      INSERT INTO Customers VALUES ('ALFKI', 'Alfreds'), ('BERGS', 'Berglunds');
      INSERT INTO Orders VALUES (1, 'ALFKI'), (2, 'GONE'), (3, NULL);
      """)
    try await check(
      shop,
      [
        .get("/api/shop/Orders/1", has: [#""CustomerID":"ALFKI""#]),
        .get("/api/shop/Orders/2", has: [#""CustomerID":"GONE""#]),
        .get("/api/shop/Orders?filter[CustomerID]=ALFKI", has: [#""total":1"#]),
        .get("/api/shop/Orders/1?include=CustomerID", has: ["Alfreds"]),
        .get("/api/shop/Customers/ALFKI/Orders", has: [#""ids":[1]"#]),
        .send(.patch, "/api/shop/Orders/3", #"{"CustomerID":"BERGS"}"#, 200, has: [#""CustomerID":"BERGS""#]),
        .send(.patch, "/api/shop/Orders/3", #"{"CustomerID":"NOBODY"}"#, 422, has: ["NOBODY"]),
        .delete("/api/shop/Customers/ALFKI", 409),
      ])
    #expect(try shop.texts("SELECT CustomerID FROM Orders ORDER BY 1") == ["ALFKI", "BERGS", "GONE"])
  }

  @Test("An export of an opened file has its own columns and the stored keys")
  func exportsKeys() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Customers (CustomerID TEXT PRIMARY KEY, Name TEXT);
      CREATE TABLE Notes (id TEXT, Customer TEXT REFERENCES Customers);
      INSERT INTO Customers VALUES ('ALFKI', 'Alfreds');
      INSERT INTO Notes VALUES ('n1', 'ALFKI'), ('n2', 'GONE');
      """)
    try await check(
      shop, hasScreens: true,
      [
        .get("/shop/export/Customers.csv", has: ["CustomerID,Name\r\nALFKI,Alfreds"]),
        .get("/shop/export/Notes.csv", has: ["id,Customer\r\nn1,ALFKI\r\nn2,GONE"]),
        .get("/shop/export/Notes.json", has: [#""id":"n1","Customer":"ALFKI""#, #""Customer":"GONE""#]),
      ])
  }

  @Test("A page's address has the key of a record, also where it is the number of another row")
  func addressesPages() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Codes (Code TEXT PRIMARY KEY, Name TEXT);
      CREATE TABLE "Other Codes" (Code TEXT PRIMARY KEY, Name TEXT);
      INSERT INTO Codes VALUES ('2', 'First row'), ('1', 'Second row'), ('00123', 'Zeros'), ('new', 'Newness');
      INSERT INTO "Other Codes" VALUES ('x', 'Other');
      """)
    try await check(
      shop, hasScreens: true,
      [
        .get("/shop/Codes/2", has: ["First row"]), .get("/shop/Codes/1", has: ["Second row"]),
        .get("/shop/Codes/00123", has: ["Zeros"]), .get("/shop/Codes/~4", has: ["Newness"]),
        .get("/shop/Codes", has: [#"href="/shop/Codes/~4"#]),
        .get("/shop/Codes/1/history", has: ["Second row"]),
        .get("/shop/Other%20Codes/past"), .get("/shop/Other%20Codes/x/history", has: ["Other"]),
      ])
  }
}
