import Foundation
import Kartoteka
import Northwind

@testable import KartotekaWeb

/// A shop with what orders need: two shippers and products of which 10, 3 and none are in stock.
struct Wholesaler {
  let shop: Shop

  init(on store: Store? = nil) async throws {
    shop = try store.map { try Shop(on: $0) } ?? Shop()
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
    guard answer.status == 201, let id = try answer.json.number("id") else { throw ProblemText(text: answer.text) }
    return id
  }

  /// Ships an order by the API.
  func ship(_ id: RecordID, _ inputs: String = #"{"shipper": 1}"#, language: String? = nil) async throws -> Shop.Answer
  {
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

extension Shop.Answer {
  /// The JSON object that the body is.
  var json: JSONObject {
    get throws {
      guard case .object(let object) = try JSONParser.parse(Array(text.utf8)) else { throw CocoaError(.formatting) }
      return object
    }
  }

  /// The fields with which something is wrong.
  var wrong: [String] {
    get throws {
      guard case .object(let errors)? = try json["errors"] else { return [] }
      return errors.map(\.key).sorted()
    }
  }
}

extension JSONObject {
  /// The text of a member, or the digits of a number.
  func text(_ name: String) -> String? {
    switch self[name] {
    case .string(let text)?, .number(let text)?: text
    default: nil
    }
  }

  /// The whole number that a member is.
  func number(_ name: String) -> Int64? { if case .number(let digits)? = self[name] { Int64(digits) } else { nil } }
}
