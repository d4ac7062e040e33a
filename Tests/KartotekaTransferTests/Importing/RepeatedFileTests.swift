import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Rows without keys that are stored already")
struct RepeatedFileTests {
  private func remarks(_ report: ImportReport) -> [String] {
    report.files.flatMap { $0.remarks.map { Localizer.english($0) } }
  }

  @discardableResult
  private func take(_ name: String, _ rows: [String], _ desk: Desk, isDryRun: Bool = false) async throws -> ImportReport
  {
    let text = "name,weight\n" + rows.map { $0 + "\n" }.joined()
    return try await desk.take([name: text], into: "things") { $0.isDryRun = isDryRun }
  }

  @Test("Equal rows of two files are two records, which the result says; each file again changes nothing")
  func months() async throws {
    let desk = try Desk()
    try await take("july.csv", ["Coffee,2.5", "Tea,2"], desk)
    let august = ["Coffee,2.5", "Cake,3"]
    let dry = try await take("august.csv", august, desk, isDryRun: true)
    #expect(dry.counts == ["read": 2, "inserted": 2])
    let report = try await take("august.csv", august, desk)
    #expect(report.counts == ["read": 2, "inserted": 2])
    let remark = try #require(remarks(report).first)
    #expect(remark.hasPrefix("1 row") && remark.contains("added all the same") && remark.hasSuffix(" 2"))
    for (name, rows) in [("july.csv", ["Coffee,2.5", "Tea,2"]), ("august.csv", august)] {
      let again = try await take(name, rows, desk)
      #expect(again.counts == ["read": 2, "unchanged": 2] && again.changeSet == nil)
    }
    #expect(try await desk.column("thing", "name") == ["Coffee", "Tea", "Coffee", "Cake"])
  }

  @Test("Two files with the same only row are two records", arguments: ["csv", "json"])
  func onlyRow(format: String) async throws {
    let desk = try Desk()
    let text = format == "csv" ? "name,weight\nCoffee,2.5\n" : #"[{"name":"Coffee","weight":2.5}]"#
    for month in ["july", "august"] {
      let report = try await desk.take(["\(month).\(format)": text], into: "things")
      #expect(report.counts == ["read": 1, "inserted": 1])
    }
    for month in ["july", "august", "july"] {
      let again = try await desk.take(["\(month).\(format)": text], into: "things")
      #expect(again.counts == ["read": 1, "unchanged": 1])
    }
    #expect(try await desk.all("thing").count == 2)
  }

  @Test("Months of the same few goods are all loaded, and told from each other by their order")
  func fewGoods() async throws {
    let desk = try Desk()
    let july = (0..<200).map { $0 * $0 % 7 < 3 ? "Coffee,2.5" : "Tea,2" }
    let august = (0..<190).map { $0 * $0 % 11 < 5 ? "Coffee,2.5" : "Tea,2" }
    try await take("july.csv", july, desk)
    let report = try await take("august.csv", august, desk)
    #expect(report.counts == ["read": 190, "inserted": 190])
    #expect(remarks(report) == ["190 rows equal earlier records and are added all the same, in lines 2–191"])
    for (name, rows) in [("july.csv", july), ("august.csv", august), ("july-1.csv", july)] {
      #expect(try await take(name, rows, desk).counts == ["read": rows.count, "unchanged": rows.count])
    }
  }

  @Test("The rows that two exports have in common are stored once, whatever the files are called")
  func overlap() async throws {
    let desk = try Desk()
    let rows = (1...90).map { "Booking \($0),\($0)" }
    try await take("bank-1.csv", Array(rows[..<60]), desk)
    let report = try await take("bank-2.csv", Array(rows[30...]), desk)
    #expect(report.counts == ["read": 60, "inserted": 30, "unchanged": 30])
    #expect(remarks(report) == ["30 rows are stored already and are not added again, in lines 2–31"])
    // The latest rows first.
    let more = try await take("bank-3.csv", ["Booking 92,92", "Booking 91,91"] + rows[..<60], desk)
    #expect(more.counts == ["read": 62, "inserted": 2, "unchanged": 60])
  }

  @Test("A list to which a row was added adds that row")
  func longer() async throws {
    let desk = try Desk()
    try await take("list.csv", ["Axe,1", "Saw,2"], desk)
    for count in [3, 4] {
      let report = try await take("list.csv", Array(["Axe,1", "Saw,2", "Awl,3", "Bit,4"][..<count]), desk)
      #expect(report.counts == ["read": count, "inserted": 1, "unchanged": count - 1])
    }
  }

  @Test("A file whose records were changed or deleted since, or that is in another order, is the same file")
  func changed() async throws {
    let desk = try Desk()
    let rows = (1...20).map { "Thing \($0),\($0)" }
    try await take("list.csv", rows, desk)
    let thing = try #require(office.entity(named: "thing"))
    _ = try await desk.store.perform(.screen) { transaction in
      try transaction.delete(thing, id: 5)
      var record = try #require(try transaction.record(thing, id: 10))
      record["name"] = .text("Anvil")
      try transaction.update(record)
    }
    // A record that was changed is the one that its row has made.
    #expect(try await take("list.csv", rows, desk).counts == ["read": 20, "inserted": 1, "unchanged": 19])
    #expect(try await take("list-1.csv", rows.reversed(), desk).counts == ["read": 20, "unchanged": 20])
  }

  @Test("Rows that lack the record they refer to are stored once, too")
  func unresolved() async throws {
    let desk = try Desk()
    let text = "name,owner\nAxe,Nobody\nSaw,Nobody\n"
    for isFirst in [true, false] {
      let report = try await desk.take(["list.csv": text], into: "things") { $0.unresolved = .empty }
      #expect(report.counts == ["read": 2, isFirst ? "inserted" : "unchanged": 2, "unresolved": 2])
    }
  }

  @Test("A part of a file is found in as many rows as its values need, and never in equal ones")
  func parts() {
    func ranges(_ rows: [Int], _ records: [Int]) -> [Bool] {
      var search = RepeatedRowsSearch(StoredSequence(records, records.indices.map(RecordID.init)))
      for (place, row) in rows.enumerated() { search.add(row, at: place) }
      let found = search.finished()
      return rows.indices.map(found.contains)
    }
    let equal = Array(repeating: 7, count: 300)
    #expect(!ranges(equal, equal).contains(true))
    let records = Array(1...1_000)
    // One row of a thousand may be chance, ten in their order are not.
    #expect(!ranges([5_000, 500, 5_001], records).contains(true))
    let ten = Array(5_000...5_029) + Array(500...509) + Array(6_000...6_029)
    #expect(ranges(ten, records) == ten.map { $0 < 5_000 })
    // A row by chance before them takes none of them away.
    let shifted = [1, 2, 1, 2, 3] + Array(5_000...5_029) + [4, 1] + Array(500...509)
    #expect(ranges(shifted, [4, 1, 2, 3] + Array(5...1_000) + [4, 499, 500]).suffix(10).allSatisfy { $0 })
    #expect(ranges([], records).isEmpty)
  }

  @Test("A list of few goods that has grown adds the new rows alone, wherever they are")
  func grown() async throws {
    let desk = try Desk()
    let coffee = "Coffee,2.5"
    let tea = "Tea,2"
    try await take("list.csv", Array(repeating: coffee, count: 5) + Array(repeating: tea, count: 3), desk)
    let sorted = Array(repeating: coffee, count: 6) + Array(repeating: tea, count: 4)
    #expect(try await take("list.csv", sorted, desk).counts == ["read": 10, "inserted": 2, "unchanged": 8])
    let report = try await take("list.csv", ["Cake,3", coffee] + sorted, desk)
    #expect(report.counts == ["read": 12, "inserted": 2, "unchanged": 10])
    // The same rows in another order, and again.
    for _ in 0..<2 {
      let again = try await take("list.csv", (["Cake,3", coffee] + sorted).reversed(), desk)
      #expect(again.counts == ["read": 12, "unchanged": 12] && again.changeSet == nil)
    }
    // A file that grows beside others with the same goods.
    try await take("other.csv", [coffee, tea], desk)
    #expect(
      try await take("other.csv", [coffee, coffee, tea], desk).counts == ["read": 3, "inserted": 1, "unchanged": 2])
    #expect(try await desk.all("thing").count == 15)
  }

  @Test("Months of the same few goods are all loaded, also where their files have one name")
  func sameName() async throws {
    let desk = try Desk()
    let july = (0..<200).map { $0 * $0 % 7 < 3 ? "Coffee,2.5" : "Tea,2" }
    let august = (0..<195).map { $0 * $0 % 11 < 5 ? "Coffee,2.5" : "Tea,2" }
    try await take("sales.csv", july, desk)
    #expect(try await take("sales.csv", august, desk).counts == ["read": 195, "inserted": 195])
    for rows in [july, august] {
      #expect(try await take("sales.csv", rows, desk).counts == ["read": rows.count, "unchanged": rows.count])
    }
  }

  @Test("What has the values of an earlier file in their order is that file with other rows: these alone are new")
  func earlier() {
    var random = CorpusRandom(7)
    for _ in 0..<300 {
      let goods = Int.random(in: 1...6, using: &random)
      let before = (0..<Int.random(in: 1...30, using: &random)).map { _ in Int.random(in: 1...goods, using: &random) }
      var rows: [Int?] = before
      for _ in 0..<Int.random(in: 0...10, using: &random) {
        let value = Int.random(in: 0...goods, using: &random)
        rows.insert(value == 0 ? nil : value, at: Int.random(in: 0...rows.count, using: &random))
      }
      let records = before.enumerated().map { EarlierRecord(id: RecordID($0 + 1), hash: $1) }
      let found = EarlierFile(rows, among: records)
      #expect(found?.records.map(\.id) == records.map(\.id))
      #expect(found?.rows.map { rows[$0] } == before)
    }
    func isSame(_ rows: [Int], _ before: [Int]) -> Bool {
      EarlierFile(rows, among: before.enumerated().map { EarlierRecord(id: RecordID($0), hash: $1) })?
        .isLarge(among: rows) == true
    }
    #expect(!isSame([1, 3], [1, 2]) && !isSame([2, 3, 4], [1]) && !isSame([], [1]) && !isSame([1], []))
    #expect(
      isSame([3, 2, 1, 4], [1, 2, 3]) && !isSame([2, 1, 1, 1, 1], [1, 1, 2]) && isSame([2, 1, 1], [1, 1, 2]))
    // One of ten records was changed since.
    #expect(isSame(Array(1...10), Array(2...10) + [77]) && !isSame(Array(1...10), Array(3...10) + [77, 78]))
  }

  @Test("A file that has the rows of two earlier files of its name adds none of them again")
  func quarter() async throws {
    let desk = try Desk()
    let months = [["Rent 1,500", "Phone 1,20", "Tram 1,3"], ["Rent 2,500", "Phone 2,20"], ["Rent 3,510", "Ice,4"]]
    for month in months.dropLast() { try await take("bank.csv", month, desk) }
    let report = try await take("bank.csv", Array(months.joined()), desk)
    #expect(report.counts == ["read": 7, "inserted": 2, "unchanged": 5])
    #expect(try await take("bank.csv", Array(months.joined().reversed()), desk).counts == ["read": 7, "unchanged": 7])
    #expect(try await desk.all("thing").count == 7)
  }

  @Test("Few rows that equal those of another earlier file by chance are new ones")
  func chance() {
    let stored = StoredSequence([1, 2, 3, 4, 5, 6, 7, 7, 7], Array(1...9))
    func found(_ rows: [Int]) -> [RecordID] {
      EarlierFiles(rows, among: [[[1, 6]], [[8, 9]]], of: stored).records.map(\.id)
    }
    #expect(found([1, 2, 3, 4, 5, 6, 7, 7]) == [1, 2, 3, 4, 5, 6])
    #expect(found([7, 7]) == [8, 9])
  }

  @Test("A list most of whose records were changed since is the same list")
  func edited() async throws {
    let desk = try Desk()
    let rows = ["Axe,1", "Saw,2", "Awl,3", "Bit,4"]
    try await take("list.csv", rows, desk)
    let thing = try #require(office.entity(named: "thing"))
    for (id, name) in [(1, "Hatchet"), (2, "Handsaw"), (3, "Pricker"), (1, "Adze")] {
      _ = try await desk.store.perform(.screen) { transaction in
        var record = try #require(try transaction.record(thing, id: RecordID(id)))
        record["name"] = .text(name)
        try transaction.update(record)
      }
    }
    let again = try await take("list.csv", rows + ["Pin,5"], desk)
    #expect(again.counts == ["read": 5, "inserted": 1, "unchanged": 4])
    #expect(try await desk.column("thing", "name") == ["Adze", "Handsaw", "Pricker", "Bit", "Pin"])
  }

  @Test("The numbers of records are kept as series, as far as these are worth their room")
  func series() {
    var series = RecordSeries()
    #expect(series.ranges == nil)
    for id in [RecordID(4), 5, 6, 2, 3, .max, 9] { series.add(id) }
    #expect(series.ranges == [[4, 6], [2, 3], [.max, .max], [9, 9]])
    let stored = StoredSequence([10, 20, 30, 40], [2, 3, 5, 9])
    #expect(stored.records(in: [[9, 9], [1, 4], [6, 8], [9, 1], []]).map(\.hash) == [40, 10, 20])
    for id in 0..<20_000 { series.add(RecordID(id * 2)) }
    #expect(series.ranges == nil)
  }

  @Test("A short list that has more than doubled is the same list")
  func doubled() async throws {
    let desk = try Desk()
    let first = ["Ale,1", "Bun,2", "Cup,3", "Coffee,2.5", "Coffee,2.5"]
    try await take("cash.csv", first, desk)
    let new = (1...6).map { "New \($0),\($0)" }
    #expect(try await take("cash.csv", first + new, desk).counts == ["read": 11, "inserted": 6, "unchanged": 5])
  }

  @Test("A record that was changed since counts for one row, that of its old values or that of its new ones")
  func changedOnce() async throws {
    let desk = try Desk()
    let rows = (1...20).map { "Thing \($0),\($0)" }
    try await take("list.csv", ["Axe,1"] + rows, desk)
    let thing = try #require(office.entity(named: "thing"))
    _ = try await desk.store.perform(.screen) { transaction in
      var record = try #require(try transaction.record(thing, id: 1))
      record["name"] = .text("Hatchet")
      try transaction.update(record)
    }
    for name in ["list.csv", "copy.csv"] {
      try await take(name, ["Axe,1", "Hatchet,1"] + rows, desk)
      #expect(try await desk.all("thing").count == 22)
    }
  }
}
