import Foundation
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

@Suite("What formulas mean without a value and with numbers that do not fit")
struct FormulaMeaningTests {
  private static let rows: FormulaOracle.Rows = [
    "customer": [1: ["name": .text("One"), "vip": .integer(1)]],
    "order": [
      1: ["number": .integer(1), "due": .text("2020-01-31"), "paid": .integer(0), "customer": .integer(1)],
      2: ["number": .integer(2), "due": .text("2020-01-31"), "paid": .integer(1), "customer": .integer(1)],
    ],
    "line": [
      1: ["product": .text("a"), "quantity": .integer(1), "order": .integer(1)],
      2: ["product": .text("b"), "quantity": .integer(2), "order": .integer(1)],
    ],
  ]

  private static let largest = Int64.max

  @Test(
    "A formula means in SQL what the documents say",
    arguments: [
      // A yes-or-no without a value is no.
      ("order", "not(if(paid, isLate))", .integer(1)), ("order", "if(paid, isLate)", .integer(0)),
      ("order", "if(paid, isLate) = (1 = 2)", .integer(1)), ("order", "if(paid, \"\", isLate)", .integer(1)),
      ("order", "if(not(paid), \"\", isLate)", .integer(0)), ("order", "if(paid, 1)", .null),
      ("customer", "count(orders: not(if(paid, isLate)))", .integer(2)),
      // A sum with a number that does not fit has no value.
      ("order", "sum(lines: quantity * \(largest)) + 0", .null),
      ("order", "sum(lines: quantity * \(largest), quantity > 0)", .null),
      ("order", "sum(lines: quantity * \(largest), quantity = 1) + 0", .integer(largest)),
      ("order", "sum(lines: if(quantity > 1, quantity * \(largest), 1)) + 0", .null),
      ("order", "sum(lines: if(quantity > 2, quantity * \(largest), 1)) + 0", .integer(2)),
      ("order", "average(lines: quantity * \(largest))", .null),
      ("order", "sum(lines: quantity * \(largest) / 1, quantity > 1) & \"\"", .null),
      // An empty value is no part of it.
      ("order", "sum(lines: quantity / (quantity - 1))", .integer(20_000)),
      // Other functions leave out what is empty.
      ("order", "first(\(largest) + number, 3)", .integer(3)), ("order", "empty(\(largest) + number)", .integer(1)),
    ] as [(String, String, Value)])
  func meaning(name: String, text: String, expected: Value) async throws {
    let store = try await FormulaSamples.store(Self.rows)
    let model = FormulaSamples.model
    let entity = try #require(model.entity(named: name))
    let formula = try Formula(reading: text)
    let type = try FormulaCheck(model).type(of: formula, entity)
    let results = try await store.results(of: .formula(formula), as: type.attribute, entity, ids: [1])
    #expect((results[1] ?? .null) == expected)
    let oracle = FormulaOracle(model: model, rows: Self.rows, today: .today, zone: .gmt)
    #expect(try oracle.value(formula.term, entity, 1) == expected)
  }

  private struct Box: Entity {
    static let plural = "box"
    let name = Attribute<String>("Name", .title)
    let parts = ToMany<Part>("Parts", inverse: \.box)
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let some__value = Computed<Box, Int>("Some") { .formula("first(1, 2)") }
  }

  private struct Part: Entity {
    static let plural = "box__some"
    let name = Attribute<String>("Name", .title)
    let box = ToOne<Box>("Box", onDelete: .cascade)
    let value = Computed<Part, Int>("Value") { .formula("first(10, 20)") }
  }

  @Test("Values of tables and names that are alike are not taken for each other")
  func names() async throws {
    let model = ModelDescription([Box.self, Part.self])
    let store = try Store(inMemory: model)
    let part = try #require(model.entity(named: "part"))
    _ = try await store.perform(.code) { transaction in
      for name in ["box", "part"] {
        guard let entity = model.entity(named: name) else { continue }
        var record = AnyRecord(entity)
        record["name"] = .text(name)
        if name == "part" { record["box"] = .integer(1) }
        try transaction.insert(record)
      }
    }
    let formula = Formula("value + box.some__value")
    let type = try FormulaCheck(model).type(of: formula, part)
    #expect(try await store.results(of: .formula(formula), as: type.attribute, part, ids: [1])[1] == .integer(11))
  }
}
