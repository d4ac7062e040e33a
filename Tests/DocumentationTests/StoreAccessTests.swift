import Foundation
import Testing

/// The way to records that docs/ARCHITECTURE.md describes. The compiler refuses what the import would show.
@Suite("Who may reach the store with all rights")
struct StoreAccessTests {
  /// The modules that run applications, serve them, copy their files, or are commands.
  private static let trusted: Set = [
    "KartotekaApplication", "KartotekaCommand", "KartotekaHTTP", "KartotekaPeople", "KartotekaPostgres",
    "KartotekaStore", "KartotekaWeb",
  ]

  /// All other modules.
  private static func others() throws -> [String] {
    let sources = SourceFiles.root.appending(path: "Sources").path(percentEncoded: false)
    return try FileManager.default.contentsOfDirectory(atPath: sources).sorted()
      .filter { $0.hasPrefix("Kartoteka") && !trusted.contains($0) }
  }

  @Test("no other module imports what only the system may do")
  func imports() throws {
    let others = try Self.others()
    #expect(others.contains("KartotekaPages") && others.contains("KartotekaAPI") && others.count > 8)
    for module in others {
      for text in try SourceFiles.texts(in: module) { #expect(!text.contains("@_spi"), "\(module)") }
    }
  }

  @Test("within the server only the folder of the running applications asks them for the store with all rights")
  func server() throws {
    let server = SourceFiles.folder(of: "KartotekaHTTP")
    let paths = FileManager.default.enumerator(atPath: server.path(percentEncoded: false))
    let sources = (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
    let asking = try sources.filter { path in
      try String(contentsOf: server.appending(path: path), encoding: .utf8).split(separator: "\n").contains { line in
        SourceFiles.mayDeclare(".store", line) && line.firstMatch(of: #/\.store\b(?!\()/#) != nil
      }
    }
    #expect(asking.contains("Apps/Site.swift"))
    #expect(asking.filter { !$0.hasPrefix("Apps/") } == [])
  }

  @Test("no other module opens a store, which would have all rights")
  func opening() throws {
    for module in try Self.others() {
      for text in try SourceFiles.texts(in: module) {
        for line in text.split(separator: "\n") where Self.opens(line) { Issue.record("\(module): \(line)") }
      }
    }
  }

  @Test(
    "a line that opens a store is found",
    arguments: ["let a = Store(b)", "f(Store(b))", "try !Store(b)", "a: Store = .init(b)"])
  func finding(line: String) {
    #expect(Self.opens(line[...]))
    #expect(!Self.opens("let store = app.store(for: context)") && !Self.opens("  // Store(b)"))
  }

  private static func opens(_ line: Substring) -> Bool {
    if ["Store.init", ": Store = ", "openBackup", ".apply(in:"].contains(where: { SourceFiles.mayDeclare($0, line) }) {
      return true
    }
    guard SourceFiles.mayDeclare("Store(", line) else { return false }
    return line.contains(#/(?:^|[^A-Za-z])Store\(/#)
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
