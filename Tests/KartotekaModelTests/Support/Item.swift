import Foundation
import KartotekaModel

/// A thing with an attribute of every Swift type that an attribute can be declared of.
struct Item: Entity {
  enum State: String, ChoiceValue {
    case new, worn
  }

  let title = Attribute<String>("Title", .required, .title, .length(1...20))
  let code = Attribute<String>(
    "Code", .unique, .formatter(.uppercase), .pattern("[A-Z]{2}[0-9]+", hint: "Like AB12"))
  let note = Attribute<String>("Note", .length(0...200), .multiline)
  let phone = Attribute<String>("Phone", as: .phone)
  let count = Attribute<Int>("Count", .default(1), .range(0...99))
  let weight = Attribute<Double>("Weight", .atLeast(0))
  let price = Attribute<Decimal>("Price", .default(9.5), .scale(2), .atMost(1000))
  let isLent = Attribute<Bool>("Lent", .default(false))
  let bought = Attribute<CalendarDate>("Bought")
  let seen = Attribute<Date>("Seen")
  let state = Attribute<State>("State", .default(.new))
  let place = Attribute<Coordinate>("Place")
  let cover = Attribute<Data>("Cover", .length(2...4))
  let owner = ToOne<User>("Owner", required: true, onDelete: .cascade, readOnlyAfterInsert: true)
}
