import Foundation
import Kartoteka
import Testing
import UsersCRUD

@testable import KartotekaHTML
@testable import KartotekaWeb

@Suite("Catalogues")
struct CatalogueTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Every key that the sources say, found as the first text of a Phrase or of `say("…")`.
  private static func keys(in folder: String) throws -> Set<String> {
    var keys: Set<String> = []
    let files = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      // Examples in comments are nobody's words.
      let text = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }.joined(separator: "\n")
      let said = /(?:\bsay|\bself|\bwords|Phrase|ValueFault|html\.words)\(\s*"((?:[^"\\]|\\[^(])+)"/
      for match in text.matches(of: said) { keys.insert(String(match.1)) }
    }
    // What ends in a space is put together with an app's noun.
    return keys.filter { key in key.contains { $0.isLetter } && key.last != " " }
  }

  @Test(
    "every sentence of the platform is there in Polish and in Russian",
    arguments: [Language.polish, .russian])
  func complete(language: Language) throws {
    let folders = [
      "Sources/KartotekaModel", "Sources/KartotekaStore", "Sources/KartotekaTransfer", "Sources/KartotekaHTML",
      "Sources/KartotekaHTTP", "Sources/KartotekaAPI", "Sources/KartotekaPages", "Sources/KartotekaWeb",
    ]
    var missing: [String] = []
    for folder in folders {
      for key in try Self.keys(in: folder) where Catalogue.platform.entry(key, in: language) == nil {
        missing.append(key)
      }
    }
    #expect(missing.isEmpty, "\(missing.sorted().joined(separator: "\n"))")
  }

  @Test(
    "what the platform's actions say is there in Polish and in Russian", arguments: [Language.polish, .russian])
  func actions(language: Language) throws {
    var keys: Set<String> = []
    let folder = Self.root.appending(path: "Sources/KartotekaApplication/Actions")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for line in text.split(separator: "\n") where !line.contains("///") {
        for match in line.matches(of: /"([A-Z][^"\\]* [^"\\]*)"/) { keys.insert(String(match.1)) }
      }
    }
    #expect(keys.count > 6)
    #expect(keys.filter { Catalogue.platform.entry($0, in: language) == nil } == [])
  }

  @Test(
    "every word of the address book is there in Polish and in Russian",
    arguments: [Language.polish, .russian])
  func addressBook(language: Language) {
    let description = usersCRUD.description
    var keys = [description.title, description.summary] + description.tabs.map(\.title)
    // Notes have the platform's words.
    for entity in description.model.entities where entity.notesOwner == nil {
      keys += [
        "New " + entity.nouns.one, "{count} " + entity.nouns.many, "No \(entity.nouns.many) yet",
        entity.nouns.one, entity.nouns.many,
      ]
      keys += entity.attributes.flatMap {
        [$0.label, "by " + $0.label.prefix(1).lowercased() + $0.label.dropFirst()]
      }
      keys += entity.attributes.compactMap(\.placeholder)
    }
    let missing = keys.filter { usersCRUD.catalogue.entry($0, in: language) == nil }
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test("the platform's words are one entry a line, sorted by their English key", arguments: Language.all)
  func sorted(language: Language) throws {
    let file = Self.root.appending(path: "Sources/KartotekaHTML/Resources/\(language.code).json")
    let keys = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .compactMap { $0.firstMatch(of: /^  "((?:[^"\\]|\\.)+)": [{"].*[}"],?$/) }.map { String($0.1) }
    #expect(
      zip(keys, keys.dropFirst()).filter { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) == false }
        .map(\.1) == [])
    #expect(keys.count == Catalogue.platform.keys(in: language).count)
  }

  @Test("plural forms are those that the language has, and places in braces are the same as in the key")
  func forms() throws {
    for (language, needed) in [
      (Language.polish, ["one", "few", "many"]), (.russian, ["one", "few", "many"]),
    ] {
      for catalogue in [Catalogue.platform, usersCRUD.catalogue] {
        for key in catalogue.keys(in: language) {
          let places = Set(key.matches(of: /\{[a-z]+\}/).map { String($0.0) })
          switch catalogue.entry(key, in: language) {
          case .plural(let forms):
            #expect(Set(needed).isSubset(of: forms.keys), "\(language.code): \(key)")
            for form in forms.values {
              #expect(Set(form.matches(of: /\{[a-z]+\}/).map { String($0.0) }) == places, "\(key)")
            }
          case .plain(let text):
            #expect(
              Set(text.matches(of: /\{[a-z]+\}/).map { String($0.0) }) == places, "\(language.code): \(key)")
          case nil: break
          }
        }
      }
    }
  }
}
