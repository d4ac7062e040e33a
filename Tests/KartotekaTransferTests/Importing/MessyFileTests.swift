import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

/// Files as they are: every one of these is found in the data of the original application or is like it.
@Suite("Messy files")
struct MessyFileTests {
  /// Imports bytes as files of those names.
  private func take(_ files: KeyValuePairs<String, [UInt8]>, into desk: Desk) async throws -> ImportReport {
    let importer = Importer(desk.store)
    let plan = try importer.plan(files.map { ImportFile(try TextSource(ByteSource($1, name: $0))) })
    return try await importer.run(plan)
  }

  @Test("NW-9 employees who report to each other come before the orders that name them, whatever the files' order")
  func circle() async throws {
    let clerks = "ClerkID,Name,ReportsTo\n1,Nancy,2\n2,Andrew,1\n3,Janet,2\n"
    let deals = "DealID,ClerkID,MadeOn\n" + (1...200).map { "\($0),\($0 % 3 + 1),1996-07-04\n" }.joined()
    for files: KeyValuePairs in [
      ["clerks.csv": clerks, "deals.csv": deals], ["deals.csv": deals, "clerks.csv": clerks],
    ] {
      let desk = try Desk(market)
      let report = try await desk.take(files)
      #expect(report.files.allSatisfy { $0.inserted == $0.read && $0.rejects.isEmpty })
      #expect(try await desk.column("clerk", "reportsTo") == ["2", "1", "2"])
      let again = try await desk.take(files)
      #expect(again.files.allSatisfy { $0.unchanged == $0.read })
      try await desk.store.undo(try #require(report.changeSet), .screen)
      #expect(try await desk.all("deal").isEmpty)
    }
  }

  @Test("A row that refers to one which the database refused says so, and is rejected with it")
  func refusedParent() async throws {
    struct Folder: Entity {
      let name = Attribute<String>("Name", .required, .title)
      let size = Attribute<Int>("Size", .required)
      let parent = ToOne<Folder>("Parent", onDelete: .cascade)
      static let uniqueKeys = [UniqueKey(\Folder.name, \.size)]
    }
    let desk = try Desk(ModelDescription([Folder.self]))
    let report = try await desk.take(["folders.csv": "id,name,size,parent\n1,a,1,\n2,a,1,\n3,b,1,2\n4,c,1,1\n"])
    #expect(report.counts == ["read": 4, "inserted": 2, "rejected": 2])
    #expect(
      report.files[0].rejects.flatMap(\.brief) == [
        "3 name 2 -: Another record has the same Name, Size already",
        "4 - 0 -: It refers to a row that could not be loaded",
      ])
  }

  @Test("NW-9 delimiters, encodings, marks and line ends, each file its own", arguments: ["\n", "\r\n"])
  func formats(lineEnd: String) async throws {
    func text(_ delimiter: String, _ rows: [[String]]) -> String {
      rows.map { $0.joined(separator: delimiter) }.joined(separator: lineEnd)
    }
    let desk = try Desk(market)
    let clerks = text("\t", [["ClerkID", "Name"], ["1", "Łucja Żak"]])
    let clients = text(
      ";", [["Client ID", "Company Name", "Postal Code"], ["1", "Tradição, Hipermercados", "05021"]])
    let goods = text("|", [["good_id", "product_name", "unit price"], ["1", "Gnocchi; di nonna, Alice", "38,00"]])
    let deals = text(",", [["DealID", "ClientID", "ClerkID", "MadeOn"], ["1", "1", "1", "1996-07-04 00:00:00.000"]])
    let utf16 = clerks.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let windows = Array(clients.unicodeScalars.map { UInt8($0.value) })
    let report = try await take(
      ["a": utf16, "b": windows, "c": [0xEF, 0xBB, 0xBF] + Array(goods.utf8), "d": Array(deals.utf8)], into: desk)
    #expect(report.files.map(\.entity) == ["clerks", "clients", "goods", "deals"])
    #expect(report.files.allSatisfy { $0.inserted == 1 && $0.rejects.isEmpty })
    #expect(try await desk.column("clerk", "name") == ["Łucja Żak"])
    #expect(try await desk.column("client", "companyName") == ["Tradição, Hipermercados"])
    #expect(try await desk.column("client", "postalCode") == ["05021"])
    #expect(try await desk.column("good", "price") == ["38.00"])
    #expect(try await desk.column("deal", "madeOn") == ["1996-07-04"])
  }

  @Test("NW-9 padding, NULL, zeros before numbers, quotes within text and line breaks within quotes")
  func cells() async throws {
    let desk = try Desk(market)
    let report = try await desk.take([
      "clerks.csv": """
      ClerkID,Name,Notes,ReportsTo
      1,  Nancy Davolio\u{20}\u{20},She has a "BA" in psychology,NULL
      2,Andrew,"Fluent in French
      and Italian; reads \"\"German\"\"\",NULL
      3,"NULL",NULL,
      """,
      "clients.csv":
        "ClientID;Company name;Postal code\n1;La maison d'Asie;05021\n2;B's Beverages;WA1 1DP\n3;Paris;NULL\n",
    ])
    #expect(report.files.map(\.counts) == [["read": 3, "inserted": 3], ["read": 3, "inserted": 3]])
    #expect(try await desk.column("clerk", "name") == ["Nancy Davolio", "Andrew", "NULL"])
    #expect(
      try await desk.column("clerk", "notes") == [
        #"She has a "BA" in psychology"#, "Fluent in French\nand Italian; reads \"German\"", "",
      ])
    #expect(try await desk.column("client", "postalCode") == ["05021", "WA1 1DP", ""])
  }

  @Test("NW-9 hexadecimal bytes are kept as they are, also the cut-off header of an OLE picture")
  func blobs() async throws {
    let desk = try Desk(market)
    let ole = "0x151C2F00020000000D000E0014002100FFFFFFFF4269746D617020496D6167650050"
    let report = try await desk.take(["clerks.csv": "Name,Photo\nA,\(ole)\nB,0x\nC,0x151\nD,0xZZ\n"])
    #expect(report.counts == ["read": 4, "inserted": 2, "rejected": 2])
    #expect(report.files[0].rejects.map(\.line) == [4, 5])
    let pictures = try await desk.all("clerk").map { $0["picture"] }
    guard case .blob(let blob) = pictures[0] else {
      Issue.record("There is no picture")
      return
    }
    #expect(blob.count == 34)
    #expect(Array(try blob.bytes().prefix(4)) == [0x15, 0x1C, 0x2F, 0x00])
    #expect(pictures[1] == .null)
    #expect(try await desk.take(["clerks.csv": "id,Name,Photo\n1,A,\(ole)\n"]).counts == ["read": 1, "unchanged": 1])
  }

  @Test("NW-9 money as people write it; what could mean two things is not guessed")
  func money() async throws {
    let desk = try Desk(market)
    let prices = ["$1,234.50", "12,50", "€ 7", "1 234,50", "18", "0.10", "1.234,50", "12,5,0", "abc", "0.005"]
    let rows = prices.enumerated().map { "\($0.offset + 1);g;\($0.element)" }
    let report = try await desk.take(["goods.csv": (["id;name;unit price"] + rows).joined(separator: "\n")])
    #expect(report.counts == ["read": 10, "inserted": 7, "rejected": 3])
    #expect(
      try await desk.column("good", "price") == ["1234.50", "12.50", "7.00", "1234.50", "18.00", "0.10", "1234.50"])
    #expect(report.files[0].rejects.map(\.line) == [9, 10, 11])
  }

  @Test("NW-9 days that don't exist, amounts out of range: each row says which column and why")
  func ranges() async throws {
    let desk = try Desk(market)
    let report = try await desk.take([
      "deals.csv": """
      DealID,MadeOn
      1,1997-09-30 00:00:0 0.000
      2,1998-05 -01 00:00:00.000
      3,1997-02-29
      4,30.02.1997
      5,1996-07-04T00:00:00Z
      """,
      "goods.csv": "id,name\n1,Chai\n2,Chang\n3,Tofu\n4,Pavlova\n",
      "parts.csv": "DealID,GoodID,Quantity,Discount\n5,1,-3,0\n5,2,0,0\n5,3,1,1.01\n5,4,2,0.05\n1,1,2,0\n",
    ])
    #expect(report.files.map(\.inserted) == [1, 4, 1])
    #expect(
      report.files[0].rejects.flatMap(\.brief) == [
        "2 MadeOn 2 1997-09-30 00:00:0 0.000: This has to be a date like 2026-11-21",
        "3 MadeOn 2 1998-05 -01 00:00:00.000: This has to be a date like 2026-11-21",
        "4 MadeOn 2 1997-02-29: There is no such day",
        "5 MadeOn 2 30.02.1997: There is no such day",
      ])
    #expect(report.files[2].rejects.map(\.line) == [2, 3, 4, 6])
    #expect(
      report.files[2].rejects.map { $0.faults.map { $0.column ?? "" } } == [
        ["Quantity"], ["Quantity"], ["Discount"], ["DealID"],
      ])
  }

  @Test("NW-9 headings in any spelling", arguments: ["DealID,GoodID", "deal_id,good_id", "\"Deal ID\",\"Good Id\""])
  func headings(_ names: String) async throws {
    let desk = try Desk(market)
    let report = try await desk.take([
      "x.csv": names + ",Quantity\n1,1,2\n", "y.csv": "DEAL ID,made on\n1,1996-07-04\n",
      "z.csv": "Good_ID,name,price\n1,a,1\n",
    ])
    #expect(report.files.map(\.entity) == ["parts", "deals", "goods"])
    #expect(report.files.map(\.inserted) == [1, 1, 1])
  }

  @Test("NW-9 a JSON file among CSV files")
  func json() async throws {
    let desk = try Desk(market)
    let report = try await desk.take([
      "parts.csv": "deal,good,quantity\n1,1,2\n", "goods.json": #"{"goods":[{"id":1,"name":"Chai","price":"18.00"}]}"#,
      "deals.ndjson": "{\"id\":1,\"madeOn\":\"1996-07-04\"}\n",
    ])
    #expect(report.files.map(\.inserted) == [1, 1, 1])
    #expect(try await desk.column("good", "price") == ["18.00"])
  }

  @Test("NW-9 what is no table is refused by name and costs no time", arguments: ["png", "zip", "columns", "headings"])
  func noTables(_ what: String) async throws {
    let desk = try Desk(market)
    let many = Array(String(repeating: "name,", count: 2_000_000).utf8)
    switch what {
    case "png":
      await #expect(throws: ReadingError.notRead(file: "a.csv", format: UnreadFormat("PNG", .media))) {
        try await take(["a.csv": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]], into: desk)
      }
    case "zip":
      await #expect(throws: ReadingError.notRead(file: "a.csv", format: .zip)) {
        try await take(["a.csv": [0x50, 0x4B, 0x03, 0x04, 0x14, 0]], into: desk)
      }
    case "columns":
      await #expect(throws: ImportError.tooManyColumns(file: "a.csv", count: 2_000_001, most: 16_384)) {
        try await take(["a.csv": many], into: desk)
      }
    default:
      await #expect(throws: ImportError.sameColumn(file: "goods.csv", first: "Name", second: "name", label: "Name")) {
        try await desk.take(["goods.csv": "id,Name,name\n1,a,b\n"])
      }
    }
    #expect(try await desk.all("good").isEmpty)
  }

  @Test("A quote that never closes in a long file, and one record of very many lines, are read in one go")
  func openQuote() async throws {
    let desk = try Desk(market)
    let rows = (1...20_000).map { "\($0),\($0 == 5 ? "\"" : "")g" }
    let report = try await desk.take(["goods.csv": (["id,name"] + rows).joined(separator: "\n")])
    #expect(report.counts == ["read": 20_000, "inserted": 19_999, "rejected": 1])
    let lines = String(repeating: "\n", count: 20_000)
    let broken = try await desk.take(["goods.csv": "id,name\n30000,\"a\(lines)b\"\n30001,c\n"])
    #expect(broken.counts == ["read": 2, "inserted": 1, "rejected": 1])
  }
}
