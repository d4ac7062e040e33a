import Foundation
import Testing

@testable import KartotekaModel

/// What every kind has to keep to, whatever its values are.
@Suite("Every kind")
struct KindContractTests {
  static let kinds = AttributeKinds.all.map(\.name)

  @Test("Every kind has samples here, and no two have the same name")
  func complete() {
    #expect(Set(Self.kinds) == Set(KindSamples.accepted.keys))
    #expect(Set(Self.kinds) == Set(KindSamples.refused.keys))
    #expect(Set(Self.kinds).count == Self.kinds.count)
  }

  @Test("Takes its own texts and keeps what they mean, through text, JSON and validation", arguments: kinds)
  func accepted(_ name: KindName) throws {
    for text in KindSamples.accepted[name, default: []] {
      let value = try #require(taken(text, by: name), "\(text)")
      #expect(!value.isNull)
      try expectContract(value, of: name, from: text)
    }
  }

  @Test("Refuses other texts with a reason", arguments: kinds)
  func refused(_ name: KindName) throws {
    let attribute = KindSamples.attribute(name)
    for text in KindSamples.refused[name, default: []] {
      let fault = #expect(throws: ValueFault.self, "\(text)") {
        try attribute.behavior.value(text: text, for: attribute)
      }
      #expect(fault?.phrase.key.isEmpty == false)
    }
  }

  @Test("Survives hostile texts, and keeps to all rules with those it takes", arguments: kinds)
  func hostile(_ name: KindName) throws {
    let texts = [
      "\u{0}", "a\u{0}b", "👩‍👩‍👧", "שלום", "مرحبا ١٢٣", "\u{202e}abc", "e\u{301}", "\u{301}", "\u{feff}1",
      "\u{fffd}", "<script>alert(1)</script>",
      "'; DROP TABLE users; --", "\" OR 1=1", "${jndi:ldap://x}", "../../etc/passwd", "%00", "\\u0000", "-",
      "+", ".", ",", "@", ":", "0x",
      "://", "NaN", "null", "1e309", "-0", "٣", "９", "a\r\nb", "{\"a\":1}", "=1+1", "0,000", "00,000",
      "1'000'000.5", "İ@İ.İ",
      String(repeating: "9", count: 1_000_000), String(repeating: "a@", count: 50_000),
      String(repeating: "+", count: 100_000),
      String(repeating: "1,", count: 50_000), String(repeating: "👩‍👩‍👧", count: 4_000),
      "0x" + String(repeating: "f", count: 100_000),
      String(repeating: "a.", count: 50_000),
    ]
    for text in texts {
      guard let value = taken(text.trimmingSpaces(), by: name) else { continue }
      try expectContract(value, of: name, from: String(text.prefix(40)))
    }
  }

  @Test("Keeps to all rules with any text it takes", arguments: kinds)
  func random(_ name: KindName) throws {
    var random = SplitMix(state: 13)
    let alphabets = [
      "0123456789 ,.-+'", "0123456789-T:Z. +", "ab1@.-:/#?İß ", "0123456789abcdefx=", "19,.eE-+ $zł€",
    ]
    for alphabet in alphabets.map(Array.init) {
      for _ in 0..<2_000 {
        let text = random.text(of: alphabet, upTo: 14).trimmingSpaces()
        guard !text.isEmpty, let value = taken(text, by: name) else { continue }
        try expectContract(value, of: name, from: text)
      }
    }
  }

  @Test("Takes blank text in JSON as no value, and refuses lists and objects", arguments: kinds)
  func json(_ name: KindName) throws {
    let attribute = KindSamples.attribute(name)
    if name != .boolean {
      #expect(try attribute.behavior.value(json: " \n", for: attribute) == .null)
    }
    for json: JSONValue in [[], ["a"], [:], ["latitude": "1", "longitude": 2]] {
      #expect(throws: ValueFault.self) { try attribute.behavior.value(json: json, for: attribute) }
    }
    for json: JSONValue in [true, 5, "x", .number("-0.0e-0"), .number("1e400"), .number("1e-400")] {
      guard let value = try? attribute.behavior.value(json: json, for: attribute) else { continue }
      try expectContract(value, of: name, from: "\(json)")
    }
  }

  @Test("Refuses values of another storage class", arguments: kinds)
  func storage(_ name: KindName) {
    let attribute = KindSamples.attribute(name)
    for value: Value in [.integer(1), .real(1.5), .text("x"), .blob([1])]
    where value.storage != attribute.behavior.storage {
      // A whole number in a column of reals is one.
      if attribute.behavior.storage == .real, value.storage == .integer { continue }
      #expect(attribute.fault(in: value) != nil, "\(value)")
    }
  }

  private func taken(_ text: String, by name: KindName) -> Value? {
    let attribute = KindSamples.attribute(name)
    return try? attribute.behavior.value(text: text, for: attribute)
  }

  private func expectContract(_ value: Value, of name: KindName, from source: String) throws {
    if value.isNull { return }
    let attribute = KindSamples.attribute(name)
    let kind = attribute.behavior
    #expect(value.storage == kind.storage, "\(source)")
    #expect(kind.fault(in: value, for: attribute) == nil, "\(source)")
    let text = kind.text(value, for: attribute)
    #expect(taken(text, by: name) == value, "\(source)")
    var json = JSONWriter()
    kind.write(value, to: &json, for: attribute)
    #expect(try kind.value(json: JSONParser.parse(json.bytes), for: attribute) == value, "\(source)")
    for language in Language.all {
      let say = Localizer(language: language, catalogue: Catalogue())
      #expect(!kind.display(value, for: attribute, in: say).isEmpty, "\(source)")
    }
  }
}
