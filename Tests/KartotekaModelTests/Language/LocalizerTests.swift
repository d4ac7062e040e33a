import Foundation
import KartotekaModel
import Testing

@Suite("Localizer")
struct LocalizerTests {
  private let polish: Localizer

  init() throws {
    let words = #"""
      {"Save": "Zapisz", "Deleted {title}": "Usunięto: {title}", "No. {number}": "Nr {number}", "{open": "{otwarte {title}",
       "{count} people": {"one": "{count} osoba", "few": "{count} osoby", "many": "{count} osób"},
       "{count} of {all}": {"one": "jeden z {all}", "other": "{count} z {all}"}}
      """#
    polish = Localizer(language: .polish, catalogue: try Catalogue(language: .polish, json: Data(words.utf8)))
  }

  @Test("A key is said in the language, or in English where the catalogue lacks it")
  func keys() {
    #expect(polish("Save") == "Zapisz")
    #expect(polish("Cancel") == "Cancel")
    #expect(Localizer.english("Save") == "Save")
    #expect(Localizer(language: .russian, catalogue: Catalogue())("Save") == "Save")
  }

  @Test("What goes into a phrase is put into words, too, however deep")
  func nested() {
    let inner = Phrase("No. {number}", ["number": .text("5")])
    #expect(polish("Deleted {title}", ["title": .phrase(inner)]) == "Usunięto: Nr 5")
    let outer = Phrase(
      "Deleted {title}", ["title": .phrase(Phrase("Deleted {title}", ["title": .phrase(inner)]))])
    #expect(polish(outer) == "Usunięto: Usunięto: Nr 5")
    #expect(Localizer.english(outer) == "Deleted Deleted No. 5")
  }

  @Test("A place without an argument stays as it is written")
  func missing() {
    #expect(polish("Deleted {title}") == "Usunięto: {title}")
    #expect(polish("Deleted {title}", ["name": .text("Anna")]) == "Usunięto: {title}")
    #expect(polish("{count} people") == "{count} osób")
  }

  @Test("Braces in a text are the person's own, and never filled")
  func braces() {
    #expect(
      polish("Deleted {title}", ["title": .text("{title}"), "number": .text("5")]) == "Usunięto: {title}")
    #expect(Localizer.english("{a}{b}", ["a": .text("{b}"), "b": .text("{a}")]) == "{b}{a}")
  }

  @Test("A brace that is never closed stands as it is, and nothing is said twice")
  func unclosed() {
    #expect(Localizer.english("a {b", ["b": .text("x")]) == "a {b")
    #expect(Localizer.english("a {b} c {", ["b": .text("x")]) == "a x c {")
    #expect(Localizer.english("}{", ["": .text("x")]) == "}{")
    #expect(Localizer.english("{}", ["": .text("x")]) == "x")
  }

  @Test("The number chooses the plural form and is grouped")
  func plurals() {
    #expect(polish("{count} people", ["count": .count(1)]) == "1 osoba")
    #expect(polish("{count} people", ["count": .count(3)]) == "3 osoby")
    #expect(polish("{count} people", ["count": .count(12_345)]) == "12\u{a0}345 osób")
    #expect(Localizer.english("{count} people", ["count": .count(1_000)]) == "1,000 people")
  }

  @Test("Of two numbers the one called count chooses")
  func twoNumbers() {
    #expect(polish("{count} of {all}", ["count": .count(1), "all": .count(7)]) == "jeden z 7")
    #expect(polish("{count} of {all}", ["count": .count(7), "all": .count(1)]) == "7 z 1")
  }

  @Test("A phrase with a neutral one beside it is said only where it is known")
  func ifKnown() {
    #expect(polish.ifKnown("New person") == nil)
    #expect(!polish.knows("New person") && polish.knows("Save") && Localizer.english.knows("New person"))
    #expect(polish.ifKnown("Save") == "Zapisz")
    #expect(Localizer.english.ifKnown("New person") == "New person")
  }

  @Test("A phrase comes back from JSON as it went")
  func codable() throws {
    let phrase = Phrase("{a} {b}", ["a": .phrase(Phrase("x", ["n": .count(3)])), "b": .text("{a}")])
    #expect(try JSONDecoder().decode(Phrase.self, from: JSONEncoder().encode(phrase)) == phrase)
  }
}
