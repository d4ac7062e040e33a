import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Checking and repairing an application's data")
struct CheckTests {
  /// A school with people, courses and links, and an order of another alphabet.
  private func filled() async throws -> SchoolFile {
    let file = try SchoolFile()
    try await file.add(
      "user", [("Anna", "Łoś"), ("Jan", "Kowal"), ("Ida", "Nowak")].map { ["firstName": $0.0, "lastName": $0.1] })
    try await file.add("course", ["Algebra", "Botany", "Algebra"].map { ["name": $0] })
    try file.other.execute("INSERT INTO courses_students VALUES (1, 2); UPDATE courses SET teacher_id = 1 WHERE id = 2")
    var request = AnyFetchRequest("course")
    (request.sort, request.collation) = ([FetchSort("name")], .polish)
    _ = try await file.store.fetch(request)
    await file.store.background.waitUntilIdle()
    return file
  }

  private func check(_ file: SchoolFile) throws -> [CheckFinding] {
    try Store.check(school, at: file.url)
  }

  @Test("Undamaged data have no faults, also while another program's changes are not indexed yet")
  func undamaged() async throws {
    let file = try await filled()
    defer { file.remove() }
    #expect(try check(file) == [])
    try file.other.execute(
      "INSERT INTO users (first_name, last_name) VALUES ('Eva', 'Zielińska'); DELETE FROM courses WHERE id = 1")
    #expect(try check(file) == [])
  }

  @Test(
    "What follows from records is compared with them, and made anew by a repair",
    arguments: [
      ("DELETE FROM kartoteka_keys_users WHERE id = 1", [.keys(entity: "user", count: 1), .search(entity: "user")]),
      (
        "UPDATE kartoteka_keys_users SET last_name = 'x' WHERE id < 3",
        [.keys(entity: "user", count: 2), .search(entity: "user")]
      ),
      ("DELETE FROM kartoteka_keys_courses__polish WHERE id = 2", [.keys(entity: "course", count: 1)]),
      ("INSERT INTO kartoteka_search_users (kartoteka_search_users) VALUES ('delete-all')", [.search(entity: "user")]),
      ("UPDATE kartoteka_counts SET records = records + 1 WHERE entity = 'users'", [.count(entity: "user")]),
      ("DROP TRIGGER kartoteka_users_insert", [.missing(["kartoteka_users_insert"])]),
      ("INSERT INTO kartoteka_change_log (entity, id, operation) VALUES ('users', 1, 'none')", [.changeLog(count: 1)]),
    ] as [(String, [CheckFinding])])
  func derived(damage: String, findings: [CheckFinding]) async throws {
    let file = try await filled()
    defer { file.remove() }
    let records = try file.other.rows("SELECT * FROM users UNION ALL SELECT id, name, '', '' FROM courses")
    try file.other.execute(damage)
    #expect(try check(file) == findings)
    #expect(findings.allSatisfy { $0.isRepairable })
    let before = try await file.store.version()
    try await Store(school, at: file.url).repair()
    #expect(try check(file) == [])
    #expect(try file.other.rows("SELECT * FROM users UNION ALL SELECT id, name, '', '' FROM courses") == records)
    // A store that was open meanwhile notices that anything may have changed.
    #expect(try await file.store.lastChange(of: .entities(["user"])) > before)
    #expect(try await file.store.fetch(User.all.searching("kowal")).map(\.id) == [2])
    #expect(try await file.store.count(Course.all.searching("algeb")) == 2)
  }

  @Test("A change log that has lost its end is found, and begins anew there by a repair")
  func lostLog() async throws {
    let file = try await filled()
    defer { file.remove() }
    try file.other.execute("DELETE FROM kartoteka_change_log WHERE seq > 1")
    #expect(try check(file).map(\.isRepairable) == [true])
    try await file.store.repair()
    #expect(try check(file) == [])
    try await file.add("user", [["firstName": "Eva", "lastName": "Nova"]])
    #expect(try await file.store.fetch(User.all.searching("nova")).map(\.firstName) == ["Eva"])
  }

  @Test("A derived record that says something else than its sources is found and made anew")
  func derivedRecords() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let url = try #require(travels.store.url)
    #expect(try Store.check(travels.store.model, at: url) == [])
    let guards = try travels.other.rows(
      "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'visits'")
    let names = try travels.other.rows("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'visits'")
    for name in names { try travels.other.execute("DROP TRIGGER \"\(name)\"") }
    try travels.other.execute("DELETE FROM visits WHERE id = (SELECT min(id) FROM visits)")
    for sql in guards { try travels.other.execute(sql) }
    #expect(try Store.check(travels.store.model, at: url).contains(.derived(entity: "visit", count: 1)))
    try await travels.store.repair()
    #expect(try Store.check(travels.store.model, at: url) == [])
  }

  @Test("An index that differs from its table is found, and made anew")
  func index() async throws {
    let file = try await filled()
    defer { file.remove() }
    let url = file.url
    let name = try file.other.rows("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%\"email\"%'")[0]
    try hideRecord(from: name, in: url)
    let findings = try check(file)
    #expect(findings.contains { if case .index(let words) = $0 { words.contains(name) } else { false } })
    #expect(findings.allSatisfy { $0.isRepairable })
    try await Store(school, at: url).repair()
    #expect(try check(file) == [])
  }

  @Test("A database whose index lacks a record is backed up, and the restored one has an index with it")
  func indexOfBackup() async throws {
    let file = try await filled()
    defer { file.remove() }
    let name = try file.other.rows("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%\"email\"%'")[0]
    try hideRecord(from: name, in: file.url)
    let folder = file.url.deletingLastPathComponent()
    let backup = folder.appending(path: "backup.sqlite")
    try Store(school, at: file.url).backup(to: backup)
    let restored = folder.appending(path: "restored.sqlite")
    try Store.restore(school, at: restored, from: backup)
    #expect(try Store.check(school, at: restored) == [])
    let found = try await Store(school, at: restored).fetch(User.all.where(\.email == "a@b.example"))
    #expect(found.map(\.firstName) == ["A"])
  }

  // The index is hidden from a program that adds a record.
  private func hideRecord(from name: String, in url: URL) throws {
    let hide = """
      CREATE TABLE hidden AS SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master WHERE name = '\(name)'; \
      PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = '\(name)'
      """
    #expect(try sqlite3(url, hide) == "")
    #expect(try sqlite3(url, "INSERT INTO users (first_name, last_name, email) VALUES ('A', 'B', 'a@b.example')") == "")
    let show = """
      PRAGMA writable_schema = ON; INSERT INTO sqlite_master SELECT * FROM hidden; DROP TABLE hidden
      """
    #expect(try sqlite3(url, show) == "")
  }

  @Test("References that lead nowhere and broken rules are named, and a repair leaves them")
  func records() async throws {
    let file = try await filled()
    defer { file.remove() }
    let url = file.url
    // SQLite's own program doesn't enforce foreign keys unless it is told to.
    #expect(try sqlite3(url, "DELETE FROM users WHERE id = 1") == "")
    #expect(try sqlite3(url, "PRAGMA ignore_check_constraints = ON; UPDATE courses SET fee = -1 WHERE id = 3") == "")
    let findings = try check(file)
    #expect(findings.contains(.reference(from: "courses", to: "users", count: 1, ids: [2])))
    #expect(findings.contains { if case .rule(let words) = $0 { words.contains("courses") } else { false } })
    #expect(findings.count == 2)
    #expect(!findings.contains { $0.isRepairable })
    try await file.store.repair()
    #expect(try check(file) == findings)
  }

  @Test("Pictures' files that are missing or damaged are named with their records")
  func files() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    for number in 1...3 { try await gallery.hang("Painting \(number)", Gallery.bytes(2_000, number)) }
    #expect(try Store.check(Gallery.model, at: gallery.database) == [])
    let blobs = gallery.folder.appending(path: "gallery.blobs")
    func place(_ id: RecordID) async throws -> URL {
      let entity = try #require(Gallery.model.entity(named: "painting"))
      let record = try #require(try await gallery.store.record(entity, id: id))
      guard case .blob(let blob) = record["picture"] else { return blobs }
      return try #require(blob.file?.url)
    }
    try FileManager.default.removeItem(at: try await place(1))
    try Data(Gallery.bytes(2_000, 9)).write(to: try await place(3))
    #expect(
      try Set(Store.check(Gallery.model, at: gallery.database)) == [
        .file(MissingFile(entity: "painting", record: 1, field: "picture", problem: .missing)),
        .file(MissingFile(entity: "painting", record: 3, field: "picture", problem: .damaged)),
      ])
  }

  @Test("A page that was overwritten is damage, which no repair mends")
  func pages() async throws {
    let file = try await filled()
    defer { file.remove() }
    let url = file.url
    let copy = url.deletingLastPathComponent().appending(path: "copy.sqlite")
    try file.store.backup(to: copy)
    let place = try DatabaseFile(copy).rows(
      "SELECT (rootpage - 1) * (SELECT page_size FROM pragma_page_size) FROM sqlite_master WHERE name = 'users'")[0]
    let handle = try FileHandle(forWritingTo: copy)
    try handle.seek(toOffset: #require(UInt64(place)))
    try handle.write(contentsOf: Data(repeating: 0xEE, count: 512))
    try handle.close()
    let findings = try Store.check(school, at: copy)
    #expect(findings.contains { $0.isDamage })
    #expect(!findings.contains { $0.isRepairable })
  }

  @Test("A file of an earlier version of the application is said to be that")
  func outdated() async throws {
    let file = try await filled()
    defer { file.remove() }
    try file.other.execute("ALTER TABLE courses DROP COLUMN subject")
    #expect(try check(file) == [.outdated])
  }
}
