import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

// Tickets whose computed values and states compare texts that have keys.
private struct Ticket: Entity {
  let title = Attribute<String>("Title", .required, .title, .sorted)
  let status = Attribute<String>("Status", .sorted)
  let clerk = ToOne<Clerk>("Clerk", onDelete: .nullify)
  let isOpen = Computed<Ticket, Bool>("Open") { .holds(\.status == "open") }
  let isOfAnna = Computed<Ticket, Bool>("Anna's") { .holds(Condition(\.clerk, to: \Clerk.name == "Anna")) }

  static var states: [StateDescription] {
    [StateDescription("open", "Open", when: \Ticket.status == "open"), StateDescription("closed", "Closed")]
  }
}

private struct Clerk: Entity {
  let name = Attribute<String>("Name", .required, .title, .sorted)
  let tickets = ToMany<Ticket>("Tickets", inverse: \.clerk)
  let hasOpen = Computed<Clerk, Bool>("Has open ones") { .exists(\.tickets, where: \.status == "open") }
}

@Suite("Keys that a read or a transaction uses have all that it sees")
struct SnapshotKeyTests {
  private static let model = ModelDescription([Ticket.self, Clerk.self])
  private let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")

  private func ticket() throws -> EntityDescription { try #require(Self.model.entity(named: "ticket")) }

  @Test("A computed value and a state of a record that a transaction has just written")
  func inTransaction() async throws {
    let store = try Store(inMemory: Self.model)
    let (ticket, clerk) = (try ticket(), try #require(Self.model.entity(named: "clerk")))
    let seen = try await store.perform(.code) { transaction -> [String] in
      func text(_ record: AnyRecord) throws -> String {
        let computed = try #require(try transaction.computed(record))
        return "\(computed.state?.name ?? "none") \(computed.values)"
      }
      var anna = AnyRecord(clerk)
      anna["name"] = .text("Anna")
      anna = try transaction.insert(anna)
      var record = AnyRecord(ticket)
      (record["title"], record["status"], record["clerk"]) = (.text("T"), .text("open"), .integer(anna.id ?? 0))
      record = try transaction.insert(record)
      var found = [try text(record), try text(anna)]
      record["status"] = .text("done")
      record = try transaction.update(record)
      anna["name"] = .text("Ada")
      anna = try transaction.update(anna)
      found += [try text(record), try text(anna)]
      return found
    }.value
    let (yes, no) = (Value.integer(1), Value.integer(0))
    #expect(seen == ["open \([yes, yes])", "none \([yes])", "closed \([no, no])", "none \([no])"])
  }

  @Test(
    "Computed values and states after another program's write, before the background has brought the keys up to date")
  func afterForeignWrite() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try Store(Self.model, at: folder.appending(path: "tickets.sqlite"))
    let other = try DatabaseFile(try #require(store.url))
    try other.execute("INSERT INTO clerks (id, name) VALUES (1, 'Anna'), (2, 'Bo')")
    try other.execute("INSERT INTO tickets (id, title, status, clerk_id) VALUES (1, 'T', 'new', 1)")
    for round in 1...20 {
      let isOpen = round % 2 == 1
      try other.execute(
        "UPDATE tickets SET status = '\(isOpen ? "open" : "done")', clerk_id = \(isOpen ? 1 : 2) WHERE id = 1")
      let computed = try #require(try await store.computed(try ticket(), ids: [1])[1])
      #expect(computed.state?.name == (isOpen ? "open" : "closed"))
      #expect(computed.values == Array(repeating: .integer(isOpen ? 1 : 0), count: 2))
    }
  }

  // MARK: One computation of keys

  private func walk(_ store: Store, _ sort: [FetchSort], limit: Int) async throws -> [RecordID] {
    var request = AnyFetchRequest("user")
    (request.sort, request.limit, request.wantsTotal) = (sort, limit, false)
    var ids: [RecordID] = []
    while true {
      let page = try await store.fetch(request)
      ids += page.records.compactMap(\.id)
      guard let next = page.next, ids.count < 10_000 else { return ids }
      request.position = .after(next)
    }
  }

  @Test("Texts that are no UTF-8 have one key, whether they are many or one, and pages skip no record")
  func notUTF8() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    // "Émile" and "É m" in Latin-1, as a program writes them that imports such a file.
    try file.other.execute(
      """
      INSERT INTO users (first_name, last_name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1300)
      SELECT 'Anna', CASE i % 3 WHEN 0 THEN CAST(x'c96d696c65' AS TEXT) || i WHEN 1 THEN CAST(x'c9206d' AS TEXT) || i
      ELSE 'Nowak ' || i END FROM n
      """)
    let sorts = [
      [FetchSort("lastName")], [FetchSort("lastName", ascending: false)],
      [FetchSort("firstName"), FetchSort("lastName")],
    ]
    for sort in sorts { #expect(Set(try await walk(file.store, sort, limit: 70)).count == 1_300) }
    // The store's own writes bring the keys up to date: of all records, and then of one.
    let keys = "SELECT count(*), count(DISTINCT last_name) FROM kartoteka_keys_users"
    _ = try await file.store.perform(.code) { transaction in
      var user = try #require(try transaction.record(entity("user"), id: 2))
      user["firstName"] = .text("Bo")
      try transaction.update(user)
    }
    #expect(try file.other.rows(keys) == ["1300|1300"])
    let bulk = try file.other.rows("SELECT hex(last_name) FROM kartoteka_keys_users WHERE id = 3")
    _ = try await file.store.perform(.code) { transaction in
      var user = try #require(try transaction.record(entity("user"), id: 3))
      user["email"] = .text("a@example.org")
      try transaction.update(user)
    }
    #expect(try file.other.rows("SELECT hex(last_name) FROM kartoteka_keys_users WHERE id = 3") == bulk)
    for sort in sorts { #expect(Set(try await walk(file.store, sort, limit: 70)).count == 1_300) }
    #expect(try await file.store.fetch(AnyFetchRequest("user")).total == 1_300)
  }

  @Test("An order that the id is in ends with it", arguments: [true, false])
  func byID(_ ascending: Bool) async throws {
    let scratch = try Scratch()
    for name in ["Cy", "Ada", "Bo", "Ada", "Dee"] { _ = try await scratch.person(name, name) }
    let sorts = [
      [FetchSort("id", ascending: ascending), FetchSort("lastName")],
      [FetchSort("lastName"), FetchSort("id", ascending: ascending), FetchSort("firstName")],
    ]
    let walked = try await [walk(scratch.store, sorts[0], limit: 2), walk(scratch.store, sorts[1], limit: 2)]
    #expect(walked == (ascending ? [[1, 2, 3, 4, 5], [2, 4, 3, 1, 5]] : [[5, 4, 3, 2, 1], [4, 2, 3, 1, 5]]))
  }

  @Test("A limit of any size is one", arguments: [Int.max, Int.max - 1, 0, -1, Int.min])
  func limits(_ limit: Int) async throws {
    let scratch = try Scratch()
    for name in ["Cy", "Ada", "Bo"] { _ = try await scratch.person(name, name) }
    var request = AnyFetchRequest("user")
    (request.sort, request.limit) = ([FetchSort("lastName")], limit)
    #expect(try await scratch.store.fetch(request).records.count == (limit > 0 ? 3 : 1))
    request.position = .around(2)
    #expect(try await scratch.store.fetch(request).records.count == (limit > 0 ? 3 : 1))
    (request.search, request.takesAnyMatchesFrom) = ("a", 1)
    _ = try await scratch.store.fetch(request)
  }
}
