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
    await file.store.background.settled()
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
}
