import Foundation
import Testing

@testable import KartotekaStore

@Suite("Saving rows of a file whose bytes were made to do harm, or look so")
struct SalvageForeignBytesTests {
  // The end of a journal that names a further file, as a transaction on several databases writes it.
  private static func end(naming file: URL) -> Data {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    let name = Array(file.path(percentEncoded: false).utf8)
    // The number of the page with the locks.
    var end = bytes(1 << 30 / 4_096 + 1) + name + bytes(UInt32(name.count))
    end += bytes(name.reduce(0) { $0 &+ UInt32($1) }) + [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    return Data(end)
  }

  @Test("A file that a journal names stays, and says whether the change is taken back", arguments: [true, false])
  func journal(isThere: Bool) async throws {
    let original = try await DamagedSchool()
    let (source, copy) = (original.folder.appending(path: "source"), original.folder.appending(path: "copy"))
    try Data(original.bytes).write(to: source)
    let other = try DatabaseFile(source)
    try other.execute("PRAGMA cache_size = 1")
    try other.execute("UPDATE users SET first_name = 'Changed'") {
      for ending in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: source.path(percentEncoded: false) + ending, toPath: copy.path(percentEncoded: false) + ending)
      }
    }
    let named = original.folder.appending(path: "named")
    if isThere { try Data("of others".utf8).write(to: named) }
    let journal = original.folder.appending(path: "copy-journal")
    let bytes = try Data(contentsOf: journal) + Self.end(naming: named)
    try bytes.write(to: journal)
    let url = original.folder.appending(path: "saved.sqlite")
    _ = try Store.salvage(school, from: copy, to: url)
    #expect(FileManager.default.fileExists(atPath: named.path(percentEncoded: false)) == isThere)
    #expect(try Data(contentsOf: journal) == bytes)
    #expect((try DamagedSchool.rows(of: url)["users"] == original.rows["users"]) == isThere)
  }

  @Test("More pages with names of tables than one small page can name do not end the process")
  func smallPages() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    var bytes = Data("SQLite format 3\0".utf8) + Data(count: 496)
    bytes[16] = 2
    for number in 1...300 {
      // One row: its length, its number, and "table", two names, a page and no SQL.
      let row: [UInt8] =
        [16, UInt8(0x80 | number >> 7), UInt8(number & 0x7f), 6, 23, 15, 15, 1, 0] + Array("tableaa".utf8) + [3]
      var page = Data(count: 512)
      page.replaceSubrange(0..<10, with: [0x0d, 0, 0, 0, 1, 1, 0, 0, 1, 0])
      page.replaceSubrange(256..<256 + row.count, with: row)
      bytes += page
    }
    try bytes.write(to: url)
    #expect(try FirstPage.remake(url))
    let remade = try Data(contentsOf: url)
    let count = Int(remade[103]) << 8 | Int(remade[104])
    #expect(remade.count == bytes.count && remade[100] == 5 && (10...30).contains(count))
    #expect(Int(remade[105]) << 8 | Int(remade[106]) >= 112 + 2 * count)
  }

  @Test("A view without end that is called like a table is not read, and the tables are saved", .timeLimit(.minutes(1)))
  func view() async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(original.bytes).write(to: copy)
    let columns = try DatabaseFile(copy).rows("SELECT name FROM pragma_table_info('badges')")
    try #require(columns.contains("id"))
    let values = columns.map { $0 == "id" ? "id" : "NULL AS \($0)" }.joined(separator: ", ")
    let sql = """
      PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE tbl_name = 'badges' AND type <> 'table'; \
      UPDATE sqlite_master SET sql = 'CREATE TABLE other (a)' WHERE name = 'badges'; \
      INSERT INTO sqlite_master VALUES ('view', 'w', 'w', 0, 'CREATE VIEW badges AS \
      WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT \(values) FROM n WHERE id < 0')
      """
    #expect(try sqlite3(copy, sql) == "")
    let (report, url) = try original.salvage(Array(try Data(contentsOf: copy)), "view")
    let saved = try DamagedSchool.rows(of: url)
    #expect(saved["users"] == original.rows["users"] && saved["badges"]?.isEmpty == true)
    let badges = try #require(report.entities.first { school.entity(named: $0.name)?.table == "badges" })
    #expect(badges.saved == 0 && !badges.isWhole)
  }

  @Test("What the log of a database without its header has is saved, too")
  func headerAndLog() async throws {
    let original = try await DamagedSchool()
    let (source, copy) = (original.folder.appending(path: "source"), original.folder.appending(path: "copy"))
    try Data(original.bytes).write(to: source)
    #expect(try sqlite3(source, "PRAGMA journal_mode = WAL") == "")
    let other = try DatabaseFile(source)
    try other.execute("UPDATE users SET last_name = 'Logged' WHERE id = 7")
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: source.path(percentEncoded: false) + ending, toPath: copy.path(percentEncoded: false) + ending)
    }
    #expect(try other.rows("SELECT last_name FROM users WHERE id = 7") == ["Logged"])
    var bytes = try Data(contentsOf: copy)
    bytes.replaceSubrange(0..<100, with: Data(count: 100))
    try bytes.write(to: copy)
    let url = original.folder.appending(path: "saved.sqlite")
    let report = try Store.salvage(school, from: copy, to: url)
    #expect(report.saved == original.rows.filter { $0.key != "courses_students" }.values.reduce(0) { $0 + $1.count })
    #expect(try DatabaseFile(url).rows("SELECT last_name FROM users WHERE id = 7") == ["Logged"])
    #expect(try Data(contentsOf: copy) == bytes)
  }
}
