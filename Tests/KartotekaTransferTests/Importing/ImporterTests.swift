import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Import")
struct ImporterTests {
  @Test("A CSV file becomes records; padding is trimmed, NULL and nothing are no value")
  func csv() async throws {
    let desk = try Desk()
    let lines = [
      "First name;LAST_NAME;phone;email", "  Anna ; Łódźka;0048-123.456.789;Anna@EXAMPLE.org",
      #""Jan";"von ""Null""";NULL;"#, #""NULL";NULL x;;NULL "#, "", "",
    ]
    let report = try await desk.take(["people.csv": lines.joined(separator: "\r\n")])
    #expect(report.counts == ["read": 3, "inserted": 3])
    #expect(try await desk.column("person", "firstName") == ["Anna", "Jan", "NULL"])
    #expect(try await desk.column("person", "lastName") == ["Łódźka", #"von "Null""#, "NULL x"])
    #expect(try await desk.column("person", "email") == ["anna@example.org", "", ""])
    #expect(
      report.json == #"{"files":[{"file":"people.csv","entity":"people","read":3,"inserted":3,"updated":0,"#
        + #""unchanged":0,"rejected":0,"unresolved":0}]}"#)
    #expect(Localizer.english(report.files[0].phrase) == "people.csv → people: 3 rows read, 3 added")
  }

  @Test("UC-7 the formatter runs on import")
  func phones() async throws {
    let desk = try Desk()
    let numbers = ["0048-123.456.789", "+48 225 550 1472", "+48225550147", "225 55 01 47", "+1 (234) 567-8901"]
    let rows = numbers.enumerated().map { "A\($0),B,\($1)" }
    try await desk.take(["people.csv": (["first_name,last_name,phone"] + rows).joined(separator: "\n")])
    #expect(
      try await desk.column("person", "phone")
        == ["+48 123 456 789", "+48 225 550 1472", "+48 225 550 147", "225550147", "+1 234 567 8901"])
    try await desk.take(["people.json": #"[{"firstName":"C","lastName":"D","phone":"0048 (22) 555-01-47"}]"#])
    #expect(try await desk.column("person", "phone").last == "+48 225 550 147")
  }

  @Test("JSON: an array, a line each, and a list within an object; names absent are not null")
  func json() async throws {
    let desk = try Desk()
    let array =
      #"[{"name":"a","price":12.50,"isNew":false,"count":"7"},{"name":"b","notes":null,"place":{"latitude":52.5,"longitude":13}}]"#
    #expect(try await desk.take(["things.json": array]).counts == ["read": 2, "inserted": 2])
    let lines = "{\"Name\":\"c\",\"weight\":1e-3}\n{\"Name\":\"d\",\"unknown\":[1,2]}\n"
    #expect(try await desk.take(["x.ndjson": lines], into: "things").counts == ["read": 2, "inserted": 2])
    #expect(try await desk.take(["x.json": "{\"things\":[{\"name\":\"e\"}]}"]).counts == ["read": 1, "inserted": 1])
    #expect(try await desk.column("thing", "price") == ["12.50", "", "", "", ""])
    #expect(try await desk.column("thing", "isNew") == ["false", "true", "true", "true", "true"])
    #expect(try await desk.column("thing", "place") == ["", "52.5,13.0", "", "", ""])
    #expect(try await desk.column("thing", "weight") == ["", "", "0.001", "", ""])
  }

  @Test("Records are found, sorted and counted afterwards, those of a second import as well")
  func found() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "first_name,last_name\nAnna,Łódźka\nJan,Nowak\n"])
    try await desk.take(["people.csv": "id,first_name,last_name\n1,Anna,Żak\n,Ewa,Abacka\n"])
    var request = AnyFetchRequest("person")
    request.search = "lodz"
    #expect(try await desk.store.fetch(request).total == 0)
    request.search = "ZAK"
    #expect(try await desk.store.fetch(request).records.map(\.id) == [1])
    request.search = ""
    request.sort = [FetchSort("lastName")]
    #expect(try await desk.store.fetch(request).records.map(\.id) == [3, 2, 1])
  }

  @Test("Nothing in a column that needs a value leaves the default, or what was there")
  func defaults() async throws {
    let desk = try Desk()
    try await desk.take(["things.csv": "id,name,new\n1,a,\n2,b,no\n"])
    try await desk.take(["things.csv": "id,name,new\n1,a,NULL\n2,c,\n"])
    #expect(try await desk.column("thing", "isNew") == ["true", "false"])
    #expect(try await desk.column("thing", "name") == ["a", "c"])
  }

  // MARK: Which record a row is

  @Test("A number that exists changes its record, one that doesn't becomes a record's")
  func numbers() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name,phone\n5,Anna,Nowak,123456\n9,Jan,Kos,\n"])
    let report = try await desk.take([
      "people.csv": "id,last_name,first_name\n5,Kowalska,Anna\n9,Kos,Jan\n3,Wit,Ewa\n12,Rak,Ada\n,Sum,Iza\n"
    ])
    #expect(report.counts == ["read": 5, "inserted": 3, "updated": 1, "unchanged": 1])
    #expect(try await desk.all("person").map(\.id) == [3, 5, 9, 12, 13])
    #expect(try await desk.column("person", "lastName") == ["Wit", "Kowalska", "Kos", "Rak", "Sum"])
    // Only columns of the file are changed.
    #expect(try await desk.column("person", "phone") == ["", "123456", "", "", ""])
  }

  @Test("Without a number a unique attribute tells, also within the file")
  func unique() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "email,first_name,last_name\na@example.org,Anna,Nowak\n"])
    let report = try await desk.take([
      "people.csv": """
      email,first_name,last_name
      a@EXAMPLE.org,Anna,Kowalska
      b@example.org,Jan,Kos
      b@example.org,Jan,Kot
      ,Ewa,Wit
      """
    ])
    #expect(report.counts == ["read": 4, "inserted": 2, "updated": 2])
    #expect(try await desk.column("person", "lastName") == ["Kowalska", "Kot", "Wit"])
  }

  @Test("The same numbers within one file: the later row changes what the earlier one made")
  func sameNumber() async throws {
    let desk = try Desk()
    let report = try await desk.take(["people.csv": "id,first_name,last_name\n7,A,B\n7,A,C\n7,A,C\n"])
    #expect(report.counts == ["read": 3, "inserted": 1, "updated": 1, "unchanged": 1])
    #expect(try await desk.column("person", "lastName") == ["C"])
    try await desk.store.undo(try #require(report.changeSet), .screen)
    #expect(try await desk.all("person").isEmpty)
  }

  @Test("The same file again changes nothing, and is no change set")
  func again() async throws {
    let desk = try Desk()
    let file = "id,first_name,last_name,phone,email\n1,Anna,Nowak,0048123456789,Anna@EXAMPLE.ORG\n2,Jan,Kos,,\n"
    let first = try await desk.take(["people.csv": file])
    let second = try await desk.take(["people.csv": file])
    #expect(second.counts == ["read": 2, "unchanged": 2])
    #expect(second.changeSet == nil)
    #expect(try await desk.store.lastChangeSet()?.id == first.changeSet)
  }

  @Test("A row that would change what is fixed is rejected, one that repeats it is not")
  func readOnly() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name,badge\n1,A,B,X1\n2,C,D,X2\n"])
    let report = try await desk.take(["people.csv": "id,first_name,last_name,badge\n1,A,B,X9\n2,C,E,X2\n"])
    #expect(report.counts == ["read": 2, "updated": 1, "rejected": 1])
    #expect(report.files[0].rejects.flatMap(\.brief) == ["2 badge 4 X9: This can't be changed any more"])
    #expect(try await desk.column("person", "badge") == ["X1", "X2"])
  }

  // MARK: As a whole

  @Test("A dry run counts and changes nothing")
  func dryRun() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name\n1,A,B\n"])
    let version = try await desk.store.version()
    let file = "id,first_name,last_name\n1,A,C\n2,D,E\n3,,F\n1,A,C\n"
    let report = try await desk.take(["people.csv": file]) { $0.isDryRun = true }
    #expect(report.counts == ["read": 4, "inserted": 1, "updated": 1, "unchanged": 1, "rejected": 1])
    #expect(report.changeSet == nil)
    #expect(try await desk.column("person", "lastName") == ["B"])
    #expect(try await desk.store.version() == version)
    #expect(try await desk.take(["people.csv": file]).counts == report.counts)
    // Whatever a dry run had switched off is on again.
    var request = AnyFetchRequest("person")
    request.search = "c"
    #expect(try await desk.store.fetch(request).records.map(\.id) == [1])
  }

  @Test("All or nothing: one rejected row leaves everything as it was, and the report says so")
  func allOrNothing() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name\n1,A,B\n"])
    let change = try await desk.store.lastChange(of: .entities(["person"]))
    let file = "id,first_name,last_name\n1,A,C\n2,D,E\n3,,F\n"
    let refused = try await desk.take(["people.csv": file]) { $0.isAllOrNothing = true }
    #expect(refused.counts == ["read": 3, "inserted": 1, "updated": 1, "rejected": 1])
    #expect(refused.isTakenBack && refused.changeSet == nil && refused.json.hasSuffix(#"],"takenBack":true}"#))
    #expect(try await desk.column("person", "lastName") == ["B"])
    // The rows that could not be loaded are kept, which is a commit, but no change of the people.
    #expect(try await desk.store.lastChange(of: .entities(["person"])) == change)
    let mended = file.replacing("3,,F", with: "3,G,F")
    let loaded = try await desk.take(["people.csv": mended]) { $0.isAllOrNothing = true }
    #expect(loaded.counts == ["read": 3, "inserted": 2, "updated": 1])
    #expect(!loaded.isTakenBack && loaded.changeSet != nil && !loaded.json.contains("takenBack"))
    #expect(try await desk.column("person", "lastName") == ["C", "E", "F"])
  }

  @Test("Is one change set with a name; undoing it takes all of it back")
  func undo() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name\n3,A,B\n"])
    let before = try await desk.all("person")
    let report = try await desk.take(["people.csv": "id,first_name,last_name\n9,X,Y\n3,A,C\n1,Z,W\n10,Q,R\n,S,T\n"])
    #expect(report.counts == ["read": 5, "inserted": 4, "updated": 1])
    let changeSet = try #require(try await desk.store.lastChangeSet())
    #expect(changeSet.id == report.changeSet)
    #expect(Localizer.english(changeSet.name) == "Imported people.csv")
    #expect(changeSet.origin == .import)
    try await desk.store.undo(changeSet.id, .screen)
    #expect(try await desk.all("person") == before)
    let undone = try #require(try await desk.store.lastChangeSet())
    try await desk.store.undo(undone.id, .screen)
    #expect(try await desk.column("person", "lastName") == ["W", "C", "Y", "R", "T"])
  }

  @Test("The same file gives the same records, twice ten thousand times")
  func determinism() async throws {
    let rows = (0..<10_000).map { "Name \($0 % 97),Familie \($0 &* 7919 % 10_007),+48 225 550 \(1_000 + $0 % 9_000)" }
    let file = (["first_name,last_name,phone"] + rows).joined(separator: "\r\n")
    let (one, two) = (try Desk(), try Desk())
    let reports = (try await one.take(["people.csv": file]), try await two.take(["people.csv": file]))
    #expect(reports.0.counts == ["read": 10_000, "inserted": 10_000])
    #expect(reports.0.json == reports.1.json)
    #expect(try await one.all("person") == two.all("person"))
    #expect(try await one.all("person").map(\.id) == (1...10_000).map { $0 })
  }

  @Test("Says how far it is, and stops when it is asked to, leaving all as it was")
  func progress() async throws {
    let desk = try Desk()
    let rows = (0..<20_000).map { "A\($0),B" }
    let text = (["first_name,last_name"] + rows).joined(separator: "\n")
    let importer = Importer(desk.store)
    let plan = try importer.plan([ImportFile(TextSource(text, name: "people.csv"))])
    let seen = Seen()
    _ = try await importer.run(plan) { seen.add($0) }
    #expect(seen.all.count >= 5)
    #expect(seen.all.map(\.rows) == seen.all.map(\.rows).sorted())
    #expect(seen.all.last?.phase == .indexing)
    #expect(seen.all.last?.bytes == text.utf8.count)
    #expect(seen.all.allSatisfy { $0.totalBytes == text.utf8.count && $0.file == "people.csv" })
    let before = try await desk.store.lastChangeSet()
    let task = Task { try await importer.run(plan) { _ in withUnsafeCurrentTask { $0?.cancel() } } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await desk.store.lastChangeSet() == before)
    #expect(try await desk.store.count(AnyFetchRequest("person")) == 20_000)
  }
}
