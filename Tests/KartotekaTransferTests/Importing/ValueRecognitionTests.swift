import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("What a file is by its values")
struct ValueRecognitionTests {
  @Test("A column of numbers that holds texts is the attribute that records are known by, and is referred to so")
  func codes() async throws {
    let desk = try Desk(market)
    let clients = "ClientID,CompanyName\nALFKI,Alfreds Futterkiste\nVINET,Vins et alcools Chevalier\n"
    let deals = "DealID,ClientID,MadeOn\n1,VINET,1996-07-04\n2,ALFKI,1996-07-05\n3,PARIS,1996-07-06\n"
    let report = try await desk.take(["deals.csv": deals, "clients.csv": clients]) { $0.unresolved = .empty }
    #expect(report.files.map(\.counts) == [["read": 3, "inserted": 3, "unresolved": 1], ["read": 2, "inserted": 2]])
    #expect(try await desk.column("client", "code") == ["ALFKI", "VINET"])
    #expect(try await desk.column("deal", "client") == ["2", "1", ""])
    let again = try await desk.take(["deals.csv": deals, "clients.csv": clients]) { $0.unresolved = .empty }
    #expect(again.files.map(\.unchanged) == [3, 2])
  }

  @Test("The same in JSON")
  func json() throws {
    let importer = Importer(try Desk(market).store)
    let text = #"[{"clientID":"ALFKI","companyName":"Alfreds"},{"clientID":"VINET","companyName":"Vins"}]"#
    let plan = try importer.plan([ImportFile(TextSource(text, name: "x.json"))])
    #expect(plan.files[0].columns.map(\.target) == [.column("code"), .column("companyName")])
  }

  @Test("Numbers stay numbers, texts of an entity without codes too, and a column of codes stays the codes")
  func numbers() throws {
    let importer = Importer(try Desk(market).store)
    func targets(_ text: String) throws -> [ColumnMatch.Target] {
      try importer.plan([ImportFile(TextSource(text, name: "x.csv"))]).files[0].columns.map(\.target)
    }
    #expect(try targets("ClientID,CompanyName\n1,A\n2,B\nx,C\n")[0] == .id)
    #expect(try targets("GoodID,ProductName,UnitPrice\nA1,A,1\nB2,B,2\n")[0] == .id)
    #expect(try targets("ClientID,Code,CompanyName\nA,ALFKI,A\nB,VINET,B\n")[0] == .id)
    #expect(try targets("ClientID,CompanyName\n")[0] == .id)
  }

  @Test("Where headings fit two kinds equally the values decide, and else nobody does")
  func ties() throws {
    let importer = Importer(try Desk(ModelDescription([Parcel.self, Letter.self])).store)
    func entity(_ rows: String) throws -> String {
      try importer.plan([ImportFile(TextSource("name,sent\n" + rows, name: "x.csv"))]).files[0].entity.name
    }
    #expect(try entity("a,2026-11-21\nb,2026-11-22\n") == "letter")
    #expect(try entity("a,7\nb,8\n") == "parcel")
    // A few broken rows don't count.
    #expect(try entity("a,2026-11-21\nb,2026-11-22\nc,7\n") == "letter")
    #expect(throws: ImportError.ambiguousEntity(file: "x.csv", candidates: ["parcels", "letters"])) {
      try entity("a,\nb,\n")
    }
  }

  private struct Parcel: Entity {
    let name = Attribute<String>("Name", .required)
    let sent = Attribute<Int>("Sent")
  }

  private struct Letter: Entity {
    let name = Attribute<String>("Name", .required)
    let sent = Attribute<CalendarDate>("Sent")
  }
}
