import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Numbers of records that are too large")
struct NumberLimitTests {
  private static let greatest = RecordIDs.range.upperBound

  @Test(
    "Are rejected with the range, by CSV and JSON",
    arguments: ["9223372036854775807", "9007199254740992", "99999999999999999999"])
  func rejected(_ number: String) async throws {
    let desk = try Desk()
    let csv = try await desk.take(["things.csv": "id,name\n\(number),x\n,y\n0,z\n"])
    #expect(csv.counts == ["read": 3, "inserted": 1, "rejected": 2])
    #expect(
      csv.files[0].rejects.flatMap(\.brief) == [
        "2 id 1 \(number): A record's number is between 1 and 9007199254740991",
        "4 id 1 0: This has to be a record's number",
      ])
    let json = try await desk.take(["things.json": "[{\"id\":\(number),\"name\":\"x\"},{\"name\":\"w\"}]"])
    #expect(json.counts == ["read": 2, "inserted": 1, "rejected": 1])
    #expect(try await desk.all("thing").compactMap(\.id) == [1, 2])
  }

  @Test("The greatest one leaves none for new records, which are refused with that reason")
  func exhausted() async throws {
    let desk = try Desk()
    try await desk.take(["things.csv": "id,name\n\(Self.greatest),x\n"])
    let error = await #expect(throws: StoreError.self) { try await desk.take(["things.csv": "name\ny\n"]) }
    #expect(error == .invalid([FieldFault("id", RecordIDs.exhausted)]))
    let thing = try #require(office.entity(named: "thing"))
    await #expect(throws: StoreError.invalid([FieldFault("id", RecordIDs.exhausted)])) {
      var record = AnyRecord(thing)
      record["name"] = .text("z")
      let new = record
      _ = try await desk.store.perform(.code) { try $0.insert(new) }
    }
    #expect(try await desk.all("thing").count == 1)
  }

  @Test("Are refused by the store", arguments: [0, -1, RecordIDs.range.upperBound + 1, .max])
  func store(_ id: RecordID) async throws {
    let desk = try Desk()
    let thing = try #require(office.entity(named: "thing"))
    await #expect(throws: StoreError.invalid([FieldFault("id", RecordIDs.fault)])) {
      try await desk.store.perform(.code) { transaction in
        try transaction.insert(AnyRecord(thing, id: id, values: AnyRecord(thing).values))
      }
    }
  }
}
