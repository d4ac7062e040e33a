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

  @Test("A dry run names the new rows that are called like records that are there")
  func namesakes() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "First name,Last name\nAnna,Nowak\nJan,Kot\n"])
    let rows = "First name,Last name,Phone\nanna,NOWAK,+48 601 000 000\nEwa,Lis,\nEwa,Lis,+48 602 000 000\n"
    let tried = try await desk.take(["list.csv": rows]) { $0.isDryRun = true }.files[0]
    #expect(tried.inserted == 3)
    let told = tried.remarks.map { Localizer.english($0) }
    #expect(told == ["New, though records with these names are there: lines 2"])
    #expect(try await desk.take(["list.csv": rows]).files[0].remarks.isEmpty)
  }

  @Test("Several rows of one record are one change of it: that of the last row, or none where it takes the others back")
  func repeated() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,First name,Last name\n1,Anna,Nowak\n2,Anna,Nowak\n3,Anna,Nowak\n"])
    let rows = "id,First name,Last name\n1,Ewa,Nowak\n1,Ewa,Nowak\n2,Ola,Nowak\n2,Anna,Nowak\n3,Iga,Kot\n3,Ida,Nowak\n"
    let file = try await desk.take(["people.csv": rows]) { $0.isDryRun = true }.files[0]
    #expect(file.updated == 5 && file.unchanged == 1)
    #expect(file.changes.counts == ["firstName": 2])
    #expect(file.changes.first.map(\.record.id) == [1, 3])
    #expect(file.changes.first.map { $0.change.fields.map(\.after) } == [[.text("Ewa")], [.text("Ida")]])
    let done = try await desk.take(["people.csv": rows]).files[0]
    #expect(done.updated == 5 && done.unchanged == 1)
  }

  @Test("Rows of JSON with other fields of one record are one change with all of them")
  func parts() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,First name,Last name\n1,Anna,Nowak\n"])
    let rows = #"[{"id":1,"firstName":"Ewa"},{"id":1,"lastName":"Kot"}]"#
    let changes = try await desk.take(["people.json": rows]) { $0.isDryRun = true }.files[0].changes
    #expect(changes.counts == ["firstName": 1, "lastName": 1])
    #expect(changes.first.map { $0.change.fields.map(\.name) } == [["firstName", "lastName"]])
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
