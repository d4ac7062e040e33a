import Testing

@testable import KartotekaModel

@Suite("Choices, countries and odd names in formulas")
struct FormulaChoiceTests {
  // Two choices have one label, and the label of another one is the value of a third.
  private static let order: EntityDescription = {
    var status = AttributeDescription(name: "status", label: "Status", kind: .choice)
    status.choices = [
      Choice("b", "c"), Choice("a", "b"), Choice("first", "Other"), Choice("second", "other"), Choice("open", "Open"),
    ]
    var title = AttributeDescription(name: "line", label: "Line", kind: .text)
    title.isTitle = true
    return EntityDescription(
      name: "order", plural: "orders", table: "orders", nouns: Nouns("order", "orders"),
      attributes: [
        status, AttributeDescription(name: "land", label: "Country", kind: .country),
        AttributeDescription(name: "note", label: "Note", kind: .text),
        AttributeDescription(name: "number", label: "Number", kind: .integer),
        AttributeDescription(name: "toDay", label: "Delivery", kind: .date),
        AttributeDescription(name: "size", label: "Size {a}", kind: .integer),
        AttributeDescription(name: "a}b", label: "Odd", kind: .integer),
      ],
      relationships: [],
      computed: [
        ComputedDescription(
          attribute: title, source: .joined([.own(.value("note")), .own(.value("number"))], separator: " "))
      ])
  }()
  private static let model = ModelDescription(entities: [order])
  private static let names = FormulaNames(order, in: model) { $0 }

  @Test(
    "A choice is read by its label, then by its value, and a country by its name",
    arguments: [
      ("Status = \"b\"", "status = \"a\"", "Status = \"b\""),
      ("Status = \"c\"", "status = \"b\"", "Status = \"c\""),
      ("Status = \"second\"", "status = \"second\"", "Status = \"second\""),
      ("Status = \"@open\"", "status = \"open\"", "Status = \"Open\""),
      ("Country = \"Poland\"", "land = \"PL\"", "Country = \"PL\""),
      ("\"polska\" ≠ Country", "\"PL\" <> land", "\"PL\" ≠ Country"),
      ("empty(Country) or Status = \"\"", "empty(land) or status = \"\"", "empty(Country) or Status = \"\""),
      ("Delivery < today", "{toDay} < today", "Delivery < today"),
      ("{Size {a}}} + 1", "size + 1", "{Size {a}}} + 1"),
      ("Odd + 1", "{a}}b} + 1", "Odd + 1"),
    ])
  func read(text: String, named: String, written: String) throws {
    let formula = try Self.names.read(text)
    #expect(formula.text == named)
    #expect(try Formula(reading: named) == formula)
    #expect(Self.names.write(formula) == written)
    #expect(try Self.names.read(written) == formula)
  }

  @Test(
    "Where a label would not be the value that a person sees, the formula is refused",
    arguments: [
      ("Status = \"Other\"", "Several choices are called “Other”; write one of these instead: first, second."),
      ("Country = \"Nowhere\"", "There is no country “Nowhere”."),
      ("Status & \"!\"", nil), ("contains(Status, \"Op\")", nil), ("if(empty(Note), Status, \"none\")", nil),
      ("first(Status, \"x\")", nil), ("Country < \"PL\"", nil), ("length(Country)", nil),
      ("Status = Note", "This is a text, and the value before it is a choice or a country."),
    ] as [(String, String?)])
  func refused(text: String, sentence: String?) throws {
    let fault = try #require(throws: FormulaFault.self) { try Self.names.read(text) }
    #expect(
      fault.sentence.description == sentence
        ?? "This is a choice or a country: it can only be compared by = and ≠, or be asked for by empty(…).")
  }

  @Test("A computed title stays the title when a person edits its formula")
  func title() throws {
    let line = try #require(Self.order.computed("line"))
    func replaced(_ text: String) throws -> ComputedDescription {
      var other = AttributeDescription(name: "line", label: "Line", kind: .text)
      other.writability = .never
      let source = try Self.names.read(text).source(of: Self.order, in: Self.model)
      return line.replaced(
        by: ComputedDescription(attribute: other, source: source), of: "order", in: Self.model)
    }
    let joined = try replaced("joined(\", \", Note, Number)")
    #expect(joined.attribute.isTitle)
    #expect(joined.source == .joined([.own(.value("note")), .own(.value("number"))], separator: ", "))
    let appended = try replaced("Note & \": \" & Number")
    #expect(
      appended.source == .joined([.own(.value("note")), .text(": "), .own(.value("number"))], separator: ""))
    // The rule for titles refuses another one.
    let chosen = try replaced("if(Number > 1, Note, \"x\")")
    #expect(chosen.attribute.isTitle)
    if case .formula = chosen.source {} else { Issue.record("\(chosen.source)") }
  }

  @Test("A sorted value keeps its index if its new computation can have one")
  func sorted() throws {
    var attribute = AttributeDescription(name: "twice", label: "Twice", kind: .integer)
    attribute.isSorted = true
    let twice = ComputedDescription(attribute: attribute, source: .own(.product(.value("number"), .value("size"))))
    attribute.isSorted = false
    for (text, isSorted) in [("Number × 3", true), ("if(Number > 1, 1, 2)", false)] {
      let source = try Self.names.read(text).source(of: Self.order, in: Self.model)
      let other = ComputedDescription(attribute: attribute, source: source)
      #expect(twice.replaced(by: other, of: "order", in: Self.model).attribute.isSorted == isSorted)
    }
  }
}
