import Foundation
import Testing

@testable import KartotekaModel

@Suite("The text of formulas")
struct FormulaTextTests {
  private struct Customer: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let land = Attribute<String>("Country")
    let orders = ToMany<Order>("Orders", inverse: \.customer)
  }

  private struct Order: Entity {
    enum Status: String, ChoiceValue { case open, sent }

    let number = Attribute<Int>("Number", .title)
    let unitPrice = Attribute<Decimal>("Unit price", .scale(2))
    let unit = Attribute<String>("Unit")
    let quantity = Attribute<Int>("Quantity")
    let due = Attribute<CalendarDate>("Due")
    let placed = Attribute<Date>("Placed at")
    let paid = Attribute<Bool>("Paid")
    let net = Attribute<Decimal>("Price (net)", .scale(2))
    let day = Attribute<CalendarDate>("Today")
    let one = Attribute<Int>("Twice")
    let other = Attribute<Int>("Twice")
    let hebrew = Attribute<Int>("מחיר")
    let status = Attribute<Status>("Status")
    // No formula can have it.
    let ground = Attribute<Double>("Ground area")
    let customer = ToOne<Customer>("Customer")
    let parts = ToMany<Part>("Parts", inverse: \.order)
    let total = Computed<Order, Decimal>("Total", .scale(2)) { .formula("unitPrice * quantity") }
  }

  private struct Part: Entity {
    let weight = Attribute<Decimal>("Weight", .scale(1))
    let quantity = Attribute<Int>("Number of pieces")
    let order = ToOne<Order>("Order")
  }

  private struct Course: Entity {
    let planned = Attribute<CalendarDate>("Day (planned)")
    let held = Attribute<CalendarDate>("Day")
    let size = Attribute<Decimal>("Length (cm)", .scale(1))
  }

  private static let model = ModelDescription([Customer.self, Order.self, Part.self])

  @Test("A label with a bracket is no function, although it begins with the name of one")
  func brackets() throws {
    let model = ModelDescription([Course.self])
    let names = FormulaNames(try #require(model.entity(named: "course")), in: model) { $0 }
    for (text, expected) in [
      ("Day (planned) + 1", "planned + 1"), ("day(Day)", "day(held)"), ("day (Day (planned))", "day(planned)"),
      ("Length (cm) * 2", "size * 2"), ("Day - {Day (planned)}", "held - planned"),
    ] {
      #expect(try names.read(text).text == expected)
    }
    #expect(names.write(try names.read("Day (planned) + 1")) == "{Day (planned)} + 1")
  }

  private func names() throws -> FormulaNames {
    FormulaNames(try #require(Self.model.entity(named: "order")), in: Self.model) { $0 }
  }

  @Test(
    "Labels are read as names, and names are written as labels",
    arguments: [
      ("Unit price * Quantity", "unitPrice * quantity", "Unit price × Quantity"),
      ("{Unit price} * Quantity / 100", "unitPrice * quantity / 100", "Unit price × Quantity ÷ 100"),
      ("unit PRICE × quantity", "unitPrice * quantity", "Unit price × Quantity"),
      ("unitPrice*quantity", "unitPrice * quantity", "Unit price × Quantity"),
      (
        "if(Paid, \"settled\", if(Due < today, \"late\", \"open\"))",
        "if(paid, \"settled\", if(due < today, \"late\", \"open\"))", nil
      ),
      ("Unit & \" \" & Customer.Country", "unit & \" \" & customer.land", nil),
      ("days(Due - today)", "days(due - today)", nil),
      ("hours(now - Placed at)", "hours(now - placed)", nil),
      ("Placed at + hours(2) < NOW", "placed + hours(2) < now", "Placed at + hours(2) < now"),
      ("Price (net) + 1", "net + 1", "{Price (net)} + 1"),
      ("{Today} - today", "day - today", nil),
      ("{@one} + {@other}", "one + other", nil),
      (
        "sum(Parts; Weight × Number of pieces; Weight > 1)", "sum(parts: weight * quantity, weight > 1)",
        "sum(Parts, Weight × Number of pieces, Weight > 1)"
      ),
      ("count(Parts)", "count(parts)", nil),
      ("least(Parts, Weight)", "least(parts: weight)", nil),
      ("least(Unit price, Total)", "least(unitPrice, total)", nil),
      ("Status = \"Open\"", "status = \"open\"", nil),
      ("Status ≠ \"sent\"", "status <> \"sent\"", "Status ≠ \"Sent\""),
      ("(Quantity + 1) * -2", "(quantity + 1) * -2", "(Quantity + 1) × -2"),
      ("Quantity - (1 - 2)", "quantity - (1 - 2)", nil),
      ("מחיר + 1", "hebrew + 1", nil),
      ("\u{200F}מחיר\u{200E} + 1", "hebrew + 1", "מחיר + 1"),
      ("not(Paid) and (Quantity > 1 or empty(Unit))", "not(paid) and (quantity > 1 or empty(unit))", nil),
      ("Unit = \"\"", "unit = \"\"", nil),
      ("joined(\"\", Unit, Number)", "joined(\"\", unit, number)", nil),
      ("greatest(1,Quantity,1.5;2)", "greatest(1, quantity, 1.5, 2)", "greatest(1, Quantity, 1.5, 2)"),
      ("\"a \"\"b\"\"\"", "\"a \"\"b\"\"\"", nil),
    ] as [(String, String, String?)])
  func labels(text: String, named: String, written: String?) throws {
    let formula = try names().read(text)
    #expect(formula.text == named)
    #expect(try Formula(reading: named) == formula)
    #expect(try names().write(formula) == written ?? text)
  }

  @Test(
    "An error has its place and says what to do",
    arguments: [
      ("", 0..<0, "The formula is empty."),
      ("Quantity * Prise", 11..<16, "There is no field “Prise”; texts are in quotation marks."),
      ("Quantty + 1", 0..<7, "There is no field “Quantty”. Did you mean “Quantity”?"),
      ("Quan", 0..<4, "There is no field “Quan”. Did you mean “Quantity”?"),
      ("un × 2", 0..<2, "There is no field “un”. Perhaps one of these: Unit price, Unit."),
      ("pri", 0..<3, "There is no field “pri”. Perhaps one of these: {Price (net)}, Unit price."),
      ("Customer.Coun", 9..<13, "There is no field “Coun”. Did you mean “Country”?"),
      ("sum(Pa", 4..<6, "There is no field “Pa”. Perhaps one of these: Parts, Paid."),
      ("Ground", 0..<6, "There is no field “Ground”; texts are in quotation marks."),
      ("Quantity + Unit", 11..<15, "This is a text; here has to be a number; texts are joined by &."),
      ("Quantity + Placed at", 0..<8, "This is a number; here has to be a duration, such as hours(2) or minutes(30)."),
      ("Quantity × Placed at", 11..<20, "This is a moment: date(…) is its day, with which one can compute."),
      (
        "now - Due", 0..<9, "This is a day and a moment: date(…) is the day of a moment, with which one can compute."
      ),
      (
        "hours(Due)", 6..<9,
        "This is a day; here has to be a duration, such as one moment minus another, or a number."
      ),
      ("hours(1, 2)", 0..<11, "The function is used like this: hours(moment - moment)."),
      ("if(Quantity, 1, 2)", 3..<11, "This is a number; here has to be yes or no."),
      ("if(Paid, 1, \"x\")", 12..<15, "This is a text, and the value before it is a number."),
      ("Unit & Paid", 7..<11, "This is yes or no: choose texts for it by if(…, \"yes\", \"no\")."),
      ("Customer & 1", 0..<8, "This is a record: write a point and one of its fields behind it."),
      ("Parts + 1", 0..<5, "These are several records: use sum(…), count(…) or another function of records."),
      ("sum(Quantity, 1)", 4..<12, "This has to be a relationship to several records: sum(records, value)."),
      ("Status = \"Closed\"", 9..<17, "There is no choice “Closed”; the choices are: Open, Sent."),
      ("(Quantity + 1", 13..<13, "A closing bracket is missing at the end."),
      ("Quantity + 1)", 12..<13, "This bracket closes none: remove it."),
      ("Quantity * 1,5", 12..<13, "A comma is only between the values of a function; the decimal sign is a point."),
      ("if(Paid, 1,5)", 10..<11, "The decimal sign is a point; between two values is a comma and a space."),
      ("joined(Unit, Unit)", 0..<18, "The function is used like this: joined(\", \", value, value)."),
      ("Quantity Quantity", 9..<17, "An operator is missing here, such as + or &."),
      ("1 < Quantity < 3", 13..<14, "Comparisons are joined by and, or: a < b and b < c."),
      ("mean(Quantity)", 0..<4, "There is no function “mean”."),
      ("round(Unit price)", 0..<17, "The function is used like this: round(number, digits)."),
      ("\"open", 0..<5, "The text has no closing quotation mark."),
      ("{Quantity", 0..<9, "The brace has no closing one."),
      ("99999999999999999999", 0..<20, "A number has at most 18 digits, and 9 after the point."),
      ("Quantity +", 10..<10, "A value is missing at the end."),
    ] as [(String, Range<Int>, String)])
  func faults(text: String, range: Range<Int>, sentence: String) throws {
    let names = try names()
    let fault = try #require(throws: FormulaFault.self) { try names.read(text) }
    #expect(fault.sentence.description == sentence)
    #expect(fault.range == range)
  }

  @Test("What a formula can have is proposed: own values, those of related records, and numbers of them")
  func proposals() throws {
    #expect(
      try names().proposals == [
        "Number", "Unit price", "Unit", "Quantity", "Due", "Placed at", "Paid", "{Price (net)}", "{Today}", "{@one}",
        "{@other}", "מחיר", "Status", "Total", "Customer.Name", "count(Parts)",
      ])
    // Each can be read as it stands.
    for text in try names().proposals { #expect(throws: Never.self, "\(text)") { try names().read(text) } }
  }

  @Test("Long, deep and odd texts are refused in words and end nothing")
  func odd() throws {
    let names = try names()
    let (long, deep) = ("A formula has at most", "This is nested too deep: make a computed value of a part")
    for (text, words) in [
      (String(repeating: "(", count: 5_000), long), (String(repeating: "x", count: 10_000), long),
      (String(repeating: "1 + ", count: 900) + "1", "The formula is too long: make a computed value of a part"),
      (String(repeating: "(", count: 100), deep), (String(repeating: "not(", count: 100), deep),
      ((0..<18).reduce("1") { text, _ in "round(Quantity × (1 + \(text)), 2)" }, deep),
      (String(repeating: "-", count: 3_000), deep), ("{}", "There is no field “”"), ("{@}", "There is no field “@”"),
      (".", "A value is missing here."), ("Customer.", "This is a record: write a point and one of its fields"),
      ("Customer.Parts", "There is no field “Parts”"), ("\u{0}", "A value is missing here."),
      ("🙂", "A value is missing here."), ("a.b.c.d.e.f", "There is no field “a”"),
      ("sum(", "The name of a field is missing here."),
      ("sum(Parts", "This has to be a relationship to several records"),
      ("sum(Parts,", "A value is missing at the end."), ("count()", "The name of a field is missing here."),
      ("if()", "A value is missing here."), ("Quantity × ÷", "A value is missing here."),
      ("Quantity ≤", "A value is missing at the end."),
    ] as [(String, String)] {
      let fault = try #require(throws: FormulaFault.self, "\(text.prefix(20))") { try names.read(text) }
      #expect(fault.sentence.description.hasPrefix(words), "\(text.prefix(20)): \(fault.sentence.description)")
    }
  }

  @Test("Computed values that need each other are named")
  func cycle() throws {
    let order = EntityDraftSource.entity(["a": "b + 1", "b": "c", "c": "a * 2"])
    let model = ModelDescription(entities: [order])
    let names = FormulaNames(order, in: model) { $0 }
    let fault = try #require(throws: FormulaFault.self) { try names.read("A + 1") }
    #expect(fault.sentence.description == "These need each other: A → B → C → A.")
  }

  @Test("Calculations on stored numbers keep the form that can have an index")
  func sources() throws {
    let order = try #require(Self.model.entity(named: "order"))
    func source(_ text: String) throws -> ComputedSource {
      try names().read(text).source(of: order, in: Self.model)
    }
    #expect(
      try source("round(Unit price × Quantity, 1)")
        == .own(.rounded(.product(.value("unitPrice"), .value("quantity")), scale: 1)))
    #expect(try source("count(Parts)") == .sum("parts", .constant(1, scale: 0), where: nil))
    #expect(try source("sum(Parts, Weight)") == .sum("parts", .value("weight"), where: nil))
    #expect(try source("Total × 2") == .formula(Formula("total * 2")))
    for text in ["Unit price × Quantity", "count(Parts)", "sum(Parts, Weight)", "if(Paid, 1, 2)"] {
      #expect(try source(text).formula.map { try names().write($0) } == text)
    }
  }
}

// An entity with whole numbers that formulas compute.
private enum EntityDraftSource {
  static func entity(_ formulas: [String: String]) -> EntityDescription {
    EntityDescription(
      name: "order", plural: "orders", table: "orders", nouns: Nouns("order", "orders"), attributes: [],
      relationships: [],
      computed: formulas.sorted { $0.key < $1.key }.map { name, text in
        ComputedDescription(
          attribute: AttributeDescription(name: name, label: name.uppercased(), kind: .integer),
          source: .formula(Formula(text)))
      })
  }
}
