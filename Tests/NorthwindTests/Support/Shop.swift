import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Kartoteka
import Logging
import Northwind

@testable import KartotekaWeb

/// Northwind on a store in memory, and the requests that programs and browsers send.
struct Shop {
  let store: Store
  private let server: Server

  init() throws { try self.init(on: Store(inMemory: northwind.description.model)) }

  /// On a store that is there.
  init(on store: Store) throws {
    self.store = store
    server = Server(
      [RunningApp(northwind, on: store)], logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
  }

  /// With two categories, two suppliers, three products, a customer, an employee who looks after a territory, and an
  /// order of two lines.
  static func withGoods() async throws -> Shop {
    let shop = try Shop()
    for (path, body) in [
      ("/categories", #"{"name": "Beverages"}"#), ("/categories", #"{"name": "Dairy Products"}"#),
      ("/suppliers", #"{"companyName": "Exotic Liquids", "city": "London"}"#),
      ("/suppliers", #"{"companyName": "Cooperativa de Quesos", "city": "Oviedo"}"#),
      ("/products", #"{"name": "Chai", "supplier": 1, "category": 1, "unitPrice": 18, "unitsInStock": 39}"#),
      ("/products", #"{"name": "Queso Cabrales", "supplier": 2, "category": 2, "unitPrice": 1234.5}"#),
      ("/products", #"{"name": "Aniseed Syrup", "supplier": 1, "category": 1, "unitPrice": 10}"#),
      ("/customers", #"{"code": "VINET", "companyName": "Vins et alcools Chevalier"}"#),
      ("/employees", #"{"firstName": "Nancy", "lastName": "Davolio"}"#),
      ("/regions", #"{"description": "Eastern"}"#),
      ("/territories", #"{"code": "01581", "description": "Westboro", "region": 1}"#),
      ("/employee-territories", #"{"employee": 1, "territory": 1}"#),
    ] {
      try await shop.add(path, body)
    }
    let order = try await shop.store.perform(.code) { transaction in
      var order = AnyRecord(try entity("order"))
      order["customer"] = .integer(1)
      order["employee"] = .integer(1)
      order["orderDate"] = .text("2026-07-04")
      let id = try transaction.insert(order).id ?? 0
      for product in [1, 2] as [Int64] {
        var line = AnyRecord(try entity("orderDetail"))
        line["order"] = .integer(id)
        line["product"] = .integer(product)
        line["unitPrice"] = .integer(1_800)
        line["quantity"] = .integer(2)
        line["discount"] = .integer(0)
        try transaction.insert(line)
      }
      return id
    }
    precondition(order.value == 1)
    return shop
  }

  /// An entity of the application.
  static func entity(_ name: String) throws -> EntityDescription {
    guard let entity = northwind.description.model.entity(named: name) else { throw CocoaError(.featureUnsupported) }
    return entity
  }

  /// Adds a record by the API.
  func add(_ path: String, _ body: String) async throws {
    let answer = try await api(.post, path, body)
    guard answer.status == 201 else { throw ProblemText(text: "\(path): \(answer.text)") }
  }

  /// How many records there are.
  func count(_ entity: String) async throws -> Int { try await store.count(AnyFetchRequest(entity)) }

  // MARK: Requests

  /// An answer, as far as tests look at it.
  struct Answer {
    let status: Int
    let location: String?
    let cookie: String?
    let text: String
  }

  /// Sends a request to the API; the address is what stands behind `/api/northwind`.
  func api(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, language: String? = nil
  ) async throws -> Answer {
    var headers: HTTPFields = body == nil ? [:] : [.contentType: "application/json"]
    headers[.acceptLanguage] = language
    return try await send(method, "/api/northwind" + path, body, headers)
  }

  /// Asks for a page; the address is what stands behind `/northwind`.
  func page(_ path: String, language: String = "en") async throws -> Answer {
    try await send(.get, "/northwind" + path, nil, [.acceptLanguage: language])
  }

  /// Sends a form.
  func submit(_ path: String, _ fields: KeyValuePairs<String, String>) async throws -> Answer {
    let pairs = fields.map { name, value in "\(encoded(name))=\(encoded(value))" }
    return try await send(
      .post, "/northwind" + path, pairs.joined(separator: "&"), [.contentType: "application/x-www-form-urlencoded"])
  }

  private func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private func send(
    _ method: HTTPRequest.Method, _ uri: String, _ body: String?, _ headers: HTTPFields
  ) async throws -> Answer {
    let response = try await server.application().test(.router) { client in
      try await client.execute(
        uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }
    return Answer(
      status: response.status.code, location: response.headers[.location], cookie: response.headers[.setCookie],
      text: String(buffer: response.body))
  }
}

/// What a request was refused with.
struct ProblemText: Error {
  let text: String
}
