import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Amounts of a currency whose digits the declaration did not have")
struct RescaledAmountTests {
  private enum Before {
    struct Bill: Entity {
      let name = Attribute<String>("Name", .required, .title)
      let amount = Attribute<Decimal>("Amount", .scale(0), .currency("EUR"))
    }
  }

  private enum After {
    struct Bill: Entity {
      let name = Attribute<String>("Name", .required, .title)
      let amount = Attribute<Decimal>("Amount", .currency("EUR"))
    }
  }

  private enum Coarse {
    struct Bill: Entity {
      let name = Attribute<String>("Name", .required, .title)
      let amount = Attribute<Decimal>("Amount", .scale(1), .currency("EUR"))
    }
  }

  private let file = MigratedFile()
  private let before = ModelDescription([Before.Bill.self])
  private let after = ModelDescription([After.Bill.self])

  /// Bills of 5 €, of 3 € and without an amount, of which the first one is changed to 7 € and the second one deleted.
  /// - Returns: the change set of the change.
  private func write() async throws -> Int64 {
    let store = try Store(before, at: file.url)
    _ = try await store.perform(.code) { transaction in
      for (name, amount) in [("a", 5), ("b", 3), ("c", nil)] as [(String, Decimal?)] {
        var bill = Record<Before.Bill>()
        (bill.name, bill.amount) = (name, amount)
        try transaction.insert(&bill)
      }
    }
    let change = try await store.perform(.code) { transaction in
      var bill = try #require(try transaction.fetch(Before.Bill.all.where(\.name == "a")).first)
      bill.amount = 7
      try transaction.update(bill)
    }
    _ = try await store.perform(.code) { transaction in
      try transaction.delete(try #require(try transaction.fetch(Before.Bill.all.where(\.name == "b")).first))
    }
    return try #require(change.changeSet)
  }

  private func amounts(_ store: Store) async throws -> [Decimal?] {
    try await store.fetch(After.Bill.all.sorted(by: \.name)).map { $0.amount }
  }

  @Test("5 € stay 5 €, also those that come back from the bin or by an undo")
  func exact() async throws {
    defer { file.remove() }
    let change = try await write()
    let store = try Store(after, at: file.url)
    #expect(try await amounts(store) == [7, nil])
    #expect(try await store.fetch(AnyFetchRequest("bill")).records.first?["amount"] == .integer(700))
    let deleted = try #require(try await store.deletedRecords(limit: 10).records.first)
    #expect(deleted.record["amount"] == .integer(300))
    _ = try await store.bringBack(deleted.number, .screen)
    #expect(try await amounts(store) == [7, 3, nil])
    _ = try await store.undo(change, .screen)
    #expect(try await amounts(store) == [5, 3, nil])
  }

  @Test("an amount that the new digits can't express is in no image, and its change can't be undone")
  func lost() async throws {
    defer { file.remove() }
    let change: Int64
    do {
      let store = try Store(after, at: file.url)
      var bill = Record<After.Bill>()
      (bill.name, bill.amount) = ("a", Decimal(string: "5.25"))
      try await store.save(&bill)
      bill.amount = 7
      let changed = bill
      change = try #require(try await store.perform(.code) { try $0.update(changed) }.changeSet)
    }
    let store = try Store(ModelDescription([Coarse.Bill.self]), at: file.url)
    #expect(try await store.fetch(Coarse.Bill.all).map { $0.amount } == [7])
    await #expect(throws: StoreError.self) { _ = try await store.undo(change, .screen) }
    #expect(try await store.fetch(Coarse.Bill.all).map { $0.amount } == [7])
  }
}
