import Foundation
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

@Suite("Formulas that make texts of texts, and numbers of days")
struct FormulaTextsTests {
  private static let rows: FormulaOracle.Rows = [
    "order": [1: ["number": .integer(1), "placed": .text("2026-12-31T23:30:00.000Z")]]
  ]

  @Test(
    "A part is looked for from the beginning, and an empty result is no value",
    arguments: [
      ("before(\"a-b-c\", \"-\")", .text("a")), ("after(\"a-b-c\", \"-\")", .text("b-c")),
      ("before(\"abc\", \"-\")", .text("abc")), ("after(\"abc\", \"-\")", .null), ("after(\"abc\", \"c\")", .null),
      ("before(\"abc\", \"a\")", .null), ("before(\"abc\", note)", .text("abc")), ("after(\"abc\", note)", .null),
      ("before(note, \"a\")", .null), ("before(\"Abc\", \"b\")", .text("A")), ("before(\"ABC\", \"b\")", .text("ABC")),
      ("replace(\"a b c\", \" \", \"\")", .text("abc")), ("replace(\"aaa\", \"aa\", \"b\")", .text("ba")),
      ("replace(\"abc\", note, \"x\")", .text("abc")), ("replace(\"aa\", \"a\", \"\")", .null),
      ("start(\"e\u{301}a\", 1)", .text("e\u{301}")), ("start(\"abc\", 2)", .text("ab")), ("start(\"abc\", 0)", .null),
      ("start(\"abc\", 0 - 1)", .null), ("start(\"abc\", \(Int64.max))", .text("abc")),
      ("start(\"abc\", \(Int64.max) + number)", .null), ("start(\"abc\", weight)", .null),
      ("upper(\"straße łódź\")", .text("STRASSE ŁÓDŹ")), ("lower(\"ŁÓDŹ\")", .text("łódź")), ("upper(note)", .null),
    ] as [(String, Value)])
  func texts(text: String, expected: Value) async throws {
    try await compare(text, expected, .gmt)
  }

  @Test(
    "Weeks are those of ISO 8601, and the day of a moment is that of the time zone",
    arguments: [
      ("day(date(\"2024-02-29\"))", 29), ("week(date(\"2026-12-31\"))", 53), ("week(date(\"2027-01-03\"))", 53),
      ("week(date(\"2027-01-04\"))", 1), ("week(date(\"2024-12-30\"))", 1), ("week(date(\"0001-01-01\"))", 1),
      ("week(date(\"9999-12-31\"))", 52), ("day(placed)", 1), ("week(placed)", 53),
    ] as [(String, Int64)])
  func days(text: String, expected: Int64) async throws {
    try await compare(text, .integer(expected), try #require(TimeZone(identifier: "Asia/Kolkata")))
  }

  @Test("A text that replacing would make too long for the memory is empty")
  func long() {
    let text = Value.text(String(repeating: "a", count: 10_000))
    let other = Value.text(String(repeating: "b", count: 101))
    #expect(FormulaMath.text(.replace, [text, .text("a"), other]) == nil)
    #expect(FormulaMath.text(.replace, [text, .text("aa"), other])?.count == 505_000)
    // One that gets shorter or stays as long is never too long.
    let long = Value.text(String(repeating: "a ", count: 600_000))
    #expect(FormulaMath.text(.replace, [long, .text(" "), .text("-")])?.count == 1_200_000)
    #expect(FormulaMath.text(.replace, [long, .text(" "), .null])?.count == 600_000)
    #expect(FormulaMath.text(.replace, [long, .text(" "), .text("--")]) == nil)
  }

  @Test(
    "Values of other kinds are refused in words",
    arguments: [
      ("upper(number)", "This is a number; here has to be a text."),
      ("start(note, \"a\")", "This is a text; here has to be a whole number."),
      ("start(note, discount)", "This is a number; here has to be a whole number."),
      ("replace(note, \"a\")", "The function is used like this: replace(text, part, other)."),
      ("week(note)", "This is a text; here has to be a day."),
    ])
  func refused(text: String, sentence: String) throws {
    let model = FormulaSamples.model
    let order = try #require(model.entity(named: "order"))
    do throws(FormulaFault) {
      _ = try FormulaCheck(model).type(of: try Formula(reading: text), order)
      Issue.record("\(text) is taken")
    } catch {
      #expect(error.sentence.description == sentence)
    }
  }

  private func compare(_ text: String, _ expected: Value, _ zone: TimeZone) async throws {
    try await TaskTimeZone.$current.withValue(zone) {
      let store = try await FormulaSamples.store(Self.rows)
      let model = FormulaSamples.model
      let order = try #require(model.entity(named: "order"))
      let formula = try Formula(reading: text)
      let type = try FormulaCheck(model).type(of: formula, order)
      let results = try await store.results(of: .formula(formula), as: type.attribute, order, ids: [1])
      #expect((results[1] ?? .null) == expected)
      let oracle = FormulaOracle(model: model, rows: Self.rows, today: .today, zone: zone)
      let computed = try oracle.value(formula.term, order, 1)
      #expect(computed == expected)
    }
  }
}
