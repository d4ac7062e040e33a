import Foundation
import Testing

@testable import KartotekaModel

@Suite("Validation")
struct ValidationTests {
  private func reason(_ value: Value, _ name: String) -> String? {
    Item.declaration.description.attribute(name)?.fault(in: value).map { Localizer.english($0) }
  }

  @Test("A record names every field at fault, in their order")
  func record() {
    var item = Record<Item>()
    #expect(Item.declaration.description.faults(in: item.any).map(\.field) == ["title", "owner"])
    item.title = "Lamp"
    item.owner = 3
    #expect(Item.declaration.description.faults(in: item.any) == [])
    item.count = 100
    item.code = "x"
    #expect(Item.declaration.description.faults(in: item.any).map(\.field) == ["code", "count"])
  }

  @Test("UC-4 A required text that is blank is empty", arguments: ["", " ", "\t\u{a0}\u{3000}\n"])
  func blank(_ text: String) {
    #expect(reason(.text(text), "title") == "This can't be empty")
    #expect(reason(.null, "title") == "This can't be empty")
    #expect(reason(.null, "note") == nil)
  }

  @Test("Length is counted in Unicode characters, as the database counts it, not in bytes")
  func length() {
    #expect(reason(.text(String(repeating: "ż", count: 20)), "title") == nil)
    #expect(reason(.text(String(repeating: "🙂", count: 20)), "title") == nil)
    #expect(reason(.text(String(repeating: "👩‍👩‍👧", count: 20)), "title") != nil)
    #expect(
      reason(.text(String(repeating: "a", count: 21)), "title") == "This can have at most 20 characters")
    #expect(
      reason(.text(String(repeating: "e\u{301}", count: 21)), "title")
        == "This can have at most 20 characters")
  }

  @Test("The fewest characters count only where there is a value")
  func shortest() {
    var attribute = AttributeDescription(name: "code", label: "Code", kind: .text)
    attribute.minimumLength = 3
    #expect(attribute.fault(in: .null) == nil)
    #expect(
      attribute.fault(in: .text("ab")).map { Localizer.english($0) }
        == "This has to have at least 3 characters")
    #expect(attribute.fault(in: .text("abc")) == nil)
  }

  @Test("Bytes have a least and a greatest size")
  func size() {
    #expect(reason(.blob([1]), "cover") == "This has to have at least 2 bytes")
    #expect(reason(.blob([1, 2]), "cover") == nil)
    #expect(reason(.blob([1, 2, 3, 4, 5]), "cover") == "This can have at most 4 bytes")
  }

  @Test("The whole text has to match the pattern, to its very end")
  func pattern() {
    #expect(reason(.text("AB12"), "code") == nil)
    for text in ["ab12", "xAB12", "AB12x", "AB", "AB12\n", "\nAB12"] {
      #expect(reason(.text(text), "code") == "Like AB12", "\(text)")
    }
    var attribute = AttributeDescription(name: "code", label: "Code", kind: .text)
    attribute.pattern = "a|ab"
    #expect(attribute.fault(in: .text("ab")) == nil)
    #expect(attribute.fault(in: .text("abc")) != nil)
  }

  @Test(
    "A pattern that takes exponential time is given up, with a reason of its own",
    arguments: ["((a|aa)+b|a+)", "(a*)*b", "(a|a)*", "(.*.*.*.*)x"])
  func slowPattern(_ pattern: String) {
    var attribute = AttributeDescription(name: "code", label: "Code", kind: .text)
    attribute.pattern = pattern
    attribute.patternHint = "Like aaa"
    attribute.maximumLength = 5_000
    let text = String(repeating: "a", count: 2_000) + "!"
    let reason = attribute.fault(in: .text(text)).map { Localizer.english($0) }
    #expect(reason == "This takes too long to compare with the field's pattern")
  }

  @Test("Long texts are compared with usual patterns", arguments: ["(\\w+\\s*)+", "[^<>]*", "([a-z ]|x)*", ".*"])
  func longText(_ pattern: String) {
    var attribute = AttributeDescription(name: "code", label: "Code", kind: .text)
    attribute.pattern = pattern
    attribute.maximumLength = 200_000
    #expect(attribute.fault(in: .text(String(repeating: "hello world ", count: 10_000))) == nil)
  }

  @Test("A whole number without a limit of its own is in -2^53 to 2^53, by every way in")
  func wholeNumbers() {
    var attribute = AttributeDescription(name: "count", label: "Count", kind: .integer)
    func isAllowed(_ number: Int64) -> Bool {
      let isInFile = Array(String(number).utf8).withUnsafeBytes { bytes in
        attribute.behavior.canonicalCheck(for: attribute)?(bytes) ?? false
      }
      // A file's digits are compared as bytes up to 18 of them.
      if String(number).count < 19 { #expect(isInFile == (attribute.fault(in: .integer(number)) == nil), "\(number)") }
      return attribute.fault(in: .integer(number)) == nil
    }
    #expect(isAllowed(1 << 53) && isAllowed(-1 << 53) && isAllowed(0))
    #expect(!isAllowed(1 << 53 + 1) && !isAllowed(-1 << 53 - 1) && !isAllowed(.max) && !isAllowed(.min))
    #expect(
      attribute.fault(in: .integer(.max)).map { Localizer.english($0) } == "This has to be at most 9007199254740992")
    attribute.minimum = .integer(0)
    #expect(!isAllowed(.max) && !isAllowed(-1) && isAllowed(1 << 53))
    attribute.maximum = .integer(.max)
    #expect(isAllowed(.max) && !isAllowed(-1))
  }

  @Test(
    "A value outside of its range is refused with the limit",
    arguments: [
      ("count", .integer(0), nil), ("count", .integer(99), nil),
      ("count", .integer(-1), "This has to be at least 0"),
      ("count", .integer(100), "This has to be at most 99"),
      ("weight", .real(-0.5), "This has to be at least 0.0"),
      ("weight", .integer(-1), "This has to be at least 0.0"),
      ("weight", .real(.infinity), "This has to be a number"),
      ("price", .integer(100_001), "This has to be at most 1000.00"), ("price", .integer(-5), nil),
    ] as [(String, Value, String?)])
  func range(_ name: String, _ value: Value, _ expected: String?) {
    #expect(reason(value, name) == expected)
  }

  @Test("A date has a range, too")
  func dates() throws {
    var attribute = AttributeDescription(name: "day", label: "Day", kind: .date)
    attribute.minimum = .text("2026-01-01")
    #expect(
      attribute.fault(in: .text("2025-12-31")).map { Localizer.english($0) }
        == "This has to be at least 2026-01-01")
    #expect(attribute.fault(in: .text("2026-01-01")) == nil)
  }

  @Test("What the kind refuses is refused when it comes another way, too")
  func kinds() {
    #expect(reason(.integer(2), "isLent") == "This has to be yes or no")
    #expect(reason(.text("2026-02-30"), "bought") == "This has to be a date like 2026-11-21")
    #expect(reason(.text("lost"), "state") == "This has to be one of: new, worn")
    #expect(reason(.text("five"), "count") == "This has to be a number")
    #expect(reason(.integer(5), "title") == "This has to be text")
    #expect(reason(.real(1850.5), "price") == "This has to have at most 2 digits after the point")
    #expect(reason(.real(1e30), "price") == "This number is too large")
  }

  @Test("A related record is named by its number")
  func related() {
    let column = ColumnDescription.toOne(
      RelationshipDescription(name: "user", label: "User", cardinality: .toOne, target: "user"))
    #expect(column.fault(in: .null) == nil)
    #expect(column.fault(in: .integer(1)) == nil)
    #expect(column.fault(in: .integer(0)) != nil)
    #expect(column.fault(in: .text("1")) != nil)
  }
}
