import Testing

@testable import KartotekaModel

@Suite("States whose conditions are formulas, in descriptions")
struct FormulaStateTests {
  private func shop(_ states: [StateDescription] = []) -> ModelDescription {
    var order = DocumentEntity()
    (order.name, order.plural, order.table, order.nouns) = ("order", "orders", "orders", Nouns("order", "orders"))
    var title = AttributeDescription(name: "title", label: "Title", kind: .text)
    title.isTitle = true
    var price = AttributeDescription(name: "price", label: "Price", kind: .decimal)
    price.scale = 2
    var stage = AttributeDescription(name: "stage", label: "Stage", kind: .choice)
    stage.choices = [Choice("open", "Open"), Choice("paid", "Paid")]
    order.attributes = [
      title, price, stage, AttributeDescription(name: "due", label: "Due", kind: .date),
      AttributeDescription(name: "paid", label: "Settled", kind: .boolean),
    ]
    order.states = states
    return ModelDescription(drafts: [order])
  }

  private func faults(_ formula: String) -> [String] {
    shop([StateDescription("late", "Late", formula: formula)]).check().filter { $0.rule == "formulas-sound" }
      .map(\.problem)
  }

  @Test("A state with a formula comes back equal from its document, beside one with another condition")
  func document() {
    let model = shop([
      StateDescription("late", "Late", tone: .bad, formula: "due < today and not(paid)"),
      StateDescription("open", "Open", tone: .care, condition: .compare("stage", .eq, [.text("open")])),
      StateDescription("rest", "Rest"),
    ])
    #expect(model.check().isEmpty)
    let written = DocumentEntity.shape.write(model.drafts[0])
    var reader = DocumentReader()
    #expect(DocumentEntity.shape.read(written, &reader) == model.drafts[0])
    #expect(reader.faults == [])
  }

  @Test("A formula that is no condition, that has unknown fields or that is nested too deep is named")
  func unsound() {
    #expect(faults("paid") == [])
    #expect(faults("price * 2").contains { $0.contains("not yes or no") })
    #expect(faults("arrived < today").contains { $0.contains("There is no field “arrived”") })
    let deep = (0..<9).reduce("price") { "greatest(\($0), \($1))" } + " > 1"
    #expect(faults(deep).contains { $0.contains("too long to be computed") })
  }

  @Test("A condition without a formula of its own is shown as the formula that is yes for the same records")
  func asFormula() throws {
    let model = shop()
    let entity = model.entities[0]
    let cases: [(FetchPredicate, String?)] = [
      (.formula(Formula("price > 5")), "price > 5"),
      (.compare("price", .gt, [.integer(1_050)]), "price > 10.50"),
      (.compare("price", .lt, [.integer(-100)]), "price < -1.00"),
      (.compare("stage", .eq, [.text("open")]), "stage = \"open\""),
      (.compare("stage", .in, [.text("open"), .text("paid")]), "stage = \"open\" or stage = \"paid\""),
      (.compare("due", .null, []), "empty(due)"), (.compare("due", .null, [.integer(0)]), "not(empty(due))"),
      (.compare("due", .lte, [.text("2026-01-31")]), "due <= date(\"2026-01-31\")"),
      (.day("due", .lt, 0), "due < today"), (.day("due", .gte, -3), "due >= today - 3"),
      (.compare("paid", .eq, [.integer(1)]), "paid"),
      (.all([.day("due", .lt, 0), .not(.compare("paid", .eq, [.integer(1)]))]), "due < today and not(paid)"),
      // Formulas lack these, or mean something else by them.
      (.compare("paid", .eq, [.integer(0)]), nil), (.compare("title", .contains, [.text("a")]), nil),
      (.compare("title", .lt, [.text("a")]), nil), (.reads(["title"], "a"), nil), (.all([]), nil),
      (.any([.day("due", .lt, 0), .reads(["title"], "a")]), nil), (.compare("id", .eq, [.integer(1)]), nil),
      // Nor numbers of days that do not fit, and lists of any length.
      (.day("due", .lt, .min), nil), (.compare("price", .in, (0..<100_000).map(Value.integer)), nil),
      (.any(Array(repeating: .day("due", .lt, 0), count: 100_000)), nil),
    ]
    for (condition, text) in cases {
      #expect(condition.formula(of: entity, in: model)?.text == text, "\(condition)")
    }
  }

  @Test("A computed value that is a condition has no computed values in its formula, which could need it")
  func circle() {
    var draft = shop().drafts[0]
    let isLate = ComputedSource.holds(.formula(Formula("due < today")))
    var attribute = AttributeDescription(name: "isLate", label: "Is late", kind: .boolean)
    attribute.writability = .never
    draft.computed = [ComputedDescription(attribute: attribute, source: isLate)]
    #expect(ModelDescription(drafts: [draft]).check().isEmpty)
    draft.computed[0].source = .holds(.formula(Formula("isLate")))
    #expect(ModelDescription(drafts: [draft]).check().map(\.rule) == ["computed-sound"])
  }
}
