import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaSampleData
@testable import KartotekaTransfer

private struct Land: Entity {
  let isoCode: Attribute<CountryCode> = Attribute(
    "Country", .required, .unique, .title, .aliases("ISO code"), .default(from: \Land.name))
  let name = Attribute<String>("Name", .default(from: \Land.isoCode))
  let position = Attribute<Coordinate>("Position", .default(from: \Land.isoCode))
  let towns = ToMany<Town>("Towns", inverse: \.land)
}

private struct Town: Entity {
  let name = Attribute<String>("Town", .required, .title)
  let land = ToOne<Land>("Country", required: true)
  let birthplace = Attribute<CountryCode>("Born in")
}

@Suite("Countries in files")
struct CountryImportTests {
  private let model = ModelDescription([Land.self, Town.self])

  @Test("are read from codes and names, under the heading of either, and names and places follow")
  func read() async throws {
    let desk = try Desk(model)
    let report = try await desk.take(["lands.csv": "ISO code\nPT\npol\nЯпония\n"], into: "lands")
    #expect(report.counts == ["read": 3, "inserted": 3])
    #expect(try await desk.column("land", "isoCode") == ["PT", "PL", "JP"])
    #expect(try await desk.column("land", "name") == ["Portugal", "Poland", "Japan"])
    #expect(try await desk.column("land", "position").allSatisfy { Coordinate($0) != nil })
    let more = try await desk.take(["lands.csv": "Country,Name\nES,\nGreece,Hellas\n"], into: "lands")
    #expect(more.counts == ["read": 2, "inserted": 2])
    #expect(try await desk.column("land", "name").suffix(2) == ["Spain", "Hellas"])
  }

  @Test("are found from the name alone, also those that are there already, which keep what they have")
  func named() async throws {
    let desk = try Desk(model)
    try await desk.take(["lands.csv": "Country,Position\nPT,\"1,2\"\n"], into: "lands")
    let report = try await desk.take(["lands.csv": "Name\nPortugal\nNiemcy\n"], into: "lands")
    #expect(report.counts == ["read": 2, "inserted": 1, "unchanged": 1])
    #expect(try await desk.column("land", "isoCode") == ["PT", "DE"])
    #expect(try await desk.column("land", "name") == ["Portugal", "Niemcy"])
    #expect(try await desk.column("land", "position").first == "1.0,2.0")
    let json = try await desk.take(["lands.json": #"[{"name": "Hungary"}, {"isoCode": null, "name": "Франция"}]"#])
    #expect(json.counts == ["read": 2, "inserted": 2])
    #expect(try await desk.column("land", "isoCode").suffix(2) == ["HU", "FR"])
  }

  @Test("that are none are rejected with the country that may be meant")
  func rejected() async throws {
    let desk = try Desk(model)
    let report = try await desk.take(["lands.csv": "Country,Name\nPortugla,\n,Atlantis\n,\nPT,x\n"], into: "lands")
    // The row of delimiters is none.
    #expect(report.counts == ["read": 3, "inserted": 1, "rejected": 2])
    #expect(
      report.files[0].rejects.flatMap(\.brief) == [
        "2 Country 1 Portugla: No country is called “Portugla”. Did you mean Portugal?",
        "3 Name 2 Atlantis: No country is called “Atlantis”",
      ])
  }

  @Test("are what other rows refer to, by code or by name")
  func referredTo() async throws {
    let desk = try Desk(model)
    try await desk.take(["lands.csv": "ISO code\nPT\nPL\n"], into: "lands")
    let report = try await desk.take(
      ["towns.csv": "Town,Country,Born in\nŁódź,Polska,PRT\nLisbon,PT,polska\n"], into: "towns")
    #expect(report.counts == ["read": 2, "inserted": 2])
    #expect(try await desk.column("town", "land") == ["2", "1"])
    #expect(try await desk.column("town", "birthplace") == ["PT", "PL"])
  }

  @Test("are different ones in sample data where none may come twice, with names and places that fit")
  func sample() throws {
    let land = try #require(model.entity(named: "land"))
    let mock = EntityMock(of: land)
    let records = (0..<250).map { mock.record($0, of: 250) }
    #expect(Set(records.map { $0["isoCode"] }).count == 250)
    #expect(records.allSatisfy { land.faults(in: $0) == [] })
    for record in records {
      guard case .text(let code) = record["isoCode"], let country = CountryCode(code) else {
        Issue.record("\(record.values)")
        continue
      }
      #expect(record["name"] == .text(country.name(in: .english)))
      #expect(record["position"] == .text(country.position.description))
    }
  }
}
