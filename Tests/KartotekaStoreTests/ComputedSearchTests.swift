import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Buyer: Entity {
  let name = Attribute<String>("Name", .title, .searched)
  let country = Attribute<String>("Country")
}

private struct Sale: Entity {
  let label = Attribute<String>("Label", .title, .searched, .sorted)
  let paid = Attribute<Bool>("Paid")
  let year = Attribute<Int>("Year")
  let due = Attribute<CalendarDate>("Due")
  let buyer = ToOne<Buyer>("Buyer", onDelete: .nullify)
  let stage = Computed<Sale, String>("Stage", .searched) {
    .formula("if(paid, \"settled\", if(due < today, \"Überfällig\", \"\"))")
  }
  let code = Computed<Sale, String>("Code", .searched) { .formula("year & \"/\" & buyer.country") }
  let secret = Computed<Sale, String>("Secret") { .formula("\"hidden\" & year") }
}

@Suite("Searching in computed texts")
struct ComputedSearchTests {
  private static let model = ModelDescription([Sale.self, Buyer.self])
  private static let words = [
    "settled", "Überfällig", "2024", "20", "pol", "Łódź", "tea", "chai", "s", "x", "tab", "2025/fra",
  ]

  private static func entity() throws -> EntityDescription { try #require(model.entity(named: "sale")) }

  private static func store(_ random: inout SeededGenerator, in model: ModelDescription = model) async throws -> Store {
    let store = try Store(inMemory: model)
    var records: [AnyRecord] = []
    for country in ["Polska", "France", nil] {
      var buyer = AnyRecord(try #require(model.entity(named: "buyer")))
      buyer["name"] = .text("Łódź \(country ?? "")")
      buyer["country"] = country.map(Value.text) ?? .null
      records.append(buyer)
    }
    let yesterday = CalendarDate.today.adding(days: -1).description
    for number in 0..<80 {
      var sale = AnyRecord(try #require(model.entity(named: "sale")))
      func some(_ value: Value) -> Value { Int.random(in: 0..<4, using: &random) == 0 ? .null : value }
      let label = ["Tea", "Chai settled", "Table 2024", "Xylophone", "Überfall"].randomElement(using: &random) ?? ""
      sale["label"] = .text("\(label) \(number % 7)")
      sale["paid"] = some(.integer(.random(in: 0...1, using: &random)))
      sale["year"] = some(.integer(.random(in: 2_023...2_025, using: &random)))
      sale["due"] = some(.text(Bool.random(using: &random) ? yesterday : "9000-01-01"))
      sale["buyer"] = some(.integer(.random(in: 1...3, using: &random)))
      if number == 0 {
        (sale["label"], sale["paid"], sale["due"]) = (.text("Xylophone 0"), .integer(0), .text(yesterday))
      }
      records.append(sale)
    }
    _ = try await store.perform(.code) { [records] transaction in
      for record in records { try transaction.insert(record) }
    }
    return store
  }

  private static func request(_ search: String) -> AnyFetchRequest {
    var request = AnyFetchRequest("sale")
    request.search = search
    request.sort = [FetchSort("label")]
    request.limit = 500
    return request
  }

  // The same by looking at everything: each word in the label or in a searched computed value.
  private static func expected(_ search: String, _ store: Store) async throws -> Set<RecordID> {
    var all = AnyFetchRequest("sale")
    (all.limit, all.wantsComputed) = (500, true)
    let page = try await store.fetch(all)
    let searched = try entity().computed.map(\.attribute.isSearched)
    let words = Folding.fold(search).split(separator: " ")
    let found = page.records.filter { record in
      let computed = page.computed[record.id ?? 0]?.values ?? []
      let values = [record["label"]] + zip(computed, searched).filter(\.1).map(\.0)
      let texts = values.map { if case .text(let text) = $0 { Folding.fold(text) } else { "" } }
      return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
    return Set(found.compactMap(\.id))
  }

  @Test(
    "finds what looking at each record finds, with the exact total, by pages, ranks, conditions, figures and any matches",
    arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) async throws {
    var random = SeededGenerator(state: seed)
    let store = try await Self.store(&random)
    var hits = 0
    for round in 0..<30 {
      let count = round < Self.words.count ? 1 : Int.random(in: 2...3, using: &random)
      let search =
        count == 1
        ? Self.words[round]
        : (0..<count).compactMap { _ in Self.words.randomElement(using: &random) }.joined(separator: " ")
      let comment: Comment = "“\(search)”, seed \(seed)"
      let expected = try await Self.expected(search, store)
      hits += expected.count
      for ranks in [false, true] {
        var request = Self.request(search)
        request.ranksMatches = ranks
        let page = try await store.fetch(request)
        #expect(Set(page.records.compactMap(\.id)) == expected && page.records.count == expected.count, comment)
        #expect(page.total == expected.count, comment)
        request.limit = 7
        var paged: [RecordID] = []
        while true {
          let page = try await store.fetch(request)
          #expect(page.total == expected.count, comment)
          paged += page.records.compactMap(\.id)
          guard let next = page.next else { break }
          request.position = .after(next)
        }
        #expect(paged == page.records.compactMap(\.id), comment)
      }
      #expect(try await store.count(Self.request(search)) == expected.count, comment)
      var narrowed = Self.request(search)
      narrowed.predicate = .compare("paid", .eq, [.integer(1)])
      let paid = try await store.fetch(narrowed)
      #expect(paid.total == paid.records.count && Set(paid.records.compactMap(\.id)).isSubset(of: expected), comment)
      var figure = AggregateRequest(over: Self.request(search))
      figure.measures = [.count]
      #expect(try await store.aggregates([figure])[0].first?.measures.first == .integer(Int64(expected.count)), comment)
      var any = Self.request(search)
      (any.takesAnyMatchesFrom, any.wantsTotal, any.limit) = (1, false, 5)
      let some = try await store.fetch(any)
      #expect(some.records.count == min(5, expected.count), comment)
      #expect(some.records.compactMap(\.id).allSatisfy(expected.contains), comment)
    }
    #expect(hits > 100, "seed \(seed)")
  }

  @Test("follows changes of the record and of related records, and looks in nothing that is not searched")
  func changes() async throws {
    var random = SeededGenerator(state: 7)
    let store = try await Self.store(&random)
    #expect(try await store.count(Self.request("hidden")) == 0)
    #expect(try await store.count(Self.request("norge")) == 0)
    _ = try await store.perform(.code) { transaction in
      for id in [1, 2, 3] as [RecordID] {
        guard var buyer = try transaction.record(try #require(Self.model.entity(named: "buyer")), id: id) else {
          continue
        }
        buyer["country"] = .text("Norge")
        try transaction.update(buyer)
      }
      guard var sale = try transaction.record(Self.entity(), id: 1) else { return }
      (sale["paid"], sale["buyer"]) = (.integer(1), .integer(1))
      try transaction.update(sale)
    }
    let moved = try await Self.expected("norge", store)
    #expect(moved.contains(1))
    let found = try await store.fetch(Self.request("norge settled"))
    #expect(found.records.contains { $0.id == 1 })
    #expect(try await store.count(Self.request("norge")) == moved.count)
  }

  @Test("answers are kept for no other day, and for no longer than what the computed value reads")
  func dependencies() {
    let searched = Dependencies(Self.request("settled"), in: Self.model)
    #expect(searched.isOfDay && searched.entities == ["sale", "buyer"])
    #expect(!Dependencies(Self.request(""), in: Self.model).isOfDay)
  }

  @Test("An entity that searches no computed value asks its index alone, as before")
  func plain() async throws {
    let model = ModelDescription([Buyer.self])
    let store = try Store(inMemory: model)
    try await store.atVersion { _, mapping, _ in
      var request = AnyFetchRequest("buyer")
      request.search = "kowalska chess"
      let sql = try FetchSQL(request, mapping: mapping)
      #expect(sql.computedKeys.isEmpty && sql.searchesKeysAlone)
      #expect(!sql.lookUp().sql.contains("instr") && sql.lookUp().sql.contains("MATCH"))
    }
  }

  @Test("A slip in a word is forgiven beside a word of a computed value")
  func slips() async throws {
    var random = SeededGenerator(state: 4)
    let store = try await Self.store(&random)
    var request = Self.request("xylophome")
    request.forgivesSlip = true
    #expect(try await store.fetch(request).correctedSearch == "xylophone")
    let both = try await Self.expected("überfällig xylophone", store)
    request.search = "Überfällig xylophome"
    let page = try await store.fetch(request)
    #expect(!both.isEmpty && page.correctedSearch == "uberfallig xylophone" && page.total == both.count)
  }

  @Test("Records like one that is typed are found by titles, not behind those whose computed texts have its words")
  func like() async throws {
    let store = try Store(inMemory: Self.model)
    let entity = try Self.entity()
    _ = try await store.perform(.code) { transaction in
      for number in 1...40 {
        var sale = AnyRecord(entity)
        (sale["label"], sale["paid"]) = (.text(number < 40 ? "Tea \(number)" : "Settled"), .integer(1))
        try transaction.insert(sale)
      }
    }
    for title in ["settled", "Setled"] {
      var typed = AnyRecord(entity)
      typed["label"] = .text(title)
      let found = try await store.records(like: typed, limit: 5)
      #expect(found.compactMap(\.id) == [40], "\(title)")
    }
    var request = Self.request("settled")
    #expect(try await store.count(request) == 40)
    request.searchesStoredAlone = true
    #expect(try await store.count(request) == 1)
    #expect(!Dependencies(request, in: Self.model).isOfDay)
  }

  @Test("An entity without searched fields is searched by its computed texts, and one that is no text is refused")
  func alone() async throws {
    var drafts = Self.model.drafts
    let place = try #require(drafts.firstIndex { $0.name == "sale" })
    for index in drafts[place].attributes.indices {
      (drafts[place].attributes[index].isSearched, drafts[place].attributes[index].isSorted) = (false, false)
    }
    let model = ModelDescription(drafts: drafts)
    #expect(model.check().isEmpty && model.entity(named: "sale")?.isSearchable == true)
    var random = SeededGenerator(state: 5)
    let store = try await Self.store(&random, in: model)
    for search in ["settled", "se", "2024 settled", "berf 20"] {
      var request = Self.request(search)
      request.sort = []
      let page = try await store.fetch(request)
      #expect(page.total == page.records.count)
      #expect(try await store.count(request) == page.records.count)
    }
    var settled = AnyFetchRequest("sale")
    settled.predicate = .compare("paid", .eq, [.integer(1)])
    let paid = try await store.count(settled)
    #expect(try await store.count(Self.request("settled")) == paid)
    drafts[place].computed.append(
      ComputedDescription(attribute: number(), source: .formula(Formula("year + 1"))))
    let faults = ModelDescription(drafts: drafts).check()
    #expect(faults.contains { $0.description.contains("can't look in the kind integer") }, "\(faults)")
  }

  @Test("The deepest text that may be computed is searched, by the list and in figures")
  func deepest() async throws {
    var (model, text) = (Self.model, "label")
    for level in 0..<30 {
      text = "first(\(text), \"x\(level)\")"
      var drafts = Self.model.drafts
      let place = try #require(drafts.firstIndex { $0.name == "sale" })
      drafts[place].computed[0].source = .formula(Formula(text))
      let deeper = ModelDescription(drafts: drafts)
      guard deeper.check().isEmpty else { break }
      model = deeper
    }
    #expect(
      model.entity(named: "sale")?.computed("stage")?.source
        != Self.model.entity(named: "sale")?.computed("stage")?.source)
    var random = SeededGenerator(state: 6)
    let store = try await Self.store(&random, in: model)
    for search in ["table pol", "france 2023"] {
      let expected = try await Self.expected(search, store)
      #expect(Set(try await store.fetch(Self.request(search)).records.compactMap(\.id)) == expected)
    }
    let request = Self.request("table 2024")
    let page = try await store.fetch(request)
    #expect(page.total == page.records.count && !page.records.isEmpty)
    var figure = AggregateRequest(over: request)
    (figure.measures, figure.groups) = ([.count], [.value("stage")])
    let counts = try await store.aggregates([figure])[0].compactMap { row -> Int64? in
      if case .integer(let count)? = row.measures.first { count } else { nil }
    }
    #expect(counts.reduce(0, +) == Int64(page.records.count))
  }

  private func number() -> AttributeDescription {
    var attribute = AttributeDescription(name: "next", label: "Next", kind: .integer)
    (attribute.isSearched, attribute.writability) = (true, .never)
    return attribute
  }
}
