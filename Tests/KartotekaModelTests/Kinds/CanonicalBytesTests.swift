import Testing

@testable import KartotekaModel

/// Bytes that a kind calls canonical are stored as they are: they have to be what the slow way makes of them.
@Suite("Canonical bytes")
struct CanonicalBytesTests {
  private func isCanonical(_ text: String, _ attribute: AttributeDescription) -> Bool {
    var text = text
    let check = attribute.behavior.canonicalCheck(for: attribute)
    return text.withUTF8 { check?(UnsafeRawBufferPointer($0)) ?? false }
  }

  /// What the slow way stores; nil where it refuses the text or there is no value.
  private func stored(_ text: String, _ attribute: AttributeDescription) -> Value? {
    guard !text.isEmpty, text.trimmingSpaces() == text,
      let value = try? attribute.behavior.value(text: text, for: attribute), attribute.fault(in: value) == nil
    else { return nil }
    return value
  }

  private func isSame(_ text: String, _ attribute: AttributeDescription) -> Bool {
    switch stored(text, attribute) {
    case .text(let stored): stored.utf8.elementsEqual(text.utf8)
    case .integer(let number):
      text.utf8.elementsEqual(attribute.behavior.text(.integer(number), for: attribute).utf8)
    default: false
    }
  }

  private func attributes(_ kind: KindName) -> [AttributeDescription] {
    let plain = KindSamples.attribute(kind)
    var (short, long, ranged) = (plain, plain, plain)
    short.maximumLength = 8
    long.minimumLength = 5
    ranged.minimum = kind == .text || kind == .date ? .text("2") : .integer(-100)
    ranged.maximum = kind == .text || kind == .date ? .text("8") : .integer(100)
    var lines = plain
    lines.multiline = true
    var (formatted, matched) = (plain, plain)
    if kind == .text { formatted.formatter = .uppercase }
    matched.pattern = "[a-z0-9]+"
    return [plain, short, long, ranged, lines, formatted] + (plain.isText ? [matched] : [])
  }

  @Test(
    "Nothing is canonical that the slow way would refuse or write otherwise", arguments: AttributeKinds.all.map(\.name))
  func neverTooMuch(_ kind: KindName) {
    var random = SplitMix(state: 11)
    let letters = Array("aZ 0019-+.,\t\n\r\u{0}\u{7f}\u{85}\u{a0}\u{3000}\u{2009}\u{205f}\u{1680}éżЖ中e\u{301}👩‍👧true:")
    let samples = KindSamples.accepted[kind, default: []] + KindSamples.refused[kind, default: []]
    for attribute in attributes(kind) {
      for text in samples + (0..<3_000).map({ _ in random.text(of: letters, upTo: 12) })
      where isCanonical(text, attribute) {
        #expect(isSame(text, attribute), "\(text.debugDescription)")
      }
    }
  }

  @Test("Phone numbers: the same verdict as the formatter, on a hundred thousand numbers")
  func phones() {
    var random = SplitMix(state: 3)
    let phone = KindSamples.attribute(.phone)
    var count = 0
    for round in 0..<100_000 {
      var text = random.text(of: Array("+0123456789  "), upTo: 18)
      if round % 3 == 0 { text += random.text(of: Array("xx 0123456789"), upTo: 9) }
      if round % 2 == 0 { text = PhoneFormatter.format("+" + text) }
      if round % 8 == 0, let place = text.indices.randomElement(using: &random) { text.remove(at: place) }
      let verdict = isCanonical(text, phone)
      if verdict { count += 1 }
      #expect(verdict == isSame(text, phone), "\(text)")
    }
    #expect(count > 20_000)
  }

  @Test("Usual values are canonical, so that an import of them is quick")
  func usual() {
    let yes: [(KindName, [String])] = [
      (.text, ["Anna", "Łódź", "ул. Мира, 5", "a b", "東京", "é"]),
      (.phone, ["+48 225 550 1472", "225550147", "225550147 x12"]),
      (.integer, ["0", "-5", "1234567890123456"]), (.decimal, ["18.50", "-0.01", "0.00", "1234567.89"]),
      (.date, ["2026-11-21", "2024-02-29"]), (.choice, ["new", "worn"]),
    ]
    for (kind, texts) in yes {
      for text in texts { #expect(isCanonical(text, KindSamples.attribute(kind)), "\(kind.rawValue) \(text)") }
    }
  }

  @Test("Numbers: the same verdict as the slow way")
  func numbers() {
    var random = SplitMix(state: 5)
    for kind in [KindName.integer, .decimal] {
      for attribute in attributes(kind) {
        for _ in 0..<20_000 {
          let text = random.text(of: Array("-0012.95"), upTo: 8)
          #expect(isCanonical(text, attribute) == isSame(text, attribute), "\(kind.rawValue) \(text)")
        }
      }
    }
  }
}
