import Foundation
import Testing

/// The way to records that docs/ARCHITECTURE.md describes.
@Suite("Who may reach the store with all rights")
struct StoreAccessTests {
  private static func lines(of module: String, with words: [String]) throws -> [String] {
    try SourceFiles.texts(in: module).flatMap { text in
      text.split(separator: "\n").filter { line in words.contains { SourceFiles.mayDeclare($0, line) } }.map(
        String.init)
    }
  }

  @Test(
    "pages and API can't make an access, nor open a store",
    arguments: ["KartotekaPages", "KartotekaAPI", "KartotekaTransfer", "KartotekaSampleData"])
  func outside(module: String) throws {
    // The compiler refuses what the import would show.
    #expect(try Self.lines(of: module, with: ["@_spi", " Store(", "Store.init", "StoreCore"]) == [])
  }

  @Test("applications can't make an access either")
  func applications() throws {
    let apps = SourceFiles.root.appending(path: "Apps").path(percentEncoded: false)
    let paths = FileManager.default.enumerator(atPath: apps)?.compactMap { $0 as? String } ?? []
    let sources = paths.filter { $0.hasSuffix(".swift") }
    #expect(sources.count > 20)
    for path in sources {
      #expect(try !String(contentsOfFile: apps + "/" + path, encoding: .utf8).contains("@_spi"), "\(path)")
    }
  }

  @Test("only the server uses the system's access, in these files")
  func system() throws {
    var found: Set<String> = []
    for module in ["KartotekaApplication", "KartotekaHTTP", "KartotekaWeb", "KartotekaCommand"] {
      let folder = SourceFiles.folder(of: module)
      let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
      for path in paths?.compactMap({ $0 as? String }) ?? [] where path.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        if text.contains("\n@_spi(System) import ") || text.hasPrefix("@_spi(System) import ") { found.insert(path) }
      }
    }
    #expect(
      found == [
        "Requests/WebContext.swift", "Cache/ResponseCacheMiddleware.swift", "Jobs/JobRunner.swift",
        "Server/BackgroundServices.swift", "Server/Health.swift", "Server/SeenCommit.swift", "Server/Server.swift",
        "Server/UndoRunner.swift",
      ])
  }
}
