import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("The search index")
struct SearchIndexTests {
  private let file: SchoolFile

  init() throws { file = try SchoolFile() }

  private func add(_ names: [String]) async throws {
    try await file.add("user", names.map { ["firstName": "Anna", "lastName": $0] })
  }

  private func addMany() async throws { try await add((0...250).map { "Nowak \($0)" }) }

  private func rename(_ id: RecordID, to name: String) async throws {
    var user = try #require(try await file.store.record(User.self, id: id))
    user.lastName = name
    try await file.store.save(&user)
  }

  private func found(_ search: String) async throws -> [RecordID] {
    try await file.store.fetch(User.all.searching(search)).compactMap(\.id).sorted()
  }

  /// The ids that the index has of a term, by itself.
  private func indexed(_ term: String) throws -> [String] {
    try file.other.rows(
      "SELECT rowid FROM kartoteka_search_users WHERE kartoteka_search_users MATCH '\"\(term)\"' ORDER BY rowid")
  }

  private func check() throws { try file.check("users") }

  @Test("Records that are added are indexed in the same transaction")
  func added() async throws {
    defer { file.remove() }
    try await add(["Kowalska", "Zieliński"])
    #expect(try indexed("kowal") == ["1"])
    #expect(try await found("kowal") == [1])
    #expect(try await found("anna ziel") == [2])
    #expect(try await found("anna kowal ziel") == [])
    try check()
    try await addMany()
    #expect(try await found("kowal") == [1])
    #expect(try await file.store.count(User.all.searching("nowak")) == 251)
    try check()
  }

  @Test("Records that are changed or deleted leave the index under their old keys")
  func changed() async throws {
    defer { file.remove() }
    try await add(["Kowalska", "Zieliński"])
    try await addMany()
    try await rename(1, to: "Lewandowska")
    #expect(try indexed("kowal") == [])
    #expect(try await found("kowal") == [])
    #expect(try await found("lewand") == [1])
    try await file.delete("user", [1, 2])
    #expect(try indexed("ziel") == [] && indexed("lewand") == [])
    #expect(try await found("lewand") == [])
    #expect(try await found("ziel") == [])
    try check()
  }

  @Test("Another program's new records are found at once, and indexed in the background")
  func others() async throws {
    defer { file.remove() }
    try await add(["Kowalska"])
    try file.other.execute("INSERT INTO users (first_name, last_name) VALUES ('Jan', 'Kowal')")
    #expect(try await found("kowal") == [1, 2])
    await file.store.background.waitUntilIdle()
    #expect(try indexed("kowal") == ["1", "2"])
    #expect(try await found("kowal") == [1, 2])
    // Another program may make the index anew.
    try file.other.execute("INSERT INTO kartoteka_search_users (kartoteka_search_users) VALUES ('rebuild')")
    #expect(try await found("kowal") == [1, 2])
    try await rename(2, to: "Nowak")
    #expect(try await found("kowal") == [1])
    try await file.store.rebuild(entity("user"))
    #expect(try indexed("kowal") == ["1"])
    #expect(try await found("nowak") == [2])
    try check()
  }

  // MARK: Filled in the background

  /// Adds so many people at once that they are indexed in the background; every hundredth is a Kowalska.
  private func addBulk(_ store: Store) async throws {
    _ = try await store.perform(.import) { transaction in
      let bulk = try transaction.bulkInsert(entity("user"))
      for number in 0...IndexMark.mostAtOnce {
        for position in entity("user").columns.indices { bulk.bind(.null, at: position) }
        bulk.bind(.text("Anna"), at: 0)
        bulk.bind(.text(number.isMultiple(of: 100) ? "Kowalska" : "Nowak \(number)"), at: 1)
        try bulk.insert()
      }
      try bulk.finish()
    }
  }

  private func isComplete() throws -> Bool {
    try file.other.rows("SELECT 1 FROM kartoteka_meta WHERE key = 'indexed_users'").isEmpty
  }

  /// What searches find, whichever way they go.
  private func answers(_ store: Store) async throws -> [String] {
    var answers: [String] = []
    for search in ["kowal", "anna kowal", "ko", "lewandow", "zielin an", "nowak 4321", "kowallska", "nobody"] {
      for sort in [[], [FetchSort("lastName")], [FetchSort("id", ascending: false)]] {
        var request = AnyFetchRequest("user")
        (request.search, request.sort, request.limit, request.wantsTotal) = (search, sort, 30, true)
        request.ranksMatches = !sort.isEmpty
        let page = try await store.fetch(request)
        answers.append("\(search) \(sort) \(page.total ?? -1) \(page.records.compactMap(\.id))")
      }
    }
    return answers
  }

  @Test("A large import leaves the search index to the background; searches find its records meanwhile")
  func filledLater() async throws {
    defer { file.remove() }
    try await add(["Kowalska", "Zieliński"])
    file.store.background.stop()
    try await addBulk(file.store)
    #expect(try indexed("kowal") == ["1"])
    #expect(try await file.store.count(User.all.searching("kowal")) == 52)
    // Beside the mark: records that are indexed are changed and deleted, and others that are not.
    try await rename(1, to: "Lewandowska")
    try await rename(3, to: "Lewandowski")
    try await file.delete("user", [2, 103])
    try await add(["Zielińska"])
    #expect(try await file.store.count(User.all.searching("kowal")) == 49)
    #expect(try Store.check(school, at: file.url) == [])
    let before = try await answers(file.store)
    // Another process fills it, part by part.
    let other = try Store(school, at: file.url)
    var parts = 1
    while try await other.index(for: .zero) {
      if parts == 3 {
        #expect(try await answers(file.store) == before)
        try await rename(2_000, to: "Kowalski")
        try await rename(2_000, to: "Nowak 1997")
      }
      parts += 1
    }
    #expect(parts > 3)
    #expect(try isComplete())
    #expect(try await answers(file.store) == before)
    #expect(try indexed("kowal").count == 49)
    try check()
  }

  @Test("A process that ends in the middle leaves the rest of the index to the next one, and its log is in the file")
  func goneOn() async throws {
    defer { file.remove() }
    file.store.background.stop()
    try await addBulk(file.store)
    let second = try Store(school, at: file.url)
    #expect(try await second.index(for: .zero))
    #expect(try !isComplete())
    // Goes on in the background, and ends. It may have come to the end before.
    _ = try await second.count(User.all)
    second.emptyLog()
    await second.background.waitUntilIdle()
    #expect(FileID(file.url.path(percentEncoded: false) + "-wal")?.size ?? 0 == 0)
    let third = try Store(school, at: file.url)
    #expect(try await third.count(User.all.searching("kowal")) == 51)
    await third.background.waitUntilIdle()
    #expect(try isComplete())
    #expect(try await third.count(User.all.searching("kowal")) == 51)
    try check()
  }

  @Test("A slip is forgiven again once the index is complete")
  func slips() async throws {
    defer { file.remove() }
    file.store.background.stop()
    try await addBulk(file.store)
    var request = AnyFetchRequest("user")
    (request.search, request.forgivesSlip) = ("kowallska", true)
    let recorder = DependencyRecorder()
    let page = try await DependencyRecorder.$current.withValue(recorder) { try await file.store.fetch(request) }
    #expect(page.records.isEmpty && page.correctedSearch == nil)
    let version = try await file.store.lastChange(of: recorder.dependencies)
    let other = try Store(school, at: file.url)
    while try await other.index() {}
    // What was answered is no longer current.
    #expect(try await file.store.lastChange(of: recorder.dependencies) > version)
    #expect(try await file.store.fetch(request).correctedSearch == "kowalska")
  }
}
