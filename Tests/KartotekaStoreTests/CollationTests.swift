import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Sorting by language", .serialized)
struct CollationTests {
  /// People as a Polish list has them.
  private static let polish = [
    "Cysorz", "czyż", "Ćwik", "Lis", "Lubicz", "Łabędź", "Łódźka", "Malec", "Olek", "Óska", "Sroka", "Szyc", "Śliwa",
    "Zając", "Zych", "Źdźbło", "Żak", "żuk", "Елагина", "Ёлкин", "Ершов", "Иванов", "Йогансен", "Кротов",
  ]
  /// The same as an English one has them.
  private static let root = [
    "Ćwik", "Cysorz", "czyż", "Łabędź", "Lis", "Łódźka", "Lubicz", "Malec", "Olek", "Óska", "Śliwa", "Sroka", "Szyc",
    "Zając", "Żak", "Źdźbło", "żuk", "Zych", "Елагина", "Ёлкин", "Ершов", "Иванов", "Йогансен", "Кротов",
  ]

  private func filled(file: Bool = false) async throws -> Scratch {
    let scratch = try Scratch(file: file)
    _ = try await scratch.store.perform(.code) { transaction in
      for name in Self.polish.enumerated().sorted(by: { $0.offset * 7 % 24 < $1.offset * 7 % 24 }).map(\.element) {
        try transaction.insert(AnyRecord(entity("user"), id: nil, values: [.text("Anna"), .text(name), .null]))
      }
    }
    return scratch
  }

  private func request(
    _ collation: Collation = .polish, _ change: (inout AnyFetchRequest) -> Void = { _ in }
  ) -> AnyFetchRequest {
    var request = AnyFetchRequest("user")
    request.sort = [FetchSort("lastName")]
    request.collation = collation
    change(&request)
    return request
  }

  private func names(
    _ store: Store, _ collation: Collation = .polish, _ change: (inout AnyFetchRequest) -> Void = { _ in }
  ) async throws -> [String] {
    let page = try await store.fetch(request(collation, change))
    // The order is computed until its keys are made.
    await store.background.waitUntilIdle()
    #expect(try await store.fetch(request(collation, change)).records == page.records)
    return page.records.map(Self.name)
  }

  private static func name(_ record: AnyRecord) -> String {
    if case .text(let name) = record["lastName"] { name } else { "" }
  }

  private func hasKeys(_ store: Store, _ name: String = "kartoteka_keys_users__polish") throws -> Bool {
    try store.blockingRead {
      try $0.first(Int.self, "SELECT count(*) FROM sqlite_master WHERE name = ?", [name]) == 1
    }
  }

  @Test("each language has its order, also at the same time, and only a read in that order makes its keys")
  func orders() async throws {
    let scratch = try await filled()
    #expect(try await names(scratch.store, .root) == Self.root)
    #expect(try hasKeys(scratch.store) == false)
    #expect(try await names(scratch.store) == Self.polish)
    #expect(try hasKeys(scratch.store))
    #expect(try await names(scratch.store, .root) == Self.root)
  }

  @Test(
    "pages by cursor forwards and backwards give every record once, whatever is searched and sorted by",
    arguments: [
      [FetchSort("lastName")], [FetchSort("lastName", ascending: false)],
      [FetchSort("firstName"), FetchSort("lastName")],
      [FetchSort("email"), FetchSort("lastName", ascending: false)],
    ], ["", "an", "anna", "l", "o a"])
  func paging(sort: [FetchSort], search: String) async throws {
    let scratch = try await filled()
    let all = try await scratch.store.fetch(
      request {
        $0.sort = sort
        $0.search = search
      })
    let expected = Self.polish.filter { name in
      search.split(separator: " ").allSatisfy { "anna \(Folding.fold(name))".contains($0) }
    }
    #expect(all.total == expected.count)
    #expect(all.records.map(Self.name) == (sort.last?.ascending == true ? expected : expected.reversed()))
    var request = request {
      $0.sort = sort
      $0.search = search
      $0.limit = 5
    }
    var forwards: [AnyRecord] = []
    var last: FetchPage?
    while true {
      let page = try await scratch.store.fetch(request)
      #expect(page.total == expected.count)
      forwards += page.records
      last = page
      guard let next = page.next else { break }
      request.position = .after(next)
    }
    #expect(forwards == all.records)
    var backwards = last?.records ?? []
    while let previous = last?.previous {
      request.position = .before(previous)
      last = try await scratch.store.fetch(request)
      backwards = (last?.records ?? []) + backwards
    }
    #expect(backwards == all.records)
  }

  @Test("a page around a record has its neighbours in that language")
  func around() async throws {
    let scratch = try await filled()
    let record = try await scratch.store.fetch(request { $0.search = "łabę" }).records.first
    let id = try #require(record?.id)
    func neighbours(_ collation: Collation) async throws -> [String] {
      try await names(scratch.store, collation) {
        $0.position = .around(id)
        $0.limit = 3
      }
    }
    #expect(try await neighbours(.polish) == ["Lubicz", "Łabędź", "Łódźka"])
    #expect(try await neighbours(.root) == ["czyż", "Łabędź", "Lis"])
  }

  @Test(
    "a page from a letter begins with the first name of that letter or after it, in both directions",
    arguments: [
      ("l", true, "Lis"), ("ł", true, "Łabędź"), ("Ł", true, "Łabędź"), ("łb", true, "Łódźka"), ("ń", true, "Olek"),
      ("z", true, "Zając"), ("ź", true, "Źdźbło"), ("ż", true, "Żak"), ("z\u{307}", true, "Żak"),
      ("й", true, "Йогансен"),
      ("l", false, "Lubicz"), ("ł", false, "Łódźka"), ("z", false, "Zych"), ("ź", false, "Źdźbło"),
      ("ż", false, "żuk"), ("и", false, "Иванов"),
    ])
  func from(_ text: String, _ ascending: Bool, _ name: String) async throws {
    let scratch = try await filled()
    let found = try await names(scratch.store) {
      $0.sort = [FetchSort("lastName", ascending: ascending)]
      $0.position = .from(text)
      $0.limit = 1
    }
    #expect(found == [name])
  }

  @Test("the letters to jump along are the language's own")
  func initials() async throws {
    let scratch = try await filled()
    _ = try await scratch.person("Anna", "\u{10FFFF}z\u{10FFFF}")
    func letters(_ collation: Collation, ascending: Bool = true) async throws -> String {
      try await scratch.store.initials(
        of: entity("user"), by: FetchSort("lastName", ascending: ascending), collation
      ).joined()
    }
    #expect(try await letters(.polish) == "cćlłmoósśzźżеийк")
    #expect(try await letters(.polish, ascending: false) == "кйиеżźzśsóomłlćc")
    #expect(try await letters(.root) == "clmoszеийк")
  }

  @Test("a cursor of another language is refused, unless no text is sorted by")
  func cursors() async throws {
    let scratch = try await filled()
    for (one, other) in [(Collation.root, Collation.polish), (.polish, .root)] {
      let cursor = try #require(try await scratch.store.fetch(request(one) { $0.limit = 2 }).next)
      #expect(cursor.collation == one)
      await #expect(throws: StoreError.badCursor) {
        _ = try await scratch.store.fetch(request(other) { $0.position = .after(cursor) })
      }
      let byID = try #require(
        try await scratch.store.fetch(
          request(one) {
            $0.sort = []
            $0.limit = 2
          }
        ).next)
      let rest = try await scratch.store.fetch(
        request(other) {
          $0.sort = []
          $0.position = .after(byID)
        })
      #expect(rest.records.count == Self.polish.count - 2)
    }
  }

  @Test("what another program writes stands in its place at the next look")
  func otherProgram() async throws {
    let scratch = try await filled(file: true)
    defer { scratch.remove() }
    let other = try DatabaseFile(scratch.folder.appending(path: "school.sqlite"))
    // Once before the keys are made, and once after.
    try other.execute("INSERT INTO users (first_name, last_name) VALUES ('Ewa', 'Łącka')")
    #expect(try await names(scratch.store) { $0.position = .from("ł") }.prefix(3) == ["Łabędź", "Łącka", "Łódźka"])
    try other.execute(
      """
      INSERT INTO users (first_name, last_name) VALUES ('Ewa', 'Lwów'), ('Jan', 'Ław');
      DELETE FROM users WHERE last_name = 'Łabędź';
      UPDATE users SET last_name = 'Łza' WHERE last_name = 'Malec';
      """)
    let expected = ["Lis", "Lubicz", "Lwów", "Ław", "Łącka", "Łódźka", "Łza", "Olek"]
    #expect(try await names(scratch.store) { $0.position = .from("l") }.prefix(8) == expected[...])
    #expect(try await names(scratch.store) { $0.search = "ła" } == ["Ław", "Łącka"])
  }

  @Test("what another program changes in most records at once stands in its place, too")
  func otherProgramManyTimes() async throws {
    let scratch = try await filled(file: true)
    defer { scratch.remove() }
    _ = try await names(scratch.store)
    let other = try DatabaseFile(scratch.folder.appending(path: "school.sqlite"))
    try other.execute(
      """
      WITH RECURSIVE number(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM number WHERE n < 2999)
      INSERT INTO users (first_name, last_name) SELECT 'Jan', 'Łan' || n FROM number
      """)
    func beyond() async throws -> [String] {
      try await names(scratch.store) {
        $0.position = .from("łan2998")
        $0.limit = 4
      }
    }
    #expect(try await beyond() == ["Łan2998", "Łan2999", "Łódźka", "Malec"])
    try other.execute("DELETE FROM users WHERE last_name = 'Łan2999'; UPDATE users SET last_name = last_name || ' II'")
    #expect(try await beyond() == ["Łan2998 II", "Łódźka II", "Malec II", "Olek II"])
  }

  @Test("keys are made at every way that records come and go")
  func changes() async throws {
    let scratch = try await filled()
    let store = scratch.store
    _ = try await names(store)
    let bulk = try await store.perform(.import) { transaction in
      let bulk = try transaction.bulkInsert(entity("user"))
      for name in ["Łukasik", "Lutek", "Ławka"] + (0..<60).map({ "Żyto\($0 + 10)" }) {
        bulk.bind(.text("Jan"), at: 0)
        bulk.bind(.text(name), at: 1)
        bulk.bind(.null, at: 2)
        try bulk.insert()
      }
      try bulk.finish()
    }
    let letters = ["Lis", "Lubicz", "Lutek", "Łabędź", "Ławka", "Łódźka", "Łukasik", "Malec"]
    #expect(try await names(store) { $0.position = .from("l") }.prefix(8) == letters[...])
    #expect(try await names(store) { $0.sort = [FetchSort("lastName", ascending: false)] }[6] == "Żyto69")
    _ = try await store.undo(try #require(bulk.changeSet), .screen)
    #expect(try await names(store) == Self.polish)
    var lis = try #require(try await store.fetch(User.all.where(\.lastName == "Lis")).first)
    lis.lastName = "Łoś"
    try await store.save(&lis)
    #expect(try await names(store) { $0.position = .from("ló") }.prefix(4) == ["Lubicz", "Łabędź", "Łoś", "Łódźka"])
    _ = try await store.undo(try #require(try await store.lastChangeSet()).id, .screen)
    try await store.delete(lis)
    #expect(try await names(store) == Self.polish.filter { $0 != "Lis" })
  }

  @Test("keys remain after the file was closed, and every store that opens it keeps them up to date")
  func reopening() async throws {
    let scratch = try await filled(file: true)
    defer { scratch.remove() }
    let url = scratch.folder.appending(path: "school.sqlite")
    // Open since before there were any.
    let before = try Store(school, at: url)
    _ = try await names(scratch.store)
    _ = try await before.perform(.code) {
      try $0.insert(AnyRecord(entity("user"), id: nil, values: [.text("Jan"), .text("Łza"), .null]))
    }
    let after = try Store(school, at: url)
    #expect(try hasKeys(after))
    for store in [scratch.store, before, after] {
      #expect(try await names(store) { $0.position = .from("łż") }.first == "Malec")
      #expect(try await names(store) { $0.position = .from("łz") }.first == "Łza")
    }
  }

  @Test("keys that were made by other rules, and those of a language that this program doesn't know, go")
  func otherRules() async throws {
    let scratch = try await filled(file: true)
    defer { scratch.remove() }
    let url = scratch.folder.appending(path: "school.sqlite")
    _ = try await names(scratch.store)
    let other = try DatabaseFile(url)
    try other.execute(
      """
      CREATE TABLE kartoteka_keys_users__swedish (id INTEGER PRIMARY KEY) STRICT;
      UPDATE kartoteka_keys_users__polish SET last_name = 'x';
      UPDATE kartoteka_meta SET value = value || ' and the Swedish ones' WHERE key = 'keys';
      """)
    let store = try Store(school, at: url)
    #expect(try hasKeys(store) == false)
    #expect(try hasKeys(store, "kartoteka_keys_users__swedish") == false)
    #expect(try await names(store, .root) == Self.root)
    #expect(try await names(store) == Self.polish)
  }

  @Test("a store that has a file open makes the keys of a copy without keys that replaces it")
  func restoring() async throws {
    let scratch = try await filled(file: true)
    defer { scratch.remove() }
    let copy = scratch.folder.appending(path: "copy.sqlite")
    try scratch.store.backup(to: copy)
    #expect(try await names(scratch.store) == Self.polish)
    try Store.restore(school, at: scratch.folder.appending(path: "school.sqlite"), from: copy)
    #expect(try hasKeys(scratch.store) == false)
    #expect(try await names(scratch.store) == Self.polish)
  }

  @Test("many who need the keys at the same moment all get them, in one program and in several")
  func together() async throws {
    let scratch = try await filled(file: true)
    defer { scratch.remove() }
    let url = scratch.folder.appending(path: "school.sqlite")
    let stores = try (0..<3).map { _ in try Store(school, at: url) }
    try await withThrowingTaskGroup(of: [String].self) { group in
      for store in stores + stores { group.addTask { try await names(store) } }
      for try await names in group { #expect(names == Self.polish) }
    }
  }

  @Test("Keys of many records are made in several transactions, with what others write and delete between them")
  func parts() async throws {
    let scratch = try Scratch()
    let store = scratch.store
    func add(_ names: [String]) async throws {
      _ = try await store.perform(.code) { transaction in
        for name in names {
          try transaction.insert(AnyRecord(entity("user"), id: nil, values: [.text("Anna"), .text(name), .null]))
        }
      }
    }
    try await add((1...2_500).map { "Łza \($0)" })
    let keys = try #require(store.mapping.keyTables["user"]?.collated.first { $0.collation == .polish })
    #expect(try await store.fill(keys, for: .zero) == false)
    #expect(try store.blockingRead { try store.mapping.keyTables["user"]?.filled(in: $0).map(\.table) } == [])
    // One record has keys already, the other has none.
    for (id, name) in [(RecordID(1), "Lis"), (2_400, "Malec")] {
      _ = try await store.perform(.code) { transaction in
        var user = try #require(try transaction.record(User.self, id: id))
        user.lastName = name
        try transaction.update(user)
      }
    }
    _ = try await store.perform(.code) { transaction in
      for id in [RecordID(2), 2_300] { try transaction.delete(try #require(try transaction.record(User.self, id: id))) }
    }
    try await add(["Ćwik"])
    while try await !store.fill(keys, for: .zero) {}
    #expect(
      try store.blockingRead { try store.mapping.keyTables["user"]?.filled(in: $0).map(\.table) } == [keys.table]
    )
    let found = try await names(store) { $0.limit = 1_000 }
    #expect(found.prefix(3) == ["Ćwik", "Lis", "Łza 10"] && found.count == 1_000)
    #expect(try await names(store) { $0.position = .from("m") } == ["Malec"])
    let stored = try store.blockingRead { database in
      try database.rows("SELECT * FROM \(SQL.name(keys.table)) EXCEPT \(keys.computed)").count
        + database.rows("\(keys.computed) EXCEPT SELECT * FROM \(SQL.name(keys.table))").count
    }
    #expect(stored == 0)
  }

  @Test("while another program writes, the order is computed; keys are made as soon as it is done")
  func locked() async throws {
    let scratch = try await filled(file: true)
    defer { scratch.remove() }
    let file = try await LockedFile(scratch)
    let store = file.store
    for _ in 1...2 {
      let page = try await store.fetch(request(.polish) { _ in })
      #expect(page.records.map(Self.name) == Self.polish)
    }
    #expect(
      try await store.initials(of: entity("user"), by: FetchSort("lastName"), .polish).prefix(3) == ["c", "ć", "l"])
    #expect(try hasKeys(store) == false)
    try await file.unlock()
    await store.background.waitUntilIdle()
    #expect(try hasKeys(store))
    #expect(try await names(store) == Self.polish)
    #expect(
      try await store.initials(of: entity("user"), by: FetchSort("lastName"), .polish).prefix(3) == ["c", "ć", "l"])
  }

  @Test(
    "a page deep in the list walks an index in every language, also with a search",
    arguments: Collation.allCases, ["", "an"])
  func plans(_ collation: Collation, _ search: String) async throws {
    let seen = Lines()
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { if $0.hasPrefix("SELECT"), $0.contains("ORDER BY") { seen.add($0) } }
    let store = try Store(inMemory: school, options: options)
    for (first, last) in [("Anna", "Lis"), ("Anna", "Łoś"), ("Hanna", "Malec"), ("Ewa", "Nowak")] {
      var user = Record<User>()
      (user.firstName, user.lastName) = (first, last)
      try await store.save(&user)
    }
    _ = try await store.fetch(request(collation) { _ in })
    await store.background.waitUntilIdle()
    let first = seen.lines.count
    for ascending in [true, false] {
      var request = request(collation) {
        $0.sort = [FetchSort("lastName", ascending: ascending)]
        $0.search = search
        $0.limit = 1
      }
      let cursor = try #require(try await store.fetch(request).next)
      for position in [FetchPosition.after(cursor), .before(cursor), .around(2), .from("m")] {
        request.position = position
        _ = try await store.fetch(request)
      }
    }
    #expect(seen.lines.count >= first + 10)
    let index = "kartoteka_keys_users" + (collation == .polish ? "__polish" : "") + "_last_name"
    for sql in seen.lines.dropFirst(first) {
      let plan = try store.blockingRead {
        try $0.rows("EXPLAIN QUERY PLAN " + sql.replacing("?", with: "1")).map { try $0["detail"] as String }
      }
      #expect(plan.first?.contains(index) == true, "\(sql)\n\(plan)")
      #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(sql)\n\(plan)")
    }
  }
}
