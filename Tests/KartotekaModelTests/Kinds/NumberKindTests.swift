import Foundation
import KartotekaModel
import Testing

@Suite("Numbers")
struct NumberKindTests {
  @Test(
    "A decimal is kept in its smallest unit, however it is written",
    arguments: [
      ("18.50", 2, 1850), ("18,5", 2, 1850), ("18", 2, 1800), ("1 234,50", 2, 123_450),
      ("1\u{a0}234,50", 2, 123_450),
      ("1,234.50", 2, 123_450), ("1'234.50", 2, 123_450), ("1.234,50", 2, 123_450), ("1,23", 2, 123),
      ("1,234,567", 2, 123_456_700),
      ("$18.00", 2, 1800),
      ("18,50 zł", 2, 1850), ("18 ₽", 0, 18), ("-0.01", 2, -1), ("+.5", 1, 5), ("5.", 0, 5),
      ("18.500", 2, 1850), ("0,125", 3, 125),
      ("1 234,567", 3, 1_234_567), ("0.000000001", 9, 1), ("-92233720368547758.08", 2, .min),
    ] as [(String, Int, Int64)])
  func decimal(_ text: String, _ scale: Int, _ unscaled: Int64) throws {
    let attribute = decimal(scale: scale)
    #expect(try attribute.behavior.value(text: text, for: attribute) == .integer(unscaled))
  }

  @Test(
    "A decimal with too many digits, or too large for 64 bits, is refused by name",
    arguments: [
      ("18.505", 2, "This has to have at most 2 digits after the point"),
      ("0.5", 0, "This has to be a whole number"),
      ("92233720368547758.08", 2, "This number is too large"),
      ("9223372036854775808", 0, "This number is too large"),
      ("twelve", 2, "This has to be a number"),
      ("1,234,5", 2, "This has to be a number"),
    ])
  func refusedDecimal(_ text: String, _ scale: Int, _ reason: String) throws {
    let attribute = decimal(scale: scale)
    let fault = #expect(throws: ValueFault.self) { try attribute.behavior.value(text: text, for: attribute) }
    #expect(fault.map { Localizer.english($0.phrase) } == reason)
  }

  @Test(
    "A decimal in JSON is a number or the same as text, with an exponent, too",
    arguments: [
      (.number("18.5"), 1850), (.string(" 18.50 "), 1850), (.number("1.85e1"), 1850), (.number("-0"), 0),
      (.number("1E2"), 10_000),
      (.number("18.505"), nil), (.number("1e400"), nil), (.number("1e-9"), nil), (.bool(true), nil),
      (.number("1e17"), nil),
    ] as [(JSONValue, Int64?)])
  func decimal(_ json: JSONValue, _ unscaled: Int64?) throws {
    let attribute = decimal(scale: 2)
    #expect((try? attribute.behavior.value(json: json, for: attribute)) == unscaled.map(Value.integer))
  }

  @Test(
    "A decimal is edited with a point and shown as the language writes it",
    arguments: [
      (1850, "18.50", "18.50", "18,50"), (-1, "-0.01", "-0.01", "-0,01"), (0, "0.00", "0.00", "0,00"),
      (123_456_789, "1234567.89", "1,234,567.89", "1\u{a0}234\u{a0}567,89"),
      (
        .min, "-92233720368547758.08", "-92,233,720,368,547,758.08",
        "-92\u{a0}233\u{a0}720\u{a0}368\u{a0}547\u{a0}758,08"
      ),
    ] as [(Int64, String, String, String)])
  func shownDecimal(_ unscaled: Int64, _ edited: String, _ english: String, _ polish: String) {
    let attribute = decimal(scale: 2)
    let (kind, value) = (attribute.behavior, Value.integer(unscaled))
    #expect(kind.text(value, for: attribute) == edited)
    #expect(kind.display(value, for: attribute, in: .english) == english)
    #expect(
      kind.display(value, for: attribute, in: Localizer(language: .polish, catalogue: Catalogue())) == polish)
  }

  @Test(
    "An integer is read with groups, and never made of a fraction",
    arguments: [
      ("42", 42), ("+42", 42), ("-1 000", -1000), ("1,000,000", 1_000_000), ("1.0", 1), ("1,00", 1), ("1,0000", 1),
      ("1\u{202f}000\u{202f}000", 1_000_000),
      ("12,345,678", 12_345_678),
      ("1,5", nil), ("0,125", nil), ("1 234,567", nil), ("1,000", nil), ("1.000", nil),
      (",000", nil), ("1000,000", nil),
      ("9223372036854775808", nil), ("-9223372036854775808", .min), ("1 23", nil), ("", nil),
    ] as [(String, Int64?)])
  func integer(_ text: String, _ number: Int64?) {
    let attribute = AttributeDescription(name: "count", label: "Count", kind: .integer)
    #expect((try? attribute.behavior.value(text: text, for: attribute)) == number.map(Value.integer))
  }

  @Test(
    "A real is read with a point, a comma or an exponent, and is always finite",
    arguments: [
      ("1.5", 1.5), ("1,5", 1.5), ("1 234,5", 1234.5), ("1,234", nil), ("1.234", 1.234), ("1e3", 1000),
      ("-2.5E-3", -0.0025),
      ("-0", 0),
      ("nan", nil), ("inf", nil), ("1e999", nil), ("0x10", nil), ("1_000", nil),
    ] as [(String, Double?)])
  func real(_ text: String, _ number: Double?) {
    let attribute = AttributeDescription(name: "weight", label: "Weight", kind: .real)
    #expect((try? attribute.behavior.value(text: text, for: attribute)) == number.map(Value.real))
  }

  @Test(
    "A whole number in JSON may have an exponent and zeros for decimal places",
    arguments: [
      ("1.0", 1), ("1e5", 100_000), ("1.50e1", 15), ("-2E+2", -200), ("100e-2", 1), ("0e999999", 0), ("-0.0", 0),
      ("9223372036854775807.0", .max), ("1.5", nil), ("1e-1", nil), ("1e19", nil), ("1e999999999999", nil),
      ("1e-999999999999", nil), ("1e-9223372036854775808", nil),
    ] as [(String, Int64?)])
  func integerInJSON(_ literal: String, _ number: Int64?) {
    let attribute = AttributeDescription(name: "count", label: "Count", kind: .integer)
    #expect((try? attribute.behavior.value(json: .number(literal), for: attribute)) == number.map(Value.integer))
  }

  @Test("A real is shown without an empty fraction and with the language's mark")
  func shownReal() {
    let attribute = AttributeDescription(name: "weight", label: "Weight", kind: .real)
    let polish = Localizer(language: .polish, catalogue: Catalogue())
    #expect(attribute.behavior.display(.real(3), for: attribute, in: .english) == "3")
    #expect(attribute.behavior.display(.real(-0.25), for: attribute, in: polish) == "-0,25")
    #expect(attribute.behavior.display(.real(1e300), for: attribute, in: .english) == "1e+300")
  }

  private func decimal(scale: Int) -> AttributeDescription {
    var attribute = AttributeDescription(name: "price", label: "Price", kind: .decimal)
    attribute.scale = scale
    return attribute
  }
}
