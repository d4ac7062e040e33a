import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Fields that become number series")
struct NumberFillingTests {
  private static let own = ["a", "b", "c"].map { MigratedFile.attribute($0) }

  private static func model(
    _ name: String = "number", entity: String = "note", _ change: @escaping (inout AttributeDescription) -> Void
  ) -> ModelDescription {
    MigratedFile.model(MigratedFile.entity(entity, own + [MigratedFile.attribute(name, .text, change)]))
  }

  private static let plain = MigratedFile.model(MigratedFile.entity("note", own))
  private static let series = model { $0.become(series: "R-{000}") }
  private static let text = model { $0.isUnique = true }

  private func add(_ model: ModelDescription, _ file: MigratedFile, _ count: Int = 1) async throws {
    try await file.add(model, "note", Array(repeating: ["a": .text("x")], count: count))
  }

  private func fillings(_ model: ModelDescription, _ file: MigratedFile) throws -> [MigrationPlan.Change] {
    try #require(try Store.migration(of: model, at: file.url)).changes.filter {
      if case .fillNumbers = $0 { true } else { false }
    }
  }

  @Test(
    "A new series numbers the records that exist in their order, as the plan says; removed and added again it has its numbers"
  )
  func added() async throws {
    let file = MigratedFile()
    defer { file.remove() }
    try await add(Self.plain, file, 3)
    #expect(
      try fillings(Self.series, file)
        == [.fillNumbers(table: "notes", column: "number", records: 3, first: "R-001", last: "R-003")])
    let numbers = ["R-001", "R-002", "R-003"].map { Value.text($0) }
    #expect(try await file.values(Self.series, "number") == numbers)
    try await add(Self.series, file)
    // Opened once more, nothing is due.
    #expect(try Store.migration(of: Self.series, at: file.url)?.isEmpty == true)
    try await add(Self.plain, file, 2)
    #expect(
      try fillings(Self.series, file)
        == [.fillNumbers(table: "notes", column: "number", records: 2, first: "R-005", last: "R-006")])
    try await add(Self.series, file)
    #expect(
      try await file.values(Self.series, "number") == (1...7).map { .text("R-00\($0)") })
  }

  @Test("Texts with unique values become a series, which goes on behind them, and texts again")
  func texts() async throws {
    let file = MigratedFile()
    defer { file.remove() }
    try await file.add(
      Self.text, "note", [["number": .text("R-041")], [:], ["number": .text("old 7")], ["a": .text("x")]])
    #expect(
      try fillings(Self.series, file)
        == [.fillNumbers(table: "notes", column: "number", records: 2, first: "R-042", last: "R-043")])
    let numbers = ["R-041", "R-042", "old 7", "R-043"].map { Value.text($0) }
    #expect(try await file.values(Self.series, "number") == numbers)
    #expect(try await file.values(Self.text, "number") == numbers)
    try await file.add(Self.text, "note", [["a": .text("y")]])
    #expect(try await file.values(Self.text, "number").last == .null)
    #expect(try await file.values(Self.series, "number") == numbers + [.text("R-044")])
  }

  @Test("Texts that repeat stand in the way")
  func repeated() async throws {
    let file = MigratedFile()
    defer { file.remove() }
    let free = Self.model { _ in }
    try await file.add(free, "note", [["number": .text("1")], ["number": .text("1")]])
    #expect(try file.obstacles(Self.series).map(\.reason) == [.repeated])
  }

  @Test("Another pattern leaves the numbers, and goes on behind the greatest with its texts")
  func patterns() async throws {
    let file = MigratedFile()
    defer { file.remove() }
    try await add(Self.series, file, 12)
    let wider = Self.model { $0.become(series: "R-{00000}") }
    #expect(try Store.migration(of: wider, at: file.url)?.isEmpty == true)
    try await add(wider, file)
    try await add(Self.model { $0.become(series: "S-{0}") }, file)
    // Its numbers would be among those of the first pattern.
    try await add(Self.model { $0.become(series: "R-0{0}") }, file)
    let numbers = try await file.values(Self.series, "number")
    #expect(numbers[12] == .text("R-00013") && numbers[13] == .text("S-1"))
    #expect(Set(numbers).count == numbers.count, "\(numbers)")
    try await add(Self.series, file)
    #expect(try await file.values(Self.series, "number").last == .text("R-015"))
  }

  @Test("A series goes on after its field and its kind of records get other names")
  func renamed() async throws {
    let file = MigratedFile()
    defer { file.remove() }
    try await add(Self.series, file, 3)
    do {
      let store = try Store(Self.series, at: file.url)
      let note = try #require(Self.series.entity(named: "note"))
      _ = try await store.perform(.code) { try $0.delete(note, id: 3) }
    }
    let field = Self.model("code") { attribute in
      attribute.become(series: "R-{000}")
      attribute.formerNames = ["number"]
    }
    try await add(field, file)
    #expect(try await file.values(field, "code").last == .text("R-004"))
    var code = MigratedFile.attribute("code")
    code.become(series: "R-{000}")
    let kind = MigratedFile.model(MigratedFile.entity("paper", Self.own + [code], formerNames: ["note"]))
    try await file.add(kind, "paper", [["a": .text("x")]])
    #expect(try await file.values(kind, "code", of: "paper").last == .text("R-005"))
  }
}
