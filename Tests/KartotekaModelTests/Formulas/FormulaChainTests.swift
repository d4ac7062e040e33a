import KartotekaApplication
import KartotekaScreens
import Testing

@testable import KartotekaModel

@Suite("Computed values that have each other")
struct FormulaChainTests {
  private static func entity(_ computed: [(String, ComputedSource, KindName)]) -> EntityDescription {
    EntityDescription(
      name: "order", plural: "orders", table: "orders", nouns: Nouns("order", "orders"),
      attributes: [
        AttributeDescription(name: "due", label: "Due", kind: .date),
        AttributeDescription(name: "number", label: "Number", kind: .integer),
        AttributeDescription(name: "note", label: "Note", kind: .text),
        AttributeDescription(name: "paid", label: "Paid", kind: .boolean),
      ], relationships: [],
      computed: computed.map { name, source, kind in
        ComputedDescription(
          attribute: AttributeDescription(name: name, label: name.uppercased(), kind: kind), source: source)
      })
  }

  private static func formula(_ text: String) -> ComputedSource { .formula(Formula(text)) }

  // Numbers a1 = number + 1, a2 = a1 + 1, …
  private static func chain(_ count: Int) -> EntityDescription {
    entity((1...count).map { ("a\($0)", formula($0 == 1 ? "number + 1" : "a\($0 - 1) + 1"), .integer) })
  }

  /// Values that need each other through computations which are no formulas.
  static let cycles: [[(String, ComputedSource, KindName)]] = {
    let days = formula("days(a - today)")
    let one = ComputedSource.own(.constant(1, scale: 0))
    return [
      [("a", .later(.own(.value("due")), formula("n"), .days), .date), ("n", days, .integer)],
      [("n", .plus(formula("n + 1"), one), .integer)],
      [("n", .minus(one, formula("m")), .integer), ("m", formula("n * 2"), .integer)],
      [("n", .product(one, formula("m")), .integer), ("m", .rounded(formula("n"), scale: 0), .integer)],
      [("a", .joined([.text("x"), formula("b")], separator: " "), .text), ("b", formula("a & \"!\""), .text)],
    ]
  }()

  @Test("A cycle through any computation is refused with the names", arguments: cycles.indices)
  func cycle(index: Int) throws {
    let entity = Self.entity(Self.cycles[index])
    let model = ModelDescription(entities: [entity])
    for computed in entity.computed {
      let fault = #expect(throws: FormulaFault.self) {
        try FormulaCheck(model).checkCycles(of: computed.source, entity)
      }
      #expect(fault?.sentence.description.hasPrefix("These need each other: ") == true)
    }
    let faults = ComputedSound().faults(in: model)
    #expect(faults.count == entity.computed.count)
    #expect(faults.allSatisfy { $0.problem.contains("These need each other") })
  }

  @Test("At most ten computed values have each other in a row")
  func links() throws {
    let longest = FormulaCheck.mostLinks + 1
    #expect(ComputedSound().faults(in: ModelDescription(entities: [Self.chain(longest)])).isEmpty)
    let faults = ComputedSound().faults(in: ModelDescription(entities: [Self.chain(longest + 2)]))
    #expect(faults.map(\.field) == ["a\(longest + 1)", "a\(longest + 2)"])
    #expect(faults.allSatisfy { $0.problem.contains("More than 10 computed values") })
    // Very many use no stack.
    let many = ModelDescription(entities: [Self.chain(3_000)])
    #expect(throws: FormulaFault.self) {
      try FormulaCheck(many).checkCycles(of: Self.formula("a3000"), many.entities[0])
    }
  }

  @Test("Values that double what they have are refused, also through other computations")
  func doubled() {
    let sources = (1...9).flatMap { index -> [(String, ComputedSource, KindName)] in
      let day = index == 1 ? "due" : "b\(index - 1)"
      let number = Self.formula("days(\(day) - today) + days(\(day) - due) + days(\(day) - due) + days(\(day) - due)")
      return [("b\(index)", .later(.own(.value("due")), number, .days), .date)]
    }
    let faults = ComputedSound().faults(in: ModelDescription(entities: [Self.entity(sources)]))
    #expect(!faults.isEmpty)
    #expect(faults.allSatisfy { $0.problem.contains("too long") })
  }

  @Test(
    "Many operators in a row are not too deep",
    arguments: [
      Array(repeating: "Number", count: 101).joined(separator: " + "),
      Array(repeating: "A1", count: 101).joined(separator: " + "),
      Array(repeating: "Number", count: 200).joined(separator: " - "),
      Array(repeating: "Note", count: 21).joined(separator: " & "),
      "Note & \" \" & Note & \", \" & Note & \" \" & Number",
      Array(repeating: "Paid", count: 51).joined(separator: " and "),
      Array(repeating: "Number > 1", count: 51).joined(separator: " or "),
      "Number × 0.1 + Number × 0.01 + Number × 0.001 + Number × 0.0001 + Number × 0.00001",
    ] as [String])
  func rows(text: String) throws {
    let entity = Self.chain(1)
    let names = FormulaNames(entity, in: ModelDescription(entities: [entity])) { $0 }
    let formula = try names.read(text)
    #expect(try Formula(reading: formula.text) == formula)
  }

  @Test("A row of & is one list")
  func operands() throws {
    #expect(try Formula(reading: "a & (b & c) & d").term.operands.count == 4)
    #expect(try Formula(reading: "a and b or c and d").term.operands.count == 2)
    #expect(try Formula(reading: "a - b - c").term.operands.count == 2)
  }
}

@Suite("Changes of computed values that have each other, in a designed application")
struct ComputedShapingTests {
  private static func document() throws -> AppDocument {
    let json = """
      {"version":1,"name":"shop","entities":[
       {"name":"item","attributes":[{"name":"title","required":true,"title":true},
        {"name":"price","kind":"decimal","scale":2,"currency":"EUR"},{"name":"due","kind":"date"}],
        "computed":[
         {"attribute":{"name":"twice","label":"Twice","kind":"decimal","scale":2,"currency":"EUR"},"formula":"price * 2"},
         {"attribute":{"name":"total","label":"Total","kind":"decimal","scale":2,"currency":"EUR"},
          "formula":"= twice + 1"},
         {"attribute":{"name":"text","label":"Text","kind":"text"},"formula":"\\"a\\" & total"},
         {"attribute":{"name":"later","label":"Later","kind":"date"},"formula":{"later":{"from":"due","by":"1"}}},
         {"attribute":{"name":"rest","label":"Rest","kind":"integer"},"formula":"days(later - today)"}],
        "states":[{"name":"large","label":"Large","when":{"compare":["total","gt",5]}}]}]}
      """
    return try AppDocument(json: Array(json.utf8))
  }

  private static func change(
    _ document: AppDocument, _ name: String, form: String = "own", _ formula: String
  ) throws -> AppDocument {
    var document = document
    let label = document.entities[0].computed.first { $0.name == name }?.attribute.label ?? ""
    let computed = try document.computed(label, form: form, formula: formula, of: "item", name: name) { $0 }
    try document.setComputed(computed, of: "item")
    return document
  }

  @Test("A number of days after a date can't need itself")
  func cycle() throws {
    let document = try Self.document()
    let fault = #expect(throws: ShapeFault.self) { try Self.change(document, "later", form: "later:due", "Rest") }
    #expect(fault?.field == "formula")
    let changed = try Self.change(document, "later", form: "later:due", "2")
    #expect(changed.check().isEmpty)
  }

  @Test("Values that have a changed one follow it")
  func followed() throws {
    let document = try Self.document()
    #expect(document.check().isEmpty)
    let finer = try Self.change(document, "twice", "Price ÷ 3")
    #expect(finer.check().isEmpty)
    #expect(finer.entities[0].computed.prefix(2).map(\.attribute.scale) == [4, 4])
    #expect(finer.entities[0].computed[1].attribute.currency == "EUR")
    // And back.
    let coarse = try Self.change(finer, "twice", "round(Price ÷ 3, 1)")
    #expect(coarse.check().isEmpty)
    #expect(coarse.entities[0].computed[1].attribute.scale == 1)
  }

  @Test("A field takes the whole chain of formulas over it with it", arguments: ["price", "twice"])
  func removed(name: String) throws {
    var document = try Self.document()
    try document.removeField(name, of: "item")
    #expect(document.check().isEmpty)
    #expect(document.entities[0].computed.map(\.name) == ["later", "rest"])
    #expect(document.entities[0].states.isEmpty)
  }
}
