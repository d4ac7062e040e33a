import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

/// A list that was exported as it was shown, as a table that people change.
struct SentTable {
  var headings: [String]
  var rows: [[String]]

  init(_ csv: String) throws {
    var reader = CSVReader(try TextSource(csv, name: "list.csv"), dialect: CSVDialect())
    var all: [[String]] = []
    while try reader.next() { all.append(reader.strings) }
    headings = all.first ?? []
    rows = Array(all.dropFirst())
  }

  /// The cell of a row in a column.
  subscript(row: Int, column: String) -> String {
    get { headings.firstIndex(of: column).map { rows[row][$0] } ?? "" }
    set { if let place = headings.firstIndex(of: column) { rows[row][place] = newValue } }
  }

  var text: String {
    get throws {
      let sink = MemorySink()
      var csv = CSVWriter(to: sink)
      for row in [headings] + rows { try csv.record(row.map { $0.isEmpty ? nil : $0 }) }
      try csv.finish()
      return sink.text
    }
  }
}

extension Desk {
  /// The list of an entity with some columns, as a person exports it.
  func list(
    _ entity: String, _ columns: [String], _ say: Localizer = .english, as format: ViewFormat = .csv
  ) async throws -> MemorySink {
    var exporter = ViewExporter(store, say)
    exporter.hasMarks = true
    let sink = MemorySink()
    let described = try #require(store.model.entity(named: entity))
    let labeled = columns.map { path in
      let label =
        described.position(of: path).map { described.columns[$0].label } ?? described.relationship(path)?.label
      return (path: path, label: path == "id" ? say("No.") : say(label ?? path))
    }
    try await exporter.write(AnyFetchRequest(entity), columns: labeled, as: format, named: "List", to: sink)
    return sink
  }

  /// Changes a field of a record, as another person does meanwhile.
  func set(_ entity: String, _ id: RecordID, _ name: String, _ value: Value) async throws {
    let described = try #require(store.model.entity(named: entity))
    _ = try await store.perform(.screen) { transaction in
      guard var record = try transaction.record(described, id: id), let place = described.position(of: name) else {
        return
      }
      record.values[place] = value
      try transaction.update(record)
    }
  }
}

@Suite("Lists there and back")
struct RoundTripTests {
  private func desk() async throws -> Desk {
    let desk = try Desk()
    try await desk.take(
      ["people.csv": "id,first_name,last_name,phone,email\n1,Anna,Nowak,,a@example.org\n2,Jan,Kot,,\n3,Jan,Kot,,\n"])
    return desk
  }

  private let columns = ["firstName", "lastName", "phone"]

  @Test("A list has the records' marks in its last column, which a spreadsheet hides")
  func marks() async throws {
    let desk = try await desk()
    let table = try SentTable(try await desk.list("person", columns).text)
    #expect(table.headings == ["First name", "Last name", "Phone", "_kartoteka"])
    #expect(table[0, "_kartoteka"].hasPrefix("people/1/"))
    let read = try #require(RecordMark(text: table[1, "_kartoteka"]))
    #expect(read.id == 2 && read.entity == "people" && read.text == table[1, "_kartoteka"])
    for text in [
      "", "12", "people/0/7/123456789012", "people/1/123456789012", "people/1//123456789012", "a/1/7/é2345678901",
    ] {
      #expect(RecordMark(text: text) == nil)
    }
  }

  @Test(
    "A file that nobody touched changes nothing; an edited one changes its records, makes the new ones, deletes none")
  func edits() async throws {
    let desk = try await desk()
    var table = try SentTable(try await desk.list("person", columns).text)
    #expect(try await desk.take(["list.csv": try table.text]).counts == ["read": 3, "unchanged": 3])
    table[1, "Last name"] = "Kowal"
    table.rows.remove(at: 0)
    table.rows.reverse()
    table.rows.append(["Ewa", "Lis", "", ""])
    let report = try await desk.take(["list.csv": try table.text])
    #expect(report.counts == ["read": 3, "unchanged": 1, "updated": 1, "inserted": 1])
    #expect(try await desk.column("person", "lastName") == ["Nowak", "Kowal", "Kot", "Lis"])
    // The field that the list does not have stays.
    #expect(try await desk.column("person", "email")[0] == "a@example.org")
    // The same file again makes no second Ewa Lis.
    #expect(try await desk.take(["list.csv": try table.text]).counts == ["read": 3, "unchanged": 3])
  }

  @Test("What others changed since stays where the file did not change it, and is asked where both did")
  func merges() async throws {
    let desk = try await desk()
    var table = try SentTable(try await desk.list("person", columns).text)
    try await desk.set("person", 1, "firstName", .text("Hanna"))
    try await desk.set("person", 2, "lastName", .text("Zima"))
    table[0, "Last name"] = "Nowakowska"
    table[1, "Last name"] = "Wrona"
    let report = try await desk.take(["list.csv": try table.text])
    #expect(report.counts == ["read": 3, "unchanged": 1, "updated": 1, "rejected": 1])
    #expect(report.files[0].changedBoth == 1)
    #expect(
      report.files[0].rejects.map(\.brief) == [
        ["3 Last name 2 Wrona: It was changed here since the file was exported, to Zima"]
      ])
    #expect(try await desk.column("person", "firstName") == ["Hanna", "Jan", "Jan"])
    #expect(try await desk.column("person", "lastName") == ["Nowakowska", "Zima", "Kot"])
    #expect(try await desk.take(["list.csv": try table.text]) { $0.changedBoth = .here }.counts["rejected"] == nil)
    #expect(try await desk.column("person", "lastName") == ["Nowakowska", "Zima", "Kot"])
    #expect(try await desk.take(["list.csv": try table.text]) { $0.changedBoth = .file }.counts["updated"] == 1)
    #expect(try await desk.column("person", "lastName") == ["Nowakowska", "Wrona", "Kot"])
  }

  @Test("A dry run says the same as the import")
  func dryRun() async throws {
    let desk = try await desk()
    var table = try SentTable(try await desk.list("person", columns).text)
    try await desk.set("person", 2, "lastName", .text("Zima"))
    table[0, "Last name"] = "Nowakowska"
    table[1, "Last name"] = "Wrona"
    table.rows.append(table.rows[2])
    table.rows.append(["Ewa", "Lis", "", ""])
    let tried = try await desk.take(["list.csv": try table.text]) { $0.isDryRun = true }
    let done = try await desk.take(["list.csv": try table.text])
    #expect(tried.counts == done.counts)
    #expect(done.counts == ["read": 5, "unchanged": 2, "updated": 1, "inserted": 1, "rejected": 1])
    #expect(tried.files[0].changes.counts == ["lastName": 1])
  }

  @Test("A copied row, a changed number and a record that was deleted here are refused; an emptied row is none")
  func refused() async throws {
    let desk = try await desk()
    var table = try SentTable(try await desk.list("person", ["id"] + columns).text)
    #expect(table.headings[0] == "No.")
    var copy = table.rows[0]
    copy[1] = "Ola"
    table.rows.insert(copy, at: 1)
    table[2, "No."] = "99"
    table.rows[3] = ["", "", "", "", table[3, "_kartoteka"]]
    let file = try await desk.take(["list.csv": try table.text]).files[0]
    #expect(file.counts == ["read": 3, "unchanged": 1, "rejected": 2])
    #expect(
      file.rejects.map(\.brief) == [
        ["3 - 0 -: Another row is No. 1 already. If this one is new, empty _kartoteka"],
        ["4 No. 1 99: This was 2 when the file was exported"],
      ])
    let person = try #require(office.entity(named: "person"))
    _ = try await desk.store.perform(.screen) { try $0.delete(person, id: 3) }
    let gone = try SentTable("First name,Last name,_kartoteka\r\nJan,Kot,people/3/7/8f3a01c2d4e5\r\n")
    let refused = try await desk.take(["list.csv": try gone.text]).files[0]
    #expect(refused.rejects.map(\.brief) == [["2 - 0 -: The record was deleted here since the file was exported"]])
    #expect(try await desk.take(["list.csv": try gone.text]) { $0.changedBoth = .here }.counts["unchanged"] == 1)
  }

  @Test("A copy above the row that it was made of does not become its record, and neither does one without its mark")
  func copies() async throws {
    let desk = try await desk()
    var table = try SentTable(try await desk.list("person", ["id"] + columns).text)
    for index in [2, 1] {
      var copy = table.rows[index]
      copy[1] = "Ola"
      if index == 2 { copy[4] = "" }
      table.rows.insert(copy, at: index)
    }
    let file = try await desk.take(["list.csv": try table.text]).files[0]
    #expect(file.counts == ["read": 5, "unchanged": 3, "rejected": 2])
    #expect(file.rejects.map(\.line) == [3, 5])
    let resolver = Resolver(desk.store)
    for row in try await resolver.rows().rows { try await resolver.correct([row.id: ["_kartoteka": ""]]) }
    #expect(try await desk.column("person", "firstName") == ["Anna", "Jan", "Jan", "Ola", "Ola"])
  }

  @Test("A correction of one field overwrites no other that was changed here")
  func correctsOne() async throws {
    let desk = try await desk()
    var table = try SentTable(try await desk.list("person", columns).text)
    table[1, "Phone"] = "no number!"
    table[1, "Last name"] = "Wrona"
    try await desk.set("person", 2, "lastName", .text("Zima"))
    #expect(try await desk.take(["list.csv": try table.text]).counts["rejected"] == 1)
    let resolver = Resolver(desk.store)
    let row = try #require(try await resolver.rows().rows.first)
    #expect(try await resolver.correct([row.id: ["Phone": "+48 601 000 000"]]).left == [row.id])
    #expect(try await desk.column("person", "lastName") == ["Nowak", "Zima", "Kot"])
    // Both values were seen now, but the one that is here changes again.
    try await desk.set("person", 2, "lastName", .text("Mróz"))
    #expect(try await resolver.correct([row.id: [:]]).left == [row.id])
    try await resolver.correct([row.id: [:]])
    #expect(try await desk.column("person", "lastName") == ["Nowak", "Wrona", "Kot"])
  }

  @Test("A mark tells nothing of fields that the list does not show, and their changes are no conflict")
  func hidden() async throws {
    let desk = try await desk()
    let before = try SentTable(try await desk.list("person", columns).text)
    try await desk.set("person", 1, "email", .text("other@example.org"))
    var after = try SentTable(try await desk.list("person", columns).text)
    #expect(after.rows == before.rows)
    after[0, "Last name"] = "Nowakowska"
    #expect(try await desk.take(["list.csv": try after.text]).counts == ["read": 3, "unchanged": 2, "updated": 1])
    #expect(try await desk.column("person", "email")[0] == "other@example.org")
  }

  @Test("A list that was renamed keeps its records, and a file of another list has records of its own")
  func renamed() async throws {
    let desk = try await desk()
    var table = try SentTable(try await desk.list("person", columns).text)
    for row in table.rows.indices {
      table[row, "_kartoteka"] = table[row, "_kartoteka"].replacing("people/", with: "friends/")
    }
    table[0, "Last name"] = "Nowakowska"
    #expect(
      try await desk.take(["list.csv": try table.text], into: "people").counts
        == ["read": 3, "unchanged": 2, "updated": 1])
    for row in table.rows.indices {
      table[row, "_kartoteka"] = table[row, "_kartoteka"].replacing("friends/", with: "things/")
    }
    table[1, "Last name"] = "Wilk"
    #expect(try await desk.take(["list.csv": try table.text], into: "people").counts["inserted"] ?? 0 > 0)
    #expect(try await desk.column("person", "lastName").prefix(3) == ["Nowakowska", "Kot", "Kot"])
  }

  @Test("In another database the rows are records like others, with their numbers, and again nothing")
  func elsewhere() async throws {
    let list = try await desk().list("person", columns).text
    let other = try Desk()
    #expect(try await other.take(["list.csv": list]).counts == ["read": 3, "inserted": 3])
    #expect(try await other.take(["list.csv": list]).counts == ["read": 3, "unchanged": 3])
  }

  @Test("A corrected row has its own value, and one that was copied becomes new without the mark")
  func corrected() async throws {
    let desk = try await desk()
    var table = try SentTable(try await desk.list("person", columns).text)
    try await desk.set("person", 2, "lastName", .text("Zima"))
    table[1, "Last name"] = "Wrona"
    var copy = table.rows[0]
    copy[0] = "Ola"
    table.rows.append(copy)
    try await desk.take(["list.csv": try table.text])
    let resolver = Resolver(desk.store)
    let rows = try await resolver.rows().rows
    #expect(rows.count == 2)
    try await resolver.correct([rows[0].id: [:]])
    #expect(try await desk.column("person", "lastName") == ["Nowak", "Wrona", "Kot"])
    // Another correction does not make it the record of the other row.
    #expect(try await resolver.correct([rows[1].id: ["First name": "Iga"]]).left == [rows[1].id])
    #expect(
      rows[1].fields.map(\.heading).contains("_kartoteka") && !rows[0].fields.map(\.heading).contains("_kartoteka"))
    try await resolver.correct([rows[1].id: ["_kartoteka": ""]])
    #expect(try await desk.column("person", "firstName") == ["Anna", "Jan", "Jan", "Iga"])
  }
}
