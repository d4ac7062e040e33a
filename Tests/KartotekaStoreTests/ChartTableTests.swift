import Foundation
import KartotekaModel
import RandomTests
import Testing

@testable import KartotekaStore

private struct Shop: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let town = Attribute<String>("Town")
}

private struct Receipt: Entity {
  enum Stage: String, ChoiceValue { case open, paid, late }

  let label = Attribute<String>("Label", .title, .searched)
  let stage = Attribute<Stage>("Stage")
  let isGift = Attribute<Bool>("Gift")
  let amount = Attribute<Decimal>("Amount", .scale(2), .currency("EUR"))
  let count = Attribute<Int>("Count")
  let weight = Attribute<Double>("Weight")
  let day = Attribute<CalendarDate>("Day")
  let at = Attribute<Date>("At")
  let shop = ToOne<Shop>("Shop", onDelete: .nullify)
}

/// The numbers of charts against aggregates of the same records, without groups and by the conditions that name them.
@Suite("Numbers of charts")
struct ChartTableTests {
  private static let model = ModelDescription([Shop.self, Receipt.self])
  private static let groups = [
    "label", "stage", "isGift", "count", "weight", "shop", "shop.town", "day", "week:day", "month:day", "quarter:day",
    "year:day", "day:at", "month:at", "year:at",
  ]
  private static let figures = ["amount", "count", "weight"]

  private let store: Store
  private var random = SeededGenerator(state: 0)

  init() throws { store = try Store(inMemory: Self.model) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func maybe(_ value: (inout Self) -> Value) -> Value { number(0...6) == 0 ? .null : value(&self) }

  private mutating func receipt() -> AnyRecord {
    var record = AnyRecord(Receipt.declaration.description)
    record["label"] = maybe { .text("Label, \($0.number(1...30)): a;b") }
    record["stage"] = maybe { .text(["open", "paid", "late"][$0.number(0...2)]) }
    record["isGift"] = maybe { .integer(Int64($0.number(0...1))) }
    record["amount"] = maybe { .integer(Int64($0.number(-99_999...999_999))) }
    record["count"] = maybe { .integer(Int64($0.number(-3...12))) }
    record["weight"] = maybe { .real(Double($0.number(-20...20)) / 8) }
    record["day"] = maybe { .text(CalendarDate(daysSince1970: $0.number(10_000...10_900)).description) }
    record["at"] = maybe {
      .text(Timestamp.text(Date(timeIntervalSince1970: Double($0.number(1_000_000_000...1_060_000_000)))))
    }
    record["shop"] = maybe { .integer(Int64($0.number(1...6))) }
    return record
  }

  private mutating func fill(_ count: Int) async throws {
    let receipts = (0..<count).map { _ in receipt() }
    _ = try await store.perform(.code) { transaction in
      for number in 1...6 {
        var shop = AnyRecord(Shop.declaration.description)
        shop["name"] = .text("Shop \(number)")
        shop["town"] = number == 3 ? .null : .text(number < 4 ? "Łódź" : "Bonn")
        try transaction.insert(shop)
      }
      for receipt in receipts { try transaction.insert(receipt) }
    }
  }

  private mutating func chart() -> ListChart {
    let function = ListChart.functions[number(0...3)]
    let figure = number(0...3) == 0 ? nil : ListFigure(function, of: Self.figures[number(0...2)])
    let (one, other) = (Self.groups[number(0...14)], Self.groups[number(0...14)])
    return ListChart(
      by: ListGroup(text: one), and: number(0...2) == 0 || one == other ? nil : ListGroup(text: other), figure: figure,
      form: .pivot)
  }

  private mutating func fetch() -> AnyFetchRequest {
    var fetch = AnyFetchRequest("receipt")
    switch number(0...3) {
    case 0: fetch.predicate = .compare("count", .gt, [.integer(Int64(number(-2...8)))])
    case 1: fetch.predicate = .leads("shop", .compare("town", .null, [.integer(0)]))
    case 2: fetch.search = "label 1"
    default: break
    }
    return fetch
  }

  // The figure of the records for which conditions hold, by one statement without groups.
  private func expected(
    _ chart: ListChart, _ conditions: [ListCondition], _ fetch: AnyFetchRequest, _ entity: EntityDescription
  ) async throws -> (count: Value, figure: Value) {
    var request = AggregateRequest(over: fetch)
    for condition in conditions {
      let predicate = try condition.predicate(of: entity, in: Self.model)
      request.predicate = request.predicate?.and(predicate) ?? predicate
    }
    request.measures = [.count] + [chart.figure].compactMap { $0?.measure }
    let row = try #require(try await store.aggregates([request])[0].first)
    return (row.measures[0], chart.figure == nil ? row.measures[0] : row.measures[1])
  }

  private static func isAlike(_ one: Value?, _ other: Value) -> Bool {
    func number(_ value: Value?) -> Double? {
      switch value {
      case .integer(let integer): Double(integer)
      case .real(let real): real
      default: nil
      }
    }
    if case .real = other, let one = number(one), let other = number(other) { return abs(one - other) < 1e-6 }
    return one == other
  }

  // Every cell, and every total, of exactly the records that its conditions find.
  private func compare(
    _ table: ChartTable, _ chart: ListChart, _ fetch: AnyFetchRequest, _ entity: EntityDescription,
    _ comment: Comment = ""
  ) async throws {
    func conditions(_ key: ChartTable.Key?, _ group: ListGroup?, _ keys: [ChartTable.Key]) throws -> [ListCondition] {
      guard let key, let group else { return [] }
      let subject = try group.subject(of: entity, in: Self.model)
      let charted = group.charted(subject)
      if let value = key.value { return [try #require(charted.condition(value, subject, in: Self.model))] }
      let shown = keys.compactMap(\.value).filter { !$0.isNull }
      return try #require(charted.conditions(besides: shown, subject, in: Self.model))
    }
    for row in table.rows.map(Optional.some) + [nil] {
      for column in table.columns.map(Optional.some) + [nil] {
        let all =
          try conditions(row, chart.group, table.rows) + conditions(column, chart.second, table.columns)
        let expected = try await expected(chart, all, fetch, entity)
        #expect(.integer(table.count(row, column)) == expected.count, "\(chart.text) \(all.map(\.text)) \(comment)")
        let (value, isNothing) = (table.value(row, column), table.count(row, column) == 0)
        #expect(
          isNothing || Self.isAlike(value, expected.figure),
          "\(chart.text) \(all.map(\.text)): \(String(describing: value)), not \(expected.figure) \(comment)")
      }
    }
  }

  @Test(
    "are those of exactly the records that each of them leads to, of few and of many groups, also after changes",
    arguments: 1...UInt64(RandomTests.count(2, all: 20)))
  mutating func random(seed: UInt64) async throws {
    random = SeededGenerator(state: seed)
    try await fill(150)
    let entity = try #require(Self.model.entity(named: "receipt"))
    for round in 0..<20 {
      let (chart, fetch) = (chart(), fetch())
      let limits = ChartTable.Limits(rows: number(1...8), columns: number(1...4))
      var reader = try ChartReader(chart, over: fetch, limits, store)
      if round % 2 == 1 { reader.mostGroups = 1 }
      try await compare(try await reader.table(), chart, fetch, entity, "seed \(seed), round \(round)")
      if round % 8 == 7 {
        let (record, gone) = (receipt(), Int64(number(1...140)))
        _ = try await store.perform(.code) { transaction in
          try transaction.insert(record)
          if try transaction.record(entity, id: gone) != nil { try transaction.delete(entity, id: gone) }
        }
      }
    }
  }

  @Test("are the same by one statement and by several")
  mutating func ways() async throws {
    try await fill(120)
    for text in ["stage,by:shop,sum:amount,pivot", "month:day,by:stage,avg:count,pivot", "label,max:weight"] {
      let chart = try #require(ListChart(text: text))
      let limits = ChartTable.Limits(rows: 4, columns: 2)
      let one = try ChartReader(chart, over: AnyFetchRequest("receipt"), limits, store)
      var several = one
      several.mostGroups = 1
      let (few, many) = (try await one.table(), try await several.table())
      #expect(few.rows == many.rows && few.columns == many.columns, "\(text) \(few.rows) \(many.rows)")
      for row in few.rows { #expect(few.value(row, nil) == many.value(row, nil)) }
    }
  }

  @Test("of more groups than a filter has conditions are the same by several statements")
  func manyGroups() async throws {
    try await insert((1...70).map { ["label": .text("Label \($0)"), "count": .integer(Int64($0))] })
    let entity = try #require(Self.model.entity(named: "receipt"))
    let chart = try #require(ListChart(text: "label,sum:count,pivot"))
    for rows in [60, 100] {
      let limits = ChartTable.Limits(rows: rows, columns: 1)
      var reader = try ChartReader(chart, over: AnyFetchRequest("receipt"), limits, store)
      let one = try await reader.table()
      reader.mostGroups = 1
      let several = try await reader.table()
      #expect(several.rows == one.rows && several.rows.count == (rows == 60 ? 61 : 70))
      for row in one.rows { #expect(several.value(row, nil) == one.value(row, nil)) }
      #expect(several.count(.others, nil) == (rows == 60 ? 10 : 0) && several.count(nil, nil) == 70)
      if rows == 100 { try await compare(several, chart, AnyFetchRequest("receipt"), entity) }
    }
  }

  @Test("of the first and the last weeks of the calendar are those of their days", arguments: [1, 5])
  func ends(_ rows: Int) async throws {
    let days = ["0001-01-01", "0001-01-08", "9999-12-26", "9999-12-27", "9999-12-31"]
    try await insert(days.map { ["day": .text($0)] })
    let entity = try #require(Self.model.entity(named: "receipt"))
    for text in ["week:day", "day", "year:day"] {
      let chart = try #require(ListChart(text: text))
      let limits = ChartTable.Limits(rows: rows, columns: 1)
      var reader = try ChartReader(chart, over: AnyFetchRequest("receipt"), limits, store)
      for most in [ChartReader.mostGroups, 1] {
        reader.mostGroups = most
        try await compare(try await reader.table(), chart, AnyFetchRequest("receipt"), entity)
      }
    }
  }

  private func insert(_ receipts: [[String: Value]]) async throws {
    _ = try await store.perform(.code) { transaction in
      for values in receipts {
        var record = AnyRecord(Receipt.declaration.description)
        for (name, value) in values { record[name] = value }
        try transaction.insert(record)
      }
    }
  }

  private func table(_ text: String, _ rows: Int = 5, _ columns: Int = 5) async throws -> ChartTable {
    try await store.chart(
      try #require(ListChart(text: text)), over: AnyFetchRequest("receipt"),
      ChartTable.Limits(rows: rows, columns: columns))
  }

  @Test("stand in the order of their field, with units between that have no records, the empty ones last")
  func order() async throws {
    try await insert([
      ["day": .text("2024-01-05"), "stage": .text("late")], ["day": .text("2024-03-31"), "stage": .text("open")],
      ["day": .null, "stage": .text("late")],
    ])
    let months = try await table("month:day").rows
    #expect(months == ["2024-01", "2024-02", "2024-03"].map { .value(.text($0)) } + [.value(.null)])
    let stages = try await table("stage").rows
    #expect(stages == [.value(.text("open")), .value(.text("late"))])
    // Of more units than are shown the latest ones.
    let latest = try await table("month:day", 1)
    #expect(latest.rows == [.value(.text("2024-03")), .value(.null), .others])
    #expect(latest.count(.others, nil) == 1)
  }

  @Test("stand by their figures where these are asked for, also units of days, and empty ones after all with records")
  func greatest() async throws {
    try await insert([
      ["day": .text("2024-01-05"), "count": .integer(3)], ["day": .text("2024-03-31"), "count": .integer(9)],
      ["day": .text("2024-04-01"), "count": .integer(5)], ["day": .text("2024-04-02"), "count": .integer(1)],
      ["day": .null, "count": .integer(70)],
    ])
    func rows(_ months: [String]) -> [ChartTable.Key] { months.map { .value(.text($0)) } + [.value(.null)] }
    #expect(try await table("month:day,greatest").rows == rows(["2024-04", "2024-01", "2024-03", "2024-02"]))
    let sums = try await table("month:day,sum:count,pivot,greatest")
    #expect(sums.rows == rows(["2024-03", "2024-04", "2024-01", "2024-02"]))
    // The latest units are shown, with the greatest of them first.
    let latest = try await table("month:day,sum:count,greatest", 2)
    #expect(latest.rows == rows(["2024-03", "2024-04"]) + [.others])
    #expect(latest.count(.others, nil) == 1)
    #expect(
      try await table("count,greatest,sum:count").rows
        == [70, 9, 5, 3, 1].map { .value(.integer($0)) })
  }

  @Test("that don't fit in 64 bits are none, with their totals alone; the groups stand before smaller ones")
  func large() async throws {
    func receipt(_ label: String, _ stage: String, _ amount: Int64) -> [String: Value] {
      ["label": .text(label), "stage": .text(stage), "amount": .integer(amount)]
    }
    try await insert(
      Array(repeating: receipt("B", "open", 1 << 62), count: 3)
        + [receipt("A", "paid", 100), receipt("A", "late", 20), receipt("C", "paid", 7)])
    for most in [ChartReader.mostGroups, 1] {
      var reader = try ChartReader(
        try #require(ListChart(text: "label,by:stage,sum:amount,pivot")), over: AnyFetchRequest("receipt"),
        ChartTable.Limits(rows: 2, columns: 3), store)
      reader.mostGroups = most
      let chart = try await reader.table()
      let (first, second) = (ChartTable.Key.value(.text("B")), ChartTable.Key.value(.text("A")))
      #expect(chart.rows == [first, second, .others])
      let (open, paid) = (ChartTable.Key.value(.text("open")), ChartTable.Key.value(.text("paid")))
      let tooLarge = [chart.value(first, open), chart.value(first, nil), chart.value(nil, open), chart.value(nil, nil)]
      #expect(tooLarge.allSatisfy { $0 == nil })
      #expect(chart.value(second, nil) == .integer(120) && chart.value(nil, paid) == .integer(107))
      #expect(chart.value(.others, nil) == .integer(7) && chart.count(first, nil) == 3)
    }
    let average = try await table("label,avg:amount")
    #expect(average.value(.value(.text("A")), nil) == .integer(60))
  }

  @Test("of more groups than are added up at once say so")
  func tooMany() async throws {
    try await insert((1...3).map { ["label": .text("Label \($0)")] })
    var reader = try ChartReader(
      try #require(ListChart(text: "label")), over: AnyFetchRequest("receipt"), ChartTable.Limits(rows: 2, columns: 1),
      store)
    #expect(try await reader.table().hasMany == false)
    reader.mostGroups = 2
    #expect(try await reader.table().hasMany)
  }

  @Test("of no records are none")
  func nothing() async throws {
    let chart = try await table("stage,by:shop,sum:amount")
    #expect(chart.rows.isEmpty && chart.columns.isEmpty && chart.count(nil, nil) == 0)
  }

  @Test("are refused for fields that have none")
  func refused() async throws {
    for text in ["nothing", "stage,sum:label", "stage,lines"] {
      await #expect(throws: ListFault.self) { _ = try await table(text) }
    }
  }
}
