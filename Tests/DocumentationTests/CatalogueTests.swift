import Foundation
import Testing

/// The DocC catalogues of the modules that authors of applications see, compared with the sources.
@Suite("Catalogues")
struct CatalogueTests {
  // All of `Sources` but the umbrella, the internals of the server, and programs.
  static let modules = [
    "KartotekaModel", "KartotekaGeography", "KartotekaServices", "KartotekaStore", "KartotekaTransfer",
    "KartotekaSampleData", "KartotekaScreens", "KartotekaApplication", "KartotekaHTML", "KartotekaHTTP", "KartotekaWeb",
    "KartotekaCommand",
    "KartotekaTestSupport",
  ]

  private static func folder(of module: String) -> URL { SourceFiles.folder(of: module) }

  private static func landingPage(of module: String) throws -> String {
    try String(contentsOf: folder(of: module).appending(path: "\(module).docc/\(module).md"), encoding: .utf8)
  }

  /// The public types of a module that are within no other type.
  private static func types(of module: String) throws -> [String] {
    try SourceFiles.texts(in: module).flatMap { text in
      text.split(separator: "\n").filter { $0.utf8.first != 0x20 && SourceFiles.mayDeclare("public ", $0) }.compactMap {
        $0.firstMatch(
          of: #/^(?:@\w+ )*public (?:final |indirect )?(?:class|struct|enum|actor|protocol|typealias) (\w+)/#
        ).map { String($0.1) }
      }
    }
  }

  @Test("the topics of a catalogue name every public type of the module once, and nothing else", arguments: modules)
  func topics(module: String) throws {
    let page = try Self.landingPage(of: module)
    #expect(page.hasPrefix("# ``\(module)``\n\n"))
    let topics = try #require(page.range(of: "\n## Topics\n"))
    let named = page[topics.upperBound...].matches(of: #/(?m)^- ``(\w+)``$/#).map { String($0.1) }
    #expect(named.sorted() == Set(named).sorted(), "a type stands in two groups")
    let declared = Set(try Self.types(of: module))
    #expect(declared.subtracting(named).sorted() == [], "not in the catalogue")
    #expect(Set(named).subtracting(declared).sorted() == [], "not in the sources")
  }

  @Test("links within the overview of a catalogue name public types of the module", arguments: modules)
  func links(module: String) throws {
    let declared = Set(try Self.types(of: module) + [module])
    let prose = try Self.landingPage(of: module).replacing(#/```[\s\S]*?```/#, with: "")
    for match in prose.matches(of: #/``(\w+)[^`]*``/#) {
      #expect(declared.contains(String(match.1)), "\(match.1)")
    }
  }

  @Test(
    "what a trait leaves out is named within its condition alone",
    arguments: [
      ("SampleData", ["KartotekaSampleData", "EntityMock", "MockCommand"]),
      ("Geography", ["KartotekaWorldData", "WorldData."]),
    ])
  func traits(trait: String, names: [String]) throws {
    var count = 0
    for module in ["Kartoteka", "KartotekaPages", "KartotekaPostgres", "KartotekaAPI", "KartotekaMain"] + Self.modules
    where module != "KartotekaSampleData" {
      for text in try SourceFiles.texts(in: module) {
        var conditions: [String] = []
        for line in text.split(separator: "\n") {
          let code = line.trimmingCharacters(in: .whitespaces)
          if code.hasPrefix("#if ") { conditions.append(String(code.dropFirst(4))) }
          if code == "#else", let last = conditions.popLast() { conditions.append("!" + last) }
          if code == "#endif" { _ = conditions.popLast() }
          guard let name = names.first(where: { SourceFiles.mayDeclare($0, line) }) else { continue }
          count += 1
          #expect(conditions.contains(trait), "\(module): \(name)")
        }
      }
    }
    #expect(count > 1)
  }

  @Test("the catalogue of Kartoteka names every module that it re-exports")
  func umbrella() throws {
    let page = try Self.landingPage(of: "Kartoteka")
    let exports = try String(
      contentsOf: Self.folder(of: "Kartoteka").appending(path: "Kartoteka.swift"), encoding: .utf8)
    let names = exports.matches(of: #/@_exported import (?:struct |enum )?(\w+)/#).map { String($0.1) }
    for name in Set(names) where name != "Foundation" { #expect(page.contains("- `\(name)`: "), "\(name)") }
    #expect(Set(names).isSubset(of: Self.modules + ["Foundation"]))
  }
}
