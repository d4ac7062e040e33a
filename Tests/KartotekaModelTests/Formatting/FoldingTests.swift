import Foundation
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
      ("Йод", "йод"), ("ЗАЙКА", "зайка"), ("Ӣ", "и"), ("ў", "у"),
    ])
  func folded(_ text: String, _ folded: String) {
    #expect(Folding.fold(text) == folded)
  }

  @Test(
    "Several spaces between words are one",
    arguments: [("Anna  Maria", "anna maria"), ("Łucja   Maria ", "lucja maria "), ("  \u{301} a", " a")])
  func spaces(_ text: String, _ folded: String) {
    #expect(Folding.fold(text) == folded)
  }

  @Test("A letter with its accent behind it is the same as the letter that has it")
  func combiningMarks() {
    #expect(Folding.fold("Lo\u{301}dz\u{301}") == Folding.fold("Lódź"))
    #expect(Folding.fold("e\u{301}\u{302}\u{303}") == "e")
    #expect(Folding.fold("\u{301}") == "")
    #expect(Folding.fold("И\u{306}од") == Folding.fold("Йод"))
    #expect(Folding.fold("и\u{301}") == "и")
    #expect(Folding.fold("а\u{306}") == "а")
  }

  @Test(
    "What is neither Latin nor Cyrillic nor Greek stays as it is",
    arguments: ["👩‍👩‍👧", "🇵🇱", "שלום", "مرحبا", "東京", "12 % / \u{0}\n", ""])
  func untouched(_ text: String) {
    #expect(Folding.fold(text) == text)
  }

  @Test(
    "Words that differ in the marks of other scripts are other words",
    arguments: [
      ("か", "が"), ("は", "ぱ"), ("ば", "ぱ"), ("カ", "ガ"), ("คา", "คี"), ("ข้าว", "ขาว"), ("की", "कि"), ("क", "क्"), ("ড", "ড়"),
    ])
  func marks(_ one: String, _ other: String) {
    #expect(Folding.fold(one) != Folding.fold(other))
  }

  @Test(
    "A sound mark behind its letter is the same as the letter that has it, which has no other letter in it",
    arguments: ["がぎぐげご", "ぱぴぷぺぽ", "ガザダバ", "ヴ", "かき゛"])
  func soundMarks(_ text: String) {
    let folded = Folding.fold(text)
    #expect(Folding.fold(text.decomposedStringWithCanonicalMapping).utf8.elementsEqual(folded.utf8))
    #expect(folded.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("The points of Hebrew and Arabic go", arguments: [("שָׁלוֹם", "שלום"), ("مَرْحَبًا", "مرحبا")])
  func points(_ pointed: String, _ plain: String) { #expect(Folding.fold(pointed) == plain) }

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
}
