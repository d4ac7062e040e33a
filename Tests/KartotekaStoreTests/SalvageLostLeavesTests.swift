import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Saving rows below a lost page of a damaged database")
struct SalvageLostLeavesTests {
  private static let page = 4_096

  private static func root(_ table: String, _ url: URL) throws -> Int {
    let rows = try DatabaseFile(url).rows("SELECT rootpage FROM sqlite_master WHERE name = '\(table)'")
    return try #require(rows.first.flatMap { Int($0) })
  }

  private static func empty(_ number: Int, of bytes: inout [UInt8]) {
    for place in (number - 1) * page..<number * page { bytes[place] = 0 }
  }

  @Test("Rows below a lost first page of their table are saved", arguments: ["users", "courses"])
  func root(table: String) async throws {
    let original = try await DamagedSchool()
    var bytes = original.bytes
    let number = try Self.root(table, original.backup)
    try #require(bytes[(number - 1) * Self.page] == PageFormat.inner)
    Self.empty(number, of: &bytes)
    let (report, url) = try original.salvage(bytes, "root")
    #expect(try DamagedSchool.rows(of: url) == original.rows)
    #expect(report.entities.allSatisfy { $0.isWhole }, "\(report)")
    #expect(try Store.check(school, at: url) == [])
  }

  // The id and the first value: references to records that are lost are empty.
  private static func beginnings(_ rows: Set<String>?) -> Set<String> {
    Set(
      (rows ?? []).map { $0.split(separator: "|", omittingEmptySubsequences: false).prefix(2).joined(separator: "|") })
  }

  @Test("Two tables with lost first pages get their rows by the form of these")
  func both() async throws {
    let original = try await DamagedSchool()
    var bytes = original.bytes
    for table in ["users", "courses"] { Self.empty(try Self.root(table, original.backup), of: &bytes) }
    let (report, url) = try original.salvage(bytes, "both")
    let saved = try DamagedSchool.rows(of: url)
    for table in ["users", "courses"] {
      let (rows, known) = (Self.beginnings(saved[table]), Self.beginnings(original.rows[table]))
      #expect(rows.isSubset(of: known))
      let entity = try #require(report.entities.first { school.entity(named: $0.name)?.table == table })
      // Where their forms are alike, nothing is guessed.
      #expect(rows == known || entity.isUncertain, "\(entity)")
    }
    #expect(try Store.check(school, at: url) == [])
  }

  @Test("Rows that may be those of two tables are left out, and that is said")
  func alike() async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(original.bytes).write(to: copy)
    let file = try DatabaseFile(copy)
    let sql = try #require(try file.rows("SELECT sql FROM sqlite_master WHERE name = 'users'").first)
    let twin = try #require(sql.firstRange(of: "users")).upperBound
    let end = sql[twin...].drop { $0 == "\"" }
    try file.execute("CREATE TABLE twins \(end)")
    try file.execute("INSERT INTO twins SELECT * FROM users")
    let roots = try [Self.root("users", copy), Self.root("twins", copy)]
    var bytes = Array(try Data(contentsOf: copy))
    for root in roots { Self.empty(root, of: &bytes) }
    let (report, url) = try original.salvage(bytes, "alike")
    let user = try #require(report.entities.first { $0.name == "user" })
    #expect(user.saved == 0 && user.isUncertain && !user.isWhole, "\(user)")
    #expect(try DamagedSchool.rows(of: url)["users"] == [])
    #expect(report.phrases(in: school).contains { $0.key.contains("it is not certain") })
  }

  @Test("Deleted rows do not come back, whether it is known which pages are free or not", arguments: [true, false])
  func deleted(isKnown: Bool) async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(original.bytes).write(to: copy)
    _ = try sqlite3(copy, "PRAGMA secure_delete = OFF; DELETE FROM users WHERE id > 200")
    let left = Set(try DatabaseFile(copy).rows("SELECT * FROM users"))
    try #require(left.count == 200)
    let root = try Self.root("users", copy)
    var bytes = Array(try Data(contentsOf: copy))
    try #require(bytes[(root - 1) * Self.page] == PageFormat.inner && bytes[36..<40].contains { $0 != 0 })
    Self.empty(root, of: &bytes)
    // The number of free pages.
    if !isKnown { bytes[39] ^= 1 }
    let (report, url) = try original.salvage(bytes, "deleted")
    let saved = try #require(try DamagedSchool.rows(of: url)["users"])
    #expect(saved == (isKnown ? left : []))
    let user = try #require(report.entities.first { $0.name == "user" })
    #expect(user.isUncertain == !isKnown && !user.isWhole, "\(user)")
  }

  @Test("A table that names another one's first page changes no row of that one", arguments: ["users", "courses"])
  func shared(table: String) async throws {
    let original = try await DamagedSchool()
    let other = table == "users" ? "courses" : "users"
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(original.bytes).write(to: copy)
    let root = try Self.root(table, copy)
    _ = try sqlite3(
      copy, "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = \(root) WHERE name = '\(other)'")
    let queue = try ConnectionQueue(copy.path(percentEncoded: false))
    let tables = try queue.unsafeRead(LostLeaves.Table.all)
    try queue.close()
    let file = try #require(try PageFile(copy))
    let lost = try LostLeaves(in: file, tables) {}
    // The pages of the other one are there, and this one's first page is not written for them.
    #expect(lost.leaves.isEmpty && lost.mended == [] && lost.uncertain.contains(other), "\(lost)")
    let (_, url) = try original.salvage(Array(try Data(contentsOf: copy)), "shared")
    // References of courses may have been emptied.
    let sql = table == "users" ? "SELECT * FROM users" : "SELECT id, name, subject FROM courses"
    let (saved, all) = try (DatabaseFile(url).rows(sql), DatabaseFile(original.backup).rows(sql))
    #expect(Set(saved) == Set(all) && saved.count == 400)
  }

  @Test("A first page that names one page again and again hides no row, and its rows do not come twice")
  func repeated() async throws {
    let original = try await DamagedSchool()
    var bytes = original.bytes
    let start = (try Self.root("users", original.backup) - 1) * Self.page
    let file = try #require(try PageFile(original.backup))
    let children = try #require(file.children(Array(bytes[start..<start + Self.page])))
    try #require(children.count > 3)
    for cell in 0..<children.count - 1 {
      let place = start + PageFormat.number(bytes, at: start + 12 + 2 * cell, 2)
      bytes.replaceSubrange(place..<place + 4, with: PageFormat.bytes(children[0]))
    }
    let (report, url) = try original.salvage(bytes, "repeated")
    #expect(try DamagedSchool.rows(of: url) == original.rows)
    #expect(report.entities.allSatisfy { $0.isWhole }, "\(report)")
  }

  @Test("The way to many small pages is made on several levels, and rows with long values keep them")
  func levels() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "levels.sqlite")
    _ = try sqlite3(
      url,
      """
      PRAGMA page_size = 512; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, n INTEGER) STRICT; \
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) \
      INSERT INTO t SELECT i * 1000003, printf('%0' || (20 + i % 100 / 99 * 3000) || 'd', i), -i FROM n
      """)
    let all = "SELECT count(*), sum(length(a)), sum(n), sum(id % 997) FROM t"
    let expected = try DatabaseFile(url).rows(all)
    let root = try Self.root("t", url)
    let handle = try FileHandle(forUpdating: url)
    try handle.seek(toOffset: UInt64((root - 1) * 512))
    try handle.write(contentsOf: Data(count: 512))
    try handle.close()
    let queue = try ConnectionQueue(url.path(percentEncoded: false))
    let tables = try queue.unsafeRead(LostLeaves.Table.all)
    try queue.close()
    let file = try #require(try PageFile(url))
    let lost = try LostLeaves(in: file, tables) {}
    // One page names 34 at most.
    #expect(lost.mended == ["t"] && lost.leaves[root].map { $0.count > 34 * 34 / 2 } == true)
    try lost.write(to: url)
    #expect(try DatabaseFile(url).rows(all) == expected)
    #expect(try DatabaseFile(url).rows("SELECT a FROM t WHERE id = 7777 * 1000003") == ["00000000000000007777"])
  }

  @Test("Numbers of one to nine bytes are read as they are written")
  func numbers() {
    for number: Int64 in [0, 1, 127, 128, 16_383, 16_384, 1 << 55, (1 << 56) - 1, 1 << 56, .max, -1, .min] {
      var bytes = PageFormat.varint(number)[...]
      #expect((1...9).contains(bytes.count))
      let read = PageFormat.takeVarint(&bytes)
      #expect(read == number && bytes.isEmpty)
    }
    var short: ArraySlice<UInt8> = [0x81]
    let cut = PageFormat.takeVarint(&short)
    #expect(cut == nil)
  }
}
