import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Aggregates")
struct AggregateTests {
  private static let model = ModelDescription([Kind.self, Good.self, Purchase.self, Item.self])
  private static let amount: Calculation<Item> = (\Item.price * \Item.count * (1 - \Item.discount)).rounded(2)

  // A purchase's line, as a plain value beside the record.
  private struct Line {
    let id: RecordID
    let purchase: RecordID
    let day: String
    let kind: RecordID?
    let good: RecordID
    let price: Int64
    let count: Int64
    let discount: Int64?
    var amount: Int64? {
      try? Self.expression.number(of: Self.entity, in: AggregateTests.model) { name in
        switch name {
        case "price": .integer(price)
        case "count": .integer(count)
        default: discount.map(Value.integer) ?? .null
        }
      }
    }
    private static let expression = AggregateTests.amount.expression
    private static let entity = Item.declaration.description
  }

  private struct Shop {
    let store: Store
    var lines: [Line] = []
  }

  /// Three kinds of goods and one of none, over two years, some lines without a discount.
  private static func shop(_ count: Int = 300) async throws -> Shop {
    let store = try Store(inMemory: model)
    var random = SystemRandomNumberGenerator()
    let lines = (0..<count).map { _ in
      (
        purchase: Int64.random(in: 1...40, using: &random), good: Int64.random(in: 1...8, using: &random),
        price: Int64.random(in: -500...20_000, using: &random), count: Int64.random(in: 1...99, using: &random),
        discount: Int.random(in: 0...9, using: &random) == 0 ? nil : Int64.random(in: 0...60, using: &random)
      )
    }
    let made = try await store.perform(.code) { transaction in
      for number in 1...3 {
        var kind = AnyRecord(Self.entity("kind"))
        kind["name"] = .text("Kind \(number)")
        try transaction.insert(kind)
      }
      for number in 1...8 {
        var good = AnyRecord(Self.entity("good"))
        good["kind"] = number % 4 == 0 ? .null : .integer(Int64(number % 4))
        good["stock"] = .integer(Int64(number))
        good["enough"] = .integer(4)
        try transaction.insert(good)
      }
      for number in 1...40 {
        var purchase = AnyRecord(Self.entity("purchase"))
        purchase["day"] = .text(Self.day(number))
        try transaction.insert(purchase)
      }
      return try lines.map { line in
        var item = AnyRecord(Self.entity("item"))
        item["purchase"] = .integer(line.purchase)
        item["good"] = .integer(line.good)
        item["price"] = .integer(line.price)
        item["count"] = .integer(line.count)
        item["discount"] = line.discount.map(Value.integer) ?? .null
        let id = try transaction.insert(item).id ?? 0
        return Line(
          id: id, purchase: line.purchase, day: Self.day(Int(line.purchase)),
          kind: line.good % 4 == 0 ? nil : line.good % 4, good: line.good, price: line.price, count: line.count,
          discount: line.discount)
      }
    }.value
    return Shop(store: store, lines: made)
  }

  private static func entity(_ name: String) -> EntityDescription {
    model.entity(named: name) ?? Item.declaration.description
  }

  private static func day(_ number: Int) -> String {
    let month = number * 7 % 24
    return "\(1997 + month / 12)-" + (month % 12 < 9 ? "0" : "") + "\(month % 12 + 1)-15"
  }

  private static func sum(_ lines: [Line]) -> Int64 {
    var sum: Int64 = 0
    for line in lines { sum += line.amount ?? 0 }
    return sum
  }

  private static func grouped(_ lines: [Line], _ key: (Line) -> String) -> [(key: String, value: [Line])] {
    Dictionary(grouping: lines, by: key).sorted { $0.key < $1.key }
  }

  private static func ids(_ request: AnyFetchRequest, _ store: Store) async throws -> [RecordID] {
    try await store.fetch(request).records.compactMap(\.id)
  }

  private static func items(_ change: (inout AggregateRequest) -> Void) -> AggregateRequest {
    var request = AggregateRequest("item")
    change(&request)
    return request
  }

  @Test("NW-12 sums by month what each line comes to, rounded line by line")
  func months() async throws {
    let shop = try await Self.shop()
    let request = Self.items {
      $0.groups = [.month("purchase.day")]
      $0.measures = [.sum(Self.amount.expression), .count, .different("purchase")]
    }
    let rows = try await shop.store.aggregates([request])[0]
    var expected: [AggregateRow] = []
    for (month, lines) in Self.grouped(shop.lines, { String($0.day.prefix(7)) }) {
      let orders = Set(lines.map(\.purchase)).count
      expected.append(
        AggregateRow(
          groups: [.text(month)],
          measures: [.integer(Self.sum(lines)), .integer(Int64(lines.count)), .integer(Int64(orders))]))
    }
    #expect(rows == expected && rows.count > 10)
  }

  @Test("ranks related records two relationships away, with the records without one, up to a limit")
  func ranking() async throws {
    let shop = try await Self.shop()
    var request = Self.items {
      $0.groups = [.value("good.kind")]
      $0.measures = [.sum(Self.amount.expression)]
      $0.order = [.measure(0, ascending: false)]
    }
    var sums: [(kind: RecordID?, sum: Int64)] = []
    for (kind, lines) in Dictionary(grouping: shop.lines, by: \.kind) { sums.append((kind, Self.sum(lines))) }
    let expected = sums.sorted { $0.sum > $1.sum }
    let rows = try await shop.store.aggregates([request])[0]
    #expect(rows.map { $0.groups[0] } == expected.map { $0.kind.map(Value.integer) ?? .null })
    #expect(rows.map { $0.measures[0] } == expected.map { Value.integer($0.sum) })
    #expect(rows.count == 4)
    request.limit = 2
    let first = try await shop.store.aggregates([request])[0]
    #expect(first == Array(rows.prefix(2)))
  }

  @Test("works out averages, least and greatest, of numbers and of dates, exactly")
  func measures() async throws {
    let shop = try await Self.shop()
    let request = Self.items {
      $0.groups = [.year("purchase.day")]
      $0.measures = [
        .average(Self.amount.expression), .least(Self.amount.expression), .greatest(.value("count")),
        .least(.value("purchase.day")),
      ]
    }
    let rows = try await shop.store.aggregates([request])[0]
    var expected: [AggregateRow] = []
    for (year, lines) in Self.grouped(shop.lines, { String($0.day.prefix(4)) }) {
      let amounts: [Int64] = lines.compactMap(\.amount)
      var (average, rounded) = (Decimal(Self.sum(lines)) / Decimal(amounts.count), Decimal())
      NSDecimalRound(&rounded, &average, 0, .plain)
      let counts: [Int64] = lines.map(\.count)
      let days: [String] = lines.map(\.day)
      expected.append(
        AggregateRow(
          groups: [.text(year)],
          measures: [
            .integer(try #require(Int64(rounded.description))), .integer(try #require(amounts.min())),
            .integer(try #require(counts.max())), .text(try #require(days.min())),
          ]))
    }
    #expect(rows == expected && rows.count == 2)
  }

  @Test("looks at the records that a predicate leaves, through relationships, too")
  func predicate() async throws {
    let shop = try await Self.shop()
    let request = Self.items {
      $0.predicate = .all([
        .leads("purchase", .compare("day", .gte, [.text("1998-01-01")])), .compare("count", .gt, [.integer(50)]),
      ])
      $0.measures = [.sum(Self.amount.expression), .count]
    }
    let lines = shop.lines.filter { $0.day >= "1998-01-01" && $0.count > 50 }
    let rows = try await shop.store.aggregates([request])[0]
    let row = try #require(rows.first)
    #expect(row.measures == [.integer(Self.sum(lines)), .integer(Int64(lines.count))])
    #expect(row.groups == [])
  }

  @Test("has a row of zeros for nothing at all, and no rows for groups of nothing")
  func nothing() async throws {
    let store = try Store(inMemory: Self.model)
    var request = Self.items {
      $0.measures = [.sum(Self.amount.expression), .count, .average(.value("count")), .least(.value("count"))]
    }
    let all = try await store.aggregates([request])
    #expect(all == [[AggregateRow(groups: [], measures: [.integer(0), .integer(0), .null, .null])]])
    request.groups = [.value("good")]
    let groups = try await store.aggregates([request])
    #expect(groups == [[]])
  }

  @Test("answers several requests at once, anew when something was committed, and else without asking again")
  func versions() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = Lines()
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { log.add($0) }
    let store = try Store(Self.model, at: folder.appending(path: "shop.sqlite"), options: options)
    let request = AggregateRequest("kind")
    let other = AggregateRequest("good")
    func sums() -> Int { log.lines.count { $0.contains("SELECT count(*) FROM \"kinds\" t") } }
    let both = try await store.aggregates([request, other])
    #expect(both.map { $0[0].measures } == [[.integer(0)], [.integer(0)]])
    #expect(sums() == 1)
    for _ in 0..<3 { _ = try await store.aggregates([request]) }
    #expect(sums() == 1)
    _ = try await store.perform(.code) { transaction in
      var kind = AnyRecord(Self.entity("kind"))
      kind["name"] = .text("Kind")
      try transaction.insert(kind)
    }
    let next = try await store.aggregates([request])
    #expect(next[0][0].measures == [.integer(1)])
    #expect(sums() == 2)
  }

  @Test("are worked out once for all who ask at the same time")
  func together() async throws {
    let log = Lines()
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { log.add($0) }
    let store = try Store(inMemory: Self.model, options: options)
    _ = try await store.version()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { _ = try await store.aggregates([AggregateRequest("item")]) } }
      try await group.waitForAll()
    }
    #expect(log.lines.count { $0.contains("SELECT count(*) FROM \"items\" t") } == 1)
  }

  @Test(
    "says that numbers are too large, and never comes to a number that is not exact",
    arguments: [(Int64.max / 100, 60), (Int64.max / 3, 1), (Int64.max, 99)] as [(Int64, Int64)])
  func overflow(price: Int64, count: Int64) async throws {
    let shop = try await Self.shop(1)
    _ = try await shop.store.perform(.code) { transaction in
      for _ in 0..<4 {
        var item = AnyRecord(Self.entity("item"))
        item["price"] = .integer(price)
        item["count"] = .integer(count)
        item["discount"] = .integer(0)
        try transaction.insert(item)
      }
    }
    for measure in [AggregateMeasure.sum(Self.amount.expression), .greatest(Self.amount.expression)] {
      let request = Self.items { $0.measures = [measure] }
      await #expect(throws: StoreError.tooLarge(entity: "item")) { _ = try await shop.store.aggregates([request]) }
    }
    let plain = Self.items { $0.measures = [.sum(.value("price"))] }
    await #expect(throws: StoreError.tooLarge(entity: "item")) {
      guard price > Int64.max / 4 else { throw StoreError.tooLarge(entity: "item") }
      _ = try await shop.store.aggregates([plain])
    }
  }

  @Test("refuses unknown names and sums of values that are no numbers")
  func refused() async throws {
    let store = try Store(inMemory: Self.model)
    await #expect(throws: StoreError.unknownField(entity: "item", field: "good.size")) {
      _ = try await store.aggregates([Self.items { $0.groups = [.value("good.size")] }])
    }
    await #expect(throws: StoreError.badFilter(field: "purchase.day", operator: .eq)) {
      _ = try await store.aggregates([Self.items { $0.measures = [.sum(.rounded(.value("purchase.day"), scale: 1))] }])
    }
    await #expect(throws: StoreError.unknownField(entity: "item", field: "")) {
      _ = try await store.aggregates([Self.items { $0.order = [.measure(4, ascending: true)] }])
    }
  }

  @Test("finds records by numbers calculated from them and from what they lead to")
  func conditions() async throws {
    let shop = try await Self.shop()
    var request = AnyFetchRequest("good")
    request.predicate = (\Good.stock < \Good.enough).predicate
    #expect(try await Self.ids(request, shop.store) == [1, 2, 3])
    request.predicate = .calculates(.value("stock"), .gte, .product(.value("enough"), .constant(15, scale: 1)))
    #expect(try await Self.ids(request, shop.store) == [6, 7, 8])
    var items = AnyFetchRequest("item")
    items.predicate = .calculates(.value("count"), .gt, .value("good.stock"))
    let expected = shop.lines.filter { $0.count > $0.good }.count
    #expect(try await shop.store.count(items) == expected)
    items.predicate = .calculates(.value("count"), .contains, .value("good.stock"))
    await #expect(throws: StoreError.badFilter(field: "count", operator: .contains)) {
      _ = try await shop.store.count(items)
    }
  }

  @Test("finds records by what day it is")
  func today() async throws {
    let store = try Store(inMemory: Self.model)
    let today = CalendarDate.today
    _ = try await store.perform(.code) { transaction in
      for offset in [-2, -1, 0, 1] {
        var purchase = AnyRecord(Self.entity("purchase"))
        purchase["day"] = .text(today.adding(days: offset).description)
        try transaction.insert(purchase)
      }
    }
    var request = AnyFetchRequest("purchase")
    let cases: [(FilterOperator, Int, [RecordID])] = [(.lt, 0, [1, 2]), (.lte, 0, [1, 2, 3]), (.gte, -1, [2, 3, 4])]
    for (filter, offset, expected) in cases {
      request.predicate = .day("day", filter, offset)
      #expect(try await Self.ids(request, store) == expected)
      #expect(try await store.count(request) == expected.count)
    }
  }
}

private struct Kind: Entity {
  let name = Attribute<String>("Name", .required, .title)
}

private struct Good: Entity {
  let kind = ToOne<Kind>("Kind")
  let stock = Attribute<Int>("Stock", .required)
  let enough = Attribute<Int>("Enough", .required)
}

private struct Purchase: Entity {
  let day = Attribute<CalendarDate>("Day")
}

private struct Item: Entity {
  let purchase = ToOne<Purchase>("Purchase")
  let good = ToOne<Good>("Good")
  let price = Attribute<Decimal>("Price", .required, .scale(2))
  let count = Attribute<Int>("Count", .required)
  let discount = Attribute<Decimal>("Discount", .scale(2))
}
