import Foundation
import KartotekaModel
import Testing

@Suite("Money")
struct MoneyTests {
  private func price(_ currency: String? = "USD", scale: Int = 2) -> AttributeDescription {
    var attribute = AttributeDescription(name: "price", label: "Price", kind: .decimal)
    attribute.scale = scale
    attribute.currency = currency
    return attribute
  }

  private func say(_ language: Language) -> Localizer {
    let words = """
      {"{number} k": "{number} tys.", "{number} M": "{number} mln"}
      """
    let catalogue = (try? Catalogue(language: .polish, json: Data(words.utf8))) ?? Catalogue()
    return Localizer(language: language, catalogue: catalogue)
  }

  @Test(
    "NW-4 money is shown with the sign of its currency where the language has it",
    arguments: [
      (2_100, "USD", "$21.00", "21,00\u{a0}USD", "21,00\u{a0}$"),
      (123_450, "USD", "$1,234.50", "1234,50\u{a0}USD", "1\u{a0}234,50\u{a0}$"),
      (-700, "USD", "-$7.00", "-7,00\u{a0}USD", "-7,00\u{a0}$"),
      (-1, "EUR", "-€0.01", "-0,01\u{a0}€", "-0,01\u{a0}€"),
      (1_850, "PLN", "PLN\u{a0}18.50", "18,50\u{a0}zł", "18,50\u{a0}PLN"),
      (
        .max, "USD", "$92,233,720,368,547,758.07", "92\u{a0}233\u{a0}720\u{a0}368\u{a0}547\u{a0}758,07\u{a0}USD",
        "92\u{a0}233\u{a0}720\u{a0}368\u{a0}547\u{a0}758,07\u{a0}$"
      ),
    ] as [(Int64, String, String, String, String)])
  func shown(_ cents: Int64, _ currency: String, _ english: String, _ polish: String, _ russian: String) {
    let attribute = price(currency)
    for (language, text) in [(Language.english, english), (.polish, polish), (.russian, russian)] {
      #expect(attribute.behavior.display(.integer(cents), for: attribute, in: say(language)) == text)
    }
  }

  @Test(
    "NW-4 money is typed with point or comma, with or without the sign of its currency",
    arguments: [
      ("$1,234.50", 123_450), ("1 234,50", 123_450), ("1234,5", 123_450), ("1\u{a0}234,50\u{a0}$", 123_450),
      ("21,00 USD", 2_100), ("USD 21", 2_100), ("usd21", 2_100), ("-$7.00", -700), ("$-7.00", -700), ("−7,00 $", -700),
      ("- $ 7", -700), ("0.10", 10), (".5", 50), ("18,50 US$", 1_850),
    ] as [(String, Int64)])
  func typed(_ text: String, _ cents: Int64) throws {
    let attribute = price()
    #expect(try attribute.behavior.value(text: text, for: attribute) == .integer(cents))
  }

  @Test("NW-4 what is no amount is refused", arguments: ["$", "USD", "1,2,3", "12 EURO", "$1.005", "--5", "PLN 5"])
  func refused(_ text: String) {
    let attribute = price()
    #expect(throws: ValueFault.self) { try attribute.behavior.value(text: text, for: attribute) }
  }

  @Test("NW-4 what is shown can be typed, in every language", arguments: Language.all)
  func roundTrip(_ language: Language) throws {
    for currency in ["USD", "EUR", "PLN"] {
      let attribute = price(currency)
      for cents in [0, 1, -1, 99, 2_100, 123_450, -123_456_789, .max] as [Int64] {
        let text = attribute.behavior.display(.integer(cents), for: attribute, in: say(language))
        #expect(try attribute.behavior.value(text: text, for: attribute) == .integer(cents), "\(text)")
      }
    }
  }

  @Test("NW-4 files and the API have the number alone")
  func plain() {
    let attribute = price()
    #expect(attribute.behavior.text(.integer(2_100), for: attribute) == "21.00")
    var json = JSONWriter()
    attribute.behavior.write(.integer(2_100), to: &json, for: attribute)
    #expect(String(decoding: json.bytes, as: UTF8.self) == "21.00")
  }

  @Test("The currency of a declaration is part of the description")
  func declared() throws {
    let attribute = Attribute<Decimal>("Price", .scale(2), .currency("USD"), .atLeast(1)).describing("price")
    #expect(attribute.currency == "USD")
    #expect(attribute.minimum == .integer(100))
    #expect(try JSONDecoder().decode(AttributeDescription.self, from: JSONEncoder().encode(attribute)) == attribute)
  }

  @Test(
    "An amount has the digits of its currency",
    arguments: [("PLN", 2), ("JPY", 0), ("UYI", 0), ("KWD", 3), ("CLF", 4), ("UYW", 4)])
  func digits(code: String, count: Int) {
    #expect(Attribute<Decimal>("Price", .currency(code)).describing("price").scale == count)
  }

  @Test("An amount that no attribute has is written in the same way, rounded to its digits")
  func amounts() throws {
    let amount = try #require(Decimal(string: "123798.745"))
    #expect(say(.english).money(amount, "USD") == "$123,798.75")
    #expect(say(.english).money(amount, "USD", digits: 0) == "$123,799")
    #expect(say(.polish).money(-amount, "USD", digits: 0) == "-123\u{a0}799\u{a0}USD")
    #expect(say(.english).money(0, "USD") == "$0.00")
    #expect(say(.english).number(try #require(Decimal(string: "-0.001")), digits: 2) == "0.00")
  }

  @Test(
    "An axis has numbers as short as they can be",
    arguments: [
      ("0", "0", "0"), ("950", "950", "950"), ("999.4", "999", "999"), ("1000", "1 k", "1 tys."),
      ("1250", "1.3 k", "1,3 tys."), ("50000", "50 k", "50 tys."), ("123798", "124 k", "124 tys."),
      ("999499", "999 k", "999 tys."), ("999500", "1 M", "1 mln"), ("-1500000", "-1.5 M", "-1,5 mln"),
      ("0.5", "0.5", "0,5"),
    ])
  func short(_ number: String, _ english: String, _ polish: String) throws {
    let number = try #require(Decimal(string: number))
    #expect(say(.english).short(number) == english)
    #expect(say(.polish).short(number) == polish)
    #expect(say(.english).shortMoney(848_000, "USD") == "$848 k")
  }
}
