import Kartoteka
import KartotekaTestSupport
import Northwind

/// A shop with what orders need: two shippers and products of which 10, 3 and none are in stock.
struct Wholesaler {
  let shop: Shop

  init(on store: Store? = nil) async throws {
    shop = try Shop(on: store)
    for (path, body) in [
      ("/shippers", #"{"companyName": "Speedy Express"}"#), ("/shippers", #"{"companyName": "United Package"}"#),
      ("/customers", #"{"companyName": "Alfreds Futterkiste"}"#),
      ("/products", #"{"name": "Chai", "unitPrice": 18, "unitsInStock": 10}"#),
      ("/products", #"{"name": "Chang", "unitPrice": 19.5, "unitsInStock": 3, "discontinued": true}"#),
      ("/products", #"{"name": "Tofu", "unitPrice": 23.25}"#),
    ] {
      try await shop.add(path, body)
    }
  }

  /// Takes an order of so many of each product; its id.
  @discardableResult
  func order(_ quantities: KeyValuePairs<Int, Int>, _ more: String = "") async throws -> RecordID {
    let lines = quantities.map { #"{"product": \#($0), "quantity": \#($1)}"# }.joined(separator: ", ")
    let answer = try await shop.api(
      .post, "/orders", #"{"customer": 1, "orderDate": "2026-07-04", "lines": [\#(lines)]\#(more)}"#)
    guard answer.status == 201, let id = try answer.json.number("id") else { throw Refusal(text: answer.text) }
    return id
  }

  /// Ships an order by the API.
  func ship(_ id: RecordID, _ inputs: String = #"{"shipper": 1}"#, language: String? = nil) async throws -> Answer {
    try await shop.api(.post, "/orders/\(id)/actions/ship", inputs, language: language)
  }

  /// What is in stock of each product.
  func stock() async throws -> [Int64] {
    var fetch = AnyFetchRequest("product")
    fetch.sort = [FetchSort("id")]
    return try await shop.store.fetch(fetch).records.compactMap {
      if case .integer(let count) = $0["unitsInStock"] { count } else { nil }
    }
  }

  /// A record as the API has it.
  func json(_ path: String) async throws -> JSONObject { try await shop.api(.get, path).json }
}
