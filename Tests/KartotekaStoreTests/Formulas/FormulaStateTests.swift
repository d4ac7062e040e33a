import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("States whose conditions are formulas, in the store")
struct FormulaStateTests {
  private static let states: [StateDescription] = [
    StateDescription("rich", "Rich", tone: .good, formula: "sum(orders: total) > 10"),
    StateDescription("known", "Known", tone: .plain, condition: .compare("credit", .null, [.integer(0)])),
    StateDescription("none", "None", formula: "count(orders) = 0"),
  ]

  // Customers with credits and totals of orders.
  private static func store(_ states: [StateDescription]) async throws -> (store: Store, customer: EntityDescription) {
    var drafts = RuledShop.model.drafts
    let place = try #require(drafts.firstIndex { $0.name == "customer" })
    for index in drafts.indices { drafts[index].rules = [] }
    drafts[place].states = states
    let model = ModelDescription(drafts: drafts)
    #expect(model.check().isEmpty)
    let store = try Store(inMemory: model)
    func record(_ entity: String, _ values: [String: Value]) throws -> AnyRecord {
      var record = AnyRecord(try #require(model.entity(named: entity)))
      for (name, value) in values { record[name] = value }
      return record
    }
    for (credit, price) in [(Int64?.some(500), Int64?.none), (nil, 2_000), (700, 5_000), (nil, nil), (nil, 100)] {
      let credit = credit.map(Value.integer) ?? .null
      let customer = try record("customer", ["name": .text("Anna"), "credit": credit])
      let order = try record("order", [:])
      let line = try record("line", ["product": .text("Tea"), "quantity": .integer(1)])
      _ = try await store.perform(.api) { transaction in
        let customer = try transaction.insert(customer)
        guard let price else { return }
        var (order, line) = (order, line)
        order["customer"] = .integer(customer.id ?? 0)
        order = try transaction.insert(order)
        line["price"] = .integer(price)
        line["order"] = .integer(order.id ?? 0)
        try transaction.insert(line)
      }
    }
    return (store, try #require(model.entity(named: "customer")))
  }

  private static func ids(_ store: Store, _ predicate: FetchPredicate?) async throws -> [RecordID] {
    var request = AnyFetchRequest("customer")
    request.predicate = predicate
    let page = try await store.fetch(request)
    #expect(page.total == nil || page.total == page.records.count)
    return page.records.compactMap(\.id).sorted()
  }

  @Test("Each record is in the first state whose condition holds, and filters by state find the same records")
  func filtered() async throws {
    let (store, customer) = try await Self.store(Self.states)
    let computed = try await store.computed(customer, ids: [1, 2, 3, 4, 5])
    let names = [RecordID](1...5).map { computed[$0]?.state?.name }
    #expect(names == ["known", "rich", "rich", "none", nil])
    for state in Self.states {
      let expected = [RecordID](1...5).filter { computed[$0]?.state?.name == state.name }
      #expect(try await Self.ids(store, customer.condition(ofState: state.name)) == expected, "\(state.name)")
      let others = customer.condition(ofState: state.name).map { FetchPredicate.not($0) }
      #expect(try await Self.ids(store, others) == [RecordID](1...5).filter { !expected.contains($0) })
    }
    #expect(try await Self.ids(store, .not(.any(customer.states.map(\.condition)))) == [5])
  }

  @Test("Lists are sorted and grouped by states with formulas, and figures count them")
  func grouped() async throws {
    let (store, customer) = try await Self.store(Self.states)
    var request = AnyFetchRequest("customer")
    request.sort = [FetchSort(ComputedValues.stateKey)]
    let sorted = try await store.fetch(request).records.compactMap(\.id)
    #expect(Array(sorted.filter { $0 != 5 }.prefix(2)).sorted() == [2, 3])
    var aggregate = AggregateRequest(over: AnyFetchRequest("customer"))
    aggregate.groups = [.value(ComputedValues.stateKey)]
    aggregate.measures = [.count]
    let rows = try await store.aggregates([aggregate])[0]
    let counts = rows.reduce(into: [Value: Value]()) { $0[$1.groups[0]] = $1.measures[0] }
    let expected: [Value: Value] = [
      .integer(0): .integer(2), .integer(1): .integer(1), .integer(2): .integer(1), .null: .integer(1),
    ]
    #expect(counts == expected)
    #expect(customer.states.count == 3)
  }

  @Test("A condition with a formula stands within others: of related records, and of those that lead to it")
  func nested() async throws {
    let (store, _) = try await Self.store(Self.states)
    let large = FetchPredicate.formula(Formula("sum(lines: price) >= 20"))
    #expect(try await Self.ids(store, .isReferred("order", "customer", large)) == [2, 3])
    var orders = AnyFetchRequest("order")
    orders.predicate = .leads("customer", .formula(Formula("sum(orders: total) > 10 and empty(credit)")))
    #expect(try await store.fetch(orders).records.count == 1)
  }

  @Test("A state follows the day, and a change of the records that it sums")
  func followed() async throws {
    let (store, customer) = try await Self.store(Self.states)
    #expect(try await Self.ids(store, customer.condition(ofState: "rich")) == [2, 3])
    _ = try await store.perform(.api) { transaction in
      var line = try #require(try transaction.record(RuledShop.entity("line"), id: 3))
      line["price"] = .integer(9_000)
      try transaction.update(line)
    }
    #expect(try await Self.ids(store, customer.condition(ofState: "rich")) == [2, 3, 5])
    let dependencies = Dependencies(computedOf: customer, in: store.model)
    #expect(dependencies == dependencies.union(.entities(["customer", "order", "line"])))
    let (daily, other) = try await Self.store([StateDescription("old", "Old", formula: "greatest(orders: due) < today")]
    )
    let request = Dependencies(computedOf: other, in: daily.model)
    #expect(request == request.union(.day))
  }

  @Test("The deepest formula that a state may have is computed, sorted by and filtered by, also negated")
  func deepest() async throws {
    var (formula, last) = ("credit", "credit")
    // As deep as the check allows.
    for level in 0..<30 {
      let next = "greatest(\(formula), \(level))"
      let state = StateDescription("deep", "Deep", formula: next + " > 1")
      var drafts = RuledShop.model.drafts
      let place = try #require(drafts.firstIndex { $0.name == "customer" })
      drafts[place].states = [state]
      guard ModelDescription(drafts: drafts).check().isEmpty else { break }
      (formula, last) = (next, next)
    }
    let states = [StateDescription("deep", "Deep", formula: last + " > 1"), StateDescription("rest", "Rest")]
    let (store, customer) = try await Self.store(states)
    let deep = try await Self.ids(store, customer.condition(ofState: "deep"))
    let rest = try await Self.ids(store, customer.condition(ofState: "deep").map { .not($0) })
    #expect(deep.count + rest.count == 5 && !deep.isEmpty)
    var request = AnyFetchRequest("customer")
    request.sort = [FetchSort(ComputedValues.stateKey)]
    request.predicate = customer.condition(ofState: "rest")
    request.wantsComputed = true
    #expect(try await store.fetch(request).records.compactMap(\.id).sorted() == rest)
  }

  @Test("Records are counted until the time is over, and without a limit all of them")
  func bounded() async throws {
    let (store, customer) = try await Self.store([])
    _ = try await store.perform(.api) { transaction in
      for _ in 0..<2_000 { try transaction.insert(RuledShop.customer(credit: 1)) }
    }
    let whole = try await store.matching(Formula("credit = 0.01"), of: customer, first: 2)
    #expect(whole.isWhole && whole.count == 2_000 && whole.compared == 2_005 && whole.records.count == 2)
    let some = try await store.matching(Formula("credit = 0.01"), of: customer, first: 2, within: .zero)
    #expect(!some.isWhole && some.compared < whole.compared && some.count <= some.compared)
    let broken = try await store.breaking(Formula("credit > 0.01"), of: customer, first: 0, within: .seconds(60))
    #expect(broken.isWhole && broken.count == 2_000 && broken.records.isEmpty)
  }
}
