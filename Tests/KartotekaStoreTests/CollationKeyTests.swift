import KartotekaModel
import Testing

@testable import KartotekaStore

/// Keys that are kept beside a table.
extension CollationTests {
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
}
