import Foundation
import RandomTests
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

private struct Bill: Entity {
  let title = Attribute<String>("Title", .title, .sorted)
  let due = Attribute<CalendarDate>("Due", .sorted)
  let sent = Attribute<CalendarDate>("Sent")
  let price = Attribute<Decimal>("Price", .scale(2), .sorted)
  let copies = Attribute<Int>("Copies", .sorted)
  let note = Attribute<String>("Note", .sorted)
  let paid = Attribute<Bool>("Paid")

  static var states: [StateDescription] {
    [
      StateDescription("late", "Late", tone: .bad, formula: "due < today and not(paid)"),
      StateDescription("soon", "Soon", formula: "due <= today + 14 and not(paid)"), StateDescription("rest", "Rest"),
    ]
  }
}

/// The same without an index: of it no condition is narrowed.
private struct PlainBill: Entity {
  let title = Attribute<String>("Title", .title)
  let due = Attribute<CalendarDate>("Due")
  let sent = Attribute<CalendarDate>("Sent")
  let price = Attribute<Decimal>("Price", .scale(2))
  let copies = Attribute<Int>("Copies")
  let note = Attribute<String>("Note")
  let paid = Attribute<Bool>("Paid")
}

@Suite("Conditions that an index narrows")
struct KeyRangeTests {
  private static let indexed = ModelDescription([Bill.self])
  private static let plain = ModelDescription([PlainBill.self])
  private static let notes = ["Straße", "strasse", "STRASSE", "late", "Late", "ó"]

  private static func store(
    _ entity: String, in model: ModelDescription, _ rows: [[String: Value]], log: Lines? = nil
  ) async throws -> Store {
    var options = StoreOptions()
    if let log {
      options.sqlLog = .statements
      options.log = { log.add($0) }
    }
    let store = try Store(inMemory: model, options: options)
    let description = try #require(model.entity(named: entity))
    _ = try await store.perform(.code) { transaction in
      for row in rows {
        var record = AnyRecord(description)
        for (name, value) in row { record[name] = value }
        try transaction.insert(record)
      }
    }
    return store
  }

  private static func rows(_ count: Int, _ random: inout SeededGenerator) -> [[String: Value]] {
    (0..<count).map { number in
      func some(_ value: Value) -> Value { Int.random(in: 0..<5, using: &random) == 0 ? .null : value }
      return [
        "title": .text("Bill \(number % 37)"), "due": some(.text(day(.random(in: -20...20, using: &random)))),
        "sent": some(.text(day(.random(in: -20...20, using: &random)))),
        "price": some(.integer(.random(in: -500...500, using: &random))),
        "copies": some(.integer(.random(in: -3...3, using: &random))),
        "note": some(.text(notes.randomElement(using: &random) ?? "")),
        "paid": some(.integer(.random(in: 0...1, using: &random))),
      ]
    }
  }

  private static func day(_ offset: Int) -> String { CalendarDate.today.adding(days: offset).description }

  private static func ids(
    _ predicate: FetchPredicate, of entity: String, _ store: Store, sort: String = "title", limit: Int = 50
  ) async throws -> [RecordID] {
    var request = AnyFetchRequest(entity)
    (request.predicate, request.limit, request.sort) = (predicate, limit, [FetchSort(sort)])
    var ids: [RecordID] = []
    let count = try await store.count(request)
    while true {
      let page = try await store.fetch(request)
      #expect(page.total == count)
      ids += page.records.compactMap(\.id)
      guard let next = page.next else { break }
      request.position = .after(next)
    }
    #expect(ids.count == count)
    return ids
  }

  // A comparison of a field with a constant, in one of the ways in which people write it.
  private static func comparison(_ random: inout SeededGenerator) -> FormulaTerm {
    func one<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &random)] }
    func number(_ range: ClosedRange<Int64>, scale: Int = 0) -> FormulaTerm {
      .number(.random(in: range, using: &random), scale: scale)
    }
    let signs: [FormulaFunction] = [.less, .more, .notLess, .notMore, .equal, .unequal]
    let name: String
    let constant: FormulaTerm
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1, 2:
      name = one(["due", "due", "sent"])
      let days = number(0...15)
      constant = one([
        .today, .call(.plus, [.today, days]), .call(.minus, [.today, days]), .call(.plus, [days, .today]),
        .call(.date, [.text(day(.random(in: -15...15, using: &random)))]),
        .call(.plus, [.today, .number(9_000_000, scale: 0)]),
        .call(.minus, [.today, .number(9_000_000, scale: 0)]), .text(""),
      ])
    case 3:
      name = "price"
      constant = one([number(-400...400, scale: 2), number(-4...4), number(-999...999, scale: 3)])
    case 4:
      name = "copies"
      constant = one([number(-3...3), number(-30...30, scale: 1), .number(.max, scale: 0)])
    case 5:
      let text = FormulaTerm.text(one(notes + [""]))
      return .call(one([.equal, .unequal]), one([true, false]) ? [.value("note"), text] : [text, .value("note")])
    default: return one([.value("paid"), .call(.not, [.value("paid")]), .call(.empty, [.value("due")])])
    }
    let parts: [FormulaTerm] = [.value(name), constant]
    return .call(one(signs), one([true, false]) ? parts : parts.reversed())
  }

  @Test(
    "Random conditions of fields and constants find the same with an index and without, alone, within others and negated",
    arguments: 1...UInt64(RandomTests.count(2, all: 40)))
  func random(seed: UInt64) async throws {
    var random = SeededGenerator(state: seed)
    let rows = Self.rows(300, &random)
    let indexed = try await Self.store("bill", in: Self.indexed, rows)
    let plain = try await Self.store("plainBill", in: Self.plain, rows)
    let entity = try #require(Self.plain.entity(named: "plainBill"))
    var (found, narrowed) = (0, 0)
    for _ in 0..<60 {
      let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.comparison(&random) }
      let term = parts.dropFirst().reduce(parts[0]) { .call(.and, [$0, $1]) }
      let formula = Formula(term)
      guard FormulaCheck(Self.plain).complaint(aboutCondition: formula, entity) == nil else { continue }
      let comment: Comment = "\(formula.text), seed \(seed)"
      for predicate in [
        FetchPredicate.formula(formula), .not(.formula(formula)),
        .all([.formula(formula), .compare("copies", .gte, [.integer(0)]), .day("due", .lte, 3)]),
      ] {
        // One page: by pages only the other one is asked.
        let expected = try await Self.ids(predicate, of: "plainBill", plain, limit: rows.count)
        let ids = try await Self.ids(predicate, of: "bill", indexed)
        #expect(ids == expected, comment)
        found += ids.count
      }
      narrowed += try await Self.isNarrowed(.formula(formula), indexed) ? 1 : 0
    }
    #expect(found > 1_000 && narrowed > 10, "seed \(seed)")
  }

  private static func isNarrowed(_ predicate: FetchPredicate, _ store: Store) async throws -> Bool {
    var request = AnyFetchRequest("bill")
    request.predicate = predicate
    return try await store.atVersion { [request] database, mapping, version in
      let fetcher = Fetcher(database: database, mapping: mapping, counts: .unshared, version: version)
      return try fetcher.narrowed(FetchSQL(request, mapping: mapping)).narrowing != nil
    }
  }

  @Test(
    "A state by a formula finds what the declared conditions find, and asks the index of its day for list and number")
  func states() async throws {
    var random = SeededGenerator(state: 11)
    let log = Lines()
    let store = try await Self.store("bill", in: Self.indexed, Self.rows(400, &random), log: log)
    let bill = try #require(Self.indexed.entity(named: "bill"))
    let open = FetchPredicate.not(.compare("paid", .eq, [.integer(1)]))
    let late = try #require(bill.condition(ofState: "late"))
    let expected = try await Self.ids(.all([.day("due", .lt, 0), open]), of: "bill", store)
    #expect(!expected.isEmpty)
    let first = log.lines.count
    #expect(try await Self.ids(late, of: "bill", store) == expected)
    let soon = try #require(bill.condition(ofState: "soon"))
    let later = try await Self.ids(.all([.day("due", .gte, 0), .day("due", .lte, 14), open]), of: "bill", store)
    #expect(try await Self.ids(soon, of: "bill", store) == later)
    let statements = log.lines.dropFirst(first).filter { $0.hasPrefix("SELECT") && $0.contains(#"FROM "bills" t"#) }
    #expect(!statements.isEmpty)
    for sql in statements {
      let plan = try store.blockingRead {
        try $0.rows("EXPLAIN QUERY PLAN " + sql.replacing("?", with: "1")).map { try $0["detail"] as String }
      }
      #expect(plan.contains { $0.contains("kartoteka_keys_bills_due") }, "\(sql)\n\(plan)")
      #expect(!plan.contains { $0 == "SCAN t" }, "\(sql)\n\(plan)")
    }
  }

  @Test("A condition that most records fulfil walks the order, as without an index")
  func wide() async throws {
    var random = SeededGenerator(state: 12)
    let store = try await Self.store("bill", in: Self.indexed, Self.rows(3_000, &random))
    let wide = FetchPredicate.formula(Formula("due < today + 30"))
    #expect(try await Self.isNarrowed(wide, store) == false)
    #expect(try await Self.isNarrowed(.formula(Formula("due < today - 19 and not(paid)")), store))
    let ids = try await Self.ids(wide, of: "bill", store, sort: "due")
    #expect(ids.count > 2_000)
  }
}
