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

  /// As many as are taken into the index together.
  private func addMany() async throws { try await add((0...SearchIndex.most).map { "Nowak \($0)" }) }

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

  private func pending() throws -> [String] {
    try file.other.rows("SELECT id FROM kartoteka_pending_users ORDER BY id")
  }

  private func check() throws { try file.check("users") }

  @Test("Few that are added wait and are found; of many the index is told at once")
  func added() async throws {
    defer { file.remove() }
    try await add(["Kowalska", "Zieliński"])
    #expect(try pending() == ["1", "2"])
    #expect(try indexed("kowal") == [])
    #expect(try await found("kowal") == [1])
    #expect(try await found("anna ziel") == [2])
    #expect(try await found("anna kowal ziel") == [])
    try check()
    try await addMany()
    #expect(try pending() == [])
    #expect(try indexed("kowal") == ["1"])
    #expect(try await found("kowal") == [1])
    #expect(try await file.store.count(User.all.searching("nowak")) == Int(SearchIndex.most) + 1)
    try check()
    try await add(["Kowal"])
    #expect(try pending().count == 1)
    #expect(try await found("kowal") == [1, SearchIndex.most + 4])
  }

  @Test("One that waits is changed and deleted without the index")
  func changedWhileWaiting() async throws {
    defer { file.remove() }
    try await add(["Kowalska", "Zieliński"])
    try await rename(1, to: "Lewandowska")
    #expect(try pending() == ["1", "2"])
    #expect(try await found("kowal") == [])
    #expect(try await found("lewand") == [1])
    try await file.delete("user", [2])
    #expect(try pending() == ["1"])
    #expect(try await found("ziel") == [])
    try await addMany()
    #expect(try indexed("lewand") == ["1"])
    #expect(try indexed("kowal") == [] && indexed("ziel") == [])
    try check()
  }

  @Test("One that is in the index is changed and deleted in it")
  func changedWithin() async throws {
    defer { file.remove() }
    try await add(["Kowalska", "Zieliński"])
    try await addMany()
    try await rename(1, to: "Lewandowska")
    #expect(try pending() == ["1"])
    #expect(try indexed("kowal") == [])
    #expect(try await found("kowal") == [])
    #expect(try await found("lewand") == [1])
    try await file.delete("user", [1, 2])
    #expect(try pending() == [])
    #expect(try indexed("ziel") == [] && indexed("lewand") == [])
    #expect(try await found("lewand") == [])
    #expect(try await found("ziel") == [])
    try check()
  }

  @Test("Another program's new records wait, too; one that makes the index anew leaves all to be found once")
  func others() async throws {
    defer { file.remove() }
    try await add(["Kowalska"])
    try file.other.execute("INSERT INTO users (first_name, last_name) VALUES ('Jan', 'Kowal')")
    #expect(try await found("kowal") == [1, 2])
    await file.store.background.settled()
    #expect(try pending() == ["1", "2"])
    #expect(try await found("kowal") == [1, 2])
    try file.other.execute("INSERT INTO kartoteka_search_users (kartoteka_search_users) VALUES ('rebuild')")
    #expect(try indexed("kowal") == [])
    #expect(try await found("kowal") == [1, 2])
    try await rename(2, to: "Nowak")
    #expect(try await found("kowal") == [1])
    try await file.store.rebuild(entity("user"))
    #expect(try pending() == [])
    #expect(try indexed("kowal") == ["1"])
    #expect(try await found("nowak") == [2])
    try check()
  }
}
