import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Exported lists beside other sheets of their file")
struct ExportedBookTests {
  private let people = ["firstName", "lastName", "phone"]
  private let notes = SentSheet(
    name: "Notes", rows: [["What", "When"], ["Ask Anna", "Monday"], ["Ask Jan", "Tuesday"], ["Ask Ewa", "Friday"]])

  private struct SentSheet {
    let name: String
    let rows: [[String]]
  }

  private func desk() async throws -> Desk {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name,phone\n1,Anna,Nowak,\n2,Jan,Kot,\n"])
    try await desk.take(["things.csv": "id,name,count\n1,Lamp,3\n"])
    return desk
  }

  // A list as it was exported, with one field changed.
  private func list(
    _ desk: Desk, _ entity: String, _ columns: [String], _ change: (inout SentTable) -> Void
  ) async throws -> SentSheet {
    var table = try SentTable(try await desk.list(entity, columns).text)
    change(&table)
    return SentSheet(name: entity, rows: [table.headings] + table.rows)
  }

  private func book(_ sheets: [SentSheet]) -> [UInt8] {
    let tables = sheets.map { sheet in
      let rows = sheet.rows.map { row in
        row.map {
          $0.isEmpty
            ? "<table:table-cell/>"
            : "<table:table-cell office:value-type='string'><text:p>\($0)</text:p></table:table-cell>"
        }.joined()
      }
      return "<table:table table:name='\(sheet.name)'>"
        + rows.map { "<table:table-row>\($0)</table:table-row>" }.joined() + "</table:table>"
    }
    var zip = ZipMaker()
    zip.add("content.xml", "<document>" + tables.joined() + "</document>")
    return zip.bytes
  }

  private func planned(
    _ desk: Desk, _ sheets: [SentSheet], into entity: String? = nil, keys: [String] = []
  ) throws -> (Importer, ImportPlan) {
    let url = FileManager.default.temporaryDirectory.appending(path: "book-\(UUID()).ods")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(book(sheets)).write(to: url)
    var importer = Importer(desk.store)
    importer.options.keys = keys
    let files = try ImportFile.open(path: url.path(percentEncoded: false), name: "club.ods", into: entity)
    return (importer, try importer.plan(files))
  }

  @Test(
    "A sheet that holds no records is left out and named, also where the records are named", arguments: [nil, "people"])
  func left(into entity: String?) async throws {
    let desk = try await desk()
    let sent = try await list(desk, "person", people) { $0[1, "Last name"] = "Kowal" }
    for sheets in [[sent, notes], [notes, sent]] {
      let (importer, plan) = try planned(desk, sheets, into: entity)
      #expect(plan.files.map(\.name) == ["club.ods/person"])
      #expect(plan.files.first?.notes.contains { Localizer.english($0).contains("club.ods/Notes") } == true)
      var dry = importer
      dry.options.isDryRun = true
      #expect(try await dry.run(plan).counts == ["read": 2, "unchanged": 1, "updated": 1])
    }
    let (importer, plan) = try planned(desk, [sent, notes], into: entity)
    #expect(try await importer.run(plan).counts == ["read": 2, "unchanged": 1, "updated": 1])
    #expect(try await desk.column("person", "lastName") == ["Nowak", "Kowal"])
  }

  @Test("Of two exported sheets both are loaded, or the one whose records are named")
  func chosen() async throws {
    let desk = try await desk()
    let sheets = [
      try await list(desk, "person", people) { $0[0, "Last name"] = "Nowakowa" },
      try await list(desk, "thing", ["name", "count"]) { $0[0, "Count"] = "4" },
    ]
    #expect(try planned(desk, sheets).1.files.map(\.entity.name) == ["person", "thing"])
    let (importer, plan) = try planned(desk, sheets, into: "things")
    #expect(plan.files.map(\.name) == ["club.ods/thing"])
    #expect(
      plan.files.first?.notes.map(\.key).contains("Left out, because other records are to be loaded: {sheets}") == true)
    _ = try await importer.run(plan)
    #expect(try await desk.column("person", "lastName") == ["Nowak", "Kot"])
    #expect(try await desk.column("thing", "count") == ["4"])
  }

  @Test("A sheet of one's own with more of the records that are named is loaded beside the exported one")
  func added() async throws {
    let desk = try await desk()
    let sent = try await list(desk, "person", people) { $0[0, "Last name"] = "Nowakowa" }
    let added = SentSheet(name: "New", rows: [["First name", "Last name"], ["Ewa", "Lis"], ["Ola", "Wilk"]])
    for sheets in [[sent, added, notes], [notes, added, sent]] {
      let (_, plan) = try planned(desk, sheets, into: "people")
      #expect(Set(plan.files.map(\.name)) == ["club.ods/person", "club.ods/New"])
    }
    let (importer, plan) = try planned(desk, [sent, added], into: "people")
    _ = try await importer.run(plan)
    #expect(try await desk.column("person", "lastName") == ["Nowakowa", "Kot", "Lis", "Wilk"])
  }

  @Test("An exported sheet that lacks a chosen field is refused and not left out: its changes would be lost")
  func lacking() async throws {
    let desk = try await desk()
    let sheets = [
      try await list(desk, "person", people) { $0[0, "Last name"] = "Nowakowa" },
      try await list(desk, "thing", ["name", "count"]) { $0[0, "Count"] = "4" },
    ]
    #expect(throws: ImportError.self) { try planned(desk, sheets, keys: ["Last name"]) }
    // Whoever names the people does without the things.
    let (_, plan) = try planned(desk, sheets, into: "people", keys: ["Last name"])
    #expect(plan.files.map(\.name) == ["club.ods/person"])
  }

  @Test("Beside sheets that were not exported from here, one without records is refused as before")
  func refused() async throws {
    let desk = try await desk()
    let other = SentSheet(name: "People", rows: [["First name", "Last name"], ["Ewa", "Lis"], ["Ola", "Wilk"]])
    #expect(throws: ImportError.self) { try planned(desk, [other, notes]) }
  }
}
