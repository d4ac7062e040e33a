import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Rules over records that a merge moves")
struct FormulaRuleMergeTests {
  struct Reader: Entity {
    static var rules: [RuleDescription] {
      [RuleDescription("oneLoan", "count(loans) <= 1", "A reader has at most one loan")]
    }
    let name = Attribute<String>("Name", .required, .title, .searched)
    let loans = ToMany<Loan>("Loans", inverse: \.reader)
  }

  struct Loan: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let reader = ToOne<Reader>("Reader", onDelete: .nullify)
  }

  private static let model = ModelDescription([Reader.self, Loan.self])

  private static func record(_ entity: String, _ name: String, reader: RecordID? = nil) -> AnyRecord {
    var record = AnyRecord(model.entity(named: entity) ?? model.entities[0])
    record["name"] = .text(name)
    if let reader { record["reader"] = .integer(reader) }
    return record
  }

  @Test("Of all equal records those stay whose merging a rule refuses, and the others are merged")
  func all() async throws {
    let store = try Store(inMemory: Self.model)
    _ = try await store.perform(.api) { transaction in
      for name in ["Anna Berg", "Anna Berg", "Jan Kos", "Jan Kos"] {
        try transaction.insert(Self.record("reader", name))
      }
      for reader in [RecordID(1), 2, 4] { try transaction.insert(Self.record("loan", "Momo", reader: reader)) }
    }
    let readers = Self.record("reader", "").entity
    let outcome = try await store.mergeEqualRecords(of: readers, .screen)
    #expect(outcome.merged == 1)
    let rest = try await store.fetch(AnyFetchRequest("reader")).records.compactMap(\.id)
    #expect(rest.sorted() == [1, 2, 3])
    let loan = try await store.record(Self.record("loan", "").entity, id: 3)
    #expect(loan?["reader"] == .integer(3))
    // A rule refuses one pair, and nothing of it is there.
    await #expect(throws: StoreError.self) {
      try await store.perform(.screen) { try $0.merge(RecordMerge(2, into: 1), of: readers) }
    }
    let second = try await store.record(Self.record("loan", "").entity, id: 2)
    #expect(second?["reader"] == .integer(2))
  }
}
