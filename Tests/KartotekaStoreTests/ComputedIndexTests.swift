import Foundation
import KartotekaModel
import Testing

import class GRDB.DatabaseQueue

@testable import KartotekaStore

// Loans of a library, before and after values of them got an index.
private struct Loan: Entity {
  let note = Attribute<String>("Note")
  let day = Attribute<CalendarDate>("Day", .required)
  let months = Attribute<Int>("Months", .required)
  let starts = Attribute<Date>("Starts")
  let fee = Attribute<Decimal>("Fee", .scale(2), .required)
  let count = Attribute<Int>("Count", .required)

  let due = Computed<Loan, CalendarDate>("Due", .sorted) { .of(\.day).adding(.months, .of(\.months)) }
  let ends = Computed<Loan, Date>("Ends", .sorted) { .of(\.starts).adding(.minutes, .of(\.count)) }
  let total = Computed<Loan, Decimal>("Total", .scale(2), .sorted) {
    .of(Calculation(\.fee) * Calculation(\.count)) + .of(Calculation(\.fee))
  }
}

private struct PlainLoan: Entity {
  let note = Attribute<String>("Note")
  let day = Attribute<CalendarDate>("Day", .required)
  let months = Attribute<Int>("Months", .required)
  let starts = Attribute<Date>("Starts")
  let fee = Attribute<Decimal>("Fee", .scale(2), .required)
  let count = Attribute<Int>("Count", .required)
  let due = Computed<PlainLoan, CalendarDate>("Due") { .of(\.day).adding(.months, .of(\.months)) }

  static let plural = "loans"
}

private struct Shelf: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let width = Attribute<Int>("Width", .required)
  let items = ToMany<Item>("Items", inverse: \.shelf)
  let last = Computed<Shelf, Int>("Last", .sorted) { .greatest(\.items, of: \.number) }
  let text = Computed<Shelf, String>("Text", .sorted) { .joined(.of(\.name), .text("shelf")) }
  let isWide = Computed<Shelf, Bool>("Wide", .sorted) { .holds(\.width > 3) }
}

private struct Item: Entity {
  let number = Attribute<Int>("Number", .required)
  let shelf = ToOne<Shelf>("Shelf", required: true)
  let width = Computed<Item, Int>("Width", .sorted) { .of(\.shelf, \Shelf.width) }
}

@Suite("Computed values with an index")
struct ComputedIndexTests {
  private let seen = Lines()

  private func store(_ model: ModelDescription = ModelDescription([Loan.self])) throws -> Store {
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { [seen] in if $0.hasPrefix("SELECT"), $0.contains("FROM \"loans\"") { seen.add($0) } }
    return try Store(inMemory: model, options: options)
  }

  private func fill(_ store: Store) async throws {
    for number in 0..<60 {
      var loan = Record<Loan>()
      loan.day = CalendarDate(iso: "2026-01-31")?.adding(days: number * 37 % 60)
      loan.months = number % 5
      loan.starts = number % 7 == 0 ? nil : Date(timeIntervalSince1970: 1_795_510_800 + Double(number * 7_919 % 1_000))
      loan.fee = Decimal(number % 9) / 4
      loan.count = number % 11 - 3
      try await store.save(&loan)
    }
  }

  private func plan(_ sql: String, in store: Store) throws -> [String] {
    try store.blockingRead {
      try $0.rows("EXPLAIN QUERY PLAN " + sql.replacing("?", with: "1")).map { try $0["detail"] as String }
    }
  }

  @Test(
    "lists sorted by it walk the index, also deep in the list", arguments: ["due", "ends", "total"], [true, false])
  func sorting(_ name: String, _ ascending: Bool) async throws {
    let store = try store()
    try await fill(store)
    var request = AnyFetchRequest("loan")
    request.sort = [FetchSort(name, ascending: ascending)]
    request.limit = 7
    request.wantsTotal = false
    let first = seen.lines.count
    var ids: [RecordID] = []
    while true {
      let page = try await store.fetch(request)
      ids += page.records.compactMap(\.id)
      guard let next = page.next else { break }
      request.position = .after(next)
    }
    #expect(Set(ids).count == 60 && ids.count == 60)
    let pages = seen.lines.dropFirst(first).filter { $0.contains("ORDER BY") }
    #expect(pages.count >= 9)
    for sql in pages.prefix(1) {
      let plan = try plan(sql, in: store)
      #expect(plan.contains { $0.contains("USING INDEX kartoteka_computed_loans__\(name)") }, "\(sql)\n\(plan)")
      #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(sql)\n\(plan)")
    }
  }

  @Test("conditions on it search the index, and find what the plain value finds")
  func filtering() async throws {
    let (store, plain) = (try store(), try Store(inMemory: ModelDescription([PlainLoan.self])))
    try await fill(store)
    for record in try await store.fetch(Loan.all.limit(100)) {
      var loan = Record<PlainLoan>()
      (loan.day, loan.months, loan.starts, loan.fee, loan.count) =
        (record.day, record.months, record.starts, record.fee, record.count)
      try await plain.save(&loan)
    }
    for filter in [FilterOperator.eq, .lt, .lte, .gt, .gte, .ne] {
      var request = AnyFetchRequest("loan")
      request.predicate = .compare("due", filter, [.text("2026-04-30")])
      request.sort = [FetchSort("due")]
      request.limit = 100
      let first = seen.lines.count
      let found = try await store.fetch(request).records.compactMap(\.id)
      var same = AnyFetchRequest("plainLoan")
      (same.predicate, same.sort, same.limit) = (request.predicate, request.sort, 100)
      #expect(try await plain.fetch(same).records.compactMap(\.id) == found, "\(filter)")
      let sql = seen.lines.dropFirst(first).first { $0.contains("ORDER BY") }
      guard filter != .ne, let sql else { continue }
      let plan = try plan(sql.replacing("LIMIT ?", with: "LIMIT 5"), in: store)
      #expect(plan.contains { $0.contains("kartoteka_computed_loans__due (<expr>") }, "\(filter) \(sql)\n\(plan)")
    }
  }

  @Test("the index follows each change of the record")
  func changes() async throws {
    let store = try store()
    try await fill(store)
    var request = AnyFetchRequest("loan")
    request.predicate = .compare("total", .eq, [.integer(12_300)])
    #expect(try await store.fetch(request).records.isEmpty)
    _ = try await store.perform(.code) { transaction in
      var loan = try #require(try transaction.record(Loan.self, id: 4))
      (loan.fee, loan.count) = (Decimal(string: "1.23"), 99)
      try transaction.update(loan)
    }
    #expect(try await store.fetch(request).records.map(\.id) == [4])
    #expect(try await store.values(request) == [.integer(12_300)])
  }

  @Test("a migration makes the index where it is declared, and drops it where it is no more")
  func migration() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "loans.sqlite")
    func indices(_ model: ModelDescription) throws -> [String] {
      try Store(model, at: url).blockingRead {
        try $0.all(
          String.self, "SELECT name FROM sqlite_master WHERE name GLOB 'kartoteka_computed_*' ORDER BY name")
      }
    }
    #expect(try indices(ModelDescription([PlainLoan.self])) == [])
    let all = ["due", "ends", "total"].map { "kartoteka_computed_loans__" + $0 }
    #expect(try indices(ModelDescription([Loan.self])) == all)
    // Other programs can write: the index has functions of SQLite only.
    let other = try DatabaseQueue(path: url.path(percentEncoded: false))
    try await other.write {
      try $0.execute(sql: "INSERT INTO loans (day, months, fee, count) VALUES ('2026-01-31', 1, 250, 2)")
    }
    try other.close()
    #expect(try Store.check(ModelDescription([Loan.self]), at: url) == [])
    #expect(try indices(ModelDescription([PlainLoan.self])) == [])
  }

  @Test("values of related records, texts and conditions are refused with the reason")
  func refused() {
    let faults = ModelDescription([Shelf.self, Item.self]).check()
    #expect(faults.map(\.rule) == Array(repeating: "computed-sound", count: 4))
    #expect(faults.map(\.field) == ["last", "text", "isWide", "width"])
    for fault in [faults.first, faults.last] {
      #expect(fault?.problem.contains("depends on related records") == true)
    }
    #expect(faults.dropFirst().first?.problem.contains("Only numbers, days and moments") == true)
  }
}

extension Store {
  fileprivate func values(_ request: AnyFetchRequest) async throws -> [Value] {
    var request = request
    request.wantsComputed = true
    let page = try await fetch(request)
    return page.records.compactMap { page.computed[$0.id ?? 0]?.values.last }
  }
}
