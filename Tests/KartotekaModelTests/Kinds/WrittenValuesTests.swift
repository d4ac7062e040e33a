import Foundation
import Testing

@testable import KartotekaModel

@Suite("Numbers and days as programs and people write them")
struct WrittenValuesTests {
  @Test(
    "A number is read with signs, groups, percent, parentheses and an exponent",
    arguments: [
      ("12.5 %", "12.5"), ("7%", "7"), ("%12,5", "12.5"), ("(1,234.56)", "-1234.56"), ("123.45-", "-123.45"),
      ("−5", "-5"), ("1.5E+3", "1500"), ("2.5e-2", "0.025"), ("1E+05", "100000"), ("1,23,456.00", "123456.00"),
      ("12,34,567", "1234567"), ("1'234.50", "1234.50"), ("1\u{202f}234,5", "1234.5"),
    ])
  func numbers(_ text: String, _ number: String) {
    #expect(NumberText.read(text, in: .undecided) == .number(number))
  }

  @Test("A minus behind a whole number is one where the notation says so", arguments: ["3-", "12 -", "1234−"])
  func minusBehind(_ text: String) {
    #expect(NumberText.read(text, in: .lenient) == .invalid)
    #expect(NumberText.read(text, in: ValueNotation(hasMinusBehind: true)) == .number("-" + text.filter(\.isNumber)))
  }

  @Test(
    "Days and moments are read in the basic form of ISO 8601",
    arguments: [
      ("20260105", "2026-01-05T00:00:00.000Z"), ("20260105T101500Z", "2026-01-05T10:15:00.000Z"),
      ("202601051015", "2026-01-05T10:15:00.000Z"), ("20260105101530", "2026-01-05T10:15:30.000Z"),
      ("20260105 10:15", "2026-01-05T10:15:00.000Z"),
    ])
  func basic(_ text: String, _ moment: String) throws {
    let attribute = AttributeDescription(name: "at", label: "At", kind: .timestamp)
    #expect(try attribute.behavior.value(text: text, for: attribute) == .text(moment))
  }

  @Test(
    "Eight digits that are no day are none", arguments: ["20261301", "05012026", "31122026", "12345678", "99991231"])
  func noBasicDay(_ text: String) {
    let attribute = AttributeDescription(name: "at", label: "At", kind: .date)
    #expect(throws: ValueFault.self) { try attribute.behavior.value(text: text, for: attribute) }
  }

  @Test(
    "A code is no number", arguments: ["12E5", "5E3", "1-2-3", "(5", "5)", "1,23,45", "--5", "5--", "%", "1e999", "e5"])
  func codes(_ text: String) {
    #expect(NumberText.read(text, in: .undecided) == .invalid)
  }

  @Test(
    "An amount is read with the sign or code of its currency before or after it",
    arguments: [
      ("12 kr", "SEK"), ("kr 12", "NOK"), ("12 Kč", "CZK"), ("R$ 12", "BRL"), ("12 Ft", "HUF"), ("12 lei", "RON"),
      ("12 руб.", "RUB"), ("US$12", "USD"), ("CHF 12", "CHF"), ("12 zł", "PLN"), ("€12", "EUR"), ("$-12", "USD"),
    ])
  func money(_ text: String, _ currency: String) throws {
    var attribute = AttributeDescription(name: "price", label: "Price", kind: .decimal)
    attribute.currency = currency
    #expect(try attribute.behavior.value(text: text, for: attribute) == .integer(text.contains("-") ? -12 : 12))
    #expect(CurrencySigns.currencies(in: text).contains(currency))
  }

  @Test("Parentheses within parentheses are no amount, however many there are", arguments: [2, 100_000])
  func nested(count: Int) {
    let text = String(repeating: "(", count: count) + "5" + String(repeating: ")", count: count)
    for kind in [KindName.decimal, .real] {
      let attribute = AttributeDescription(name: "price", label: "Price", kind: kind)
      #expect(throws: ValueFault.self) { try attribute.behavior.value(text: text, for: attribute) }
    }
  }

  @Test(
    "What may be a part of a code or a unit names no currency",
    arguments: ["R101", "L5", "KM 3", "5 L", "RM12", "PEN12", "pen 3", "12 km", "try 5", "MAD1"])
  func codesOfRooms(_ text: String) {
    #expect(CurrencySigns.currencies(in: text) == [])
  }

  @Test("An amount in another currency is refused")
  func otherCurrency() {
    var attribute = AttributeDescription(name: "price", label: "Price", kind: .decimal)
    attribute.currency = "USD"
    for text in ["12 €", "12 PLN", "£12"] {
      #expect(throws: ValueFault.self) { try attribute.behavior.value(text: text, for: attribute) }
    }
  }

  @Test(
    "A day is read in eleven languages, with a day of the week before it or not",
    arguments: [
      "21 November 2026", "Saturday, November 21, 2026", "Sat, 21 Nov 2026", "21. November 2026",
      "Samstag, 21. November 2026",
      "21 novembre 2026", "samedi 21 novembre 2026", "21 de noviembre de 2026", "sábado, 21 de noviembre de 2026",
      "sabato 21 novembre 2026", "21 de novembro de 2026", "zaterdag 21 november 2026", "sobota, 21 listopada 2026",
      "21 listopada 2026 r.", "sobota 21. listopadu 2026", "21 ноября 2026 г.", "суббота, 21 ноября 2026 г.",
      "21 листопада 2026 р.", "November 21st, 2026", "21-nov-2026", "Nov 21st, 2026",
    ])
  func days(_ text: String) {
    #expect(DayText(text).reading(in: .undecided) == .day(CalendarDate(iso: "2026-11-21")!))  // A day of the calendar.
  }

  @Test(
    "A month whose beginning is also that of a day of the week is a month",
    arguments: ["Mar 21st, 2026", "mar 21st 2026"])
  func monthOrWeekday(_ text: String) {
    #expect(DayText(text).reading(in: .undecided) == .day(CalendarDate(iso: "2026-03-21")!))  // A day of the calendar.
  }

  @Test("The beginning of a month's name counts where it is that of one month")
  func beginnings() {
    #expect(DateWords.month("mar") == 3 && DateWords.month("dez") == 12 && DateWords.month("févr") == 2)
    #expect(DateWords.month("juil") == 7 && DateWords.month("červen") == 6 && DateWords.month("červenec") == 7)
    #expect(DateWords.month("jui") == nil && DateWords.month("ma") == nil && DateWords.month("foo") == nil)
  }

  @Test(
    "A moment is read with the offset as PostgreSQL, git, Ruby and Go write it",
    arguments: [
      "2026-11-21 10:12:00+01", "2026-11-21 10:12:00 +0100", "2026-11-21 10:12:00+01:00", "2026-11-21 09:12:00 UTC",
      "2026-11-21 09:12:00 GMT", "2026-11-21 10:12:00 +01:00:00", "2026-11-21 09:12:00 +0000 UTC",
      "2026-11-21T09:12:00Z",
      "Sat Nov 21 10:12:00 2026 +0100", "Sat, 21 Nov 2026 10:12:00 +0100",
    ])
  func offsets(_ text: String) throws {
    let attribute = AttributeDescription(name: "at", label: "At", kind: .timestamp)
    #expect(try attribute.behavior.value(text: text, for: attribute) == .text("2026-11-21T09:12:00.000Z"))
  }

  @Test("A time with an offset that is none is refused", arguments: ["+1", "+25", "+0160", "+01000", "UTC+", "X"])
  func badOffsets(_ offset: String) {
    #expect(Timestamp.date("2026-11-21 10:12:00 \(offset)") == nil)
  }

  @Test("Blanks of every kind and characters without width around a value are no part of it")
  func blanks() {
    #expect("\u{200b}\u{a0}Ann\u{feff}\u{3000}".trimmingSpaces() == "Ann")
    #expect("\u{2060}\u{200e}".trimmingSpaces() == "")
    #expect("a\u{200b}b".trimmingSpaces() == "a\u{200b}b")
    #expect("❤️".trimmingSpaces() == "❤️")
  }
}
