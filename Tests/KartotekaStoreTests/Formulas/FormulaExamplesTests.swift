import Foundation
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

@Suite("The examples of docs/FORMULAS.md")
struct FormulaExamplesTests {
  /// A row of the document's table.
  struct Example: Sendable, CustomTestStringConvertible {
    let entity: String
    let formula: String
    let result: String

    var testDescription: String { formula }
  }

  private static var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
  }

  static let examples: [Example] = {
    guard let text = try? String(contentsOf: root.appending(path: "docs/FORMULAS.md"), encoding: .utf8) else {
      return []
    }
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 5, ["line", "order", "customer"].contains(cells[1]) else { return nil }
      return Example(entity: cells[1], formula: cells[2].replacing("`", with: ""), result: cells[3])
    }
  }()

  private static let rows: FormulaOracle.Rows = [
    "customer": [
      1: [
        "name": .text("Łódź Trading"), "country": .text("Poland"), "credit": .integer(100_000), "vip": .integer(1),
        "joined": .text("2020-02-29"),
      ]
    ],
    "order": [
      1: [
        "number": .integer(12), "due": .text("2026-01-31"), "placed": .text("2026-01-05T22:30:00.000Z"),
        "paid": .integer(0), "discount": .integer(500), "weight": .integer(3), "note": .text("Ring twice"),
        "status": .text("open"), "customer": .integer(1),
      ]
    ],
    "line": [
      1: ["product": .text("Chai"), "price": .integer(1800), "quantity": .integer(10), "order": .integer(1)],
      2: ["product": .text("Chang"), "price": .integer(1900), "quantity": .integer(3), "order": .integer(1)],
    ],
  ]

  @Test("The document has at least thirty examples")
  func number() { #expect(Self.examples.count >= 30) }

  @Test("Each example has the result that the document gives", arguments: examples)
  func example(_ example: Example) async throws {
    try await TaskTimeZone.$current.withValue(.gmt) {
      let store = try await FormulaSamples.store(Self.rows)
      let model = FormulaSamples.model
      let entity = try #require(model.entity(named: example.entity))
      let names = FormulaNames(entity, in: model) { $0 }
      let formula = try names.read(example.formula)
      #expect(names.write(formula) == example.formula)
      let type = try FormulaCheck(model).type(of: formula, entity)
      let source = formula.source(of: entity, in: model)
      let result = try await store.results(of: source, as: type.attribute, entity, ids: [1])[1] ?? .null
      let oracle = FormulaOracle(model: model, rows: Self.rows, today: .today, zone: .gmt)
      #expect(try result == oracle.value(formula.term, entity, 1))
      // Those of the current day have no lasting result.
      if !example.result.isEmpty { #expect(Self.words(result, type) == example.result) }
    }
  }

  private static func words(_ value: Value, _ type: FormulaType) -> String {
    switch (value, type) {
    case (.integer(let truth), .truth): truth == 1 ? "yes" : "no"
    case (.integer(let number), _): FormulaMath.text(number, scale: type.scale)
    case (.text(let text), _): text
    default: "empty"
    }
  }
}
