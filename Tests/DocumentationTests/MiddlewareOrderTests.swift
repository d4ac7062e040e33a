import Foundation
import Testing

/// The way of a request that docs/ARCHITECTURE.md describes. Its table says of each middleware what it is for.
@Suite("The order of the middlewares")
struct MiddlewareOrderTests {
  /// The words in the sources of middlewares that are made elsewhere.
  private static let made = [
    "HostCheck": "hostCheck\n", "TimeLimit": " timeLimit\n", "UploadLimit": "counts.uploads\n",
    "WriteLimit": "counts.writes\n",
  ]

  /// The middlewares of the table, from the first to the last.
  private static func documented() throws -> [String] {
    let page = try String(contentsOf: SourceFiles.root.appending(path: "docs/ARCHITECTURE.md"), encoding: .utf8)
    let table = try #require(page.components(separatedBy: "| middleware | what it does |").dropFirst().first)
    return table.components(separatedBy: "\n\n")[0].split(separator: "\n").flatMap { row in
      row.split(separator: "|").dropFirst().prefix(1).flatMap { cell in
        cell.matches(of: #/`(\w+)`/#).map { String($0.1) }
      }
    }
  }

  /// The part of the sources that adds them.
  private static func sources() throws -> Substring {
    let file = SourceFiles.folder(of: "KartotekaWeb").appending(path: "Server/Server.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let first = try #require(text.firstRange(of: "add(.unchecked)"))
    let last = try #require(text.firstRange(of: "add(.usual)"))
    return text[first.upperBound..<last.lowerBound]
  }

  @Test("is that of the table in docs/ARCHITECTURE.md")
  func order() throws {
    let names = try Self.documented()
    #expect(names.count > 15)
    var rest = try Self.sources()
    for name in names {
      let place = try #require(rest.firstRange(of: Self.made[name] ?? name), "\(name) is not added there")
      rest = rest[place.upperBound...]
    }
  }

  @Test("has none that the table lacks")
  func complete() throws {
    let names = Set(try Self.documented())
    let others: Set = ["AddressNeeds", "RouteIndex"]
    let made = try Self.sources().matches(of: #/\b([A-Z]\w+)(?:\(| \{)/#).map { String($0.1) }
    #expect(Set(made).subtracting(names).subtracting(others).sorted() == [])
  }
}
