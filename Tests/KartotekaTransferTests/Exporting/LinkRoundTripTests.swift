import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Lists of related records there and back")
struct LinkRoundTripTests {
  private static let columns = ["name", "subject", "audience"]

  /// Three lectures and five pupils, of whom two have one name.
  private func desk() async throws -> Desk {
    let desk = try await Desk.withPupils()
    try await desk.take(["pupils.csv": "id,first_name,last_name\n4,Anna,Nowak\n5,Ola,Lis\n"])
    try await desk.take(["lectures.csv": "id,name,audience\n1,Algebra,1;4;2\n2,Logic,3\n3,Chess,\n"])
    return desk
  }

  private func sent(_ desk: Desk) async throws -> SentTable {
    try SentTable(try await desk.list("lecture", Self.columns).text)
  }

  private func relate(_ desk: Desk, _ id: RecordID, to ids: [RecordID]) async throws {
    let lecture = try #require(campus.entity(named: "lecture"))
    let audience = try #require(lecture.relationship("audience"))
    _ = try await desk.store.perform(.screen) { try $0.relate(lecture, audience, of: id, to: ids) }
  }

  @Test("A list names the related records, and a mark tells their version")
  func cells() async throws {
    let table = try await sent(desk())
    #expect(table.headings == ["Lecture", "Subject", "Who listens", "_kartoteka"])
    #expect(table.rows.map { $0[2] } == ["Anna Nowak; Jan Kos; Anna Nowak", "Łucja Żak", ""])
    let mark = try #require(RecordMark(text: table[0, "_kartoteka"]))
    #expect(mark.lists.count == 1 && mark.text == table[0, "_kartoteka"])
    let text = table[0, "_kartoteka"]
    for broken in [String(text.dropLast()), text + "0", text + "-1", text.replacing("-", with: "")] {
      #expect(RecordMark(text: broken) == nil, "\(broken)")
    }
  }

  @Test("A list that nobody touched changes nothing, also where the records are others or are called otherwise by now")
  func untouched() async throws {
    let desk = try await desk()
    let csv = try await desk.list("lecture", Self.columns).text
    var files: [ImportFile] = []
    for format in [ViewFormat.xlsx, .ods] {
      let url = FileManager.default.temporaryDirectory.appending(path: "lectures-\(UUID()).\(format.rawValue)")
      defer { try? FileManager.default.removeItem(at: url) }
      try Data(try await desk.list("lecture", Self.columns, as: format).bytes).write(to: url)
      files += try ImportFile.open(path: url.path(percentEncoded: false), name: "lectures")
    }
    func expectUnchanged() async throws {
      let links = try await desk.links("lecture", "audience")
      #expect(try await desk.take(["lectures.csv": csv]).counts == ["read": 3, "unchanged": 3])
      let importer = Importer(desk.store)
      for file in files {
        #expect(try await importer.run(try importer.plan([file])).counts == ["read": 3, "unchanged": 3])
      }
      #expect(try await desk.links("lecture", "audience") == links)
    }
    try await expectUnchanged()
    try await relate(desk, 1, to: [5])
    try await relate(desk, 3, to: [1, 2])
    try await desk.set("pupil", 3, "lastName", .text("Wit"))
    try await expectUnchanged()
  }

  @Test("An edited list changes its links alone: none is lost, none is doubled, and the preview says which")
  func edited() async throws {
    let desk = try await desk()
    var table = try await sent(desk)
    // Two pupils have the name that stays.
    table[0, "Who listens"] = "Anna Nowak; Anna Nowak; Ola Lis; ola lis"
    table[1, "Who listens"] = ""
    table[2, "Who listens"] = "2; jan@example.org; Łucja Żak"
    let tried = try await desk.take(["lectures.csv": try table.text]) { $0.isDryRun = true }
    #expect(tried.counts == ["read": 3, "updated": 3])
    #expect(tried.files[0].changes.counts == ["audience": 3])
    let fields = try #require(tried.files[0].changes.first.first?.change.fields)
    #expect(fields.map(\.before) == [.integer(2), .null] && fields.map(\.after) == [.null, .integer(5)])
    #expect(try await desk.take(["lectures.csv": try table.text]).counts == ["read": 3, "updated": 3])
    #expect(try await desk.links("lecture", "audience") == [1: [1, 4, 5], 3: [2, 3]])
    #expect(try await desk.take(["lectures.csv": try table.text]).counts == ["read": 3, "unchanged": 3])
  }

  @Test("What both sides have changed is asked, and what only one side has changed is not")
  func merged() async throws {
    let desk = try await desk()
    var table = try await sent(desk)
    table[0, "Who listens"] = "Jan Kos"
    table[1, "Subject"] = "Signs"
    table[2, "Who listens"] = "Jan Kos"
    try await relate(desk, 1, to: [1, 2, 5])
    try await relate(desk, 2, to: [3, 5])
    let report = try await desk.take(["lectures.csv": try table.text])
    #expect(report.counts == ["read": 3, "updated": 2, "rejected": 1])
    #expect(report.files[0].changedBoth == 1)
    #expect(
      report.files[0].rejects.flatMap(\.brief) == [
        "2 Who listens 3 No. 2: It was changed here since the file was exported, to No. 1; No. 2; No. 5"
      ])
    #expect(try await desk.links("lecture", "audience") == [1: [1, 2, 5], 2: [3, 5], 3: [2]])
    let resolver = Resolver(desk.store)
    let row = try #require(try await resolver.rows().rows.first)
    #expect(try await resolver.correct([row.id: [:]]).left.isEmpty)
    #expect(try await desk.links("lecture", "audience")[1] == [2])
  }

  @Test("Where fewer records of one name stay than there were, the row says that the name has several")
  func oneOfSeveral() async throws {
    let clear: [String: [RecordID]] = [
      "1; Anna Nowak": [1, 4], "Anna Nowak; 4; 5": [1, 4, 5], "Jan Kos; 4": [2, 4],
    ]
    for words in ["Anna Nowak; Jan Kos; Ola Lis"] + clear.keys {
      let desk = try await desk()
      var table = try await sent(desk)
      table[0, "Who listens"] = words
      let report = try await desk.take(["lectures.csv": try table.text])
      #expect(report.files[0].rejected == (clear[words] == nil ? 1 : 0), "\(words)")
      #expect(try await desk.links("lecture", "audience")[1] == clear[words] ?? [1, 2, 4], "\(words)")
    }
  }

  @Test("A name that an edit leaves out once, or writes once more, is an edit")
  func repeatedNames() throws {
    let lecture = try #require(campus.entity(named: "lecture"))
    let audience = try #require(lecture.relationship("audience"))
    let mark = LinksMark(audience, RelatedList.cells("A; J; A"), [1, 2, 4])
    #expect(mark.isUnedited(RelatedList.cells("J; a; A"), audience))
    #expect(!mark.isUnedited(RelatedList.cells("A; J"), audience))
    #expect(!mark.isUnedited(RelatedList.cells("A; J; J; A"), audience))
  }

  @Test("A list that is longer than a cell loses no links: unedited it changes nothing, and an edited one is refused")
  func longerThanCell() async throws {
    let desk = try await Desk.withPupils()
    let count = 7_000
    let pupils = (4...count).map { "\($0),Anna,Nowak" }
    try await desk.take(["pupils.csv": "id,first_name,last_name\n" + pupils.joined(separator: "\n") + "\n"])
    let ids = (1...count).map { String($0) }.joined(separator: ";")
    try await desk.take(["lectures.csv": "id,name,audience\n1,Algebra,\(ids)\n"])
    let links = try await desk.links("lecture", "audience")
    #expect(links[1]?.count == count)
    let url = FileManager.default.temporaryDirectory.appending(path: "lectures-\(UUID()).xlsx")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(try await desk.list("lecture", Self.columns, as: .xlsx).bytes).write(to: url)
    let importer = Importer(desk.store)
    let sheet = try ImportFile.open(path: url.path(percentEncoded: false), name: "lectures")
    #expect(try await importer.run(try importer.plan(sheet)).counts == ["read": 1, "unchanged": 1])
    var table = try await sent(desk)
    #expect(try await desk.take(["lectures.csv": try table.text]).counts == ["read": 1, "unchanged": 1])
    // As a spreadsheet cuts it, and as somebody then edits it.
    for words in [String(ids.prefix(32_767)), "1;2;3"] {
      table[0, "Who listens"] = words
      let report = try await desk.take(["lectures.csv": try table.text])
      #expect(report.counts == ["read": 1, "rejected": 1])
      #expect(report.files[0].rejects.first?.brief.first?.contains("longer than a cell") == true)
    }
    #expect(try await desk.links("lecture", "audience") == links)
  }

  @Test("An answer about a long list holds for these records only")
  func longAnswer() async throws {
    let desk = try await desk()
    let pupils = (6...40).map { "\($0),Ewa,Wit \($0)" }
    try await desk.take(["pupils.csv": "id,first_name,last_name\n" + pupils.joined(separator: "\n") + "\n"])
    var table = try await sent(desk)
    table[0, "Who listens"] = "Jan Kos"
    try await relate(desk, 1, to: Array(1...38))
    #expect(try await desk.take(["lectures.csv": try table.text]).counts["rejected"] == 1)
    let resolver = Resolver(desk.store)
    let row = try #require(try await resolver.rows().rows.first)
    let added = Array(RecordID(1)...39)
    try await relate(desk, 1, to: added)
    #expect(try await resolver.correct([row.id: [:]]).left.count == 1)
    #expect(try await desk.links("lecture", "audience")[1] == added)
  }

  @Test("For all such rows at once either side holds", arguments: [ImportOptions.ChangedBoth.here, .file])
  func chosen(_ choice: ImportOptions.ChangedBoth) async throws {
    let desk = try await desk()
    var table = try await sent(desk)
    table[0, "Who listens"] = "Jan Kos"
    try await relate(desk, 1, to: [5])
    try await desk.take(["lectures.csv": try table.text]) { $0.changedBoth = choice }
    #expect(try await desk.links("lecture", "audience")[1] == (choice == .here ? [5] : [2]))
  }

  @Test("Titles that a list would read as numbers, as several or as none are numbers in it")
  func oddTitles() async throws {
    let names = ["7", "a; b", "NULL", "=1+1", "1, 2", "'x", "+1", "007", "-", "Łódź"]
    let desk = try await Desk.withPupils()
    let lecture = try #require(campus.entity(named: "lecture"))
    let pupil = try #require(campus.entity(named: "pupil"))
    let attends = try #require(pupil.relationship("attends"))
    _ = try await desk.store.perform(.screen) { transaction in
      for (index, name) in names.enumerated() {
        var record = AnyRecord(lecture)
        record["name"] = .text(name)
        let id = try #require(try transaction.insert(record).id)
        try transaction.link(pupil, attends, of: RecordID(index % 2 + 1), to: id)
      }
    }
    let before = try await desk.links("pupil", "attends")
    var table = try SentTable(try await desk.list("pupil", ["lastName", "attends"]).text)
    #expect(table[0, "Lectures attended"] == "1; 3; 5; 7; -")
    // Written by hand in another order, so that they are read anew.
    for row in 0..<2 {
      let words = table[row, "Lectures attended"].split(separator: "; ").reversed().joined(separator: ";")
      table[row, "Lectures attended"] = words + ";4"
    }
    #expect(try await desk.take(["pupils.csv": try table.text]).counts == ["read": 3, "unchanged": 2, "updated": 1])
    #expect(try await desk.links("pupil", "attends")[1] == ((before[1] ?? []) + [4]).sorted())
    #expect(try await desk.links("pupil", "attends")[2] == before[2])
  }

  @Test("In a database without these records the file makes them with their links")
  func elsewhere() async throws {
    let list = try await sent(desk()).text.replacing("Anna Nowak; ", with: "")
    let other = try await Desk.withPupils()
    #expect(try await other.take(["lectures.csv": list]).counts == ["read": 3, "inserted": 3])
    #expect(try await other.links("lecture", "audience") == [1: [1, 2], 2: [3]])
  }

  private static let operations =
    ProcessInfo.processInfo.environment["KARTOTEKA_OPERATIONS"].flatMap(UInt64.init).map { min($0, 1_000) } ?? 40

  @Test("Random edits of lists come back as they were meant, whatever is changed here meanwhile")
  func random() async throws {
    for seed in 1...Self.operations {
      var random = CorpusRandom(seed &* 104_729)
      let desk = try await Desk.withPupils()
      try await desk.take(["pupils.csv": "id,first_name,last_name\n4,Anna,Nowak\n5,Ola,Lis\n6,Ola,Lis\n"])
      let titles: [RecordID: String] = [
        1: "Anna Nowak", 2: "Jan Kos", 3: "Łucja Żak", 4: "Anna Nowak", 5: "Ola Lis", 6: "Ola Lis",
      ]
      func some() -> Set<RecordID> { Set((RecordID(1)...6).filter { _ in random.below(2) == 0 }) }
      var links: [RecordID: Set<RecordID>] = [:]
      var rows = ["id,name,audience"]
      for id in RecordID(1)...6 {
        links[id] = some()
        rows.append("\(id),L\(id),\((links[id] ?? []).sorted().map { String($0) }.joined(separator: ";"))")
      }
      try await desk.take(["lectures.csv": rows.joined(separator: "\n")])
      var table = try await sent(desk)
      var wanted = links
      var refused = 0
      for id in RecordID(1)...6 {
        let (old, row) = (links[id] ?? [], Int(id) - 1)
        let (isEdited, isChanged) = (random.below(2) == 0, random.below(3) == 0)
        let new = isEdited ? old.filter { _ in random.below(3) > 0 }.union(random.below(2) == 0 ? [2] : [3]) : old
        let here = isChanged ? some() : old
        if isEdited {
          // Those that are there are named by their titles or numbers, new ones have titles of their own.
          let words = new.shuffled(using: &random).map { id in
            let isClear = titles.values.filter { $0 == titles[id] }.count == 1
            return random.below(2) == 0 && isClear ? titles[id] ?? "" : String(id)
          }
          table[row, "Who listens"] = words.joined(separator: random.below(2) == 0 ? "; " : ";")
        }
        if here != old { try await relate(desk, id, to: here.sorted()) }
        if new == old || here == new {
          wanted[id] = here
        } else if here == old {
          wanted[id] = new
        } else {
          (wanted[id], refused) = (here, refused + 1)
        }
      }
      table.rows.shuffle(using: &random)
      let report = try await desk.take(["lectures.csv": try table.text])
      #expect(report.files[0].rejected == refused, "\(seed): \(report.files[0].rejects.flatMap(\.brief))")
      let after = try await desk.links("lecture", "audience")
      for id in RecordID(1)...6 { #expect(Set(after[id] ?? []) == wanted[id], "\(seed): \(id)") }
    }
  }
}
