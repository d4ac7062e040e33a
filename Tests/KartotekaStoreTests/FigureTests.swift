import Foundation
import KartotekaModel
import RandomTests
import Testing

@testable import KartotekaStore

private struct Buyer: Entity {
  let name = Attribute<String>("Name", .required, .title, .searched)
  let city = Attribute<String>("City")
}

private struct Payment: Entity {
  let label = Attribute<String>("Label", .searched, .title)
  let amount = Attribute<Decimal>("Amount", .scale(2), .currency("EUR"))
  let count = Attribute<Int>("Count")
  let weight = Attribute<Double>("Weight")
  let day = Attribute<CalendarDate>("Day")
  let at = Attribute<Date>("At")
  let buyer = ToOne<Buyer>("Buyer", onDelete: .nullify)
  let total = Computed<Payment, Decimal>("Total", .scale(2)) { .of(Calculation(\.amount) * Calculation(\.count)) }
}

/// Figures of fields against a computation of the same records in Swift.
@Suite("Figures of fields")
struct FigureTests {
  private static let model = ModelDescription([Buyer.self, Payment.self])
  private static let zones = ["Europe/Warsaw", "America/New_York", "Asia/Kathmandu", "GMT"]
  private static let fields = [
    "label", "amount", "count", "weight", "day", "at", "buyer", "total", "buyer.city", "buyer.name",
  ]

  private let store: Store
  private var random = SeededGenerator(state: 0)

  init() throws { store = try Store(inMemory: Self.model) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func maybe(_ value: (inout Self) -> Value) -> Value {
    number(0...6) == 0 ? .null : value(&self)
  }

  private mutating func payment() -> AnyRecord {
    var record = AnyRecord(Payment.declaration.description)
    record["label"] = maybe { .text(["Apples", "Pears and apples", "Źródło", "x"][$0.number(0...3)]) }
    record["amount"] = maybe { .integer(Int64($0.number(-99_999...999_999))) }
    record["count"] = maybe { .integer(Int64($0.number(-3...40))) }
    record["weight"] = maybe { .real(Double($0.number(-40...40)) / 8) }
    record["day"] = maybe { .text(CalendarDate(daysSince1970: $0.number(10_000...10_900)).description) }
    record["at"] = maybe {
      .text(Timestamp.text(Date(timeIntervalSince1970: Double($0.number(1_000_000_000...1_060_000_000)))))
    }
    record["buyer"] = maybe { .integer(Int64($0.number(1...3))) }
    return record
  }

  private mutating func fill(_ count: Int) async throws {
    let records = (0..<count).map { _ in payment() }
    _ = try await store.perform(.code) { transaction in
      for (name, city) in [("Anna", "Kraków"), ("Bea", nil), ("Cleo", "Bonn")] as [(String, String?)] {
        var buyer = AnyRecord(Buyer.declaration.description)
        buyer["name"] = .text(name)
        buyer["city"] = city.map(Value.text) ?? .null
        try transaction.insert(buyer)
      }
      for record in records { try transaction.insert(record) }
    }
  }

  // The values of a field for all records of a page.
  private func values(_ field: String, _ page: FetchPage) -> [Value] {
    page.records.map { record in
      if field == "total" { return page.computed[record.id ?? 0]?.values[0] ?? .null }
      let steps = field.split(separator: ".").map(String.init)
      guard steps.count > 1 else { return record[field] }
      guard case .integer(let id) = record["buyer"] else { return .null }
      return page.included["buyer"]?[id]?[steps[1]] ?? .null
    }
  }

  private static func expected(_ function: AggregateFunction, _ values: [Value], scale: Int) -> Value {
    let some = values.filter { !$0.isNull }
    let integers = some.compactMap { if case .integer(let integer) = $0 { integer } else { nil as Int64? } }
    let reals = some.compactMap { if case .real(let real) = $0 { real } else { nil as Double? } }
    let texts = some.compactMap { if case .text(let text) = $0 { text } else { nil as String? } }
    switch function {
    case .empty: return .integer(Int64(values.count - some.count))
    case .distinct: return .integer(Int64(Set(some).count))
    case .sum: return reals.isEmpty ? .integer(integers.reduce(0, +)) : .real(reals.reduce(0, +))
    case .least:
      return integers.min().map(Value.integer) ?? reals.min().map(Value.real) ?? texts.min().map(Value.text) ?? .null
    case .greatest:
      return integers.max().map(Value.integer) ?? reals.max().map(Value.real) ?? texts.max().map(Value.text) ?? .null
    case .average:
      if !reals.isEmpty { return .real(reals.reduce(0, +) / Double(reals.count)) }
      if integers.isEmpty { return .null }
      var (average, rounded) = (Decimal(integers.reduce(0, +)) / Decimal(integers.count), Decimal())
      NSDecimalRound(&rounded, &average, scale, .plain)
      return Int64((rounded * pow(10, scale)).description).map(Value.integer) ?? .null
    }
  }

  private static func isAlike(_ one: Value, _ other: Value) -> Bool {
    if case .real(let one) = one, case .real(let other) = other { return abs(one - other) < 1e-9 }
    // Nothing adds up to nothing, of whole and of real numbers.
    if case .real(0) = one, other == .integer(0) { return true }
    return one == other
  }

  private mutating func request() -> AnyFetchRequest {
    var fetch = AnyFetchRequest("payment")
    (fetch.limit, fetch.include, fetch.wantsComputed) = (1_000, ["buyer"], true)
    switch number(0...4) {
    case 0: fetch.search = "apples"
    case 1: fetch.search = "xyz"
    case 2: fetch.search = "ŹRÓ"
    default: break
    }
    switch number(0...4) {
    case 0: fetch.predicate = .compare("count", .gt, [.integer(Int64(number(-2...30)))])
    case 1: fetch.predicate = .leads("buyer", .compare("city", .null, [.integer(0)]))
    case 2: fetch.predicate = .compare("total", .lt, [.integer(0)])
    default: break
    }
    return fetch
  }

  @Test(
    "are those of exactly the records that a search and a filter find, whole and in groups, also after changes",
    arguments: 1...UInt64(RandomTests.count(2, all: 20)))
  mutating func random(seed: UInt64) async throws {
    random = SeededGenerator(state: seed)
    try await fill(200)
    for round in 0..<30 {
      let fetch = request()
      let page = try await store.fetch(fetch)
      let comment: Comment = "seed \(seed), round \(round)"
      #expect(page.next == nil, comment)
      let entity = try #require(Self.model.entity(named: "payment"))
      let (zone, unit) = (Self.zones[number(0...3)], DayUnit.allCases.randomElement(using: &random) ?? .day)
      let groups: [ListGroup?] = [
        nil, ListGroup("buyer"), ListGroup("day", by: unit), ListGroup("at", by: unit), ListGroup("buyer.city"),
        ListGroup("total"),
      ]
      let group = groups[number(0...5)]
      var figures: [ListFigure] = []
      for field in Self.fields {
        let subject = try ListFigure(.empty, of: field).subject(of: entity, in: Self.model)
        figures += subject.functions.map { ListFigure($0, of: field) }
      }
      var aggregate = AggregateRequest(over: fetch)
      aggregate.groups = group.map { [$0.aggregate] } ?? []
      aggregate.measures = [.count] + figures.map(\.measure)
      let rows = try await TaskTimeZone.$current.withValue(try #require(TaskTimeZone.named(zone))) { [aggregate] in
        try await store.aggregates([aggregate])[0]
      }
      let keys = group.map { group in
        values(group.field, page).map { Self.key($0, group.unit, zone) }
      }
      let all = keys.map { Set($0).count } ?? 1
      #expect(rows.count == all, "\(String(describing: group)) \(rows.map(\.groups)), \(comment)")
      for row in rows {
        let members = page.records.indices.filter { keys == nil || keys?[$0] == row.groups.first }
        #expect(row.measures[0] == .integer(Int64(members.count)), comment)
        for (figure, value) in zip(figures, row.measures.dropFirst()) {
          let values = values(figure.field, page)
          let expected = Self.expected(
            figure.function, members.map { values[$0] }, scale: figure.field == "count" ? 2 : 0)
          #expect(
            Self.isAlike(value, expected), "\(figure.text) of \(row.groups): \(value), not \(expected), \(comment)")
        }
      }
      if round % 10 == 9 {
        let (record, gone) = (payment(), Int64(number(1...190)))
        _ = try await store.perform(.code) { transaction in
          try transaction.insert(record)
          if try transaction.record(entity, id: gone) != nil { try transaction.delete(entity, id: gone) }
        }
      }
    }
  }

  private static func key(_ value: Value, _ unit: DayUnit?, _ zone: String) -> Value {
    guard let unit, case .text(let text) = value else { return value }
    guard let moment = CalendarDate(iso: text) == nil ? Timestamp.date(text) : nil else {
      return CalendarDate(iso: text).map { .text(unit.key(of: $0)) } ?? .null
    }
    return .text(unit.key(of: CalendarDate(moment, in: TimeZone(identifier: zone) ?? .gmt)))
  }

  @Test("have averages with the decimal places of money, else at least two, a half away from zero")
  func averages() async throws {
    _ = try await store.perform(.code) { transaction in
      for (amount, count) in [(1, -1), (2, 0), (2, -1)] as [(Int64, Int64)] {
        var record = AnyRecord(Payment.declaration.description)
        (record["amount"], record["count"]) = (.integer(amount), .integer(count))
        try transaction.insert(record)
      }
    }
    var request = AggregateRequest("payment")
    request.measures = [.of(.average, "amount"), .of(.average, "count")]
    let row = try #require(try await store.aggregates([request])[0].first)
    // 0.0166… and -0.666….
    #expect(row.measures == [.integer(2), .integer(-67)])
    let money = try #require(Payment.declaration.description.attribute("amount"))
    let number = try #require(Payment.declaration.description.attribute("count"))
    #expect(money.average.scale == 2 && number.average.scale == 2 && money.average.currency == "EUR")
  }

  @Test("of great numbers say what does not fit, and an average that fits has no need of a sum that does")
  func great() async throws {
    _ = try await store.perform(.code) { transaction in
      for _ in 0..<1_100 {
        var record = AnyRecord(Payment.declaration.description)
        record["count"] = .integer(1 << 53)
        record["amount"] = .integer(1 << 60)
        try transaction.insert(record)
      }
    }
    await #expect(throws: StoreError.tooLarge(entity: "payment")) { _ = try await value(.sum, "count") }
    let (count, amount) = (try await value(.average, "count"), try await value(.average, "amount"))
    #expect(count == Value.integer(900_719_925_474_099_200))
    #expect(amount == Value.integer(1_152_921_504_606_846_976))
    let greatest = try await value(.greatest, "count")
    #expect(greatest == Value.integer(9_007_199_254_740_992))
  }

  private func value(_ function: AggregateFunction, _ field: String) async throws -> Value? {
    var request = AggregateRequest("payment")
    request.measures = [.of(function, field)]
    return try await store.aggregates([request])[0].first?.measures.first
  }

  @Test("are refused for fields that have no such figure")
  func refused() async throws {
    let refused: [(function: AggregateFunction, field: String)] = [
      (.sum, "label"), (.average, "day"), (.least, "buyer"), (.sum, "id"),
    ]
    for (function, field) in refused {
      let fault = StoreError.badFilter(field: field, operator: .eq)
      await #expect(throws: fault) { _ = try await value(function, field) }
    }
  }
}
