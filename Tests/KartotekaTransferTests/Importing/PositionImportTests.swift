import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Positions in two columns")
struct PositionImportTests {
  struct Stop: Entity {
    let code = Attribute<String>("Code", .required, .unique)
    let name = Attribute<String>("Name", .title)
    let place = Attribute<Coordinate>("Place")
    let count = Attribute<Int>("Count")
  }

  private func desk() async throws -> Desk {
    let desk = try Desk(ModelDescription([Stop.self]))
    try await desk.take(["stops.csv": "code,name,lat,lng\na,One,50.25,14.5\nb,Two,51.5,15.5\n"])
    #expect(try await desk.column("stop", "place") == ["50.25,14.5", "51.5,15.5"])
    return desk
  }

  @Test("A row without both halves leaves the record's position")
  func absent() async throws {
    let desk = try await desk()
    let json = #"[{"code":"a","name":"One x"},{"code":"b","lat":52.5,"lng":16.5}]"#
    #expect(try await desk.take(["stops.json": json]).counts == ["read": 2, "updated": 2])
    #expect(try await desk.column("stop", "place") == ["50.25,14.5", "52.5,16.5"])
    let short = try await desk.take(["stops.csv": "code,name,lat,lng\nb,Two,53.5,17.5\na,One y\n"])
    #expect(short.counts == ["read": 2, "updated": 2])
    #expect(try await desk.column("stop", "name") == ["One y", "Two"])
    #expect(try await desk.column("stop", "place") == ["50.25,14.5", "53.5,17.5"])
  }

  @Test("Texts for no value empty a position as they empty other fields")
  func placeholders() async throws {
    for none in [("NULL", "NULL"), ("n/a", "n/a"), ("-", ""), ("", "")] {
      let desk = try await desk()
      let report = try await desk.take(["stops.csv": "code,lat,lng\na,\(none.0),\(none.1)\n"], into: "stops")
      #expect(report.counts == ["read": 1, "updated": 1])
      #expect(try await desk.column("stop", "place") == ["", "51.5,15.5"])
    }
    let desk = try await desk()
    let json = try await desk.take(["stops.json": #"[{"code":"a","lat":null,"lng":null}]"#], into: "stops")
    #expect(json.counts == ["read": 1, "updated": 1])
    #expect(try await desk.column("stop", "place") == ["", "51.5,15.5"])
  }

  @Test("A half alone is a fault, also after another fault of its row was corrected")
  func half() async throws {
    let desk = try await desk()
    let json = #"[{"code":"c","lat":1.5,"count":"many"},{"code":"d","lat":2.5,"lng":3.5,"count":"few"}]"#
    #expect(try await desk.take(["stops.json": json]).counts == ["read": 2, "rejected": 2])
    let rows = try await desk.resolver.rows(ReviewRequest()).rows.map(\.id)
    let report = try await desk.resolver.correct([rows[0]: ["count": "1"], rows[1]: ["count": "2"]])
    #expect(report.loaded == 1 && report.left == [rows[0]])
    #expect(try await desk.resolver.correct([rows[0]: ["lng": "4.5"]]).loaded == 1)
    #expect(try await desk.column("stop", "place").suffix(2) == ["2.5,3.5", "1.5,4.5"])
  }
}
