import Testing

@testable import KartotekaModel
@testable import KartotekaStore

@Suite("Computed values that have each other, in SQL")
struct FormulaChainSQLTests {
  private static func entity(_ computed: [(name: String, source: ComputedSource)]) -> EntityDescription {
    var number = AttributeDescription(name: "number", label: "Number", kind: .integer)
    number.isTitle = true
    return EntityDescription(
      name: "order", plural: "orders", table: "orders", nouns: Nouns("order", "orders"),
      attributes: [
        number, AttributeDescription(name: "note", label: "Note", kind: .text),
        AttributeDescription(name: "due", label: "Due", kind: .date),
      ], relationships: [],
      computed: computed.map { name, source in
        ComputedDescription(
          attribute: AttributeDescription(name: name, label: name, kind: name.hasPrefix("d") ? .date : .integer),
          source: source)
      })
  }

  private static func formula(_ text: String) -> ComputedSource { .formula(Formula(text)) }

  private static func store(_ entity: EntityDescription) async throws -> Store {
    let store = try Store(inMemory: ModelDescription(entities: [entity]))
    _ = try await store.perform(.code) { transaction in
      for number in Int64(1)...3 {
        var record = AnyRecord(entity)
        record["number"] = .integer(number)
        record["note"] = .text("n\(number)")
        record["due"] = .text("2026-01-0\(number)")
        try transaction.insert(record)
      }
    }
    return store
  }

  @Test("SQLite takes the longest chain, also through other computations")
  func longest() async throws {
    let count = FormulaCheck.mostLinks + 1
    let numbers = (1...count).map { index in
      (name: "a\(index)", source: Self.formula(index == 1 ? "number + 1" : "a\(index - 1) + 1"))
    }
    let days = (1...count / 2).flatMap { index in
      [
        (
          name: "d\(index)",
          source: ComputedSource.later(
            .own(.value("due")), index == 1 ? .own(.value("number")) : Self.formula("b\(index - 1)"), .days)
        ), (name: "b\(index)", source: Self.formula("d\(index) - due + 1")),
      ]
    }
    let entity = Self.entity(numbers + days)
    let model = ModelDescription(entities: [entity])
    #expect(ComputedSound().faults(in: model).isEmpty)
    let store = try await Self.store(entity)
    let values = try await store.computed(entity, ids: [1, 2, 3])
    for number in Int64(1)...3 {
      let found = try #require(values[number]?.values)
      #expect(found[count - 1] == .integer(number + Int64(count)))
      #expect(found.last == .integer(number + Int64(count / 2)))
    }
    var request = AnyFetchRequest("order")
    request.sort = [FetchSort("a\(count)", ascending: false)]
    #expect(try await store.fetch(request).records.map(\.id) == [3, 2, 1])
  }

  @Test(
    "Rows of operators are computed",
    arguments: [
      (Array(repeating: "a1", count: 101).joined(separator: " + "), 202),
      (Array(repeating: "number", count: 200).joined(separator: " + "), 200),
      ("length(" + Array(repeating: "note", count: 100).joined(separator: " & ") + ")", 200),
      ("if(" + Array(repeating: "number > 0", count: 51).joined(separator: " and ") + ", 1, 0)", 1),
      ("if(" + Array(repeating: "note = \"x\"", count: 51).joined(separator: " or ") + ", 1, 0)", 0),
      ("a1 * 1.0 + a1 * 1.00 + a1 * 1.000 + a1 * 1.0000 + a1 * 1.00000", 10),
    ] as [(String, Int)])
  func rows(text: String, result: Int) async throws {
    let entity = Self.entity([(name: "a1", source: Self.formula("number + 1"))])
    let formula = try Formula(reading: text)
    let check = FormulaCheck(ModelDescription(entities: [entity]))
    let type = try check.type(of: formula, entity)
    #expect(!check.isTooLarge(formula.term, entity))
    let store = try await Self.store(entity)
    let found = try await store.results(of: .formula(formula), as: type.attribute, entity, ids: [1])
    #expect(found[1] == .integer(Int64(result) * FetchExpression.power(type.scale)))
  }

  @Test("A description that was not checked ends nothing")
  func unchecked() async throws {
    let entity = Self.entity([
      (name: "d", source: .later(.own(.value("due")), Self.formula("n"), .days)),
      (name: "n", source: Self.formula("days(d - today)")),
    ])
    let model = ModelDescription(entities: [entity])
    #expect(Dependencies(computedOf: entity, in: model).isOfDay)
    let store = try await Self.store(entity)
    await #expect(throws: (any Error).self) { try await store.computed(entity, ids: [1]) }
  }
}
