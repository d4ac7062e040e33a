import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore
@testable import KartotekaTransfer

@Suite("Kept rows")
struct RejectedRowsTests {
  private static let broken = "ID,Buyer,SoldOn,ShipName\n1,,1996-13-01,A\n2,,1996-01-02,B\n3,,,C\n"

  @Test("NW-9 a row that can't be loaded is kept with file, line, column and reason, also after a restart")
  func restart() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "shop.sqlite")
    do {
      let store = try Store(shop, at: url)
      let importer = Importer(store)
      let plan = try importer.plan([ImportFile(try TextSource(Self.broken, name: "sales.csv"))])
      let report = try await importer.run(plan)
      #expect(report.importID == 1)
    }
    let store = try Store(shop, at: url)
    try store.backup(to: folder.appending(path: "backup.sqlite"))
    let restored = folder.appending(path: "restored.sqlite")
    try Store.restore(shop, at: restored, from: folder.appending(path: "backup.sqlite"))
    for store in [store, try Store(shop, at: restored)] {
      let resolver = Resolver(store)
      let page = try await resolver.rows()
      #expect(page.total == 2 && page.next == nil)
      let row = try #require(page.rows.first)
      #expect(row.file == "sales.csv" && row.line == 2 && row.entity.name == "sale" && row.importID == 1)
      #expect(row.fields.map(\.heading) == ["ID", "Buyer", "SoldOn", "ShipName"])
      #expect(row.fields.map(\.text) == ["1", "", "1996-13-01", "A"])
      #expect(row.fields.map(\.target) == [.id, .column("buyer"), .column("soldOn"), .column("shipName")])
      #expect(row.faults.map(\.column) == ["SoldOn"])
      #expect(row.faults.map(\.number) == [3])
      #expect(row.faults(of: "SoldOn").count == 1 && row.faults(of: "ShipName").isEmpty)
      #expect(Localizer.english(row.reason).hasPrefix("SoldOn: There is no such day"))
      let kept = try #require(try await resolver.imports().first)
      #expect(kept.id == 1 && kept.kept == 2 && kept.changeSet == 1 && kept.at > Date(timeIntervalSinceNow: -600))
      #expect(Localizer.english(kept.name) == "Imported sales.csv")
      #expect(kept.files.map(\.entity) == ["sales"])
      #expect(kept.files.map { [$0.read, $0.inserted, $0.rejected] } == [[3, 1, 2]])
      #expect(try await resolver.record(ofImport: 1) == kept)
      #expect(try await resolver.record(ofImport: 2) == nil)
      let corrected = try await resolver.correct([row.id: ["SoldOn": "1996-12-01"]])
      #expect(corrected.loaded == 1)
      #expect(try await store.count(AnyFetchRequest("sale")) == 2)
    }
  }

  @Test("The same rows again replace what was kept of them; those that are loaded now are no longer kept")
  func again() async throws {
    let desk = try Desk(shop)
    for _ in 0..<3 { try await desk.take(["sales.csv": Self.broken]) }
    #expect(try await desk.kept().count == 2)
    #expect(try await desk.resolver.imports().map(\.kept) == [2, 0, 0])
    // The same rows at another place, and two that are the same.
    try await desk.take(["others.csv": "ID,Buyer,SoldOn,ShipName\n3,,,C\n3,,,C\n"])
    #expect(
      try await desk.kept() == [
        "sales.csv:2 SoldOn: There is no such day (1996-13-01)",
        "others.csv:2 SoldOn: This can't be empty", "others.csv:3 SoldOn: This can't be empty",
      ])
    // Rejected for want of a buyer, then loaded without.
    let waiting = "ID,Buyer,SoldOn,ShipName\n7,NOBOD,1996-01-02,D\n"
    try await desk.take(["sales.csv": waiting])
    #expect(try await desk.kept().count == 4)
    let loaded = try await desk.take(["sales.csv": waiting]) { $0.unresolved = .empty }
    #expect(try await desk.kept().count == 3)
    // Undoing that import puts the row back.
    try await desk.store.undo(try #require(loaded.changeSet), .screen)
    #expect(try await desk.kept().last == "sales.csv:2 Buyer: There is no such record among buyers (NOBOD)")
  }

  @Test("A file of rejects, mended and imported, replaces the rows that it was written of")
  func mended() async throws {
    let desk = try Desk(shop)
    let report = try await desk.take(["sales.csv": Self.broken])
    let sink = MemorySink()
    try report.files[0].writeRejects(to: sink, in: .english)
    try await desk.take(["mended.csv": sink.text.replacing(",1,,1996-13-01,", with: ",1,,1996-12-01,")])
    #expect(try await desk.kept() == ["mended.csv:3 SoldOn: This can't be empty"])
    #expect(try await desk.resolver.rows().rows.first?.fields.map(\.heading) == ["ID", "Buyer", "SoldOn", "ShipName"])
  }

  @Test("A dry run keeps nothing; of an import that was taken back the rejects are kept and nothing else")
  func takenBack() async throws {
    let desk = try Desk(shop)
    let dry = try await desk.take(["sales.csv": Self.broken]) { $0.isDryRun = true }
    #expect(dry.importID == nil)
    #expect(try await desk.resolver.imports().isEmpty)
    #expect(try await desk.kept().isEmpty)
    let files = Self.broken + "4,GHOST,1996-01-02,D\n"
    let report = try await desk.take(["sales.csv": files]) {
      $0.isAllOrNothing = true
      $0.unresolved = .empty
    }
    #expect(report.isTakenBack && report.importID == 1)
    #expect(try await desk.all("sale").isEmpty)
    #expect(try await desk.kept().count == 2)
    #expect(try await desk.groups().isEmpty)
    #expect(try await desk.resolver.imports().first?.files.map { [$0.read, $0.inserted, $0.rejected] } == [[4, 0, 2]])
  }

  @Test("Keeping and correcting tells screens of records only")
  func feed() async throws {
    let desk = try Desk(shop)
    let before = desk.store.feed.last
    try await desk.take(["sales.csv": "ID,SoldOn\n1,x\n"])
    #expect(desk.store.feed.last == before)
    let row = try await desk.row("sales.csv", 2)
    #expect(try await desk.resolver.correct([row: ["SoldOn": "y"]]).left == [row])
    try await desk.resolver.discard([])
    #expect(desk.store.feed.last == before)
    try await desk.resolver.correct([row: ["SoldOn": "1996-01-01"]])
    #expect(desk.store.feed.commits(after: before)?.map { $0.changes.byEntity.keys.sorted() } == [["sale"]])
  }

  @Test("Rows are asked for by import, by entity and page by page")
  func pages() async throws {
    let desk = try Desk(shop)
    let rows = (1...7).map { "\($0),x" }.joined(separator: "\n")
    let one = try await desk.take(["sales.csv": "ID,SoldOn\n" + rows])
    let two = try await desk.take(["items.csv": "Sale,Count\n1,0\n"])
    let first = try await desk.resolver.rows(ReviewRequest(importID: one.importID, limit: 5))
    #expect(first.rows.map(\.line) == [2, 3, 4, 5, 6] && first.total == 7)
    let second = try await desk.resolver.rows(ReviewRequest(importID: one.importID, after: first.next, limit: 5))
    #expect(second.rows.map(\.line) == [7, 8] && second.next == nil && second.total == 7)
    #expect(try await desk.resolver.rows(ReviewRequest(importID: two.importID)).total == 1)
    #expect(try await desk.resolver.rows(ReviewRequest(entity: "items")).rows.map(\.file) == ["items.csv"])
    try await desk.resolver.discard(first.rows.map(\.id))
    #expect(try await desk.kept().count == 3)
  }

  @Test("Rows that were discarded come back when that is undone, once, and wait for what they waited for")
  func undiscarded() async throws {
    let desk = try Desk(shop)
    try await desk.take(["sales.csv": "ID,Buyer,SoldOn\n1,NOBOD,1996-01-01\n2,,x\n"])
    let before = try await desk.kept()
    let ids = try await desk.resolver.rows().rows.map(\.id)
    let changeSet = try #require(try await desk.resolver.discard(ids))
    #expect(try await desk.kept().isEmpty)
    #expect(Localizer.english(try #require(try await desk.store.changeSet(changeSet)).name) == "Discarded 2 rows")
    let undone = try #require(try await desk.store.undo(changeSet, .screen).changeSet)
    #expect(try await desk.kept() == before)
    #expect(try await desk.groups().count == 1)
    await #expect(throws: StoreError.cannotUndo("This has been undone already")) {
      try await desk.store.undo(changeSet, .screen)
    }
    try await desk.store.undo(undone, .screen)
    #expect(try await desk.kept().isEmpty)
    #expect(try await desk.resolver.discard([]) == nil)
  }

  @Test("Kept rows can be downloaded, to be mended and imported: each file's with its own columns")
  func download() async throws {
    let desk = try Desk(shop)
    try await desk.take([
      "sales.csv": "ID;SoldOn;ShipName\n1;x;\"a;\"\"b\"\n2;y;w;1\n", "items.csv": "Sale,Count\n1,0\n",
    ])
    let row = try await desk.row("sales.csv", 2)
    try await desk.resolver.correct([row: ["SoldOn": "z"]])
    let files = try await desk.resolver.downloads(ReviewRequest())
    #expect(files.map(\.name).sorted() == ["rejects-items.csv", "rejects-sales.csv"])
    let sales = try #require(files.first { $0.name == "rejects-sales.csv" })
    let sink = MemorySink()
    try await desk.resolver.write(sales, to: sink, in: .english)
    #expect(
      sink.text == """
        _entity;_file;_line;_column;_reason;ID;SoldOn;ShipName\r
        sales;sales.csv;2;SoldOn;SoldOn: This has to be a date like 2026-11-21 (z);1;z;"a;""b"\r
        sales;sales.csv;3;"";This row has 4 fields, the header has 3;2;y;w;1\r

        """)
    let mended = sink.text.replacing(";z;", with: ";1996-01-01;").replacing(";2;y;w;1", with: ";2;1996-01-02;")
    let report = try await desk.take(["mended.csv": mended])
    #expect(report.counts == ["read": 2, "inserted": 2])
    #expect(try await desk.kept().count == 1)
  }

  @Test("A download of many kept rows is handed over page by page, and JSON's columns are those of all of them")
  func largeDownload() async throws {
    let desk = try Desk(shop)
    let rows = (1...450).map { "{\"ID\": \($0), \"SoldOn\": \"x\"\($0 == 449 ? ", \"ShipName\": \"Ann\"" : "")}" }
    try await desk.take(["sales.json": "[" + rows.joined(separator: ",\n") + "]"]) { $0.isInsistent = true }
    let file = try #require(try await desk.resolver.downloads(ReviewRequest()).first)
    #expect(file.count == 450)
    let sink = MemorySink()
    var pages = 0
    try await desk.resolver.write(file, to: sink, in: .english) { pages += 1 }
    let lines = sink.text.split(separator: "\r\n")
    #expect(lines.count == 451)
    #expect(lines[0] == "_entity,_file,_line,_column,_reason,ID,SoldOn,ShipName")
    #expect(lines[449].hasSuffix(",449,x,Ann") && lines[450].hasSuffix(",450,x,"))
    // Two passes of three pages.
    #expect(pages == 6)
  }
}
