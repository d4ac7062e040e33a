import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore
@testable import KartotekaTransfer

@Suite("Files with number series")
struct NumberSeriesImportTests {
  private struct Bill: Entity {
    let number = Attribute<String>("Number", .title, .series("R-{000}"))
    let name = Attribute<String>("Name", .required)
    let lines = ToMany<Line>("Lines", inverse: \.bill)
  }

  private struct Line: Entity {
    let what = Attribute<String>("What", .required, .title)
    let bill = ToOne<Bill>("Bill", required: true, onDelete: .cascade)
  }

  private static let model = ModelDescription([Bill.self, Line.self])

  private func pairs(_ desk: Desk) async throws -> [String] {
    try await desk.all("bill").map { "\($0.text(at: 0)) \($0.text(at: 1))" }
  }

  /// The counts of a preview and of the import, which agree.
  @discardableResult
  private func take(
    _ desk: Desk, _ name: String, _ text: String, _ change: (inout ImportOptions) -> Void = { _ in }
  ) async throws -> [String: Int] {
    let tried = try await desk.take([name: text]) { options in
      change(&options)
      options.isDryRun = true
    }
    let done = try await desk.take([name: text], change)
    #expect(tried.counts == done.counts)
    return done.counts
  }

  @Test("A number of another record does not make its row that record: the row is refused, in every format")
  func taken() async throws {
    for (name, text) in [
      ("bills.csv", "number,name\nR-001,Eva\nR-009,Jan\n"),
      ("bills.json", #"[{"number":"R-001","name":"Eva"},{"number":"R-009","name":"Jan"}]"#),
    ] {
      let desk = try Desk(Self.model)
      try await desk.take(["bills.csv": "name\nAda\n"])
      #expect(try await take(desk, name, text) == ["read": 2, "inserted": 1, "rejected": 1], "\(name)")
      #expect(try await pairs(desk) == ["R-001 Ada", "R-009 Jan"], "\(name)")
    }
  }

  @Test("Rows keep free numbers, and those without one get the next ones in their order, behind all of the file's")
  func given() async throws {
    let desk = try Desk(Self.model)
    let text = "number,name\n,a\nR-001,b\n,c\nR-020,d\nR-001,e\nmine,f\n"
    #expect(try await take(desk, "bills.csv", text) == ["read": 6, "inserted": 5, "rejected": 1])
    #expect(try await pairs(desk) == ["R-021 a", "R-001 b", "R-022 c", "R-020 d", "mine f"])
    try await desk.take(["more.csv": "name\ng\n"])
    #expect(try await pairs(desk).last == "R-023 g")
  }

  @Test("Many rows get numbers, also in several transactions, and their undo gives none of them again")
  func many() async throws {
    let desk = try Desk(Self.model)
    let rows = (1...3_000).map { "n\($0)" }
    let report = try await desk.take(["bills.csv": (["name"] + rows).joined(separator: "\n")]) {
      $0.part = .zero
    }
    let numbers = try await desk.column("bill", "number")
    #expect(numbers.first == "R-001" && numbers.last == "R-3000" && Set(numbers).count == 3_000)
    try await desk.store.undo(try #require(report.changeSet), .screen)
    try await desk.take(["bills.csv": "name\nlast\n"])
    #expect(try await pairs(desk) == ["R-3001 last"])
  }

  @Test("The same file again changes nothing, also one with an empty column of numbers")
  func again() async throws {
    let desk = try Desk(Self.model)
    let text = "number,name\n,a\n,b\n"
    try await take(desk, "bills.csv", text)
    #expect(try await take(desk, "bills.csv", text) == ["read": 2, "unchanged": 2])
    #expect(try await pairs(desk) == ["R-001 a", "R-002 b"])
  }

  @Test("A file with numbers in some of its rows doubles none when it comes again, changed and grown")
  func mixed() async throws {
    let desk = try Desk(Self.model)
    let text = "number,name\n,a\nR-001,b\n,c\nR-020,d\n,e\n"
    #expect(try await take(desk, "bills.csv", text) == ["read": 5, "inserted": 5])
    #expect(try await take(desk, "bills.csv", text) == ["read": 5, "unchanged": 5])
    let bill = try #require(Self.model.entity(named: "bill"))
    _ = try await desk.store.perform(.screen) { transaction in
      var record = try #require(try transaction.record(bill, id: 3))
      record["name"] = .text("c, paid")
      return try transaction.update(record)
    }
    #expect(try await take(desk, "bills.csv", text + ",f\n") == ["read": 6, "inserted": 1, "unchanged": 5])
    #expect(
      try await pairs(desk) == ["R-021 a", "R-001 b", "R-022 c, paid", "R-020 d", "R-023 e", "R-024 f"])
  }

  @Test("Rows without a number get none that a later file of the same import has, so that the preview was right")
  func files() async throws {
    let desk = try Desk(Self.model)
    let files: KeyValuePairs = [
      "first.csv": "number,name\n,a\nR-020,b\n", "second.csv": "number,name\nR-021,c\n,d\n",
    ]
    let tried = try await desk.take(files, into: "bills") { $0.isDryRun = true }
    let done = try await desk.take(files, into: "bills")
    #expect(tried.files.map(\.counts) == done.files.map(\.counts))
    #expect(done.files.map(\.inserted) == [2, 2])
    #expect(try await pairs(desk).sorted() == ["R-020 b", "R-021 c", "R-022 a", "R-023 d"])
  }

  @Test("A row that changes a record by its id keeps the number that it lacks")
  func changed() async throws {
    let desk = try Desk(Self.model)
    try await take(desk, "bills.csv", "name\na\nb\n")
    #expect(
      try await take(desk, "bills.csv", "id,number,name\n1,,A\n2,,b\n") == ["read": 2, "updated": 1, "unchanged": 1])
    #expect(try await take(desk, "bills.csv", "id,number,name\n1,R-002,A\n") == ["read": 1, "rejected": 1])
    #expect(try await take(desk, "bills.csv", "id,number,name\n1,R-050,A\n") == ["read": 1, "updated": 1])
    try await take(desk, "bills.csv", "name\nc\n")
    #expect(try await pairs(desk) == ["R-050 A", "R-002 b", "R-051 c"])
  }

  @Test("A person may choose the number as what finds a record, and other records are named by it")
  func chosen() async throws {
    let desk = try Desk(Self.model)
    try await take(desk, "bills.csv", "name\na\nb\n")
    #expect(
      try await take(desk, "bills.csv", "number,name\nR-002,B\n") { $0.keys = ["number"] } == ["read": 1, "updated": 1])
    #expect(try await take(desk, "lines.csv", "what,bill\nTea,R-002\n") == ["read": 1, "inserted": 1])
    #expect(try await desk.all("line").first?["bill"] == .integer(2))
  }

  @Test("An export comes back into an empty application with the same numbers")
  func exported() async throws {
    let desk = try Desk(Self.model)
    try await take(desk, "bills.csv", "name\na\nb\n")
    let sink = MemorySink()
    _ = try await Exporter(desk.store).write(try #require(Self.model.entity(named: "bill")), as: .csv, to: sink)
    let other = try Desk(Self.model)
    try await other.take(["bills.csv": String(decoding: sink.bytes, as: UTF8.self)])
    #expect(try await pairs(other) == ["R-001 a", "R-002 b"])
    try await other.take(["more.csv": "name\nc\n"])
    #expect(try await pairs(other).last == "R-003 c")
  }
}
