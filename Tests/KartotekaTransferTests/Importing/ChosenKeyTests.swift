import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Records by columns that a person chooses")
struct ChosenKeyTests {
  private static let people = """
    id,first_name,last_name,phone
    1,Anna,Nowak,
    2,Jan,Kot,
    3,Jan,Lis,
    4,Ewa,Lis,+48 601 000 000
    5,Ewa,Lis,

    """

  @Test("Rows change the records that have their values, and are new where none has; fields that they lack stay")
  func matches() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": Self.people])
    let rows = "First name,Last name,Mail address\nJan,Lis,jan@example.org\nOla,Kot,ola@example.org\n"
    for isDryRun in [true, false] {
      let report = try await desk.take(["people.csv": rows]) {
        ($0.keys, $0.isDryRun) = (["First name", "lastName"], isDryRun)
      }
      #expect(report.counts == ["read": 2, "updated": 1, "inserted": 1], "\(report.files[0].rejects.map(\.brief))")
    }
    #expect(try await desk.column("person", "email") == ["", "", "jan@example.org", "", "", "ola@example.org"])
    let again = try await desk.take(["people.csv": rows]) { $0.keys = ["first_name", "last_name"] }
    #expect(again.counts == ["read": 2, "unchanged": 2])
  }

  @Test("Required fields that the file lacks are no fault of records that are there")
  func required() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": Self.people])
    let report = try await desk.take(["people.csv": "Last name,Phone\nNowak,+48 602 000 000\nWilk,+48 603 000 000\n"]) {
      $0.keys = ["Last name"]
    }
    #expect(report.counts == ["read": 2, "updated": 1, "rejected": 1])
    #expect(report.files[0].rejects[0].brief == ["3 First name 0 -: This can't be empty"])
  }

  @Test("Two records or two rows with the same values are refused; without a value, a row is new")
  func unclear() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": Self.people])
    let rows = "First name,Last name,Phone\nEwa,Lis,\nJan,Kot,+48 604 000 000\nJan,Kot,\nUla,Sęk,\nUla,Sęk,\n"
    for isDryRun in [true, false] {
      let file = try await desk.take(["people.csv": rows]) {
        ($0.keys, $0.isDryRun) = (["First name", "Last name"], isDryRun)
      }.files[0]
      #expect(file.counts == ["read": 5, "updated": 1, "inserted": 1, "rejected": 3])
      #expect(file.rejects.map(\.line) == [2, 4, 6])
      #expect(file.rejects[0].brief == ["2 - 0 -: There is more than one such record among people"])
    }
    let empty = try await desk.take(["people.csv": "First name,Last name,Phone\nIda,Ryś,\n"]) { $0.keys = ["Phone"] }
    #expect(empty.counts == ["read": 1, "inserted": 1])
  }

  @Test("A corrected row finds its record by the same fields")
  func corrected() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": Self.people])
    try await desk.take(["people.csv": "First name,Last name,Mail address\nJan,Kot,jan at example.org\n"]) {
      $0.keys = ["First name", "Last name"]
    }
    let resolver = Resolver(desk.store)
    let row = try #require(try await resolver.rows().rows.first)
    try await resolver.correct([row.id: ["Mail address": "jan@example.org"]])
    #expect(try await desk.column("person", "email") == ["", "jan@example.org", "", "", ""])
  }

  @Test(
    "What lists call the number is it where a person says so, and else numbers the rows", arguments: ["No.", "Nr", "№"])
  func numbers(_ heading: String) async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": Self.people])
    let rows = "\(heading),First name,Last name\n4,Eva,Lis\n"
    #expect(try await desk.take(["people.csv": rows]) { $0.isDryRun = true }.counts == ["read": 1, "inserted": 1])
    #expect(try await desk.take(["people.csv": rows]) { $0.keys = [heading] }.counts == ["read": 1, "updated": 1])
    #expect(try await desk.column("person", "firstName") == ["Anna", "Jan", "Jan", "Eva", "Ewa"])
  }

  @Test(
    "What lists call the number is it where the rows are like the records of these numbers, and the preview says so",
    arguments: ["No.", "Nr", "№"])
  func foundNumbers(_ heading: String) async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": Self.people])
    // A list without its column of marks, in which a name was corrected and a row was added.
    let rows = """
      \(heading),First name,Last name,Phone
      5,Ewa,Lis,
      4,Ewa,Lis,+48 601 000 000
      3,Hanna,Lis-Kot,
      2,Jan,Kot,
      1,Anna,Nowak,
      ,Ola,Wilk,

      """
    for isDryRun in [true, false] {
      let report = try await desk.take(["people.csv": rows]) { $0.isDryRun = isDryRun }
      #expect(report.counts == ["read": 6, "unchanged": 4, "updated": 1, "inserted": 1])
      #expect(report.files[0].remarks.contains { $0.arguments["column"] == .text(heading) })
    }
    #expect(try await desk.column("person", "firstName") == ["Anna", "Jan", "Hanna", "Ewa", "Ewa", "Ola"])
    // Rows that are numbered are no such records.
    let others = "\(heading),First name,Last name,Phone\n1,Iga,Mak,\n2,Jan,Kot,\n3,Olaf,Sum,\n"
    let report = try await desk.take(["people.csv": others]) { $0.isDryRun = true }
    #expect(report.counts["updated"] == nil && report.files[0].remarks.allSatisfy { $0.arguments["column"] == nil })
  }

  @Test("Numbers that count the rows are no records' numbers: nothing that was changed here is lost to the same list")
  func countedRows() async throws {
    let desk = try Desk()
    func list(_ phone: Int, _ numbers: ClosedRange<Int>) -> String {
      "No.,First name,Last name,Phone\n"
        + numbers.map { "\($0),Anna,Nowak \($0),+48 601 000 \(phone + $0)\n" }.joined()
    }
    let sent = list(100, 1...12)
    #expect(try await desk.take(["people.csv": sent]).counts == ["read": 12, "inserted": 12])
    try await desk.set("person", 5, "phone", .text("+48 999 000 000"))
    let before = try await desk.column("person", "phone")
    let again = try await desk.take(["people.csv": sent])
    #expect(again.counts["updated"] == nil && again.counts["inserted"] == nil, "\(again.counts)")
    // The list of another month has the same names.
    let other = try await desk.take(["others.csv": list(500, 1...5)])
    #expect(other.counts == ["read": 5, "inserted": 5])
    #expect(try await desk.column("person", "phone").prefix(12) == before[...])
    // Numbers of few among many are those of records.
    let few = try await desk.take(["few.csv": list(700, 9...11)]) { $0.isDryRun = true }
    #expect(few.counts == ["read": 3, "updated": 3])
  }

  @Test("A row whose title is not the record's is not like it, and fields that a person chooses come first")
  func titles() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name,phone\n7,Anna,Nowak,+48 601 000 001\n"])
    let rows = "Nr,First name,Last name,Phone\n7,Ewa,Nowak,+48 601 000 001\n"
    let other = try await desk.take(["list.csv": rows]) { $0.isDryRun = true }
    #expect(other.files[0].remarks.allSatisfy { $0.arguments["column"] == nil })
    let same = rows.replacing("Ewa", with: "Anna").replacing("001", with: "002")
    let chosen = try await desk.take(["list.csv": same]) { ($0.isDryRun, $0.keys) = (true, ["Phone"]) }
    #expect(chosen.counts == ["read": 1, "inserted": 1])
    let found = try await desk.take(["list.csv": same]) { $0.isDryRun = true }
    #expect(found.counts == ["read": 1, "updated": 1])
  }

  @Test("A column that the file or the records lack is refused")
  func unknown() async throws {
    let desk = try Desk()
    for key in ["Phone", "Colour", "id"] {
      await #expect(throws: ImportError.noColumns(file: "list.csv", entity: "people", headers: [key])) {
        try await desk.take(["list.csv": "First name,Last name\nJan,Kot\n"]) { $0.keys = [key] }
      }
    }
  }
}
