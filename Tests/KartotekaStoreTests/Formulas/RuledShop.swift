import Foundation
import KartotekaModel

@testable import KartotekaStore

// Trips and orders with rules, conditions and defaults that are formulas.
enum RuledShop {
  struct Customer: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let credit = Attribute<Decimal>("Credit", .scale(2))
    let discount = Attribute<Decimal>("Discount", .scale(2))
    let orders = ToMany<Order>("Orders", inverse: \.customer)
  }

  struct Order: Entity {
    static let numberedTitle: String? = "Order {number}"
    static var rules: [RuleDescription] {
      [
        RuleDescription("withinCredit", "total <= customer.credit", "This is more than the customer's credit"),
        RuleDescription("hasLines", "count(lines) > 0", "An order has at least one line"),
        RuleDescription("dueLater", "due >= placed", "Due must not be before the order"),
      ]
    }
    let placed = Attribute<CalendarDate>("Placed on", .default(.today))
    let due = Attribute<CalendarDate>("Due", .default(formula: "placed + 14"))
    let discount = Attribute<Decimal>("Discount", .scale(2), .default(formula: "customer.discount"))
    let isGift = Attribute<Bool>("Gift")
    let message = Attribute<String>("Message", .shown(if: "isGift"), .required(if: "isGift"))
    let customer = ToOne<Customer>("Customer", onDelete: .nullify)
    let lines = ToMany<Line>("Lines", inverse: \.order)
    let total = Computed<Order, Decimal>("Total", .scale(2)) { .formula("sum(lines: price * quantity)") }
  }

  struct Line: Entity {
    static var rules: [RuleDescription] {
      [RuleDescription("some", "quantity > 0", "At least one")]
    }
    let product = Attribute<String>("Product", .required, .title)
    let price = Attribute<Decimal>("Price", .scale(2))
    let quantity = Attribute<Int>("Quantity")
    let order = ToOne<Order>("Order", required: true, onDelete: .cascade)
  }

  static let model = ModelDescription([Customer.self, Order.self, Line.self])

  static func entity(_ name: String) -> EntityDescription { model.entity(named: name) ?? model.entities[0] }

  static func customer(credit: Int64?, discount: Int64? = nil) -> AnyRecord {
    var customer = AnyRecord(entity("customer"))
    customer["name"] = .text("Anna")
    customer["credit"] = credit.map(Value.integer) ?? .null
    customer["discount"] = discount.map(Value.integer) ?? .null
    return customer
  }

  static func order(_ values: [String: Value]) -> AnyRecord {
    var order = AnyRecord(entity("order"))
    for (name, value) in values { order[name] = value }
    return order
  }

  static func line(_ price: Int64, _ quantity: Int64, of order: RecordID? = nil) -> AnyRecord {
    var line = AnyRecord(entity("line"))
    line["product"] = .text("Tea")
    line["price"] = .integer(price)
    line["quantity"] = .integer(quantity)
    line["order"] = order.map(Value.integer) ?? .null
    return line
  }
}
