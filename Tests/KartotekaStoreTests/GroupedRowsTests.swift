import Foundation
import KartotekaModel
import RandomTests
import Testing

@testable import KartotekaStore

private struct Borough: Entity {
  let name = Attribute<String>("Name", .title)
}

private struct Deal: Entity {
  enum Stage: String, ChoiceValue { case open, paid, late }

  let label = Attribute<String>("Label", .title, .searched)
  let stage = Attribute<Stage>("Stage")
  let isGift = Attribute<Bool>("Gift")
  let amount = Attribute<Decimal>("Amount", .scale(2))
  let count = Attribute<Int>("Count", .range(Int.min...Int.max))
  let weight = Attribute<Double>("Weight")
  let day = Attribute<CalendarDate>("Day")
  let at = Attribute<Date>("At")
  let town = ToOne<Borough>("Town", onDelete: .nullify)
  let total = Computed<Deal, Decimal>("Total", .scale(2)) { .of(Calculation(\.amount) * Calculation(\.count)) }
  let size = Computed<Deal, String>("Size") { .formula("if(total > 1000, \"large\", \"small\")") }
}

extension SeededGenerator {
  fileprivate mutating func one<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &self)] }
  fileprivate mutating func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &self) }
  fileprivate mutating func maybe(_ value: Value) -> Value { number(0...6) == 0 ? .null : value }
}

/// Groups that are added up in memory, against the same request as SQLite groups it.
@Suite("Groups added up in memory")
struct GroupedRowsTests {
  private static let model = ModelDescription([Borough.self, Deal.self])
  private static let groups: [AggregateGroup] = {
    let fields = [
      "label", "stage", "isGift", "amount", "count", "weight", "town", "town.name", "total", "size", "day",
    ]
    let units = ["day", "at"].flatMap { name in DayUnit.allCases.map { AggregateGroup(name, by: $0) } }
    return fields.map { AggregateGroup($0, by: nil) } + units
  }()
  // "é" in two forms, which are two texts.
  private static let labels = ["Pears", "pears", "Źródło", "e\u{301}", "\u{e9}", "1", "01"]

  private static func deal(_ random: inout SeededGenerator) -> AnyRecord {
    var deal = AnyRecord(Deal.declaration.description)
    deal["label"] = random.maybe(.text(random.one(labels)))
    deal["stage"] = random.maybe(.text(random.one(["open", "paid", "late"])))
    deal["isGift"] = random.maybe(.integer(random.number(0...1)))
    deal["amount"] = random.maybe(.integer(random.number(-9_999...99_999)))
    let large = random.one([Int64.max, Int64.min, Int64.max - 1, 1 << 53])
    deal["count"] = random.maybe(.integer(random.number(0...40) == 0 ? large : random.number(-3...9)))
    deal["weight"] = random.maybe(.real(Double(random.number(-20...20)) / 8))
    let day = CalendarDate(daysSince1970: Int(random.number(10_000...10_800)))
    deal["day"] = random.maybe(.text(random.one([day.description, day.description, "0001-01-01", "9999-12-31"])))
    let moment = Date(timeIntervalSince1970: Double(random.number(1_000_000_000...1_060_000_000)))
    deal["at"] = random.maybe(.text(Timestamp.text(moment)))
    deal["town"] = random.maybe(.integer(random.number(1...4)))
    return deal
  }

  private static func store(_ count: Int, _ random: inout SeededGenerator) async throws -> Store {
    let store = try Store(inMemory: model)
    let deals = (0..<count).map { _ in deal(&random) }
    _ = try await store.perform(.code) { transaction in
      for number in 1...4 {
        var borough = AnyRecord(Borough.declaration.description)
        borough["name"] = number == 3 ? .null : .text(number < 3 ? "Łódź" : "Bonn")
        try transaction.insert(borough)
      }
      for deal in deals { try transaction.insert(deal) }
    }
    return store
  }

  private static func measures(_ random: inout SeededGenerator) -> [AggregateMeasure] {
    let functions: [AggregateFunction] = [.sum, .average, .least, .greatest, .empty]
    let numbers = ["amount", "count", "weight", "total"].flatMap { name in
      functions.map { AggregateMeasure.of($0, name) }
    }
    let days = ["day", "at"].flatMap { name in
      [AggregateMeasure.of(.least, name), AggregateMeasure.of(.greatest, name), AggregateMeasure.of(.empty, name)]
    }
    let product = FetchExpression.product(.value("amount"), .value("count"))
    let others: [AggregateMeasure] = [
      .count, .sum(product), .average(product), .least(product), .greatest(product), .least(.value("day")),
      .of(.empty, "label"), .of(.empty, "town"),
    ]
    return (0..<Int(random.number(1...5))).map { _ in random.one(numbers + days + others) }
  }

  private static func request(_ random: inout SeededGenerator) -> AggregateRequest {
    var request = AggregateRequest("deal")
    request.groups = (0..<Int(random.number(1...3))).map { _ in random.one(groups) }
    request.measures = measures(&random)
    switch random.number(0...4) {
    case 0: request.predicate = .compare("amount", .gt, [.integer(random.number(0...50_000))])
    case 1: request.predicate = .leads("town", .compare("name", .null, [.integer(0)]))
    case 2: request.predicate = .compare("total", .lt, [.integer(0)])
    default: break
    }
    for _ in 0..<random.number(0...2) {
      let ascending = random.one([true, false])
      request.order.append(
        random.one([true, false])
          ? .group(request.groups.indices.randomElement(using: &random) ?? 0, ascending: ascending)
          : .measure(request.measures.indices.randomElement(using: &random) ?? 0, ascending: ascending))
    }
    if random.one([true, false, false]) { request.limit = Int(random.number(0...9)) }
    return request
  }

  // Numbers that do not fit in 64 bits are about the same: the order in which they are added is not.
  private static func isAlike(_ one: Value, _ other: Value) -> Bool {
    guard case .real(let one) = one, case .real(let other) = other else { return one == other }
    return abs(one - other) <= 1e-9 * max(abs(one), abs(other))
  }

  private static func isAlike(_ one: [AggregateRow], _ other: [AggregateRow]) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { one, other in
        zip(one.groups + one.measures, other.groups + other.measures).allSatisfy { isAlike($0, $1) }
      }
  }

  @Test(
    "are those that SQLite makes, in the same order", arguments: 1...UInt64(RandomTests.count(3, all: 60)),
    ["GMT", "America/New_York"])
  func random(seed: UInt64, zone: String) async throws {
    var random = SeededGenerator(state: seed)
    let store = try await Self.store(150, &random)
    for _ in 0..<60 {
      let request = Self.request(&random)
      let (found, expected) = try await store.tryOut { transaction in
        let sql = try AggregateSQL(request, mapping: transaction.mapping.withoutKeys, zone: zone)
        // The numbers of records of a relationship are those of its index.
        let grouped = try sql.grouped?.rows(of: request, in: transaction.database)
        return (grouped, try sql.rows(in: transaction.database))
      }
      guard let found else {
        #expect(request.groups == [.value("town")] && request.measures == [.count], "\(request), seed \(seed)")
        continue
      }
      // Real numbers that are about the same may stand in either order.
      let ranksReals = request.order.contains { order in
        guard case .measure(let index, _) = order else { return false }
        return expected.contains { row in if case .real = row.measures[index] { true } else { false } }
      }
      let isSame = ranksReals || Self.isAlike(found, expected)
      #expect(isSame, "\(request), seed \(seed): \(found), not \(expected)")
    }
  }

  @Test("follow changes, and are cached until the next one")
  func changes() async throws {
    var random = SeededGenerator(state: 7)
    let store = try await Self.store(80, &random)
    var request = AggregateRequest("deal")
    request.groups = [.month("day"), .value("stage")]
    request.measures = [.count, .of(.sum, "amount")]
    for round in 0..<6 {
      let rows = try await store.aggregates([request])[0]
      #expect(try await store.aggregates([request])[0] == rows)
      let sum = rows.reduce(Int64(0)) { sum, row in
        if case .integer(let amount) = row.measures[1] { sum + amount } else { sum }
      }
      var whole = AggregateRequest("deal")
      whole.measures = [.of(.sum, "amount")]
      #expect(try await store.aggregates([whole])[0][0].measures == [.integer(sum)], "round \(round)")
      let deal = Self.deal(&random)
      _ = try await store.perform(.code) { transaction in _ = try transaction.insert(deal) }
    }
  }

  @Test("of more groups than are added up are left to SQLite")
  func many() async throws {
    var random = SeededGenerator(state: 3)
    let store = try await Self.store(100, &random)
    var request = AggregateRequest("deal")
    request.groups = [.value("label"), .value("stage")]
    let all = try await store.aggregates([request])[0]
    let rows = try await store.tryOut { [request] transaction in
      let sql = try AggregateSQL(request, mapping: transaction.mapping.withoutKeys, zone: "GMT")
      var grouped = try #require(sql.grouped)
      grouped.most = all.count
      let whole = try grouped.rows(of: request, in: transaction.database)
      grouped.most = all.count - 1
      return [whole, try grouped.rows(of: request, in: transaction.database)]
    }
    #expect(rows == [all, nil])
  }

  @Test("with more measures than a function of SQLite has arguments are left to SQLite")
  func wide() async throws {
    var random = SeededGenerator(state: 5)
    let store = try await Self.store(20, &random)
    var request = AggregateRequest("deal")
    request.groups = [.value("stage")]
    func sums(_ factors: ClosedRange<Int64>) -> [AggregateMeasure] {
      factors.map { .sum(.product(.value("amount"), .constant($0, scale: 0))) }
    }
    request.measures = sums(1...1)
    let single = try await store.aggregates([request])[0]
    for most in [99, 100, 126, 127, 200] as [Int64] {
      request.measures = sums(1...most)
      let rows = try await store.aggregates([request])[0]
      #expect(rows.map(\.groups) == single.map(\.groups) && rows.allSatisfy { $0.measures.count == Int(most) })
      for (row, one) in zip(rows, single) {
        guard case .integer(let sum)? = one.measures.first else { continue }
        #expect(row.measures.last == .integer(sum * most), "\(most) measures")
      }
    }
  }

  @Test("have no sum where a number does not fit in 64 bits")
  func large() async throws {
    let store = try Store(inMemory: Self.model)
    _ = try await store.perform(.code) { transaction in
      for (label, count) in [("a", Int64.max), ("a", 1), ("b", 5)] {
        var deal = AnyRecord(Deal.declaration.description)
        (deal["label"], deal["count"]) = (.text(label), .integer(count))
        try transaction.insert(deal)
      }
    }
    var request = AggregateRequest("deal")
    (request.groups, request.measures) = ([.value("label")], [.of(.sum, "count"), .of(.average, "count")])
    let all = request
    await #expect(throws: StoreError.tooLarge(entity: "deal")) { _ = try await store.aggregates([all]) }
    request.predicate = .compare("label", .eq, [.text("b")])
    #expect(try await store.aggregates([request])[0].map(\.measures) == [[.integer(5), .integer(500)]])
  }

  @Test("of real numbers keep what rounding cuts off, as sums without groups do")
  func reals() async throws {
    let store = try Store(inMemory: Self.model)
    let weights: [(String, Double)] = Array(repeating: ("a", 0.1), count: 10) + [("b", 1e16), ("b", 1), ("b", -1e16)]
    _ = try await store.perform(.code) { transaction in
      for (label, weight) in weights {
        var deal = AnyRecord(Deal.declaration.description)
        (deal["label"], deal["weight"]) = (.text(label), .real(weight))
        try transaction.insert(deal)
      }
      var deal = AnyRecord(Deal.declaration.description)
      deal["label"] = .text("c")
      try transaction.insert(deal)
    }
    var request = AggregateRequest("deal")
    (request.groups, request.measures) = ([.value("label")], [.of(.sum, "weight"), .of(.average, "weight")])
    let expected: [[Value]] = [[.real(1), .real(0.1)], [.real(1), .real(1.0 / 3)], [.real(0), .null]]
    #expect(try await store.aggregates([request])[0].map(\.measures) == expected)
    let (found, sorted) = try await store.tryOut { [request] transaction in
      let sql = try AggregateSQL(request, mapping: transaction.mapping.withoutKeys, zone: "GMT")
      let grouped = try sql.grouped?.rows(of: request, in: transaction.database)
      return (grouped, try sql.rows(in: transaction.database))
    }
    #expect(found?.map(\.measures) == expected)
    #expect(sorted.map(\.measures) == expected)
    request.groups = []
    for (label, measures) in zip(["a", "b", "c"], expected) {
      request.predicate = .compare("label", .eq, [.text(label)])
      #expect(try await store.aggregates([request])[0].map(\.measures) == [measures])
    }
  }

  @Test("of long texts are left to SQLite, which keeps no more than a limit of them in memory")
  func long() async throws {
    let store = try Store(inMemory: Self.model)
    _ = try await store.perform(.code) { transaction in
      for number in 0..<60 {
        var deal = AnyRecord(Deal.declaration.description)
        deal["label"] = .text("\(number % 40) " + String(repeating: "x", count: 500))
        try transaction.insert(deal)
      }
    }
    var request = AggregateRequest("deal")
    (request.groups, request.limit) = ([.value("label")], 5)
    let all = try await store.aggregates([request])[0]
    let rows = try await store.tryOut { [request] transaction in
      let sql = try AggregateSQL(request, mapping: transaction.mapping.withoutKeys, zone: "GMT")
      var grouped = try #require(sql.grouped)
      grouped.mostBytes = 40 * 510
      let whole = try grouped.rows(of: request, in: transaction.database)
      grouped.mostBytes = 30 * 500
      return [whole, try grouped.rows(of: request, in: transaction.database)]
    }
    #expect(rows == [all, nil])
    #expect(all.count == 5)
  }
}
