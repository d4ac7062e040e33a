import Foundation
import KartotekaModel
import RandomTests
import Testing

@testable import KartotekaStore

private typealias F = MigratedFile

/// Every option of an attribute, old and new, with and without records: each ordered pair of options is one migration.
@Suite("Migrations between all options of an attribute")
struct OptionMatrixTests {
  struct Option: Sendable {
    let name: String
    let set: @Sendable (inout AttributeDescription) -> Void

    init(_ name: String, _ set: @escaping @Sendable (inout AttributeDescription) -> Void) {
      self.name = name
      self.set = set
    }
  }

  /// The options of a kind, and values that all of them allow.
  struct Options: Sendable, CustomTestStringConvertible {
    let kind: KindName
    let values: [Value]
    let options: [Option]
    var testDescription: String { kind.rawValue }
  }

  private static let all: [Option] = [
    Option("none", { _ in }), Option("required", { $0.isRequired = true }), Option("unique", { $0.isUnique = true }),
    Option("on insert", { $0.writability = .onInsert }), Option("never", { $0.writability = .never }),
    Option(
      "names",
      { ($0.label, $0.aliases, $0.placeholder, $0.isTitle) = ("Another", ["other"], "Like this", true) }
    ),
    Option(
      "action",
      {
        $0.settingAction = "close"
        let closing = #"{"reason":"Closed","action":"close","reopening":"open","isSealing":true}"#
        $0.closing = try? JSONDecoder().decode(Closing.self, from: Data(closing.utf8))
      }
    ),
  ]

  private static let sorted: [Option] = [Option("sorted", { $0.isSorted = true })]

  static let kinds: [Options] = [
    Options(
      kind: .text, values: ["abc", "def", "xyz"].map(Value.text),
      options: all + sorted + [
        Option("searched", { $0.isSearched = true }),
        Option("searched and sorted", { ($0.isSearched, $0.isSorted) = (true, true) }),
        Option("default", { $0.defaultValue = .text("q'q") }), Option("longer", { $0.maximumLength = 5_000 }),
        Option("length", { ($0.minimumLength, $0.maximumLength) = (2, 3) }),
        Option("pattern", { ($0.pattern, $0.patternHint) = ("[a-z]*", "Small letters") }),
        Option("multiline", { ($0.multiline, $0.maximumLength) = (true, TextKind.longest.multiline) }),
        Option("required with default", { ($0.isRequired, $0.defaultValue) = (true, .text("d")) }),
        Option("translation", { $0.translation = .init(of: "b", to: .polish) }),
        Option("from country", { $0.defaultSource = .attribute("b") }),
        Option("series", { $0.become(series: "S-{0}") }),
      ]),
    Options(
      kind: .integer, values: [3, 4, 5].map(Value.integer),
      options: all + sorted + [
        Option("sequence", { ($0.isSequence, $0.isUnique) = (true, true) }),
        Option("least", { $0.minimum = .integer(3) }),
        Option("greatest", { $0.maximum = .integer(5) }), Option("default", { $0.defaultValue = .integer(-4) }),
        Option("range", { ($0.minimum, $0.maximum) = (.integer(0), .integer(9)) }),
      ]),
    Options(
      kind: .decimal, values: [300, 401].map(Value.integer),
      options: [
        Option("none", { $0.scale = 2 }), Option("currency", { ($0.scale, $0.currency) = (2, "EUR") }),
        Option("least", { ($0.scale, $0.minimum) = (2, .integer(100)) }),
        Option("required", { ($0.scale, $0.isRequired) = (2, true) }),
      ]),
    Options(
      kind: .choice, values: ["x", "y"].map(Value.text),
      options: [
        Option("two", { $0.choices = [Choice("x"), Choice("y")] }),
        Option("three", { $0.choices = [Choice("y"), Choice("z"), Choice("x", "X")] }),
        Option("required", { ($0.choices, $0.isRequired) = ([Choice("x"), Choice("y")], true) }),
        Option("default", { ($0.choices, $0.defaultValue) = ([Choice("x"), Choice("y")], .text("y")) }),
      ]),
    Options(
      kind: .date, values: ["2024-02-29", "2025-01-01"].map(Value.text),
      options: all + sorted + [
        Option("today", { $0.defaultSource = .today }), Option("least", { $0.minimum = .text("2020-01-01") }),
        Option("default", { $0.defaultValue = .text("2024-01-01") }),
      ]),
    Options(
      kind: .boolean, values: [0, 1].map(Value.integer),
      options: all + [Option("default", { ($0.isRequired, $0.defaultValue) = (true, .integer(1)) })]),
    Options(
      kind: .phone, values: ["+48 601 234 567"].map(Value.text),
      options: all + sorted + [
        Option("formatter", { $0.formatter = nil }), Option("searched", { $0.isSearched = true }),
      ]),
    Options(
      kind: .picture, values: [.null],
      options: [
        Option("none", { _ in }), Option("small", { $0.maximumLength = 1_000 }),
        Option("thumbnail", { $0.thumbnailOf = "c" }),
      ]),
  ]

  /// `note` has records, `leaf` none.
  private func model(_ options: Options, _ option: Option) -> ModelDescription {
    let attributes = [F.attribute("a", options.kind, option.set), F.attribute("b"), F.attribute("c", .picture)]
    return F.model(F.entity("note", attributes), F.entity("leaf", attributes))
  }

  /// An order of the options in which each comes right after each other one; in the default run, right after the first one, which
  /// comes after each.
  private static func walk(_ count: Int) -> [Int] {
    (0..<(RandomTests.doesAll ? count : 1)).flatMap { first in (first + 1..<count).flatMap { [first, $0] } } + [0]
  }

  /// What the columns and indices of the tables are held to.
  private func rules(_ url: URL) throws -> [String] {
    try ConnectionQueue(url.path(percentEncoded: false)).read { database in
      try ["notes", "leafs"].flatMap { name in
        let table = try #require(try StoredTable(name, in: database))
        let indices = table.indices.map { "\($0.name) \($0.columns ?? [])" }
        return table.columns.map { "\(name).\($0.name) \($0.rules)" } + indices.sorted() + table.triggers.sorted()
      }
    }
  }

  @Test("Each keeps the values, has the rules of a new file, and left a copy from before", arguments: kinds)
  func pairs(_ options: Options) async throws {
    let file = F()
    defer { file.remove() }
    let models = options.options.map { model(options, $0) }
    let fresh = try models.map { model in
      let new = F()
      defer { new.remove() }
      _ = try Store(model, at: new.url)
      return try rules(new.url)
    }
    _ = try Store(models[0], at: file.url)
    for value in options.values {
      try DatabaseFile(file.url).execute("INSERT INTO notes (a, b) VALUES (\(SQL.literal(value)), 'β')")
    }
    func rows(_ url: URL) throws -> [String] {
      try DatabaseFile(url).rows("SELECT id, quote(a), b, quote(c) FROM notes")
    }
    let before = try rows(file.url)
    var known: Set<String> = []
    for (from, to) in zip([0] + Self.walk(models.count), Self.walk(models.count)) {
      let step = Comment("\(options.options[from].name) → \(options.options[to].name)")
      do {
        let store = try Store(models[to], at: file.url)
        #expect(try await store.count(AnyFetchRequest("note")) == options.values.count, step)
        await store.background.waitUntilIdle()
      }
      #expect(try rows(file.url) == before, step)
      #expect(try rules(file.url) == fresh[to], step)
      #expect(try Store.check(models[to], at: file.url) == [], step)
      #expect(try Store.migration(of: models[to], at: file.url)?.isEmpty == true, step)
      for copy in try file.copies() where known.insert(copy).inserted {
        let url = file.folder.appending(path: copy)
        #expect(try rows(url) == before && rules(url) == fresh[from], step)
      }
    }
    guard let first = try file.copies().first else { return }
    try Store.restore(models[0], at: file.url, from: file.folder.appending(path: first))
    #expect(try rows(file.url) == before && rules(file.url) == fresh[0])
  }

  @Test(
    "From each kind to each other one: the values are converted, or named and nothing is changed",
    arguments: AttributeKinds.all.map(\.name))
  func conversions(_ name: KindName) async throws {
    let samples: [KindName: Value] = [
      .integer: .integer(12), .real: .real(1.5), .decimal: .integer(12), .boolean: .integer(1),
      .date: .text("2024-02-29"), .timestamp: .text("2024-02-29T10:00:00.000Z"), .choice: .text("x"),
      .mail: .text("a@b.example"), .phone: .text("+48 601 234 567"), .url: .text("https://a.example"),
      .coordinate: .text("1.0,2.0"), .country: .text("PL"), .blob: .null, .picture: .null,
    ]
    func model(_ kind: KindName) -> ModelDescription {
      F.note(
        F.attribute("a", kind) { if kind == .choice { $0.choices = [Choice("x"), Choice("y")] } }, F.attribute("b"))
    }
    for kind in AttributeKinds.all.map(\.name) where kind != name {
      let file = F()
      defer { file.remove() }
      _ = try Store(model(name), at: file.url)
      let value = SQL.literal(samples[name] ?? .text("12"))
      try DatabaseFile(file.url).execute("INSERT INTO notes (a, b) VALUES (\(value), 'β')")
      let before = try file.dump()
      let obstacles = try file.obstacles(model(kind))
      if obstacles.isEmpty {
        #expect(try await file.values(model(kind), "b") == [.text("β")])
        let isKept = try await file.values(model(kind), "a") != [.null]
        #expect(isKept == (samples[name] != .null), "\(name) → \(kind)")
        #expect(try Store.check(model(kind), at: file.url) == [], "\(name) → \(kind)")
      } else {
        #expect(obstacles.flatMap(\.examples).map(\.id) == [1], "\(name) → \(kind)")
        #expect(try file.dump() == before, "\(name) → \(kind)")
      }
    }
  }
}
