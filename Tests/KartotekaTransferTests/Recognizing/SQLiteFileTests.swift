import Foundation
import GRDB
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Rows of SQLite files")
struct SQLiteFileTests {
  private let url = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID()).sqlite")

  /// Does something with a file that was made by commands.
  private func with<T>(_ sql: String, _ body: (DatabaseQueue) throws -> T) throws -> T {
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    return try body(queue)
  }

  private var path: String { url.path(percentEncoded: false) }

  private func bytes(_ sql: String) throws -> [UInt8] {
    try with(sql) { queue in
      try queue.close()
      return Array(try Data(contentsOf: url))
    }
  }

  private func table(_ sql: String) throws -> (rows: [[String]], notes: [String]) {
    let table = try #require(try FileMaker.tables(try bytes(sql)).first)
    return (table.rows, table.notes.map { Localizer.english($0) })
  }

  private func series(_ table: String, _ count: Int, _ values: String) -> String {
    """
    INSERT INTO \(table) WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < \(count)) \
    SELECT \(values) FROM s;
    """
  }

  @Test("Columns that each read computes are left out and named; stored ones are read")
  func computed() throws {
    let (rows, notes) = try table(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT, big TEXT AS (printf('%.*c', 5000000, 'x')) VIRTUAL, \
      loud TEXT AS (upper(name)) STORED);
      INSERT INTO a (name) VALUES ('Ann'), ('Bob');
      """)
    #expect(rows == [["id", "name", "loud"], ["1", "Ann", "ANN"], ["2", "Bob", "BOB"]])
    #expect(notes == ["Computed columns are left out: big. To keep them, open the file with kartoteka open."])
  }

  @Test("A row with larger texts than a spreadsheet's may have is refused")
  func largeRow() throws {
    let bytes = try bytes(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, t TEXT, u TEXT);
      INSERT INTO a VALUES (1, printf('%.*c', 9000000, 'x'), printf('%.*c', 9000000, 'x'));
      """)
    #expect(FileMaker.refusal(bytes) == .expandsTooMuch(file: "file"))
  }

  @Test("All rows with long texts are read", arguments: ["", "WITHOUT ROWID"])
  func longTexts(end: String) throws {
    let (rows, _) = try table(
      "CREATE TABLE a (n INTEGER PRIMARY KEY, t TEXT) \(end);" + series("a", 12, "n, printf('%.*c', 1000000, 'x')"))
    #expect(rows.dropFirst().map(\.first) == (1...12).map { "\($0)" })
    #expect(rows.dropFirst().allSatisfy { $0.last?.count == 1_000_000 })
  }

  @Test("A table without rowids is read in one go: rows that go meanwhile move no others")
  func withoutRowIDs() throws {
    let sql = "CREATE TABLE a (code TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID;" + series("a", 1_234, "'c' || n, n")
    let count = try with(sql) { queue in
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
      let tables = try #require(try TableFile(try ByteSource(path: path), name: "a.sqlite"))
      let reader = try tables.reader(0)
      var (row, count) = (SheetRow(), 0)
      while try reader.next(&row) {
        count += 1
        if count == 10 { try queue.write { try $0.execute(sql: "DELETE FROM a WHERE n < 101") } }
      }
      return count
    }
    #expect(count == 1_235)
  }

  @Test("Bytes in a column of texts are counted")
  func bytesAmongTexts() throws {
    let (rows, notes) = try table(
      "CREATE TABLE a (n INTEGER PRIMARY KEY, t TEXT);" + series("a", 155, "n, iif(n > 150, x'00ff', 'row ' || n)"))
    #expect(rows.count == 156 && rows[150] == ["150", "row 150"] && rows[151] == ["151", ""])
    #expect(notes == ["5 cells with bytes count as empty"])
  }

  @Test("Floating-point numbers keep their digits and have no exponents")
  func digits() throws {
    let (rows, _) = try table(
      """
      CREATE TABLE a (n INTEGER PRIMARY KEY, v REAL);
      INSERT INTO a (v) VALUES (1700000000.123456), (0.1), (12), (1e-7), (19.989999999999998), (1e17), (-2.5);
      """)
    #expect(
      rows.dropFirst().map(\.last) == [
        "1700000000.123456", "0.1", "12", "0.0000001", "19.99", "100000000000000000", "-2.5",
      ])
  }
}
