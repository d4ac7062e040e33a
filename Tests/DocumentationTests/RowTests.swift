import Foundation
import Testing

@Suite("What the applications must do")
struct RowTests {
  private static let rows = [("UC", 11), ("TR", 14), ("CO", 11), ("NW", 13), ("TM", 12)].flatMap { app, count in
    (1...count).map { "\(app)-\($0)" }
  }
  // The tests of these need no screen: records of a store in memory, and answers of services.
  private static let withoutScreens: Set = ["UC-10", "TM-8"]

  private static func lines(of folder: String, _ suffix: String, _ isName: (Substring) -> Bool) throws -> [Substring] {
    let folder = SourceFiles.root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
    return try (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }.flatMap { path in
      try String(contentsOf: folder.appending(path: path), encoding: .utf8).split(separator: "\n").filter(isName)
    }
  }

  @Test("each row has a browser test, or a test of its rules, that is named with its number")
  func named() throws {
    let browser = try Self.lines(of: "Tests/Browser", ".py") { $0.hasPrefix("def test_") }
    let swift = try Self.lines(of: "Tests", "Tests.swift") { $0.utf8.contains(UInt8(ascii: "\"")) }
    for row in Self.rows {
      if Self.withoutScreens.contains(row) {
        #expect(swift.contains { $0.contains("\"" + row + " ") }, "\(row)")
      } else {
        let name = "_" + row.replacing("-", with: "_") + "_"
        #expect(browser.contains { $0.contains(name) }, "\(row)")
      }
    }
  }
}
