import Foundation
import KartotekaModel
import Testing

@Suite("The digits of computed decimals")
struct ComputedDigitsTests {
  private struct Shop: Entity {
    let name = Attribute<String>("Name", .title)
    let orders = ToMany<Order>("Orders", inverse: \.shop)

    /// Of computed values of the same record, which are declared behind it.
    let half = Computed<Shop, Decimal>("Half") { .formula("sold / 2") }
    let sold = Computed<Shop, Decimal>("Sold") { .formula("sum(orders: price)") }
    let exact = Computed<Shop, Decimal>("Exact", .scale(0)) { .formula("sum(orders: price)") }
    let count = Computed<Shop, Int>("Orders") { .count(\.orders) }
  }

  private struct Order: Entity {
    let name = Attribute<String>("Name", .title)
    let price = Attribute<Decimal>("Price", .scale(3))
    let shop = ToOne<Shop>("Shop", .required, .onDelete(.cascade))
    let twice = Computed<Order, Decimal>("Twice") { .of(Calculation(\.price)) * 2 }
    let share = Computed<Order, Decimal>("Share", .percent) { .formula("price / 3") }
  }

  @Test("are those that the computation comes to, unless the declaration says others, which is a fault")
  func taken() throws {
    let model = ModelDescription([Shop.self, Order.self])
    func scale(_ entity: String, _ name: String) -> Int? {
      model.entity(named: entity)?.computed(name)?.attribute.scale
    }
    #expect(scale("shop", "sold") == 3)
    #expect(scale("order", "twice") == 3)
    #expect(scale("shop", "exact") == 0)
    #expect(scale("shop", "count") == 0)
    #expect((scale("order", "share") ?? 0) >= 4)
    #expect((scale("shop", "half") ?? 0) >= 3)
    let faults = model.check()
    #expect(faults.map(\.field) == ["exact"], "\(faults)")
  }
}
