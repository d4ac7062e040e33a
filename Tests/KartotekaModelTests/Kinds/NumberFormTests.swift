import Foundation
import Testing

@testable import KartotekaModel

@Suite("Percentages, durations and ratings")
struct NumberFormTests {
  private static func attribute(_ form: NumberForm, scale: Int = 3) -> AttributeDescription {
    var attribute = AttributeDescription(name: "value", label: "Value", kind: form == .percent ? .decimal : .integer)
    if form == .rating { attribute.becomeRating() } else { attribute.form = form }
    if form == .percent { attribute.scale = scale }
    return attribute
  }

  private static func say(_ language: Language) -> Localizer { Localizer(language: language, catalogue: Catalogue()) }

  private static func typed(_ text: String, _ form: NumberForm, by language: Language = .english) throws -> Value {
    let attribute = attribute(form)
    return try attribute.behavior.read(text, for: attribute, in: ValueNotation(typedBy: say(language)))
  }

  // MARK: Percentages

  @Test(
    "a percentage is typed with or without its sign, with point or comma",
    arguments: [
      ("12.5", 125), ("12,5", 125), ("12.5%", 125), ("12,5 %", 125), ("12.5\u{a0}%", 125), ("-3", -30), ("0", 0),
      ("250 %", 2_500),
    ] as [(String, Int64)])
  func percent(_ text: String, _ number: Int64) throws {
    for language in Language.all { #expect(try Self.typed(text, .percent, by: language) == .integer(number)) }
  }

  @Test(
    "a percentage with too many decimal places and what is no number are refused", arguments: ["12.55", "half", "%"])
  func noPercent(_ text: String) {
    #expect(throws: ValueFault.self) { try Self.typed(text, .percent) }
  }

  @Test("a percentage is shown with its sign as the language has it, and its text can be read again")
  func shownPercent() throws {
    let attribute = Self.attribute(.percent)
    let shown = Language.all.map { attribute.behavior.display(.integer(12_345), for: attribute, in: Self.say($0)) }
    #expect(Set(shown) == ["1,234.5%", "1234,5%", "1\u{a0}234,5\u{a0}%"])
    #expect(attribute.behavior.text(.integer(-5), for: attribute) == "-0.5%")
    for number: Int64 in [0, 1, -1, 125, -99_999, .max, .min + 1] {
      let text = attribute.behavior.text(.integer(number), for: attribute)
      #expect(try attribute.behavior.value(text: text, for: attribute) == .integer(number), "\(text)")
    }
    let whole = Self.attribute(.percent, scale: 2)
    #expect(whole.behavior.text(.integer(25), for: whole) == "25%")
  }

  @Test("a fault of a percentage counts the digits that people see")
  func digits() {
    let attribute = Self.attribute(.percent)
    let fault = attribute.behavior.fault(in: .real(0.1255), for: attribute)
    let phrase = Phrase("This has to have at most {count} digits after the point", ["count": .count(1)])
    #expect(fault == ValueFault(phrase))
  }

  @Test("a percentage is its fraction in JSON; a string with the sign is a percentage")
  func percentJSON() throws {
    let attribute = Self.attribute(.percent)
    var json = JSONWriter()
    attribute.behavior.write(.integer(125), to: &json, for: attribute)
    #expect(String(decoding: json.bytes, as: UTF8.self) == "0.125")
    for value: JSONValue in [
      .number("0.125"), .string("0.125"), .string("12.5%"), .string("12.5 %"), .number("1.25e-1"),
    ] {
      #expect(try attribute.behavior.value(json: value, for: attribute) == .integer(125), "\(value)")
    }
    #expect(attribute.behavior.canonicalCheck(for: attribute) == nil)
  }

  // MARK: Durations

  @Test(
    "a duration is typed in hours and minutes, in minutes or in hours, in each language's words",
    arguments: [
      ("1:30", 90), ("01:30", 90), ("1:30:00", 90), ("0:05", 5), ("100:00", 6_000), ("-1:30", -90), ("−0:05", -5),
      ("90", 90),
      ("90 min", 90), ("90min", 90), ("90 minut", 90), ("90 мин.", 90), ("1.5 h", 90), ("1,5 h", 90),
      ("0,25 godz.", 15),
      ("2 часа", 120), ("1 h 30 min", 90), ("1h30", 90), ("1 godz. 5 min", 65), ("1\u{a0}h", 60), ("0", 0),
    ] as [(String, Int64)])
  func duration(_ text: String, _ minutes: Int64) throws {
    #expect(try Self.typed(text, .duration) == .integer(minutes))
  }

  @Test(
    "what is no whole number of minutes is refused",
    arguments: [
      "1:60", "1:5", "1:30:15", ":30", "1:", "1:30 h", "30 min 1 h", "1 h 2 h", "1.3333 h", "1,5 min", "1.2.3 h", "h",
      "min", "-",
      "two hours", "1 234", "1,500 h", "1.500 h", "1,500 h 5 min", "9999999999999999:00", "5 days", ".5 h",
    ])
  func noDuration(_ text: String) {
    #expect(throws: ValueFault.self) { try Self.typed(text, .duration) }
  }

  @Test("a duration is shown in hours and minutes, a whole number of minutes in JSON, and its text can be read again")
  func shownDuration() throws {
    let attribute = Self.attribute(.duration)
    for (minutes, text) in [(0, "0:00"), (5, "0:05"), (90, "1:30"), (-90, "-1:30"), (6_001, "100:01")]
      as [(Int64, String)]
    {
      #expect(attribute.behavior.display(.integer(minutes), for: attribute, in: .english) == text)
      #expect(attribute.behavior.text(.integer(minutes), for: attribute) == text)
      #expect(try attribute.behavior.value(text: text, for: attribute) == .integer(minutes))
    }
    var json = JSONWriter()
    attribute.behavior.write(.integer(90), to: &json, for: attribute)
    #expect(String(decoding: json.bytes, as: UTF8.self) == "90")
    #expect(try attribute.behavior.value(json: .number("90"), for: attribute) == .integer(90))
    #expect(try attribute.behavior.value(json: .string("1:30"), for: attribute) == .integer(90))
    #expect(attribute.behavior.text(.integer(.min), for: attribute).hasPrefix("-"))
  }

  @Test("an average of durations is read as it is shown, and as a plain number of minutes")
  func average() throws {
    let average = Self.attribute(.duration).average
    for (text, number) in [("1:30", 9_000), ("1.5 h", 9_000), ("-0:05", -500), ("90.5", 9_050)] as [(String, Int64)] {
      #expect(try average.behavior.value(text: text, for: average) == .integer(number), "\(text)")
    }
    for text in ["1:75", "much"] {
      #expect(throws: ValueFault.self, "\(text)") { try average.behavior.value(text: text, for: average) }
    }
    var fine = average
    fine.scale = 9
    #expect(throws: ValueFault.self) { try fine.behavior.value(text: "999999999999999:00", for: fine) }
  }

  // MARK: Ratings

  @Test("a rating is shown in stars, and is a whole number elsewhere; numbers that it can't have are digits")
  func rating() throws {
    let attribute = Self.attribute(.rating)
    #expect(attribute.behavior.display(.integer(4), for: attribute, in: .english) == "★★★★☆")
    #expect(attribute.behavior.text(.integer(4), for: attribute) == "4")
    #expect(try Self.typed("4", .rating) == .integer(4))
    #expect(try Self.typed("★★★★☆", .rating) == .integer(4))
    #expect(attribute.fault(in: .integer(0)) != nil && attribute.fault(in: .integer(6)) != nil)
    #expect(attribute.behavior.display(.integer(7), for: attribute, in: .english) == "7")
  }

  // MARK: Figures

  @Test("averages and sums have the form of their values, but no number of stars")
  func figures() {
    let (percent, duration, rating) = (
      Self.attribute(.percent, scale: 2), Self.attribute(.duration), Self.attribute(.rating)
    )
    func shown(_ attribute: AttributeDescription, _ number: Int64) -> String {
      attribute.behavior.display(.integer(number), for: attribute, in: .english)
    }
    #expect(shown(percent.average, 1_234) == "12.34%" && percent.average.scale == 4)
    #expect(shown(duration.average, 9_049) == "1:30" && shown(duration.average, 9_050) == "1:31")
    #expect(
      shown(duration.average, -9_050) == "-1:31" && duration.average.behavior.text(.null, for: duration.average) == "")
    #expect(shown(rating.average, 433) == "4.33")
    #expect(
      shown(percent.summed, 150) == "150%" && shown(duration.summed, 150) == "2:30" && shown(rating.summed, 12) == "12")
  }

  @Test("calculations have the form of their values where it fits")
  func forms() {
    let (percent, duration) = (Self.attribute(.percent).expressionForm, Self.attribute(.duration).expressionForm)
    let plain = ExpressionForm(scale: 0)
    #expect(duration.with(duration).form == .duration && duration.with(plain).form == .duration)
    let money = ExpressionForm(scale: 2, currency: "EUR")
    #expect(percent.with(money).form == nil && money.with(percent).currency == "EUR")
    #expect(percent.with(duration).form == nil && Self.attribute(.rating).expressionForm.form == nil)
    #expect(percent.rounded(to: 2).form == .percent && percent.rounded(to: 1).form == nil)
    #expect(percent.attribute.form == .percent && percent.attribute.kind == .decimal)
  }

  @Test("a year is shown without groups of digits, and what is computed from years is a year where it can be one")
  func years() {
    let year = ExpressionForm(scale: 0, form: .year)
    #expect(year.attribute.behavior.display(.integer(2026), for: year.attribute, in: .english) == "2026")
    let plain = ExpressionForm(scale: 0)
    #expect(year.with(year).form == .year && year.with(plain).form == .year && year.added(to: plain).form == .year)
    #expect(year.added(to: year).form == nil && year.summed.form == nil)
    #expect(year.with(ExpressionForm(scale: 2)).form == nil && year.rounded(to: 0).form == .year)
    #expect(year.attribute.summed.form == nil && year.attribute.average.form == nil)
  }
}
