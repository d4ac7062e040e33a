import Foundation
import Kartoteka
import Testing

/// The public declarations of the modules, as their source files declare them.
@Suite("Public surface")
struct PublicSurfaceTests {
  private struct Declaration {
    let type: String
    let signature: String
    let comment: [String]
  }

  private static let root = SourceFiles.root

  private static func files(in module: String) throws -> [String] { try SourceFiles.texts(in: module) }

  /// Public members of the types, each with the lines of its doc comment.
  private static func members(of types: Set<String>) throws -> [Declaration] {
    var found: [Declaration] = []
    for file in try files(in: "KartotekaStore") {
      let lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      var type = ""
      for (number, line) in lines.enumerated() {
        if let name = SourceFiles.typeName(line) { type = name }
        guard types.contains(type), SourceFiles.mayDeclare("public ", line),
          line.firstMatch(of: #/^  (?:@\w+ )*public /#) != nil
        else { continue }
        let comment = lines[..<number].reversed().prefix { $0.hasPrefix("  ///") || $0.hasPrefix("  @") }
        found.append(Declaration(type: type, signature: signature(lines[number...]), comment: Array(comment)))
      }
    }
    return found
  }

  private static func signature(_ lines: ArraySlice<String>) -> String {
    // A property ends with its line, unless its type has several.
    if let line = lines.first, line.contains(#/\b(let|var|case|typealias) /#),
      !line.contains(#/\b(func|init|subscript)\b/#),
      line.count(where: { $0 == "(" }) == line.count(where: { $0 == ")" })
    {
      return line.trimmingCharacters(in: .whitespaces).replacing(#/ (\{|=) .*$/#, with: "").replacing(
        #/ [{=]$/#, with: "")
    }
    var text = ""
    for line in lines {
      text += (text.isEmpty ? "" : " ") + line.trimmingCharacters(in: .whitespaces)
      // A default argument may be a closure.
      let opened = text.replacing(#/= \{[^}]*\}/#, with: "= {}")
      if let brace = opened.range(of: " {", options: .backwards), !opened.hasSuffix("= {}") {
        return String(opened[..<brace.lowerBound]).replacing("( ", with: "(").replacing(" )", with: ")")
      }
      if !text.contains("(") { return text }
    }
    return text
  }

  @Test("the public members of Store and Transaction are those that the snapshot names")
  func surface() throws {
    let snapshot = Self.root.appending(path: "Tests/Snapshots/store-surface.txt")
    let now =
      try Self.members(of: ["Store", "Transaction"]).map { "\($0.type): \($0.signature)" }.sorted()
      .joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["KARTOTEKA_RECORD"] == "1" {
      try now.write(to: snapshot, atomically: true, encoding: .utf8)
      Issue.record("The snapshot was written. Read what changed.")
    }
    #expect(try String(contentsOf: snapshot, encoding: .utf8) == now)
  }

  @Test("the public declarations that authors of applications see are those that the snapshot names")
  func authors() throws {
    let snapshot = Self.root.appending(path: "Tests/Snapshots/author-surface.txt")
    var found: [String] = []
    for module in CatalogueTests.modules {
      for file in try Self.files(in: module) {
        let lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var type = ""
        for (number, line) in lines.enumerated() {
          if let name = SourceFiles.typeName(line) { type = name }
          guard SourceFiles.mayDeclare("public ", line), line.contains(#/^ *(?:@\w+ )*public /#) else { continue }
          found.append("\(module) \(type): \(Self.signature(lines[number...]))")
        }
      }
    }
    let now = found.sorted().joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["KARTOTEKA_RECORD"] == "1" {
      try now.write(to: snapshot, atomically: true, encoding: .utf8)
      Issue.record("The snapshot was written. Read what changed.")
    }
    #expect(try String(contentsOf: snapshot, encoding: .utf8) == now)
  }

  @Test(
    "every function of the store and of imports and exports that other modules can call, and that throws, says what it throws",
    arguments: ["KartotekaStore", "KartotekaTransfer"])
  func throwing(module: String) throws {
    var count = 0
    for file in try Self.files(in: module) {
      let lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for (number, line) in lines.enumerated()
      where SourceFiles.mayDeclare("func ", line) || SourceFiles.mayDeclare("init", line) {
        guard line.contains(#/^ *(@\w+ )*(public|package) ([a-z]+ )*(func|init)\b/#) else { continue }
        let signature = Self.signature(lines[number...])
        guard Self.withoutParameters(signature).contains(#/\bthrows\b/#) else { continue }
        count += 1
        let comment = lines[..<number].reversed().prefix { $0.contains(#/^ *(\/\/\/|@)/#) }
        #expect(comment.contains { $0.contains("- Throws:") }, "\(signature)")
      }
    }
    #expect(count > 30)
  }

  @Test("the topics of Store and Transaction name each of their public members", arguments: ["Store", "Transaction"])
  func topics(type: String) throws {
    let file = try #require(
      try Self.files(in: "KartotekaStore").first { file in
        ["struct \(type): ", "final class \(type) {"].contains { file.contains("\npublic " + $0) }
      })
    let topics = file.split(separator: "\n").filter { $0.hasPrefix("/// - `") }.joined(separator: "\n")
    for member in try Self.members(of: [type]) {
      let name = try #require(member.signature.firstMatch(of: #/(?:func|let|var) (\w+)|(init)/#))
      let text = String(name.1 ?? name.2 ?? "")
      #expect(topics.contains("`\(text)(") || topics.contains("`\(text)`"), "\(type): \(text)")
    }
  }

  // Without what is in parentheses: the types of closures.
  private static func withoutParameters(_ signature: String) -> String {
    var depth = 0
    return String(
      signature.filter { character in
        if character == "(" { depth += 1 }
        defer { if character == ")" { depth -= 1 } }
        return depth == 0
      })
  }

  @Test("the examples in the store's doc comments are compiled here")
  func examples() throws {
    let compiled = try String(
      contentsOf: Self.root.appending(path: "Tests/DocumentationTests/StoreExamples.swift"), encoding: .utf8)
    let lines = Set(compiled.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    var count = 0
    for member in try Self.members(of: ["Store", "Transaction"]) {
      var isCode = false
      for line in member.comment.reversed() {
        let text = line.trimmingCharacters(in: .whitespaces).dropFirst(3).trimmingCharacters(in: .whitespaces)
        if text.hasPrefix("```") {
          isCode.toggle()
        } else if isCode, !text.isEmpty {
          count += 1
          #expect(lines.contains(text), "\(member.type): \(text)")
        }
      }
    }
    #expect(count >= 10)
  }

  @Test("errors can gain reasons: public enumerations of errors are not exhaustive for other packages")
  func errors() throws {
    let modules = [
      "KartotekaStore", "KartotekaTransfer", "KartotekaApplication", "KartotekaServices", "KartotekaHTML",
      "KartotekaHTTP", "KartotekaAPI", "KartotekaPages", "KartotekaWeb",
    ]
    for module in modules {
      for file in try Self.files(in: module) {
        for line in file.split(separator: "\n") where SourceFiles.mayDeclare("public enum ", line) {
          guard let match = line.firstMatch(of: #/(@nonexhaustive )?public enum (\w+): [^{]*\bError\b/#) else {
            continue
          }
          #expect(match.1 != nil, "\(match.2)")
        }
      }
    }
  }

  @Test("the store's examples do what they say")
  func examplesWork() async throws {
    let store = try Store(inMemory: library.description.model)
    let author = try await saving(in: store)
    var book = Record<Book>()
    book.title = "Sól"
    book.shelf = .poetry
    book.author = author.id
    try await store.save(&book)
    let id = try #require(book.id)
    #expect(try await fetching(from: store).count == 1)
    #expect(try await performing(in: store, id: id))
    #expect(try await performing(in: store, id: id + 1) == false)
    let lent = try #require(try await store.record(Book.self, id: id))
    #expect(lent.isLent == true)
    #expect(try await store.perform(.code) { try fetching(in: $0) }.value == 1)
    try await undoing(in: store, lent)
    #expect(try await store.record(Book.self, id: id)?.isLent == true)
  }
}
