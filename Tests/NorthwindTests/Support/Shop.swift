import Foundation
import Kartoteka
import KartotekaTestSupport
import Northwind

/// Northwind on a store, and the requests that programs and browsers send.
typealias Shop = AppSite

extension AppSite {
  /// On a store in memory, or on that one.
  init(on store: Store? = nil) throws { try self.init(northwind, on: store) }

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
}
