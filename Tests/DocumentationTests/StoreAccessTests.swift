import Foundation
import Testing

/// The way to records that docs/ARCHITECTURE.md describes. The compiler refuses what these imports and openings would show.
@Suite("Who may reach the store with all rights")
struct StoreAccessTests {
  private static func lines(of module: String, with words: [String]) throws -> [String] {
    try SourceFiles.texts(in: module).flatMap { text in
      text.split(separator: "\n").filter { line in words.contains { SourceFiles.mayDeclare($0, line) } }.map(
        String.init)
    }
  }

  @Test(
    "only the server, its applications and commands import what the system may do",
    arguments: [
      "KartotekaTransfer", "KartotekaPostgres", "KartotekaSampleData", "KartotekaApplication", "KartotekaAPI",
      "KartotekaPages",
    ])
  func system(module: String) throws {
    #expect(try Self.lines(of: module, with: ["@_spi"]) == [])
  }

  @Test(
    "pages, API, imports and exports open no store", arguments: ["KartotekaTransfer", "KartotekaAPI", "KartotekaPages"])
  func opening(module: String) throws {
    #expect(try Self.lines(of: module, with: [" Store(", "Store.init"]) == [])
  }

  @Test("applications import nothing of it either")
  func applications() throws {
    let apps = SourceFiles.root.appending(path: "Apps").path(percentEncoded: false)
    let paths = FileManager.default.enumerator(atPath: apps)?.compactMap { $0 as? String } ?? []
    let sources = paths.filter { $0.hasSuffix(".swift") }
    #expect(sources.count > 20)
    for path in sources {
      #expect(try !String(contentsOfFile: apps + "/" + path, encoding: .utf8).contains("@_spi"), "\(path)")
    }
  }
}
