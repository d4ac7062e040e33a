import Testing

@testable import KartotekaModel

@Suite("A pattern of a field")
struct PatternFaultTests {
  private static func fault(_ pattern: String) -> Phrase? {
    var attribute = AttributeDescription(name: "code", label: "Code", kind: .text)
    attribute.pattern = pattern
    return attribute.patternFault
  }

  @Test(
    "is good if it is a regular expression that compares quickly",
    arguments: [
      "[A-Z]{3}", "\\d{2}-\\d{3}", "(red|green|blue)", "[^@]+@[^@]+\\.[a-z]{2,}", ".*", "(\\w+ )*\\w+", "ąę+",
      "a{1,1000}",
    ])
  func good(pattern: String) { #expect(Self.fault(pattern) == nil) }

  @Test("is no regular expression with brackets that are not in pairs", arguments: ["(", "a)|(b", "[a-", "*"])
  func broken(pattern: String) { #expect(Self.fault(pattern) == "This is no regular expression") }

  @Test(
    "is refused if repetitions within repetitions take exponential time",
    arguments: ["(a+)+", "([a-z]+)*", "(\\d+)+x", "(a|aa)+", "(.*)*,", "(é|é?)+!", "((ab?)+)+c"])
  func slow(pattern: String) { #expect(Self.fault(pattern)?.key.hasPrefix("Some texts take too long") == true) }
}
