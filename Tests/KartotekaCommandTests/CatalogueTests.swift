import Foundation
import Kartoteka
import KartotekaTransfer
import Testing

@Suite("The words of the command line")
struct CatalogueTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func catalogue(_ language: Language) throws -> Catalogue {
    let file = root.appending(path: "Sources/KartotekaHTML/Resources/command.\(language.code).json")
    return try Catalogue(language: language, json: try Data(contentsOf: file))
  }

  /// What the program knows in a language, whichever of the platform's catalogues has it.
  private static func known(_ language: Language) throws -> Set<String> {
    let folder = root.appending(path: "Sources/KartotekaHTML/Resources")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    let files = names.filter { $0 == language.code + ".json" || $0.hasSuffix(".\(language.code).json") }
    return try files.reduce(into: []) { keys, name in
      let json = try Data(contentsOf: folder.appending(path: name))
      keys.formUnion(try Catalogue(language: language, json: json).keys(in: language))
    }
  }

  /// What the sources say: every text that is said, and the sentences of errors.
  private static func keys() throws -> Set<String> {
    let folder = root.appending(path: "Sources/KartotekaCommand")
    let names = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))?.allObjects ?? []
    let files = names.compactMap { ($0 as? String).map { folder.appending(path: $0) } }
      .filter { $0.pathExtension == "swift" }
    let sentences = [
      "Store/StoreError+Phrase.swift", "Migration/MigrationPlan+Phrase.swift", "Maintenance/CheckFinding.swift",
    ]
    .map { root.appending(path: "Sources/KartotekaStore/" + $0) }
    let said =
      #/(?:say|saying|sentence|Phrase|remedy:|Failure|\bnil:|append|case [^\n]*:|\?|:)[\s(]*"((?:[^"\\\n]|\\.)*)"/#
    var keys: Set<String> = []
    for file in files + sentences {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: said) {
        let key = String(match.1)
        // A sentence: what has a space within, or a place, and no code.
        guard key.contains(#/[A-Za-z}] [A-Za-z{(]/#), !key.contains("\\(") else { continue }
        keys.insert(key.replacing("\\n", with: "\n").replacing("\\\"", with: "\""))
      }
    }
    return keys
  }

  @Test("Polish and Russian have every sentence", arguments: [Language.polish, .russian])
  func complete(language: Language) throws {
    let keys = try Self.keys()
    #expect(keys.count > 100)
    let sentences =
      ReadingError.Sentence.allCases.map(\.rawValue) + WritingError.Sentence.allCases.map(\.rawValue)
      + JSONSyntaxError.Reason.allCases.map(\.rawValue)
    #expect(keys.union(sentences).subtracting(try Self.known(language)).sorted() == [])
  }

  @Test(
    "Translations have the places of their keys, and every plural form",
    arguments: [Language.polish, .russian])
  func places(language: Language) throws {
    let catalogue = try Self.catalogue(language)
    for key in catalogue.keys(in: language) {
      switch catalogue.entry(key, in: language) {
      case .plain(let text): #expect(Self.places(text) == Self.places(key), "\(key)")
      case .plural(let forms):
        #expect(Set(forms.keys) == ["one", "few", "many"], "\(key)")
        for form in forms.values { #expect(Self.places(form) == Self.places(key), "\(key)") }
      case nil: Issue.record("\(key) is missing")
      }
    }
  }

  private static func places(_ text: String) -> [String] {
    text.matches(of: #/\{([a-z]+)\}/#).map { String($0.1) }.sorted()
  }
}
