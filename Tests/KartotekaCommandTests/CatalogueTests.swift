import Foundation
import Kartoteka
import KartotekaTransfer
import Testing

@Suite("The words of the command line")
struct CatalogueTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func catalogue(_ language: Language) throws -> Catalogue {
    let file = root.appending(path: "Sources/KartotekaHTML/Resources/\(language.code).json")
    return try Catalogue(language: language, json: try Data(contentsOf: file))
  }

  /// What the sources say: every text that is said, and the sentences of errors.
  private static func keys() throws -> Set<String> {
    let folder = root.appending(path: "Sources/KartotekaCommand")
    let names = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))?.allObjects ?? []
    let files = names.compactMap { ($0 as? String).map { folder.appending(path: $0) } }
      .filter { $0.pathExtension == "swift" }
    let sentences = [
      "KartotekaStore/StoreError+Phrase.swift", "KartotekaStore/Migration/MigrationPlan+Phrase.swift",
      "KartotekaStore/Maintenance/CheckFinding.swift", "KartotekaPostgres/PostgresError+Phrase.swift",
      "KartotekaPostgres/PostgresError+Remedy.swift",
      "KartotekaStore/Replication/PrimaryRefusal.swift", "KartotekaApplication/Backups/BackupError.swift",
      "KartotekaTLS/CertificateError.swift", "KartotekaStore/Salvage/SalvageReport.swift",
      "KartotekaApplication/Backups/App+Salvage.swift",
      "KartotekaApplication/Backups/BackupArchive.swift", "KartotekaPeople/Directory/PeopleError+Phrase.swift",
    ]
    .map { root.appending(path: "Sources/" + $0) }
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
    #expect(keys.union(sentences).subtracting(try Self.catalogue(language).keys(in: language)).sorted() == [])
  }
}
