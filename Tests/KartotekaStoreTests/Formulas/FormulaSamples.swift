import Foundation
import KartotekaModel

@testable import KartotekaStore

// Orders with lines, and computed values that have others.
enum FormulaSamples {
  struct Customer: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let country = Attribute<String>("Country")
    let credit = Attribute<Decimal>("Credit", .scale(2))
    let vip = Attribute<Bool>("Favourite")
    let joined = Attribute<CalendarDate>("Joined")
    let orders = ToMany<Order>("Orders", inverse: \.customer)
    let turnover = Computed<Customer, Decimal>("Turnover", .scale(3)) { .formula("sum(orders: total)") }
  }

  struct Order: Entity {
    enum Status: String, ChoiceValue { case open, sent }

    let number = Attribute<Int>("Number", .title)
    let due = Attribute<CalendarDate>("Due")
    let placed = Attribute<Date>("Placed at")
    let paid = Attribute<Bool>("Paid")
    let discount = Attribute<Decimal>("Discount", .scale(2))
    let weight = Attribute<Int>("Weight", .range(Int.min...Int.max))
    let note = Attribute<String>("Note")
    let status = Attribute<Status>("Status")
    let customer = ToOne<Customer>("Customer", onDelete: .nullify)
    let lines = ToMany<Line>("Lines", inverse: \.order)
    let total = Computed<Order, Decimal>("Total", .scale(3)) {
      .formula("sum(lines: amount) - first(discount, 0.000)")
    }
    let isLate = Computed<Order, Bool>("Late") { .formula("due < today and not(paid)") }
  }

  struct Line: Entity {
    let product = Attribute<String>("Product", .title)
    let price = Attribute<Decimal>("Unit price", .scale(2))
    let quantity = Attribute<Int>("Quantity")
    let order = ToOne<Order>("Order", onDelete: .cascade)
    let amount = Computed<Line, Decimal>("Amount", .scale(3)) {
      .formula("price * quantity * if(quantity >= 10, 0.9, 1)")
    }
  }

  static let model = ModelDescription([Customer.self, Order.self, Line.self])

  /// The records, by entity and id.
  static var rows: FormulaOracle.Rows {
    let days: [Value] = ["0001-01-01", "1999-12-31", "2024-02-29", "2026-11-29", "9999-12-31"].map(Value.text)
    let moments: [Value] = ["2024-02-29T23:30:00.000Z", "1970-01-01T00:00:00.000Z", "2026-07-01T22:15:00.000Z"]
      .map(Value.text)
    let texts: [Value] = ["Łódź", "lodz", "e\u{301}", "é", "a \"b\"", "zażółć"].map(Value.text)
    func some(_ values: [Value], _ number: Int) -> Value {
      number % (values.count + 1) == values.count ? .null : values[number % (values.count + 1)]
    }
    var rows: FormulaOracle.Rows = [:]
    for number in 0..<5 {
      rows["customer", default: [:]][Int64(number + 1)] = [
        "name": .text("Customer \(number)"), "country": some(texts, number + 2),
        "credit": number == 3 ? .null : .integer(Int64(number * number * 1234 - 500)),
        "vip": some([.integer(0), .integer(1)], number), "joined": some(days, number + 1),
      ]
    }
    for number in 0..<12 {
      rows["order", default: [:]][Int64(number + 1)] = [
        "number": .integer(Int64(number * 7 - 10)), "due": some(days, number), "placed": some(moments, number),
        "paid": some([.integer(1), .integer(0)], number),
        "discount": number % 4 == 0 ? .null : .integer(Int64(number * 125)),
        "weight": some([.integer(.max), .integer(.min), .integer(0), .integer(-3), .integer(1_000_000)], number),
        "note": some(texts, number), "status": some([.text("open"), .text("sent")], number + 1),
        "customer": number % 5 == 4 ? .null : .integer(Int64(number % 5 + 1)),
      ]
    }
    for number in 0..<30 {
      rows["line", default: [:]][Int64(number + 1)] = [
        "product": some(texts, number), "price": number % 7 == 0 ? .null : .integer(Int64(number * 333 - 2000)),
        "quantity": number % 11 == 0 ? .null : .integer(Int64(number - 4)),
        "order": .integer(Int64(number % 9 + 1)),
      ]
    }
    return rows
  }

  /// A store with the records.
  static func store(_ rows: FormulaOracle.Rows = FormulaSamples.rows) async throws -> Store {
    let store = try Store(inMemory: model)
    _ = try await store.perform(.code) { transaction in
      for name in ["customer", "order", "line"] {
        guard let entity = model.entity(named: name) else { continue }
        for (_, values) in (rows[name] ?? [:]).sorted(by: { $0.key < $1.key }) {
          var record = AnyRecord(entity)
          for (field, value) in values { record[field] = value }
          try transaction.insert(record)
        }
      }
    }
    return store
  }
}
