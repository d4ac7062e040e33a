import Foundation
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

@Suite("The person who asks in formulas")
struct FormulaMeTests {
  private struct Errand: Entity {
    let name = Attribute<String>("Name", .title)
    let owner = Attribute<String>("Owner", .default(formula: "me"))
    let maker = Attribute<String>("Made by", .createdBy)
    let isMine = Computed<Errand, Bool>("Mine") { .formula("owner = me") }
    let greeting = Computed<Errand, String>("Greeting") { .formula("name & \" for \" & me") }

    static var rules: [RuleDescription] {
      [RuleDescription("own", "owner = me or name = \"shared\"", "An errand is one's own")]
    }
  }

  private static let model = ModelDescription([Errand.self])

  private func entity() throws -> EntityDescription { try #require(Self.model.entity(named: "errand")) }

  private func asking<T>(_ name: String?, _ body: () async throws -> T) async throws -> T {
    try await Author.$current.withValue(name.map { Author(id: 1 << 33, name: $0) }) { try await body() }
  }

  private func add(_ values: [String: String], to store: Store) async throws {
    let entity = try entity()
    _ = try await store.perform(.screen) { transaction in
      var record = AnyRecord(entity)
      for (name, value) in values { record[name] = .text(value) }
      try transaction.insert(record)
    }
  }

  @Test("A new record begins with the person who makes it, as its author is called, and a rule asks for that person")
  func writing() async throws {
    let store = try Store(inMemory: Self.model)
    let entity = try entity()
    try await asking("Łucja") { try await self.add(["name": "One"], to: store) }
    try await asking("Jan") {
      await #expect(throws: StoreError.self) { try await self.add(["name": "Two", "owner": "Łucja"], to: store) }
      try await self.add(["name": "shared", "owner": "Łucja"], to: store)
    }
    try await asking(nil) { try await self.add(["name": "Three"], to: store) }
    let records = try await store.fetch(AnyFetchRequest("errand")).records
    #expect(records.map { $0["owner"] } == [.text("Łucja"), .text("Łucja"), .null])
    #expect(records.map { $0["maker"] } == [.text("Łucja"), .text("Jan"), .null])
    #expect(FormulaCheck(Self.model).ownFields(in: .me, entity).isEmpty)
  }

  @Test(
    "Lists, counts, figures and values are those of who asks, also while they are cached, and nobody's without people")
  func reading() async throws {
    let store = try Store(inMemory: Self.model)
    let entity = try entity()
    try await asking("Łucja") {
      for name in ["One", "Two"] { try await self.add(["name": name], to: store) }
    }
    try await asking("Jan") { try await self.add(["name": "Three"], to: store) }
    var request = AnyFetchRequest("errand")
    request.predicate = .compare("isMine", .eq, [.integer(1)])
    var figures = AggregateRequest("errand")
    figures.predicate = request.predicate
    let (asked, summed) = (request, figures)
    #expect(Dependencies(asked, in: Self.model).isOfAsker && Dependencies(summed, in: Self.model).isOfAsker)
    #expect(Dependencies(computedOf: entity, in: Self.model).isOfAsker)
    #expect(!Dependencies(AnyFetchRequest("errand"), in: Self.model).isOfAsker)
    for _ in 1...2 {
      for (name, count) in [("Łucja", 2), ("Jan", 1), ("Ewa", 0), (nil, 0)] as [(String?, Int)] {
        try await asking(name) {
          let counted = try await store.count(asked)
          let page = try await store.fetch(asked)
          let rows = try await store.aggregates([summed])
          #expect(counted == count && page.total == count && page.records.count == count, "\(name ?? "nobody")")
          #expect(rows == [[AggregateRow(groups: [], measures: [.integer(Int64(count))])]])
          let values = try await store.computed(entity, ids: [1])
          let greeting = values[1]?.values.last
          #expect(greeting == .text("One for \(name ?? "")"))
        }
      }
    }
  }
}
