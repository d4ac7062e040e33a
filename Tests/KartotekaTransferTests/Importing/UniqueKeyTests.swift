import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Rows that several columns tell together")
struct UniqueKeyTests {
  private let deals = "deal_id,made_on\n1,1996-07-04\n2,1996-07-05\n"
  private let goods = "id,ProductName\n11,Chai\n12,Chang\n"
  private let parts = "DealID,GoodID,UnitPrice,Quantity\n1,11,14,12\n1,12,9.80,10\n2,11,34.80,5\n"

  private func desk() async throws -> Desk {
    let desk = try Desk(market)
    let report = try await desk.take(["parts.csv": parts, "deals.csv": deals, "goods.csv": goods])
    #expect(report.files[0].counts == ["read": 3, "inserted": 3])
    return desk
  }

  @Test("NW-9 the same file again changes nothing, though its rows have no numbers")
  func again() async throws {
    let desk = try await desk()
    let report = try await desk.take(["parts.csv": parts])
    #expect(report.counts == ["read": 3, "unchanged": 3])
    #expect(report.changeSet == nil)
    // Twice in one import as well.
    let twice = try await Desk(market).take([
      "deals.csv": deals, "goods.csv": goods, "a.csv": parts, "b.csv": parts.replacing(",5\n", with: ",6\n"),
    ])
    #expect(twice.files[2].counts == ["read": 3, "inserted": 3])
    #expect(twice.files[3].counts == ["read": 3, "updated": 1, "unchanged": 2])
  }

  @Test("A row changes the record that has its values; only columns that the file has")
  func update() async throws {
    let desk = try await desk()
    let report = try await desk.take(["parts.csv": "deal,good,quantity\n2,11,7\n2,12,1\n"])
    #expect(report.counts == ["read": 2, "inserted": 1, "updated": 1])
    #expect(try await desk.column("part", "quantity") == ["12", "10", "7", "1"])
    #expect(try await desk.column("part", "price") == ["14.00", "9.80", "34.80", "0.00"])
  }

  @Test("Two rows of the same key in one file: the second is rejected and says why", arguments: [false, true])
  func repeated(isFresh: Bool) async throws {
    let desk = isFresh ? try Desk(market) : try await desk()
    if isFresh { try await desk.take(["deals.csv": deals, "goods.csv": goods]) }
    let report = try await desk.take([
      "parts.csv": "DealID,GoodID,UnitPrice,Quantity\n2,12,1,1\n1,11,14,12\n2,12,1,2\n1,11,14,13\n"
    ])
    #expect(report.files[0].rejected == 2)
    #expect(
      report.files[0].rejects.map { $0.faults.map { Localizer.english($0.reason) } } == [
        ["Another row has the same Deal, Good already"], ["Another row has the same Deal, Good already"],
      ])
    #expect(report.files[0].rejects.map(\.line) == [4, 5])
    #expect(try await desk.all("part").count == (isFresh ? 2 : 4))
    #expect(try await desk.column("part", "quantity").contains("13") == false)
  }

  @Test("A row with a number is the record of that number, and is refused where another has its key")
  func numbered() async throws {
    let desk = try await desk()
    let report = try await desk.take(["parts.csv": "id,deal,good,quantity\n3,2,12,4\n9,1,11,5\n"])
    #expect(report.counts == ["read": 2, "updated": 1, "rejected": 1])
    #expect(
      report.files[0].rejects.flatMap(\.brief) == ["3 deal 2 -: Another record has the same Deal, Good already"])
    let clash = try await desk.take(["parts.csv": "id,deal,good,quantity\n3,1,12,4\n"])
    #expect(
      clash.files[0].rejects.flatMap(\.brief) == ["2 deal 2 1: Another record has the same Deal, Good already"])
  }

  @Test("Without one of the values a row is like no other of its file; the same file again changes nothing")
  func missing() async throws {
    struct Seat: Entity {
      let row = Attribute<String>("Row", .required)
      let number = Attribute<Int>("Number")
      static let uniqueKeys = [UniqueKey(\Seat.row, \.number)]
    }
    let desk = try Desk(ModelDescription([Seat.self]))
    for count in [2, 4] {
      let report = try await desk.take(["seats.csv": "row,number\nA,\nA,\nA,1\n"])
      #expect(report.counts == (count == 2 ? ["read": 3, "inserted": 3] : ["read": 3, "unchanged": 3]))
    }
  }
}
