import Foundation
import Kartoteka
import KartotekaHTML
import Testing

@testable import KartotekaModel
@testable import KartotekaScreens

@Suite("The sentences of a description's faults")
struct FaultSentenceTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// The texts in quotes of a file, with places for what is interpolated, and the line before each.
  private static func literals(in text: String) -> [(before: String, key: String)] {
    var (found, line): ([(before: String, key: String)], String) = ([], "")
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      if scalar == "/", rest.first == "/" {
        rest = rest.drop { $0 != "\n" }
      } else if scalar == "\"" {
        found.append((line.trimmingCharacters(in: .whitespaces), literal(&rest)))
      } else if scalar == "\n" {
        if !line.hasSuffix("(") { line = "" }
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    return found
  }

  private static func literal(_ rest: inout ArraySlice<Unicode.Scalar>) -> String {
    var (key, places) = ("", 0)
    while let scalar = rest.popFirst(), scalar != "\"" {
      guard scalar == "\\", let escaped = rest.popFirst() else {
        key.unicodeScalars.append(scalar)
        continue
      }
      guard escaped == "(" else {
        key.unicodeScalars.append(escaped == "n" ? "\n" : escaped)
        continue
      }
      key += "{\(String(UnicodeScalar(UInt8(97 + places))))}"
      places += 1
      var depth = 1
      while depth > 0, let inner = rest.popFirst() {
        if inner == "(" { depth += 1 }
        if inner == ")" { depth -= 1 }
        if inner == "\"" { _ = literal(&rest) }
      }
    }
    return key
  }

  private static func files(_ folder: String) throws -> [String] {
    let url = sources.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test("Every sentence of the rules and of the reader is there in Polish and in Russian")
  func complete() throws {
    let rules = try Self.files("KartotekaModel/Checks/Rules") + Self.files("KartotekaScreens/Checks/Rules")
    let reader = try Self.files("KartotekaModel/Document")
    let formulas = try ["FormulaParser", "FormulaParser+Names", "FormulaType", "FormulaCall", "FormulaCheck"].flatMap {
      name in
      let file = Self.sources.appending(path: "KartotekaModel/Formulas/\(name).swift")
      return Self.literals(in: try String(contentsOf: file, encoding: .utf8)).map(\.key)
    }.filter { $0.contains(" ") && $0.contains(where: \.isLetter) }
    let said = rules.flatMap(Self.literals).map(\.key)
    let read = reader.flatMap(Self.literals).filter { before, _ in
      ["fault(", "mismatch(", "expecting:"].contains { before.hasSuffix($0) }
    }.map(\.key)
    let keys = Set(said + read).filter { key in key.contains(" ") && key.contains { $0.isUppercase || $0 == "“" } }
    #expect(keys.count > 250 && formulas.count > 40)
    for language in [Language.polish, .russian] {
      #expect(
        (keys + formulas).filter { Catalogue.platform.entry($0, in: language) == nil }.sorted() == [],
        "\(language.code)")
    }
  }

  @Test("A fault in a document is told in the person's language, with the field's own label")
  func told() throws {
    let json = """
      {"version":1,"name":"shop","entities":[{"name":"item","attributes":[{"name":"name","minLength":5,"maxLength":2}],
      "relationships":[{"name":"owner","to":"person"}]}]}
      """
    var sentences: [String] = []
    do throws(AppDocumentError) {
      _ = try AppDocument(json: Array(json.utf8))
    } catch {
      guard case .faults(let faults) = error else { throw error }
      let say = Localizer(language: .russian, catalogue: .platform)
      sentences = faults.map { say($0.sentence.phrase) }
      #expect(faults.map(\.description).first?.hasPrefix("/entities/0/attributes/0: No value is 5 to 2 long.") == true)
    }
    #expect(
      sentences == [
        "items, Название: Значений длиной от 5 до 2 не бывает. Используйте длину вроде 1...80.",
        "items, Owner: Ведёт к person, а такой сущности в приложении нет. Добавьте её к сущностям приложения.",
      ])
  }
}
