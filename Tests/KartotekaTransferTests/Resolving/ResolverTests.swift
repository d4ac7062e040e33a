import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Resolving")
struct ResolverTests {
  private func desk(_ unresolved: ImportOptions.Unresolved = .empty) async throws -> Desk {
    let desk = try Desk(shop)
    try await desk.take(ShopFiles.all) { $0.unresolved = unresolved }
    return desk
  }

  @Test("NW-9 unresolved references are grouped by value, with how many records and rows use each")
  func grouped() async throws {
    let desk = try await desk()
    #expect(
      try await desk.groups() == [
        "sale.buyer HANAR: 2+0", "duty.place 01581: 0+1", "sale.buyer TOMSP: 1+0", "sale.buyer VINET: 1+0",
        "sale.buyer WOLZA: 1+0", "item.sale 12: 0+2 awaited",
      ])
    #expect(try await desk.group("12")?.awaited == desk.row("sales.csv", 4))
    let strict = try await self.desk(.reject)
    #expect(
      try await strict.groups() == [
        "sale.buyer HANAR: 0+2", "duty.place 01581: 0+1", "sale.buyer TOMSP: 0+1", "sale.buyer VINET: 0+1",
        "sale.buyer WOLZA: 0+1", "item.sale 12: 0+2 awaited", "item.sale 10: 0+1 awaited", "item.sale 13: 0+1 awaited",
      ])
  }

  @Test("NW-9 correcting the broken date and the keys loads those rows and everything that waited for them")
  func correct() async throws {
    let desk = try await desk()
    #expect(try await desk.kept().count == 4)
    let (sale, duty) = (try await desk.row("sales.csv", 4), try await desk.row("duties.csv", 2))
    let report = try await desk.resolver.correct([
      sale: ["SoldOn": "1996-07-06"], duty: ["PlaceID": "101581"],
    ])
    #expect(report.loaded == 4 && report.left.isEmpty)
    #expect(try await desk.kept().isEmpty)
    #expect(try await desk.column("item", "sale") == ["10", "13", "12", "12"])
    #expect(try await desk.column("duty", "place") == ["2", "1"])
    // What the import was allowed to leave empty is left empty here, too.
    #expect(try await desk.groups().contains("sale.buyer VINET: 2+0"))
    let changeSet = try #require(report.changeSet)
    #expect(try await desk.store.changeSet(changeSet).map { Localizer.english($0.name) } == "Corrected 2 rows")
    try await desk.store.undo(changeSet, .screen)
    #expect(try await desk.kept().count == 4)
    #expect(try await desk.column("item", "sale") == ["10", "13"])
    let texts = try await desk.resolver.rows(ReviewRequest(ids: [sale])).rows.first?.fields.map(\.text)
    #expect(texts?.contains("1996-07-06") == true)
    // Undoing the undoing.
    let undo = try #require(try await desk.store.lastChangeSet()?.id)
    try await desk.store.undo(undo, .screen)
    #expect(try await desk.kept().isEmpty)
    #expect(try await desk.column("item", "sale") == ["10", "13", "12", "12"])
  }

  @Test("NW-9 a row that was corrected once is loaded as corrected when its file comes again, and not kept anew")
  func remembered() async throws {
    let desk = try await desk()
    let sale = try await desk.row("sales.csv", 4)
    try await desk.resolver.correct([sale: ["SoldOn": "1996-07-06"]])
    let again = try await desk.take(["sales.csv": ShopFiles.sales]) { $0.unresolved = .empty }
    #expect(again.counts == ["read": 6, "unchanged": 5, "rejected": 1, "unresolved": 5] && again.changeSet == nil)
    #expect(try await desk.kept(ReviewRequest(entity: "sales")).isEmpty)
    // Also when the record is gone meanwhile.
    let entity = try #require(shop.entity(named: "sale"))
    _ = try await desk.store.perform(.screen) { try $0.delete(entity, id: 12) }
    try await desk.take(["sales.csv": ShopFiles.sales]) { $0.unresolved = .empty }
    #expect(try await desk.column("sale", "soldOn").contains("1996-07-06"))
    #expect(try await desk.kept(ReviewRequest(entity: "sales")).isEmpty)
  }

  @Test("A corrected row of a file without keys makes no second record when its file, or a copy of it, comes again")
  func withoutKeys() async throws {
    let desk = try Desk()
    let rows = "name,count\nAxe,1\nBit,2\nCog,3\nSaw,abc\nSaw,abc\n"
    func names() async throws -> [String] {
      let (names, counts) = (try await desk.column("thing", "name"), try await desk.column("thing", "count"))
      return zip(names, counts).map { $0 + " " + $1 }.sorted()
    }
    #expect(
      try await desk.take(["things.csv": rows], into: "things").counts == ["read": 5, "inserted": 3, "rejected": 2])
    let rejected = try await desk.resolver.rows(ReviewRequest()).rows.map(\.id)
    // Equal rows, corrected in different ways.
    try await desk.resolver.correct([rejected[0]: ["count": "5"], rejected[1]: ["count": "6"]])
    let all = ["Axe 1", "Bit 2", "Cog 3", "Saw 5", "Saw 6"]
    #expect(try await names() == all)
    for _ in 0..<2 {
      let again = try await desk.take(["things.csv": rows], into: "things")
      #expect(again.counts == ["read": 5, "unchanged": 3, "rejected": 2] && again.changeSet == nil)
      #expect(try await names() == all)
      #expect(try await desk.kept().isEmpty)
    }
    // A file that has grown, by a row with the same fault, too, which is corrected like the last one.
    let grown = rows + "Nut,4\nSaw,abc\n"
    for _ in 0..<2 {
      try await desk.take(["things.csv": grown], into: "things")
      #expect(try await names() == (all + ["Nut 4", "Saw 6"]).sorted())
      #expect(try await desk.kept().isEmpty)
    }
    // A file with another name is another one, unless most of its rows are stored already.
    try await desk.take(["others.csv": "name,count\nSaw,abc\n"], into: "things")
    #expect(try await names() == (all + ["Nut 4", "Saw 6", "Saw 6"]).sorted())
    // What was deleted since comes again.
    let thing = try #require(office.entity(named: "thing"))
    let saw = try await desk.all("thing").first { $0["name"] == .text("Saw") }
    let id = try #require(saw?.id)
    _ = try await desk.store.perform(.screen) { try $0.delete(thing, id: id) }
    try await desk.take(["things.csv": grown], into: "things")
    #expect(try await names() == (all + ["Nut 4", "Saw 6", "Saw 6"]).sorted())
  }

  @Test("A corrected row whose record was changed since makes no second record when its file comes again")
  func changedSince() async throws {
    let desk = try Desk()
    let rows = "name,count\nAxe,1\nSaw,abc\n"
    try await desk.take(["things.csv": rows], into: "things")
    let rejected = try #require(try await desk.resolver.rows(ReviewRequest()).rows.first?.id)
    try await desk.resolver.correct([rejected: ["count": "5"]])
    let thing = try #require(office.entity(named: "thing"))
    _ = try await desk.store.perform(.screen) { transaction in
      var record = try #require(try transaction.record(thing, id: 2))
      record["name"] = .text("Handsaw")
      try transaction.update(record)
    }
    for _ in 0..<2 {
      try await desk.take(["things.csv": rows], into: "things")
      #expect(try await desk.column("thing", "name") == ["Axe", "Handsaw"])
      #expect(try await desk.kept().isEmpty)
    }
  }

  @Test("Corrected rows of a copy of a file whose rows are stored already make no second records")
  func copy() async throws {
    let desk = try Desk()
    let rows = "name,count\n" + (1...20).map { "Thing \($0),\($0)\n" }.joined() + "Saw,abc\n"
    try await desk.take(["things.csv": rows], into: "things")
    let rejected = try #require(try await desk.resolver.rows(ReviewRequest()).rows.first?.id)
    try await desk.resolver.correct([rejected: ["count": "5"]])
    let again = try await desk.take(["things (1).csv": rows], into: "things")
    #expect(again.counts == ["read": 21, "unchanged": 20, "rejected": 1] && again.changeSet == nil)
    #expect(try await desk.all("thing").count == 21)
  }

  @Test(
    "A corrected row is read with the words of choices in every language, also when its file comes again",
    arguments: [
      ("things.csv", "name,shape,count\nBall,Okrągły,many\n"),
      ("things.json", #"[{"name":"Ball","shape":"Okrągły","count":"many"}]"#),
    ])
  func choiceWords(name: String, text: String) async throws {
    let words = try Catalogue(language: .polish, json: Data(#"{"Round": "Okrągły"}"#.utf8))
    let desk = try Desk()
    let importer = Importer(desk.store, words: words)
    func take() async throws -> ImportReport {
      try await importer.run(try importer.plan([ImportFile(try TextSource(text, name: name), into: "things")]))
    }
    #expect(try await take().counts == ["read": 1, "rejected": 1])
    let row = try #require(try await desk.resolver.rows(ReviewRequest()).rows.first?.id)
    let report = try await Resolver(desk.store, words: words).correct([row: ["count": "3"]])
    #expect(report.loaded == 1 && report.left.isEmpty)
    #expect(try await desk.column("thing", "shape") == ["round"])
    _ = try await take()
    #expect(try await desk.kept().isEmpty)
    #expect(try await desk.column("thing", "shape") == ["round"])
  }

  @Test("NW-9 what is corrected and still can't be loaded stays, with its new reason and the corrected text")
  func stays() async throws {
    let desk = try await desk()
    let sale = try await desk.row("sales.csv", 4)
    let report = try await desk.resolver.correct([sale: ["SoldOn": "1996-02-30", "ShipName": "Vins"]])
    #expect(report.loaded == 0 && report.left == [sale] && report.changeSet == nil)
    let row = try #require(try await desk.resolver.rows(ReviewRequest(ids: [sale])).rows.first)
    #expect(row.fields.map(\.text) == ["12", "VINET", "1996-02-30", "Vins", "Reims"])
    #expect(row.fields.map(\.isCorrected) == [false, false, true, true, false])
    #expect(Localizer.english(row.reason) == "SoldOn: There is no such day (1996-02-30)")
    // The same file again finds the row that is being corrected, and leaves the corrections.
    try await desk.take(["sales.csv": ShopFiles.sales]) { $0.unresolved = .empty }
    let again = try #require(try await desk.resolver.rows(ReviewRequest(entity: "sales")).rows.first)
    #expect(again.id == sale && again.fields.map(\.text) == row.fields.map(\.text))
    #expect(try await desk.resolver.correct([sale: ["SoldOn": "1996-02-28"]]).loaded == 3)
    let names = try await desk.column("sale", "shipName")
    #expect(names.contains("Vins"))
  }

  @Test("NW-9 linking is one change set, is remembered, and loads the rows that waited")
  func link() async throws {
    let desk = try await desk(.reject)
    #expect(try await desk.all("sale").isEmpty)
    let choices = try await [
      #require(desk.group("VINET")).id: RecordID(1), #require(desk.group("HANAR")).id: 3,
      #require(desk.group("01581")).id: 1,
    ]
    let report = try await desk.resolver.link(choices)
    // Sales 10, 13 and 14 with the lines of 10 and 13, and the duty; sale 12 has a broken date.
    #expect(report.loaded == 6 && report.linked == 0)
    #expect(try await desk.column("sale", "buyer") == ["1", "3", "3"])
    #expect(try await desk.column("duty", "place") == ["2", "1"])
    // Later imports know what the texts mean.
    let again = try await desk.take(["sales.csv": ShopFiles.sales, "duties.csv": ShopFiles.duties])
    #expect(again.files.map(\.counts) == [["read": 6, "unchanged": 3, "rejected": 3], ["read": 2, "unchanged": 2]])
    try await desk.store.undo(try #require(report.changeSet), .screen)
    #expect(try await desk.all("sale").isEmpty)
    #expect(try await desk.take(["sales.csv": ShopFiles.sales]).counts == ["read": 6, "rejected": 6])
  }

  @Test("NW-9 importing the files again after resolving changes nothing, and doesn't take links away")
  func unchanged() async throws {
    let desk = try await desk()
    let choices = try await [
      #require(desk.group("VINET")).id: RecordID(1), #require(desk.group("HANAR")).id: 3,
      #require(desk.group("TOMSP")).id: 2,
    ]
    let report = try await desk.resolver.link(choices)
    #expect(report.linked == 4 && report.loaded == 0)
    #expect(
      try await desk.store.changeSet(try #require(report.changeSet)).map { Localizer.english($0.name) }
        == "Linked 3 references")
    // Somebody knows the fourth buyer.
    let sale = try #require(shop.entity(named: "sale"))
    _ = try await desk.store.perform(.screen) { transaction in
      var record = try #require(try transaction.record(sale, id: 15))
      record["buyer"] = .integer(4)
      try transaction.update(record)
    }
    #expect(try await desk.groups() == ["duty.place 01581: 0+1", "item.sale 12: 0+2 awaited"])
    let again = try await desk.take(ShopFiles.all) { $0.unresolved = .empty }
    #expect(
      again.files.map(\.counts) == [
        // Lines have no numbers here: those that are stored are the same.
        ["read": 4, "unchanged": 2, "rejected": 2], ["read": 6, "unchanged": 5, "rejected": 1, "unresolved": 1],
        ["read": 2, "unchanged": 1, "rejected": 1], ["read": 2, "unchanged": 2], ["read": 4, "unchanged": 4],
      ])
    #expect(try await desk.column("sale", "buyer") == ["1", "2", "3", "3", "4"])
    // Undoing takes the meaning back, too.
    try await desk.store.undo(try #require(report.changeSet), .screen)
    #expect(try await desk.groups().filter { $0.hasPrefix("sale") }.count == 3)
    #expect(
      try await desk.take(["sales.csv": ShopFiles.sales]) { $0.unresolved = .empty }.counts["unresolved"] == 5)
  }

  @Test("A reference whose record is gone is no longer listed; a record that there isn't is refused")
  func gone() async throws {
    let desk = try await desk()
    let sale = try #require(shop.entity(named: "sale"))
    _ = try await desk.store.perform(.screen) { try $0.delete(sale, id: 11) }
    #expect(try await desk.group("TOMSP") == nil)
    let vinet = try #require(try await desk.group("VINET"))
    await #expect(throws: StoreError.missingTarget(entity: "sale", field: "buyer", id: 99)) {
      try await desk.resolver.link([vinet.id: 99])
    }
    #expect(try await desk.group("VINET") == vinet)
  }

  @Test("Rows that waited for a record load when it has come some other way")
  func tryAgain() async throws {
    let desk = try await desk()
    let place = try #require(shop.entity(named: "place"))
    _ = try await desk.store.perform(.screen) { transaction in
      var record = try #require(try transaction.record(place, id: 1))
      record["code"] = .text("01581")
      try transaction.update(record)
    }
    let report = try await desk.resolver.tryAgain()
    #expect(report.loaded == 1 && report.left.isEmpty)
    #expect(try await desk.column("duty", "place") == ["2", "1"])
    #expect(try await desk.resolver.tryAgain() == ResolverReport())
  }

  @Test("Lists of related records: what a name means is linked, and stays linked")
  func lists() async throws {
    let desk = try Desk(shop)
    let places = "id,PlaceID,Visitors\n1,02116,Toms Spezialitäten; Nobody\n"
    try await desk.take(["buyers.csv": ShopFiles.buyers, "places.csv": places]) { $0.unresolved = .empty }
    #expect(try await desk.groups() == ["place.visitors Nobody: 1+0"])
    try await desk.resolver.link([try #require(try await desk.group("Nobody")).id: 4])
    #expect(try await desk.links("place", "visitors") == [1: [2, 4]])
    #expect(try await desk.groups().isEmpty)
    #expect(try await desk.take(["places.csv": places]).counts == ["read": 1, "unchanged": 1])
    // Without knowing what it means, what is there by hand stays as well.
    let others = "id,PlaceID,Visitors\n1,02116,Somebody\n"
    let report = try await desk.take(["places.csv": others]) { $0.unresolved = .empty }
    #expect(report.counts == ["read": 1, "unchanged": 1, "unresolved": 1])
    #expect(try await desk.links("place", "visitors") == [1: [2, 4]])
  }

  @Test("Rows that can't be split into fields are corrected as a whole")
  func whole() async throws {
    let desk = try Desk(shop)
    try await desk.take([
      "sales.csv": "SaleID,SoldOn\n1,1996-01-01,x\n2,1996-01-02,y\n3,\"1996\n4,1996-01-01\n",
      "items.ndjson": "{\"sale\":4,\"count\":0}\n{\"sale\":4,\n{\"sale\":4,\"count\":2}\n",
    ])
    let rows = try await desk.resolver.rows().rows
    #expect(
      rows.map { $0.fields.map { "\($0.heading)=\($0.text)" } } == [
        ["_record=1,1996-01-01,x"], ["_record=2,1996-01-02,y"], ["_record=3,\"1996"], ["sale=4", "count=0"],
        ["_record={\"sale\":4,"],
      ])
    let ids = rows.map(\.id)
    let report = try await desk.resolver.correct([
      ids[0]: ["_record": "1,1996-01-01"], ids[1]: ["_record": "2,\"x"], ids[2]: ["_record": "3,1996-01-03"],
      ids[3]: ["count": "3"], ids[4]: ["_record": "{\"sale\":4,\"count\":5}"],
    ])
    #expect(report.loaded == 4 && report.left == [ids[1]])
    #expect(try await desk.all("sale").compactMap(\.id) == [1, 3, 4])
    #expect(try await desk.column("item", "count") == ["2", "3", "5"])
    #expect(try await desk.resolver.rows().rows.first?.fields.map(\.text) == ["2,\"x"])
  }

  @Test("Padded and quoted texts, line breaks in fields and NULL come through a correction as they were")
  func texts() async throws {
    let desk = try Desk(shop)
    try await desk.take([
      "sales.csv": "SaleID;SoldOn;ShipName;ShipTown\n1;x;\"a;\"\"b\"\"\";NULL\n2;x;  padded  ;\"NULL\"\n"
    ])
    let ids = try await desk.resolver.rows().rows.map(\.id)
    try await desk.resolver.correct([ids[0]: ["SoldOn": "1996-01-01"], ids[1]: ["SoldOn": "1996-01-02"]])
    #expect(try await desk.column("sale", "shipName") == ["a;\"b\"", "padded"])
    #expect(try await desk.column("sale", "shipTown") == ["", "NULL"])
  }

  @Test("Rows in a circle wait for each other and load together")
  func circle() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name,boss\n1,A,X,2\n2,,Y,1\n3,C,Z,1\n"])
    #expect(try await desk.all("person").isEmpty)
    let row = try await desk.row("people.csv", 3)
    let report = try await desk.resolver.correct([row: ["first_name": "B"]])
    #expect(report.loaded == 3 && report.left.isEmpty)
    #expect(try await desk.column("person", "boss") == ["2", "1", "1"])
    #expect(try await desk.kept().isEmpty)
  }
}
