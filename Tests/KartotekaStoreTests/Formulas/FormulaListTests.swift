import Foundation
import KartotekaModel
import RandomTests
import Testing

@testable import KartotekaStore

private struct Sale: Entity {
  let label = Attribute<String>("Label", .title)
  let price = Attribute<Decimal>("Price", .scale(2))
  let quantity = Attribute<Int>("Quantity", .range(Int.min...Int.max))
  let day = Attribute<CalendarDate>("Day")
  let paid = Attribute<Bool>("Paid")
  let refunds = ToMany<Refund>("Refunds", inverse: \.sale)
  let amount = Computed<Sale, Decimal>("Amount", .scale(2)) { .of(Calculation(\.price) * Calculation(\.quantity)) }
  let doubled = Computed<Sale, Decimal>("Doubled", .scale(2)) { .formula("amount + amount") }
  let taxed = Computed<Sale, Decimal>("Taxed", .scale(2)) { .formula("round(doubled * 1.19, 2)") }
  let share = Computed<Sale, Decimal>("Share", .scale(4)) { .formula("price / quantity") }
  let stage = Computed<Sale, String>("Stage") { .formula("if(paid, \"settled\", if(taxed > 100, \"Late\", \"open\"))") }
  let due = Computed<Sale, CalendarDate>("Due") { .formula("day + quantity") }
  let isDear = Computed<Sale, Bool>("Dear") { .formula("taxed > 1000") }
  let isOpen = Computed<Sale, Bool>("Open") { .formula("empty(paid)") }
  let back = Computed<Sale, Int>("Back") { .formula("sum(refunds: number)") }
  let kept = Computed<Sale, Int>("Kept") { .formula("quantity - back") }
}

private struct Refund: Entity {
  let number = Attribute<Int>("Number", .title)
  let sale = ToOne<Sale>("Sale", onDelete: .cascade)
  let worth = Computed<Refund, Decimal>("Worth", .scale(2)) { .formula("sale.amount * number") }
}

/// Entities whose tables have the names that statements give to rows.
private struct Worker: Entity {
  static var table: String { "t" }

  let name = Attribute<String>("Name", .title)
  let points = Attribute<Int>("Points")
  let boss = ToOne<Worker>("Boss", onDelete: .nullify)
  let tasks = ToMany<Chore>("Tasks", inverse: \.worker)
  let above = Computed<Worker, Int>("Above") { .formula("boss.points - points") }
  let upper = Computed<Worker, Int>("Upper") { .formula("boss.boss.points + sum(tasks: number)") }
}

private struct Chore: Entity {
  static var table: String { "o" }

  let number = Attribute<Int>("Number", .title)
  let worker = ToOne<Worker>("Worker", onDelete: .cascade)
  let worth = Computed<Chore, Int>("Worth") { .formula("worker.boss.points * number + worker.above") }
}

/// Lists that are sorted, filtered and counted by formulas, against the formulas' values of the same records.
@Suite("Lists by formulas")
struct FormulaListTests {
  private static let model = ModelDescription([Sale.self, Refund.self])

  private static func store(_ random: inout SeededGenerator, hasLarge: Bool) async throws -> Store {
    let store = try Store(inMemory: model)
    var records: [AnyRecord] = []
    for number in 0..<60 {
      var sale = AnyRecord(Sale.declaration.description)
      func some(_ value: Value) -> Value { Int.random(in: 0..<7, using: &random) == 0 ? .null : value }
      sale["label"] = .text("Sale \(number)")
      sale["price"] = some(.integer(.random(in: -5_000...9_000, using: &random)))
      let large: Int64 = [Int64.max, Int64.min, Int64.max / 9_000].randomElement(using: &random) ?? 0
      sale["quantity"] = some(
        hasLarge && number % 12 == 0 ? .integer(large) : .integer(.random(in: -3...20, using: &random)))
      sale["day"] = some(
        .text(CalendarDate(daysSince1970: .random(in: 18_000...18_400, using: &random)).description))
      sale["paid"] = some(.integer(.random(in: 0...1, using: &random)))
      records.append(sale)
    }
    for _ in 0..<40 {
      var back = AnyRecord(Refund.declaration.description)
      back["number"] = .integer(.random(in: 0...9, using: &random))
      back["sale"] = .integer(.random(in: 1...60, using: &random))
      records.append(back)
    }
    _ = try await store.perform(.code) { [records] transaction in
      for record in records { try transaction.insert(record) }
    }
    return store
  }

  // The order of SQLite; texts by their folded form.
  private static func precedes(_ one: Value, _ other: Value) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.text(let one), .text(let other)): Folding.fold(one) < Folding.fold(other)
    case (.null, .null): false
    default: one.isNull
    }
  }

  @Test(
    "are of the records, and in the order, that the formulas' values say",
    arguments: 1...UInt64(RandomTests.count(3, all: 40)))
  func random(seed: UInt64) async throws {
    var random = SeededGenerator(state: seed)
    let store = try await Self.store(&random, hasLarge: seed % 2 == 0)
    for entity in [Sale.declaration.description, Refund.declaration.description] {
      var all = AnyFetchRequest(entity.name)
      (all.limit, all.wantsComputed) = (1_000, true)
      let page = try await store.fetch(all)
      for (index, computed) in entity.computed.enumerated() {
        let comment: Comment = "\(computed.name), seed \(seed)"
        let values = Dictionary(
          uniqueKeysWithValues: page.records.compactMap(\.id).map { ($0, page.computed[$0]?.values[index] ?? .null) })
        // A number that does not fit in 64 bits is none on a page, and stands behind all others in an order.
        let isExact = try await Self.isExact(computed.name, entity, store)
        for ascending in [true, false] where isExact {
          var sorted = all
          sorted.sort = [FetchSort(computed.name, ascending: ascending)]
          let ids = try await store.fetch(sorted).records.compactMap(\.id)
          for (one, other) in zip(ids, ids.dropFirst()) {
            let (first, second) = (values[one] ?? .null, values[other] ?? .null)
            #expect(!(ascending ? Self.precedes(second, first) : Self.precedes(first, second)), comment)
          }
          #expect(Set(ids) == Set(values.keys), comment)
        }
        let different = Set(values.values).filter { !$0.isNull }.sorted(by: Self.precedes)
        for value in different.shuffled(using: &random).prefix(4) {
          var filtered = all
          filtered.predicate = .compare(computed.name, .eq, [value])
          let expected = values.filter { $0.value == value }.keys.sorted()
          #expect(try await store.fetch(filtered).records.compactMap(\.id).sorted() == expected, comment)
          #expect(try await store.count(filtered) == expected.count, comment)
          // Charts group by it, and count the same.
          var grouped = AggregateRequest(entity.name)
          grouped.groups = [.value(computed.name)]
          let rows = try await store.aggregates([grouped])[0]
          let row = rows.first { $0.groups == [value] }
          #expect(row?.measures == [.integer(Int64(expected.count))], comment)
        }
      }
    }
  }

  // Whether all numbers fit in 64 bits: a real one is one that does not.
  private static func isExact(_ name: String, _ entity: EntityDescription, _ store: Store) async throws -> Bool {
    var request = AggregateRequest(entity.name)
    request.groups = [.value(name)]
    return try await store.aggregates([request])[0].allSatisfy { row in
      if case .real = row.groups[0] { false } else { true }
    }
  }

  @Test("find related records also in tables that are called as rows are in statements")
  func names() async throws {
    let store = try Store(inMemory: ModelDescription([Worker.self, Chore.self]))
    _ = try await store.perform(.code) { transaction in
      for (points, boss) in [(5, nil), (7, 1), (20, 2)] as [(Int64, Int64?)] {
        var worker = AnyRecord(Worker.declaration.description)
        worker["points"] = .integer(points)
        worker["boss"] = boss.map(Value.integer) ?? .null
        try transaction.insert(worker)
      }
      for (number, worker) in [(2, 2), (3, 3), (4, 3)] as [(Int64, Int64)] {
        var chore = AnyRecord(Chore.declaration.description)
        (chore["number"], chore["worker"]) = (.integer(number), .integer(worker))
        try transaction.insert(chore)
      }
    }
    var request = AnyFetchRequest("worker")
    request.wantsComputed = true
    let workers = try await store.fetch(request)
    let above: [[Value]] = [[.null, .null], [.integer(-2), .null], [.integer(-13), .integer(12)]]
    #expect(workers.records.compactMap(\.id).map { workers.computed[$0]?.values ?? [] } == above)
    request.sort = [FetchSort("above", ascending: true)]
    #expect(try await store.fetch(request).records.map(\.id) == [1, 3, 2])
    request = AnyFetchRequest("chore")
    request.wantsComputed = true
    request.sort = [FetchSort("worth", ascending: false)]
    let chores = try await store.fetch(request)
    #expect(chores.records.map(\.id) == [3, 2, 1])
    let worth: [[Value]] = [[.integer(15)], [.integer(8)], [.integer(8)]]
    #expect(chores.records.compactMap(\.id).map { chores.computed[$0]?.values ?? [] } == worth)
  }
}
