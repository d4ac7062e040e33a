import Courses
import Foundation
import KartotekaGerman
import KartotekaHTML
import KartotekaModel
import KartotekaUkrainian
import Northwind
import Testing
import TravelMap
import Travellers
import UsersCRUD

/// The languages of packages in this repository.
private let packaged: [Language] = [.german, .ukrainian]

@Suite("The words of languages that packages add")
struct CatalogueTests {
  private static func words(_ language: Language) throws -> [String: Catalogue.Entry] {
    try JSONDecoder().decode([String: Catalogue.Entry].self, from: language.rules.words())
  }

  @Test("Each has every sentence of the platform, and no other", arguments: packaged)
  func complete(_ language: Language) throws {
    let words = Set(try Self.words(language).keys)
    let needed = Catalogue.platform.keys(in: .polish)
    #expect(needed.subtracting(words).sorted() == [], "kartoteka words --platform \(language.code) writes them")
    #expect(words.subtracting(needed).sorted() == [])
  }

  @Test("Each has the plural forms of the language where Polish has its own", arguments: packaged)
  func plurals(_ language: Language) throws {
    let needed = Set(language.pluralCategories.map(\.rawValue))
    for (key, entry) in try Self.words(language) {
      switch (entry, Catalogue.platform.entry(key, in: .polish)) {
      case (.plural(let forms), .plural): #expect(Set(forms.keys) == needed, "\(key)")
      case (.plain, .plain), (_, nil): break
      default: Issue.record("\(key)")
      }
    }
  }

  @Test("Places in braces are those of the key, and no sentence is empty", arguments: packaged)
  func places(_ language: Language) throws {
    func places(_ text: String) -> Set<String> { Set(text.matches(of: /\{[A-Za-z]+\}/).map { String($0.0) }) }
    for (key, entry) in try Self.words(language) {
      let texts: [String]
      switch entry {
      case .plain(let text): texts = [text]
      case .plural(let forms): texts = Array(forms.values)
      }
      for text in texts {
        #expect(places(text) == places(key), "\(key): \(text)")
        #expect(text.contains { !$0.isWhitespace }, "\(key)")
        // What is put together with another text has the same spaces at its ends.
        #expect(text.hasSuffix(" ") == key.hasSuffix(" "), "\(key)")
      }
    }
  }

  @Test("The shipped applications have all of their words", arguments: packaged)
  func applications(_ language: Language) {
    for app in [usersCRUD, travellers, northwind, travelMap, courses] {
      let needed = app.catalogue.keys(in: .polish)
      #expect(!needed.isEmpty && app.catalogue.keys(in: language) == needed, "\(app.description.name)")
    }
  }

  @Test("The files have one entry a line, sorted by their English key", arguments: packaged)
  func sorted(_ language: Language) throws {
    let text = String(decoding: language.rules.words(), as: UTF8.self)
    let keys = text.split(separator: "\n").compactMap { $0.firstMatch(of: /^  "((?:[^"\\]|\\.)+)": [{"].*[}"],?$/) }
      .map { String($0.1) }
    let unsorted = zip(keys, keys.dropFirst()).filter {
      !$0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
    }
    #expect(unsorted.map(\.1) == [])
    #expect(keys.count == (try Self.words(language).count))
  }
}
