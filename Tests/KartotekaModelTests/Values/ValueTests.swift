import Foundation
import Testing

@testable import KartotekaModel

@Suite("Values")
struct ValueTests {
  static let all: [Value] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-1e-300), .text(""),
    .text("Łódź \u{0}👩‍👩‍👧"),
    .blob([]), .blob([0, 255]),
  ]

  @Test(
    "A value comes back from its description as it went, alone, in a list and in a structure", arguments: all)
  func codable(_ value: Value) throws {
    struct Holder: Codable, Equatable { var value: Value }
    let decoder = JSONDecoder()
    #expect(try decoder.decode([Value].self, from: JSONEncoder().encode([value])) == [value])
    #expect(
      try decoder.decode(Holder.self, from: JSONEncoder().encode(Holder(value: value)))
        == Holder(value: value))
  }

  @Test(
    "What describes no value is refused",
    arguments: ["5", "\"a\"", "{}", "[]", "{\"text\":5}", "{\"date\":\"2026\"}"])
  func refused(_ json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Value.self, from: Data(json.utf8)) }
  }

  @Test("Values are compared as SQLite does: numbers with numbers, texts byte by byte")
  func order() {
    #expect(Value.integer(2).isLess(than: .integer(10)))
    #expect(Value.text("10").isLess(than: .text("2")))
    #expect(Value.text("Z").isLess(than: .text("a")))
    #expect(Value.integer(1).isLess(than: .real(1.5)))
    #expect(!Value.real(1.5).isLess(than: .integer(1)))
    #expect(!Value.integer(1).isLess(than: .text("2")))
    #expect(!Value.null.isLess(than: .integer(1)))
  }

  @Test("A choice is taken only as the bytes that the database allows, also where another text looks equal")
  func choiceBytes() {
    var attribute = AttributeDescription(name: "place", label: "Place", kind: .choice)
    attribute.choices = [Choice("caf\u{e9}", "Café")]
    #expect(attribute.behavior.fault(in: .text("caf\u{e9}"), for: attribute) == nil)
    #expect(attribute.behavior.fault(in: .text("cafe\u{301}"), for: attribute) != nil)
  }

  @Test("Texts that look equal and have other bytes are two values, in a set as well")
  func setOfTexts() {
    let texts = ["caf\u{e9}", "cafe\u{301}"].map(Value.text)
    #expect(texts[0] != texts[1] && Set(texts).count == 2)
    #expect(texts[0].hashValue != texts[1].hashValue)
    #expect(Set([Value.integer(1), .real(1), .text("1"), .null, .blob([49])]).count == 5)
  }
}
