import Testing

@testable import KartotekaModel

private struct Trip: Entity {
  let isoCode: Attribute<CountryCode> = Attribute("Country", .required, .unique, .title, .default(from: \Trip.name))
  let name = Attribute<String>("Name", .default(from: \Trip.isoCode))
  let position = Attribute<Coordinate>("Position", .default(from: \Trip.isoCode))
  let note = Attribute<String>("Note")
}

@Suite("Values that follow from a country")
struct FollowingTests {
  private let entity: EntityDescription

  init() throws {
    entity = try #require(ModelDescription([Trip.self]).entity(named: "trip"))
  }

  private func record(_ values: [String: String], id: RecordID? = nil) -> AnyRecord {
    var record = AnyRecord(entity)
    record.id = id
    for (name, text) in values { record[name] = .text(text) }
    return record
  }

  private func filled(_ values: [String: String]) -> AnyRecord {
    var record = record(values)
    record.fillFollowing()
    return record
  }

  @Test("Name and place follow from the code, and code and place from the name, in whatever language")
  func follows() throws {
    let place = try #require(CountryCode("PT")).position.description
    for values in [["isoCode": "PT"], ["name": "Portugal"]] {
      let record = filled(values)
      #expect(record["isoCode"] == .text("PT"))
      #expect(record["name"] == .text("Portugal"))
      #expect(record["position"] == .text(place))
      #expect(record["note"] == .null)
    }
    #expect(filled(["name": "Португалия"])["isoCode"] == .text("PT"))
    #expect(filled(["name": "Португалия"])["name"] == .text("Португалия"))
  }

  @Test("Given values stay, and nothing is derived from missing values")
  func given() {
    let record = filled(["isoCode": "PT", "name": "My second home", "position": "1.0,2.0"])
    #expect(record["name"] == .text("My second home"))
    #expect(record["position"] == .text("1.0,2.0"))
    #expect(filled(["note": "x"]).values.filter(\.isNull).count == 3)
  }

  @Test("A new record is not missing derived values; a name of no country is the fault")
  func faults() {
    #expect(entity.faults(in: record(["name": "Portugal"])) == [])
    #expect(entity.faults(in: record([:])).map(\.field) == ["isoCode"])
    let faults = entity.faults(in: record(["name": "Portugla"]))
    #expect(faults.map(\.field) == ["name"])
    #expect(
      faults.map { Localizer.english($0.phrase) }
        == ["No country is called “Portugla”. Did you mean Portugal?"])
    // One that is there lost its code.
    #expect(entity.faults(in: record(["name": "Portugal"], id: 1)).map(\.field) == ["isoCode"])
  }

  @Test(
    "Another country brings its name and place along, unless somebody wrote others; another name changes no country")
  func changed() throws {
    let before = filled(["isoCode": "PT"])
    var after = before
    after["isoCode"] = .text("ES")
    after.refillFollowing(over: before)
    #expect(after["name"] == .text("Spain"))
    #expect(after["position"] == .text(try #require(CountryCode("ES")).position.description))

    var renamed = before
    renamed["name"] = .text("Poland")
    renamed.refillFollowing(over: before)
    #expect(renamed["isoCode"] == .text("PT"))
    var moved = renamed
    moved["isoCode"] = .text("ES")
    moved.refillFollowing(over: renamed)
    #expect(moved["name"] == .text("Poland"))
  }

  @Test("A record is known by its country's name in the person's language")
  func title() {
    let record = filled(["isoCode": "PL"])
    #expect(record.title(in: .english) == "Poland")
    #expect(record.title(in: Localizer(language: .russian, catalogue: Catalogue())) == "Польша")
    #expect(record.titleArgument == CountryCode("PL").map(Phrase.Argument.country))
  }
}
