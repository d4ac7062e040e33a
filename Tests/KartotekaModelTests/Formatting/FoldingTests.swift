import KartotekaModel
import Testing

@Suite("Folding")
struct FoldingTests {
  @Test(
    "Letters lose their case and their accents",
    arguments: [
      ("Łódźka", "lodzka"), ("lodzka", "lodzka"), ("Ёлкин", "елкин"), ("Straße", "strasse"),
      ("STRASSE", "strasse"),
      ("Øyvind", "oyvind"), ("Þórður", "thordur"), ("Æsop", "aesop"), ("Œuvre", "oeuvre"),
      ("İstanbul", "istanbul"),
      ("Diyarbakır", "diyarbakir"), ("Nguyễn", "nguyen"), ("Đặng", "dang"), ("Čapek", "capek"),
      ("Ґалаґан", "галаган"),
      ("O’Brien", "o'brien"), ("Zażółć gęślą jaźń", "zazolc gesla jazn"), ("Ελλάδα", "ελλαδα"), ("Ǽ", "ae"),
    ])
  func folded(_ text: String, _ folded: String) {
    #expect(Folding.fold(text) == folded)
  }

  @Test("A letter with its accent behind it is the same as the letter that has it")
  func combiningMarks() {
    #expect(Folding.fold("Lo\u{301}dz\u{301}") == Folding.fold("Lódź"))
    #expect(Folding.fold("e\u{301}\u{302}\u{303}") == "e")
    #expect(Folding.fold("\u{301}") == "")
    #expect(Folding.fold("и\u{306}") == Folding.fold("й"))
  }

  @Test(
    "What is neither Latin nor Cyrillic nor Greek stays as it is",
    arguments: ["👩‍👩‍👧", "🇵🇱", "שלום", "مرحبا", "東京", "12 % / \u{0}\n", ""])
  func untouched(_ text: String) {
    #expect(Folding.fold(text) == text)
  }

  @Test("Folded text folds to itself")
  func idempotent() {
    for value in UInt32(0)...0x2fff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = Folding.fold(String(scalar))
      #expect(Folding.fold(folded) == folded, "U+\(String(value, radix: 16))")
    }
  }

  @Test("The quick way for ASCII gives what the long way gives")
  func ascii() {
    let all = String(String.UnicodeScalarView((0..<0x80).compactMap(Unicode.Scalar.init)))
    #expect(Folding.fold(all) == all.lowercased())
    #expect(Folding.fold(all + "é") == all.lowercased() + "e")
  }

  @Test("Bytes fold as the text does, for every character there is and for texts of several")
  func bytes() {
    func folded(_ text: String) -> String {
      var text = text
      var bytes: [UInt8] = []
      text.withUTF8 { Folding.fold(utf8: $0, into: &bytes) }
      return String(decoding: bytes, as: UTF8.self)
    }
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(Character(scalar))
      if folded(text).utf8.elementsEqual(Folding.fold(text).utf8) == false {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
    for text in ["", "Łódź ŻÓŁĆ", "Straße 5", "Ёлкин", "e\u{301}", "東京 ABC", "👩‍👩‍👧 Ç"] {
      #expect(folded(text) == Folding.fold(text))
    }
  }
}
