import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("What an import would change")
struct RecordChangesTests {
  @Test("A dry run tells old and new values field by field, the first of them and the counts of all")
  func fields() async throws {
    let desk = try Desk()
    var people = "id,First name,Last name,Mail address\n"
    for id in 1...30 { people += "\(id),Anna,Nowak \(id),a\(id)@example.org\n" }
    try await desk.take(["people.csv": people])
    var cities = "id,First name,Last name\n31,New,Person\n"
    for id in 1...30 { cities += "\(id),\(id == 1 ? "Anna" : "Gdynia"),\(id < 3 ? "Kowal" : "Nowak \(id)")\n" }
    let report = try await desk.take(["people.csv": cities]) { $0.isDryRun = true }
    let changes = report.files[0].changes
    #expect(report.files[0].updated == 30 && report.files[0].inserted == 1)
    #expect(changes.counts == ["firstName": 29, "lastName": 2])
    #expect(changes.first.count == RecordChanges.most)
    #expect(changes.first[0].change.fields.map(\.name) == ["lastName"])
    #expect(changes.first[1].change.fields.map(\.after) == [.text("Gdynia"), .text("Kowal")])
    let told = report.files[0].changePhrases(in: .english)
    #expect(told.contains { Localizer.english($0) == "First name would change in 29 records" })
    #expect(told.contains { Localizer.english($0).contains("First name: Anna → Gdynia, Last name: Nowak 2 → Kowal") })
    #expect(report.json.contains(#""changes":{"firstName":29,"lastName":2}"#))
  }

  @Test("An import that is done keeps no changes, and a row that equals its record is none")
  func none() async throws {
    let desk = try Desk()
    let file: KeyValuePairs = ["people.csv": "id,First name,Last name\n1,Anna,Nowak\n"]
    try await desk.take(file)
    #expect(try await desk.take(file) { $0.isDryRun = true }.files[0].changes.isEmpty)
    #expect(try await desk.take(["people.csv": "id,First name\n1,Ewa\n"]).files[0].changes.isEmpty)
  }
}
