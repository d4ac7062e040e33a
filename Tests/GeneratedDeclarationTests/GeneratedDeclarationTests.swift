import Courses
import Foundation
import Kartoteka
import Northwind
import Testing
import TravelMap
import Travellers
import UsersCRUD

/// The other files of this folder are the generated declarations of the shipped applications, each in an enumeration of its
/// own. With KARTOTEKA_RECORD=1 the tests write them anew.
@Suite("Generated declarations")
struct GeneratedDeclarationTests {
  /// An application, and the compiled declaration that was generated from its document.
  struct Pair: Sendable, CustomTestStringConvertible {
    let type: String
    let original: App
    let generated: App

    var testDescription: String { type }
  }

  static let pairs =
    [
      Pair(type: "GeneratedNorthwind", original: northwind, generated: GeneratedNorthwind.northwind),
      Pair(type: "GeneratedTravelMap", original: travelMap, generated: GeneratedTravelMap.travelmap),
      Pair(type: "GeneratedCourses", original: courses, generated: GeneratedCourses.courses),
      Pair(type: "GeneratedTravellers", original: travellers, generated: GeneratedTravellers.travellers),
      Pair(type: "GeneratedUsers", original: usersCRUD, generated: GeneratedUsers.userscrud),
    ] + everything.map { Pair(type: "GeneratedEverything", original: $0, generated: GeneratedEverything.everything) }

  /// An application with every kind of attribute and of computed value, described in `everything.json`.
  static let everything: [App] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "everything.json")
    let document = (try? Data(contentsOf: file)).flatMap { try? AppDocument(json: Array($0)) }
    return document.map { [App(Design($0, revision: 1))] } ?? []
  }()

  @Test("one of them has every kind of attribute and of computed value")
  func complete() throws {
    let app = try #require(Self.everything.first)
    let attributes = app.description.model.entities.flatMap(\.attributes)
    #expect(Set(attributes.map(\.kind)) == Set(AttributeKinds.all.map(\.name)))
    let json = app.document.json
    let formulas = "sum text join later holds exists least greatest plus minus times round"
    for formula in formulas.split(separator: " ") {
      #expect(json.contains("\"\(formula)\": "), "\(formula)")
    }
    #expect(json.contains("if(count > 3"))
  }

  @Test("the compiled declaration has the document of the application, without what is code", arguments: pairs)
  func roundTrip(pair: Pair) {
    let (original, generated) = (pair.original.document.withoutCode(), pair.generated.document)
    #expect(generated == original)
    #expect(generated.json == original.json)
    #expect(pair.generated.check() == [])
  }

  @Test("the generator writes what is compiled here, and leaves nothing out", arguments: pairs)
  func generator(pair: Pair) throws {
    let declaration = SwiftDeclaration(pair.original.document)
    #expect(declaration.gaps == [])
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: pair.type + ".swift")
    let now = Self.wrapped(declaration.text, in: pair.type)
    if ProcessInfo.processInfo.environment["KARTOTEKA_RECORD"] == "1" {
      try now.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("The declaration was written. Read what changed.")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == now)
  }

  // Several applications have entities of the same name.
  private static func wrapped(_ text: String, in type: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let head = lines.prefix { $0.hasPrefix("import ") || $0.isEmpty }
    lines.removeFirst(head.count)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let body = lines.map { line in
      line.isEmpty ? "" : "  " + (line.contains(#/^let \w+ = App\(/#) ? "static " : "") + line
    }
    return (["// swift-format-ignore-file"] + head + ["enum \(type) {"] + body + ["}", ""]).joined(separator: "\n")
  }
}
