import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

// Boxes with weights of any size.
private struct Box: Entity {
  let name = Attribute<String>("Name", .required, .title, .sorted)
  let factor = Attribute<Int>("Factor", .range(Int.min...Int.max))
  let parts = ToMany<Part>("Parts", inverse: \.box)
  let weight = Computed<Box, Int>("Weight") { .sum(\.parts, of: Calculation(\Part.weight)) }
  let product = Computed<Box, Int>("Product") { .of(Calculation(\.factor) * Calculation(\.factor)) }
  let rounded = Computed<Box, Decimal>("Rounded", .scale(1)) { .of(Box.nested(9)) }

  // round(round(… factor * 1.25, 1) * 1.25, 1)
  static func nested(_ levels: Int) -> Calculation<Box> {
    (0..<levels).reduce(Calculation(\Box.factor)) { inner, _ in (inner * .constant(125, scale: 2)).rounded(1) }
  }
}

private struct Part: Entity {
  let weight = Attribute<Int>("Weight", .required, .range(Int.min...Int.max))
  let box = ToOne<Box>("Box", required: true, onDelete: .cascade)
}

// What is rounded in an index, which other programs keep.
private struct Price: Entity {
  let net = Attribute<Decimal>("Net", .scale(3), .required)
  let gross = Computed<Price, Decimal>("Gross", .scale(1), .sorted) {
    .of(((Calculation(\.net) * .constant(123, scale: 2)).rounded(2) * .constant(11, scale: 1)).rounded(1))
  }
}

@Suite("Exact numbers in SQL")
struct NumberTests {
  private static let model = ModelDescription([Box.self, Part.self])

  private func store(_ boxes: [(name: String, factor: Int64?, weights: [Int64])]) async throws -> Store {
    let store = try Store(inMemory: Self.model)
    let (box, part) = (
      try #require(Self.model.entity(named: "box")), try #require(Self.model.entity(named: "part"))
    )
    _ = try await store.perform(.code) { transaction in
      for (name, factor, weights) in boxes {
        var record = AnyRecord(box)
        (record["name"], record["factor"]) = (.text(name), factor.map(Value.integer) ?? .null)
        let id = try transaction.insert(record).id ?? 0
        for weight in weights {
          var record = AnyRecord(part)
          (record["weight"], record["box"]) = (.integer(weight), .integer(id))
          try transaction.insert(record)
        }
      }
    }
    return store
  }

  @Test("A sum beyond 64 bits is no value of its record, and nothing else is lost: lists, orders and filters go on")
  func overflow() async throws {
    let store = try await store([
      ("a", .max, [.max, .max]), ("b", 3, [.max, 1, -1]), ("c", nil, [.min, .min]), ("d", .min, [5, -7]), ("e", 1, []),
    ])
    let box = try #require(Self.model.entity(named: "box"))
    let weights = try await store.computed(box, ids: [1, 2, 3, 4, 5])
    #expect((1...5).map { weights[$0]?.values[0] } == [.null, .integer(.max), .null, .integer(-2), .integer(0)])
    #expect((1...5).map { weights[$0]?.values[1] } == [.null, .integer(9), .null, .null, .integer(1)])
    var request = AnyFetchRequest("box")
    request.wantsComputed = true
    request.sort = [FetchSort("weight")]
    request.limit = 2
    var names: [Value] = []
    while true {
      let page = try await store.fetch(request)
      names += page.records.map { $0["name"] }
      guard let next = page.next else { break }
      request.position = .after(next)
    }
    #expect(names == ["c", "d", "e", "b", "a"].map(Value.text))
    request = AnyFetchRequest("box")
    request.predicate = .compare("weight", .gt, [.integer(-5)])
    #expect(try await store.fetch(request).records.compactMap(\.id) == [1, 2, 4, 5])
  }

  @Test("An aggregate beyond 64 bits is refused, and one whose parts alone are is not")
  func aggregates() async throws {
    var request = AggregateRequest("part")
    request.measures = [.sum(.value("weight")), .average(.value("weight"))]
    let fits = try await store([("a", 1, [.max, .max, .min, .min, 4, 5])])
    #expect(try await fits.aggregates([request])[0].map(\.measures) == [[.integer(7), .integer(1)]])
    let overflows = try await store([("a", 1, [.max, .max])])
    await #expect(throws: StoreError.tooLarge(entity: "part")) { try await overflows.aggregates([request]) }
    let none = try await store([])
    #expect(try await none.aggregates([request])[0].map(\.measures) == [[.integer(0), .null]])
  }

  @Test("Rounding within rounding takes no more SQL at each level than what is rounded")
  func nested() async throws {
    let factors: [Int64] = [0, 1, -1, 7, -13, 100_000]
    let store = try await store(factors.map { ("box \($0)", $0, []) })
    let box = try #require(Self.model.entity(named: "box"))
    let computed = try await store.computed(box, ids: Array(1...6))
    for (index, factor) in factors.enumerated() {
      let expected = try Box.nested(9).expression.number(of: box, in: Self.model) { _ in .integer(factor) }
      #expect(computed[Int64(index + 1)]?.values[2] == expected.map(Value.integer))
    }
    func size(_ levels: Int) throws -> Int {
      var sql = ExpressionSQL(box, ModelMapping(Self.model).withoutKeys)
      return try sql.fragment(Box.nested(levels).expression).sql.utf8.count
    }
    #expect(try size(9) < 3 * size(4))
  }

  @Test("A half is rounded away from zero, by the function as by the operators of an index")
  func halves() async throws {
    let model = ModelDescription([Price.self])
    let store = try Store(inMemory: model)
    let price = try #require(model.entity(named: "price"))
    _ = try await store.perform(.code) { transaction in
      for net in -120...120 {
        var record = AnyRecord(price)
        record["net"] = .integer(Int64(net) * 7)
        try transaction.insert(record)
      }
    }
    let indexed = try store.blockingRead { try $0.all(Int64.self, "SELECT count(*) FROM kartoteka_meta") }
    #expect(!indexed.isEmpty)
    let ids = Array(RecordID(1)...241)
    let computed = try await store.computed(price, ids: ids)
    var request = AnyFetchRequest("price")
    (request.sort, request.limit) = ([FetchSort("gross"), FetchSort("id")], 241)
    let sorted = try await store.fetch(request).records.compactMap(\.id)
    let values = sorted.compactMap { id in if case .integer(let value)? = computed[id]?.values[0] { value } else { nil }
    }
    #expect(values.count == 241 && values == values.sorted())
    for id in ids {
      let net = Value.integer((id - 121) * 7)
      let source = try #require(price.computed.first?.source.expression)
      let expected = try source.number(of: price, in: model) { _ in net }
      #expect(computed[id]?.values[0] == expected.map(Value.integer))
      request.predicate = .compare("gross", .eq, [expected.map(Value.integer) ?? .null])
      #expect(try await store.fetch(request).records.contains { $0.id == id })
    }
  }

  @Test("Hundreds of conditions are no deeper for SQLite than it goes")
  func manyConditions() async throws {
    let store = try await store([("a", 1, []), ("b", 1_500, [])])
    var request = AnyFetchRequest("box")
    request.predicate = .any((1...1_500).map { .compare("factor", .eq, [.integer($0)]) })
    #expect(try await store.count(request) == 2)
    request.predicate = .all((2...1_500).map { .compare("factor", .ne, [.integer($0)]) })
    #expect(try await store.count(request) == 1)
  }

  @Test(
    "A literal may have a NUL in it, at which SQLite would stop reading", arguments: ["a\0b", "\0", "'\0'", "plain"])
  func literals(_ text: String) throws {
    let store = try Store(inMemory: Self.model)
    let read = try store.blockingRead { database in
      let row = try RawStatement("SELECT \(SQL.literal(text))", in: database)
      defer { row.reset() }
      return try row.step() ? row.value(column: 0) : .null
    }
    #expect(read == .text(text))
  }
}

extension ComputedSource {
  fileprivate var expression: FetchExpression? { if case .own(let expression) = self { expression } else { nil } }
}
