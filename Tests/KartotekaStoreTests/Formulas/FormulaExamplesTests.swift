import Foundation
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

@Suite("The examples of docs/FORMULAS.md")
struct FormulaExamplesTests {
  /// A row of one of the document's tables.
  struct Example: Sendable, CustomTestStringConvertible {
    let entity: String
    let formula: String
    /// Those of the first records.
    let results: [String]

    var testDescription: String { formula }
  }

  private static var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
  }

  // The rows of kinds of record, each with its cells between the first and the last line.
  private static func cells(of entities: [String]) -> [[String]] {
    guard let text = try? String(contentsOf: root.appending(path: "docs/FORMULAS.md"), encoding: .utf8) else {
      return []
    }
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard let first = cells.first, entities.contains(first) else { return nil }
      return cells
    }
  }

  /// The examples of an order.
  static let examples = cells(of: ["line", "order", "customer"]).map { cells in
    Example(entity: cells[0], formula: cells[1].replacing("`", with: ""), results: [cells[2]])
  }

  /// The formulas that people ask for.
  static let asked = cells(of: ["client", "invoice", "task"]).map { cells in
    Example(
      entity: cells[0], formula: cells[2].replacing("`", with: ""),
      results: cells[3].split(separator: "; ").map(String.init))
  }

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

  @Test(
    "The document has thirty examples with results, and thirty formulas that people ask for with their results and sources"
  )
  func number() {
    #expect(Self.examples.count >= 30)
    for example in Self.examples {
      // The day changes.
      let isOfDay = ["today", "now"].contains { example.formula.contains($0) }
      #expect(example.results.contains("") == isOfDay, "\(example.formula): \(example.results)")
    }
    #expect(Self.asked.count >= 30 && Self.asked.allSatisfy { $0.results.count == 2 })
    #expect(Self.cells(of: ["client", "invoice", "task"]).allSatisfy { $0.count == 5 && $0[4].contains("](https://") })
  }

  @Test("Each example has the result that the document gives", arguments: examples)
  func example(_ example: Example) async throws {
    try await TaskTimeZone.$current.withValue(.gmt) {
      let store = try await FormulaSamples.store(Self.rows)
      try await Self.compare(example, store, FormulaSamples.model, Self.rows)
    }
  }

  @Test("Each formula that people ask for has the results that the document gives", arguments: asked)
  func askedFor(_ example: Example) async throws {
    try await TaskTimeZone.$current.withValue(.gmt) {
      let asked = try AskedFormulas(in: Self.root)
      try await Self.compare(example, try await asked.store(), asked.model, asked.rows)
    }
  }

  private static func compare(
    _ example: Example, _ store: Store, _ model: ModelDescription, _ rows: FormulaOracle.Rows
  ) async throws {
    let entity = try #require(model.entity(named: example.entity))
    let names = FormulaNames(entity, in: model) { $0 }
    let formula = try names.read(example.formula)
    // A choice is written by its value, and may be typed by its label.
    #expect(names.write(formula).lowercased() == example.formula.lowercased())
    let check = FormulaCheck(model)
    let type = try check.type(of: formula, entity)
    #expect(!check.isTooLarge(formula.term, entity))
    let source = formula.source(of: entity, in: model)
    let ids = (1...example.results.count).map(Int64.init)
    let values = try await store.results(of: source, as: type.attribute, entity, ids: ids)
    let oracle = FormulaOracle(model: model, rows: rows, today: .today, zone: .gmt)
    for (id, expected) in zip(ids, example.results) {
      let value = values[id] ?? .null
      let computed = try oracle.value(formula.term, entity, id)
      #expect(value == computed)
      // Examples of an order that have the current day have no lasting result.
      if expected.isEmpty { continue }
      let words = try expected.hasPrefix("today") ? AskedFormulas.day(expected).description : expected
      #expect(Self.words(value, type) == words)
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
