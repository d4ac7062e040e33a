import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Many-to-many relationships in files")
struct LinkTests {
  // MARK: How records are named

  @Test("By numbers, by titles and unique attributes whatever the case and accents, each once, by any heading")
  func names() async throws {
    for (header, fields) in [
      "audience": ["1;3", " 3 ; 1;", "3;3;1"], "Who listens": ["\"1,3\"", "\"3, 1\""],
      "who_listens": ["ANNA NOWAK;lucja zak", "ANNA@example.org; 3", "anna@EXAMPLE.org;Łucja Żak"],
    ] {
      for field in fields {
        let desk = try await Desk.withPupils()
        let report = try await desk.take(["lectures.csv": "Lecture,\(header)\nAlgebra,\(field)\nLogic,\nChess,NULL\n"])
        #expect(report.counts == ["read": 3, "inserted": 3], "\(field)")
        #expect(report.files[0].ignored.isEmpty)
        #expect(try await desk.links("lecture", "audience") == [1: [1, 3]], "\(field)")
        #expect(try await desk.links("pupil", "attends") == [1: [1], 3: [1]])
      }
    }
  }

  @Test("In JSON as arrays of numbers, titles or records, or as in CSV; anything else is no list")
  func json() async throws {
    for value in [
      "[1,3]", #"["3","anna nowak"]"#, #"[{"id":3,"firstName":"x"},1]"#, #""1;3""#, #""Łucja Żak; anna@example.org""#,
    ] {
      let desk = try await Desk.withPupils()
      let lists = [value, "[]", "null"]
      let lectures = lists.map { #"{"name":"Algebra","audience":\#($0)}"# }.joined(separator: "\n")
      let report = try await desk.take(["lectures.ndjson": lectures])
      #expect(report.counts == ["read": 3, "inserted": 3], "\(value)")
      #expect(try await desk.links("lecture", "audience") == [1: [1, 3]], "\(value)")
    }
    let desk = try await Desk.withPupils()
    let one = try await desk.take(["lectures.json": #"[{"name":"Algebra","audience":2}]"#])
    #expect(one.counts == ["read": 1, "inserted": 1])
    #expect(try await desk.links("lecture", "audience") == [1: [2]])
    let lists = [#""audience":true"#, #""audience":[1,[2]]"#, #""audience":[1],"Who listens":[2]"#]
    // A name that comes late is not known from the beginning of the file.
    let some = Array(repeating: #""audience":[]"#, count: 100)
    let lectures = (some + lists).map { #"{"name":"A",\#($0)}"# }.joined(separator: "\n")
    let broken = try await desk.take(["lectures.ndjson": lectures])
    #expect(broken.counts == ["read": 103, "inserted": 100, "rejected": 3])
    #expect(
      broken.files[0].rejects.flatMap(\.brief) == [
        "101 audience 2 true: This has to be a list of records' numbers",
        "102 audience 2 [1,[2]]: This has to be a list of records' numbers",
        "103 - 0 -: Who listens comes twice",
      ])
  }

  @Test("A number with zeros before it is no record's number, and text with a comma is one name")
  func texts() async throws {
    let desk = try await Desk.withPupils()
    try await desk.take(["pupils.csv": "id,first_name,last_name\n4,007,Bond\n5,\"Nowak,\",Anna\n"])
    let report = try await desk.take([
      "lectures.csv": "name,audience\nA,\"Nowak, Anna;007 Bond\"\nB,01\nC,\"Nowak, Anna, 1\"\n"
    ])
    #expect(report.counts == ["read": 3, "inserted": 1, "rejected": 2])
    #expect(try await desk.links("lecture", "audience") == [1: [4, 5]])
    #expect(report.files[0].rejects.map { $0.faults.map(\.value) } == [["01"], ["Nowak, Anna, 1"]])
  }

  // MARK: What isn't there

  @Test("Records that aren't there, and names of several: the row is rejected and says which")
  func rejected() async throws {
    let desk = try await Desk.withPupils()
    try await desk.take(["pupils.csv": "id,first_name,last_name\n9,anna,NOWAK\n"])
    let report = try await desk.take([
      "lectures.csv": "name,audience\nA,1;99;2;Ewa Wit\nB,Anna Nowak\nC,Anna Nowak;77\nD,2\n"
    ])
    #expect(report.counts == ["read": 4, "inserted": 2, "rejected": 2])
    #expect(
      report.files[0].rejects.flatMap(\.brief) == [
        "2 audience 2 99; Ewa Wit: There is no such record among pupils",
        "4 audience 2 77: There is no such record among pupils",
      ])
    // The one who is called just so.
    #expect(try await desk.links("lecture", "audience") == [1: [1], 2: [2]])
    let several = try await desk.take(["lectures.csv": "name,audience\nE,ANNA NOWAK\n"])
    #expect(
      several.files[0].rejects.flatMap(\.brief) == [
        "2 audience 2 ANNA NOWAK: There is more than one such record among pupils"
      ])
  }

  @Test("Or they are left out, and the row is counted")
  func leftOut() async throws {
    let desk = try await Desk.withPupils()
    let report = try await desk.take(["lectures.csv": "name,audience,lecturer\nA,1;99;2;Ewa Wit,\nB,77,1\nC,3,\n"]) {
      $0.unresolved = .empty
    }
    #expect(report.counts == ["read": 3, "inserted": 3, "unresolved": 2])
    #expect(try await desk.links("lecture", "audience") == [1: [1, 2], 3: [3]])
  }

  @Test("Rejected rows of JSON can be mended as CSV")
  func mended() async throws {
    let desk = try await Desk.withPupils()
    let report = try await desk.take(["lectures.json": #"[{"name":"A","audience":[1,99,"Jan Kos"]}]"#])
    let sink = MemorySink()
    try report.files[0].writeRejects(to: sink, in: .english)
    #expect(sink.text.contains("A,1;99;Jan Kos"))
    let again = try await desk.take(["rejects.csv": sink.text.replacing(";99;", with: ";3;")])
    #expect(again.counts == ["read": 1, "inserted": 1])
    #expect(try await desk.links("lecture", "audience") == [1: [1, 2, 3]])
  }

  // MARK: Records that are there already

  @Test("Another list replaces the links; the same changes nothing, and so does a file without the column")
  func merging() async throws {
    let desk = try await Desk.withPupils()
    try await desk.take(["lectures.csv": "id,name,audience\n1,A,1;2\n2,B,3\n3,C,\n"])
    let same = try await desk.take(["lectures.csv": "id,audience\n1,2;1\n2,3\n3,\n"])
    #expect(same.counts == ["read": 3, "unchanged": 3])
    #expect(same.changeSet == nil)
    let absent = try await desk.take(["lectures.json": #"[{"id":1,"name":"AA"},{"id":2,"name":"B"}]"#])
    #expect(absent.counts == ["read": 2, "updated": 1, "unchanged": 1])
    #expect(try await desk.links("lecture", "audience") == [1: [1, 2], 2: [3]])
    let other = try await desk.take(["lectures.csv": "id,audience\n1,2;3\n2,\n3,1\n4,2\n"])
    #expect(other.counts == ["read": 4, "updated": 3, "rejected": 1])
    #expect(try await desk.links("lecture", "audience") == [1: [2, 3], 3: [1]])
    try await desk.store.undo(try #require(other.changeSet), .screen)
    #expect(try await desk.links("lecture", "audience") == [1: [1, 2], 2: [3]])
  }

  @Test("Rows of the same record, new and changed ones in turn: the last list counts")
  func repeated() async throws {
    let desk = try await Desk.withPupils()
    let report = try await desk.take([
      "lectures.csv": "id,name,audience\n5,A,1\n5,A,2\n2,B,1\n2,B,1;3\n6,C,3\n5,A,2;3\n6,C,3\n1,D,2\n"
    ])
    #expect(report.counts == ["read": 8, "inserted": 4, "updated": 3, "unchanged": 1])
    #expect(try await desk.links("lecture", "audience") == [1: [2], 2: [1, 3], 5: [2, 3], 6: [3]])
    let undone = try await desk.store.undo(try #require(report.changeSet), .screen)
    #expect(try await desk.all("lecture").isEmpty)
    #expect(try await desk.links("pupil", "attends").isEmpty)
    try await desk.store.undo(try #require(undone.changeSet), .screen)
    #expect(try await desk.links("lecture", "audience") == [1: [2], 2: [1, 3], 5: [2, 3], 6: [3]])
  }

  @Test("The side that doesn't lead can be imported as well")
  func otherSide() async throws {
    let desk = try Desk(campus)
    let report = try await desk.take([
      "pupils.csv": "id,first_name,last_name,attends\n1,Anna,Nowak,Algebra;2\n2,Jan,Kos,\n",
      "lectures.csv": "id,name,lecturer\n1,Algebra,2\n2,Logic,\n",
    ])
    #expect(report.files.map(\.counts) == [["read": 2, "inserted": 2], ["read": 2, "inserted": 2]])
    #expect(try await desk.links("lecture", "audience") == [1: [1], 2: [1]])
    #expect(try await desk.column("lecture", "lecturer") == ["2", ""])
  }

  // MARK: Order

  @Test("Files in any order: what is in another file of the same import is found by number, title and address")
  func files() async throws {
    let pupils = "id,first_name,last_name,email\n11,Anna,Nowak,anna@example.org\n12,Jan,Kos,\n13,Ewa,Wit,\n"
    let lectures = """
      [{"id":21,"name":"A","audience":["ANNA@example.org",12]},{"id":22,"name":"B","audience":["ewa wit"]}]
      """
    for files: KeyValuePairs in [
      ["pupils.csv": pupils, "lectures.json": lectures], ["lectures.json": lectures, "pupils.csv": pupils],
    ] {
      let desk = try Desk(campus)
      let report = try await desk.take(files)
      #expect(report.files.allSatisfy { $0.read == $0.inserted && $0.rejects.isEmpty })
      #expect(try await desk.links("lecture", "audience") == [21: [11, 12], 22: [13]])
      let undone = try await desk.store.undo(try #require(report.changeSet), .screen)
      #expect(try await desk.all("pupil").isEmpty)
      #expect(try await desk.all("lecture").isEmpty)
      try await desk.store.undo(try #require(undone.changeSet), .screen)
      #expect(try await desk.links("lecture", "audience") == [21: [11, 12], 22: [13]])
    }
  }

  @Test("Targets come first, also where the only way there is a list")
  func order() {
    #expect(FileOrder.order(campus.entities) == [1, 0])
    #expect(FileOrder.order(campus.entities.reversed()) == [0, 1])
  }

  @Test("Rows may name rows further down, themselves and each other")
  func forward() async throws {
    for order in [[1, 2, 3, 4], [4, 3, 2, 1], [2, 4, 1, 3]] {
      let desk = try Desk(campus)
      let friends = [1: "2;3", 2: "P3 X;1", 3: "3", 4: "1;p2 x;p4@example.org"]
      let rows = order.map { "\($0),P\($0),X,p\($0)@example.org,\(friends[$0] ?? "")" }
      let text = (["id,first_name,last_name,email,friends"] + rows).joined(separator: "\n")
      let report = try await desk.take(["pupils.csv": text])
      #expect(report.counts == ["read": 4, "inserted": 4])
      #expect(try await desk.links("pupil", "friends") == [1: [2, 3], 2: [1, 3], 3: [3], 4: [1, 2, 4]])
      #expect(try await desk.take(["pupils.csv": text]).counts == ["read": 4, "unchanged": 4])
      try await desk.store.undo(try #require(report.changeSet), .screen)
      #expect(try await desk.all("pupil").isEmpty)
    }
  }

  @Test("A row that names a rejected one is rejected too, or loaded without it")
  func cascade() async throws {
    let file = "id,first_name,last_name,friends\n1,A,X,2\n2,,X,\n3,C,X,1;4\n4,D,X,99;1\n5,E,X,\n"
    let strict = try await Desk(campus).take(["pupils.csv": file])
    #expect(strict.counts == ["read": 5, "inserted": 1, "rejected": 4])
    let desk = try Desk(campus)
    let lenient = try await desk.take(["pupils.csv": file]) { $0.unresolved = .empty }
    #expect(lenient.counts == ["read": 5, "inserted": 4, "rejected": 1, "unresolved": 2])
    #expect(try await desk.links("pupil", "friends") == [3: [1, 4], 4: [1]])
  }

  @Test("A row that the database refuses leaves no links, and those to it are counted as unresolved")
  func refused() async throws {
    let desk = try await Desk.withPupils()
    let report = try await desk.take([
      "pupils.csv": "id,first_name,last_name,email,friends\n11,A,X,anna@example.org,1\n12,B,X,,11;2\n13,C,X,,3\n"
    ])
    #expect(report.counts == ["read": 3, "inserted": 2, "rejected": 1, "unresolved": 1])
    #expect(try await desk.links("pupil", "friends") == [12: [2], 13: [3]])
  }

  @Test("What a record was called before this import changed it is no name of it")
  func renamed() async throws {
    let desk = try await Desk.withPupils()
    let report = try await desk.take([
      "pupils.csv": """
      id,first_name,last_name,friends
      3,Łucja,Żak,anna nowak
      1,Ania,Nowak,
      4,D,X,Ania Nowak
      2,Jan,Kos,Anna Nowak
      """
    ])
    #expect(report.counts == ["read": 4, "inserted": 1, "updated": 2, "rejected": 1])
    #expect(try await desk.links("pupil", "friends") == [3: [1], 4: [1]])
  }

  // MARK: Many

  @Test("Many links at once; nothing of them stays after a dry run or an undo")
  func many() async throws {
    let desk = try Desk(campus)
    let pupils = (1...400).map { "\($0),P\($0),X" }
    let lists = (1...4_000).map { lecture in (0..<7).map { (lecture * 31 + $0 * 57) % 400 + 1 }.sorted() }
    let lectures = lists.enumerated().map { "\($0 + 1),L\($0),\($1.map(String.init).joined(separator: ";"))" }
    let files: KeyValuePairs = [
      "lectures.csv": (["id,name,audience"] + lectures).joined(separator: "\n"),
      "pupils.csv": (["id,first_name,last_name"] + pupils).joined(separator: "\n"),
    ]
    let dry = try await desk.take(files) { $0.isDryRun = true }
    #expect(dry.files.map(\.inserted) == [4_000, 400])
    #expect(try await desk.all("lecture").isEmpty)
    let report = try await desk.take(files)
    let links = try await desk.links("lecture", "audience")
    for (index, list) in lists.enumerated() { #expect(links[RecordID(index + 1)] == list.map(RecordID.init)) }
    // Names are searched as after any import.
    var request = AnyFetchRequest("lecture")
    request.search = "l3999"
    #expect(try await desk.store.count(request) == 1)
    #expect(try await desk.take(files).files.map(\.unchanged) == [4_000, 400])
    try await desk.store.undo(try #require(report.changeSet), .screen)
    #expect(try await desk.all("lecture").isEmpty)
    #expect(try await desk.all("pupil").isEmpty)
  }
}
