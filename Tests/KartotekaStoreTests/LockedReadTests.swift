import Foundation
import GRDB
import KartotekaModel
import Testing

@testable import KartotekaStore

/// A read needs no lock: it is right as of the last commit while another program holds the write lock.
@Suite("Reading while another program writes")
struct LockedReadTests {
  private let url = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)/a.sqlite")
  private let store: Store
  private let other: DatabaseQueue

  init() throws {
    var options = StoreOptions()
    options.busyTimeout = 0.05
    store = try Store(school, at: url, options: options)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    other = try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration)
  }

  private func remove() { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  private func execute(_ sql: String) async throws {
    try await other.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  /// What is answered to every kind of question about people and courses.
  private func answers() async throws -> [String] {
    var answers: [String] = []
    for (name, attribute) in [("user", "lastName"), ("course", "name")] {
      for collation in [Collation.root, .polish] {
        for search in ["", "łód", "now", "an", "o", "nobody"] {
          for sort in [[FetchSort(attribute)], [FetchSort(attribute, ascending: false)], [FetchSort("id")]] {
            var request = AnyFetchRequest(name)
            (request.sort, request.search, request.collation) = (sort, search, collation)
            (request.limit, request.wantsTotal) = (3, true)
            var page = try await store.fetch(request)
            answers.append("\(request) \(page.records.compactMap(\.id)) \(page.total ?? -1)")
            while let next = page.next {
              request.position = .after(next)
              page = try await store.fetch(request)
              answers.append("\(page.records.compactMap(\.id))")
            }
          }
        }
        let letters = try await store.initials(of: entity(name), by: FetchSort(attribute), collation)
        answers.append("\(letters)")
      }
      var request = AnyFetchRequest(name)
      request.predicate = .compare(attribute, .eq, [.text("Nowak")])
      answers.append("\(try await store.count(request))")
      answers.append("\(try await store.aggregates([AggregateRequest(name)]))")
    }
    let groups = try await store.groups(
      of: entity("course"), by: "subject", showing: "teacher", order: ["lastName"])
    answers.append("\(groups.names) \(groups.members)")
    return answers
  }

  private func lastNames(_ search: String) async throws -> [String] {
    try await store.fetch(User.all.searching(search).sorted(by: \.lastName)).compactMap(\.lastName)
  }

  @Test("Lists, searches, orders, totals, letters and groups answer at once, and as if the file were open")
  func locked() async throws {
    defer { remove() }
    try await execute(
      """
      INSERT INTO users (first_name, last_name, email) VALUES ('Anna', 'Łódzka', 'a@x.example'), ('Jan', 'Lis', 'j@x.example'),
        ('Ola', 'Nowak', NULL), ('Jan', 'Nowicki', NULL), ('Ewa', 'Ósma', NULL), ('Iza', 'Olek', NULL);
      INSERT INTO courses (name, subject, teacher_id) VALUES ('Nowa historia', 'History', 1), ('Algebra', 'Maths', 2),
        ('Łódź', 'History', 3);
      """)
    _ = try await answers()
    await store.background.waitUntilIdle()
    try await execute(
      """
      INSERT INTO users (first_name, last_name) VALUES ('Zoe', 'Łódka'), ('Zoe', 'Nowak');
      UPDATE users SET last_name = 'Nowakowska' WHERE last_name = 'Ósma';
      DELETE FROM users WHERE last_name = 'Olek';
      INSERT OR REPLACE INTO users (first_name, last_name, email) VALUES ('Re', 'Placed', 'j@x.example');
      UPDATE courses SET name = 'Nowe Łódki', teacher_id = 3 WHERE name = 'Algebra';
      """)
    try await execute("BEGIN IMMEDIATE")
    let found = try await answers()
    #expect(try await lastNames("łód") == ["Łódka", "Łódzka"])
    #expect(try await lastNames("now") == ["Nowak", "Nowak", "Nowakowska", "Nowicki"])
    #expect(try await lastNames("lis") == [])
    #expect(try await store.count(User.all) == 7)
    try await execute("COMMIT")
    await store.background.waitUntilIdle()
    let connection = try ConnectionQueue(url.path(percentEncoded: false))
    #expect(try connection.read { try ChangeLog.applied(in: $0) == ChangeLog.last(in: $0) })
    #expect(try await answers() == found)
    for entity in store.model.entities { try await store.rebuild(entity) }
    #expect(try await answers() == found)
  }

  @Test("Of very many changed records all keys are computed, and made anew when the lock is gone")
  func many() async throws {
    defer { remove() }
    try await execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
      INSERT INTO users (first_name, last_name) SELECT 'Jan', iif(i % 4000, 'Nowak ', 'Lis ') || i FROM n
      """)
    try await execute("BEGIN IMMEDIATE")
    let (found, count) = (try await lastNames("lis"), try await store.count(User.all.searching("nowak")))
    #expect(found == ["Lis 12000", "Lis 4000", "Lis 8000"] && count == 11_997)
    try await execute("COMMIT")
    await store.background.waitUntilIdle()
    #expect(try await lastNames("lis") == found)
    #expect(try await store.count(User.all.searching("nowak")) == count)
  }
}
