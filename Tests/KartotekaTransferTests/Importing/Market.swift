import Foundation
import KartotekaModel

// A market: a unique key of two relationships, employees who report to each other, customers known by a code.
struct Clerk: Entity {
  let name = Attribute<String>("Name", .required, .title, .length(1...40))
  let notes = Attribute<String>("Notes", .multiline)
  let picture = Attribute<Data>("Photo")
  let reportsTo = ToOne<Clerk>("Reports to", onDelete: .nullify)
}

struct Client: Entity {
  let code = Attribute<String>("Code", .unique, .length(0...10))
  let companyName = Attribute<String>("Company name", .required, .title, .length(1...60))
  let postalCode = Attribute<String>("Postal code", .length(0...20))
}

struct Deal: Entity {
  let client = ToOne<Client>("Client")
  let clerk = ToOne<Clerk>("Clerk", onDelete: .nullify)
  let madeOn = Attribute<CalendarDate>("Made on", .required)
  let shipName = Attribute<String>("Ship name")
  let parts = ToMany<Part>("Parts", inverse: \.deal)
}

struct Good: Entity {
  let name = Attribute<String>("Name", .required, .title, .aliases("ProductName"))
  let price = Attribute<Decimal>("Unit price", .required, .scale(2), .atLeast(0), .default(0))
}

struct Part: Entity {
  let deal = ToOne<Deal>("Deal", required: true, onDelete: .cascade)
  let good = ToOne<Good>("Good", required: true)
  let price = Attribute<Decimal>("Unit price", .required, .scale(2), .atLeast(0), .default(0))
  let quantity = Attribute<Int>("Quantity", .required, .atLeast(1))
  let discount = Attribute<Decimal>("Discount", .required, .scale(2), .range(0...1), .default(0))

  static let uniqueKeys = [UniqueKey(\Part.deal, \.good)]
}

let market = ModelDescription([Clerk.self, Client.self, Deal.self, Good.self, Part.self])
