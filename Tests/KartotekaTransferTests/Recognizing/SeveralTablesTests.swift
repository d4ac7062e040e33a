import Foundation
import GRDB
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Several tables in a file")
struct SeveralTablesTests {
  private typealias Cell = SheetMaker.Cell

  private func texts(_ texts: String...) -> [Cell] { texts.map { $0.isEmpty ? .none : .text($0) } }

  private func tables(_ rows: [[Cell]?]) throws -> [(name: String, rows: [[String]])] {
    try FileMaker.tables(SheetMaker(rows: rows).bytes, "plan.xlsx").map { ($0.name, $0.rows.filter { $0.count > 1 }) }
  }

  @Test("Tables side by side in a sheet are tables of their own")
  func sideBySide() throws {
    var rows: [[Cell]?] = [texts("Item", "Price", "", "Person", "Town", "Born")]
    for index in 1...6 {
      let left: [Cell] = index < 4 ? [.text("Item \(index)"), .number("\(index)", 0)] : [.none, .none]
      rows.append(left + [.none, .text("Person \(index)"), .text("Town"), .number("\(1_950 + index)", 0)])
    }
    let found = try tables(rows)
    #expect(found.map(\.name) == ["plan.xlsx", "plan.xlsx/2"])
    #expect(found.first?.rows.first == ["Item", "Price"] && found.first?.rows.count == 4)
    #expect(found.last?.rows.first == ["Person", "Town", "Born"] && found.last?.rows.count == 7)
  }

  @Test("A blank column within a table, and a total that only its left part has, part nothing")
  func blankColumn() throws {
    var rows: [[Cell]?] = [texts("Item", "Price", "", "Shop", "Town")]
    for index in 1...6 {
      rows.append([.text("Item \(index)"), .number("\(index)", 0), .none, .text("Shop \(index)"), .text("York")])
    }
    #expect(try tables(rows).count == 1)
    rows.append([.text("Total"), .number("21", 0)])
    #expect(try tables(rows).count == 1)
  }

  @Test(
    "A column that begins below the rows in which tables are looked for is one of its table", arguments: [true, false])
  func lateColumn(isLeft: Bool) throws {
    var rows: [[Cell]?] = [texts("Item", "Price", "", "Shop", "Town")]
    for index in 1...2_050 {
      let long: [Cell] = [.text("Long \(index)"), .number("\(index)", 0)]
      let short: [Cell] = index < 4 ? [.text("Short \(index)"), .text("York")] : [.none, .none]
      let late: Cell = index > 2_020 ? .text("Late \(index)") : .none
      rows.append(isLeft ? long + [late] + short : short + [.none] + long + [late])
    }
    let found = try tables(rows)
    try #require(found.count == 2)
    let table = found[isLeft ? 0 : 1].rows
    #expect(table.count == 2_051 && table[0].count == 3 && table[0][2] == "Column C")
    #expect(table.count { $0.last?.hasPrefix("Late") == true } == 30)
    #expect(found[isLeft ? 1 : 0].rows.count == 4)
  }

  @Test("A single cell that begins with many blanks is no table")
  func blanks() throws {
    let text = String(repeating: " ", count: 300) + "x"
    #expect(throws: (any Error).self) { _ = try tables([[.text(text)]]) }
  }

  @Test("Tables one below the other are tables of their own, each with its title as its name")
  func below() throws {
    var rows: [[Cell]?] = [texts("Name", "Voice", "Born")]
    for index in 1...5 { rows.append([.text("Singer \(index)"), .text("Alto"), .number("\(1_950 + index)", 0)]) }
    rows += [nil, texts("Costs"), texts("What", "Amount")]
    for index in 1...3 { rows.append([.text("Cost \(index)"), .number("\(index * 100)", 0)]) }
    let found = try tables(rows)
    #expect(found.map(\.name) == ["plan.xlsx", "plan.xlsx/Costs"])
    #expect(found.first?.rows.count == 6 && found.last?.rows.first == ["What", "Amount"])
  }

  @Test("A text file may have several tables, too")
  func text() async throws {
    let file = try await GuessedFile(
      "Name;Town;Age\nAnn;Leeds;31\nBob;York;44\nCid;Bath;27\n\nOrder;Amount\nA1;2,50\nA2;13,00\n", "report.csv")
    #expect(file.entities.count == 2 && file.fields == ["Name", "Town", "Age"])
    #expect(try await file.column("Amount", of: file.entities[1].name) == ["2.50", "13.00"])
  }

  @Test("Titled tables of different widths in a text are tables of their own, and what is none is left out")
  func titled() async throws {
    let file = try await GuessedFile(
      """
      Body
      Date,Weight,Fat
      "2026-01-05","70.5","20.1"
      "2026-01-06","70.4","20.2"

      Foods
      Date,Calories In
      "2026-01-05","2100"
      "2026-01-06","1950"

      Activities
      Date,Calories Burned,Steps,Distance
      "2026-01-05","2,500","10,123","7.5"
      "2026-01-06","2,400","9,876","7.1"

      Food Log 20260105
      Daily Totals
      "","Calories","2,100"
      "","Fat","70 g"

      """, "export.csv")
    #expect(file.files.map(\.name) == ["export.csv/Body", "export.csv/Foods", "export.csv/Activities"])
    #expect(file.report.files.map(\.inserted) == [2, 2, 2])
    #expect(try await file.column("Calories In", of: file.entities[1].name) == ["2100", "1950"])
    #expect(file.remarks.contains { $0.contains("Food Log 20260105") })
  }

  @Test(
    "Rows below a blank one that are like those above stay in their table",
    arguments: [
      "Name,Town,Age\nAnn,Leeds,31\nBob,York,44\n\nCid,Bath,27\nDan,York,18\n",
      "Name,Town\nAnn,Leeds\nBob,York\n\nCid,Bath\nDan,York\n",
      "\n \nName\n", "Customer:,ACME\nPeriod:,2026\n\nItem,Price\nTea,2.50\nCup,9.90\nPot,19.00\n",
    ])
  func one(text: String) throws {
    #expect(try FileMaker.tables(Array(text.utf8), "rows.csv").count == 1)
  }

  @Test("A second table that an application has no kind for is left out of an import and named")
  func furtherTable() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "several-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    let text = "Code,Team name,Founded\nX,Ex,1990\nY,Why,1991\n\nMeal,Calories\nSoup,200\nStew,500\n"
    try Data(text.utf8).write(to: url)
    let files = try ImportFile.open(path: url.path(percentEncoded: false), name: "teams.csv")
    #expect(files.count == 2)
    let plan = try Importer(try Desk().store).plan(files)
    #expect(plan.files.map(\.entity.name) == ["team"])
    #expect(plan.files[0].notes.contains { Localizer.english($0).contains("teams.csv/2") })
  }

  // MARK: SQLite

  private static func database() throws -> [UInt8] {
    let url = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: url) }
    let queue = try DatabaseQueue(path: url.path(percentEncoded: false))
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist, price REAL, \
          owned BOOLEAN, bought DATE, cover BLOB);
          INSERT INTO artist VALUES (3, 'Björk'), (7, 'Can');
          INSERT INTO album VALUES (1, 'Debut', 3, 12.5, 1, '2026-01-05', x'00ff'), (2, 'Tago Mago', 7, 9, 0, NULL, NULL), \
          (5, 'Total', 7, NULL, 1, '2025-12-24', x'01');
          """)
    }
    try queue.close()
    return Array(try Data(contentsOf: url))
  }

  @Test("The tables of a SQLite file are read like sheets, also in gzip and in a ZIP archive", arguments: 0...2)
  func sqlite(packing: Int) async throws {
    let bytes = try Self.database()
    var zip = ZipMaker()
    zip.add("music.sqlite", bytes: bytes)
    let packed = [bytes, FileMaker.gzip(bytes), zip.bytes][packing]
    let file = try await GuessedFile(packed, packing == 1 ? "music.sqlite.gz" : "music.sqlite")
    let album = try #require(file.entities.first { $0.attributes.contains { $0.label == "title" } })
    #expect(
      try await file.column("title", of: album.name) == ["Debut", "Tago Mago", "", "", "Total"].filter { $0 != "" })
    #expect(try await file.column("price", of: album.name) == ["12.5", "9.0", ""])
    #expect(try await file.column("owned", of: album.name) == ["true", "false", "true"])
    #expect(album.relationships.contains { $0.cardinality == .toOne })
    #expect(!album.attributes.contains { $0.label == "cover" } && file.remarks.contains { $0.contains("cover") })
  }

  @Test("All rows of a SQLite table are read, also beyond a batch and without rowids")
  func manyRows() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: url) }
    let queue = try DatabaseQueue(path: url.path(percentEncoded: false))
    try queue.write { database in
      for table in ["kept (n INTEGER, t TEXT)", "keyed (n INTEGER PRIMARY KEY, t TEXT) WITHOUT ROWID"] {
        try database.execute(sql: "CREATE TABLE \(table)")
        try database.execute(
          sql: """
            INSERT INTO \(table.prefix(5)) WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 1234) \
            SELECT n, 'row ' || n FROM s
            """)
      }
    }
    try queue.close()
    let tables = try ImportFile.open(path: url.path(percentEncoded: false), name: "many.sqlite")
    for file in tables {
      var reader = CSVReader(file.text)
      var last: [String] = []
      var count = 0
      while try reader.next() { (last, count) = (reader.strings, count + 1) }
      #expect(count == 1_235 && last == ["1234", "row 1234"], "\(file.name)")
    }
    #expect(tables.count == 2)
  }
}
