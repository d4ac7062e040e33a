import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Rejects")
struct RejectsTests {
  private func text(_ result: FileResult, _ say: Localizer = .english) throws -> String {
    let sink = MemorySink()
    try result.writeRejects(to: sink, in: say)
    return sink.text
  }

  private let things = """
    Name,Count,Price,Made on,Shape,New
    a,1,2.50,2026-02-28,round,yes
    b,-1,2.505,2026-02-31,oval,
    ,5,,,,no
    "c
    d",7,x,,,yes
    e,8,9,01.03.2026,ROUND,no
    """

  @Test("A row that can't be loaded is named by line, column, value and reason, and never stops the rest")
  func reasons() async throws {
    let desk = try Desk()
    let report = try await desk.take(["things.csv": things])
    #expect(report.counts == ["read": 5, "inserted": 2, "rejected": 3])
    #expect(report.hasRejects)
    #expect(
      report.files[0].rejects.map(\.brief) == [
        [
          "3 Count 2 -1: This has to be at least 0",
          "3 Price 3 2.505: This has to have at most 2 digits after the point",
          "3 Made on 4 2026-02-31: There is no such day",
          "3 Shape 5 oval: This has to be one of: round, square",
        ], ["4 Name 1 -: This can't be empty"],
        ["5 Name 1 c\nd: This has to fit on one line", "5 Price 3 x: This has to be a number"],
      ])
    #expect(report.files[0].rejects[2].record == "\"c\nd\",7,x,,,yes")
    #expect(
      Localizer.english(report.files[0].rejects[1].phrase) == "things.csv, line 4: Name: This can't be empty")
    #expect(try await desk.column("thing", "name") == ["a", "e"])
  }

  @Test("The file of rejects can be mended and imported again, by whatever name; what stays broken says so again")
  func mending() async throws {
    let desk = try Desk()
    let report = try await desk.take(["things.csv": things])
    let rejects = try text(report.files[0])
    #expect(
      rejects.hasPrefix(
        "_entity,_file,_line,_column,_reason,Name,Count,Price,Made on,Shape,New\r\n"
          + "things,things.csv,3,\"Count, Price, Made on, Shape\","), "\(rejects)")
    let mended = rejects.replacing(",b,-1,2.505,2026-02-31,oval,", with: ",b,1,2.51,2026-02-27,square,yes")
      .replacing("\"c\nd\",7,x", with: "c d,7,8")
    let again = try await desk.take(["again.csv": mended])
    #expect(again.counts == ["read": 3, "inserted": 2, "rejected": 1])
    #expect(again.files[0].ignored.isEmpty)
    #expect(again.files[0].entity == "things")
    #expect(again.files[0].rejects.flatMap(\.brief) == ["3 Name 6 -: This can't be empty"])
    #expect(try await desk.column("thing", "name") == ["a", "e", "b", "c d"])
    let third = try text(again.files[0])
    #expect(
      third == "_entity,_file,_line,_column,_reason,Name,Count,Price,Made on,Shape,New\r\n"
        + "things,again.csv,3,Name,Name: This can't be empty,,5,,,,no\r\n")
    #expect(try await desk.take(["x.csv": third.replacing(",,5,,,,no", with: ",f,5,,,,no")]).counts["inserted"] == 1)
  }

  @Test("Semicolons stay semicolons, and reasons are in the person's language")
  func dialect() async throws {
    let desk = try Desk()
    let report = try await desk.take(["things.csv": "Name;Price\na;1,50\nb;2,5051\n"])
    let say = Localizer(
      language: .polish,
      catalogue: try Catalogue(
        language: .polish, json: Data(#"{"{field}: {reason} ({value})":"{field} ({value}): {reason}"}"#.utf8)))
    #expect(
      try text(report.files[0], say) == "_entity;_file;_line;_column;_reason;Name;Price\r\n"
        + "things;things.csv;3;Price;Price (2,5051): This has to have at most 2 digits after the point;b;2,5051\r\n")
  }

  @Test("Texts take numbers, lists and objects of JSON as they are written")
  func textsOfJSON() async throws {
    let desk = try Desk()
    let file = #"[{"name":7,"notes":{"deep":[1,null]}},{"name":true,"notes":["a","b"]}]"#
    #expect(try await desk.take(["things.json": file]).counts == ["read": 2, "inserted": 2])
    #expect(try await desk.column("thing", "name") == ["7", "true"])
    #expect(try await desk.column("thing", "notes") == [#"{"deep":[1,null]}"#, #"["a","b"]"#])
  }

  @Test("Rejects of JSON become CSV: nested values as JSON text, broken records as they are")
  func json() async throws {
    let desk = try Desk()
    let file = """
      {"name":"a","count":"many","notes":"x, \\"y\\"","isNew":true}
      {"name":"b","count":-1,"extra":{"deep":[1,null]},"place":{"latitude":95,"longitude":1}}
      {"name":"c"
      {"name":"d"}
      17
      """
    let report = try await desk.take(["things.ndjson": file])
    #expect(report.counts == ["read": 5, "inserted": 1, "rejected": 4])
    #expect(report.files[0].rejects.map(\.line) == [1, 2, 3, 5])
    let rejects = try text(report.files[0])
    let lines = rejects.split(separator: "\r\n")
    #expect(lines[0] == "_entity,_file,_line,_column,_reason,name,count,notes,isNew,extra,place,_record")
    #expect(lines[1].hasSuffix(#",a,many,"x, ""y""",true,,,"#), "\(lines[1])")
    #expect(lines[2].hasSuffix(#",b,-1,,,"{""deep"":[1,null]}","95,1","#), "\(lines[2])")
    #expect(lines[3].hasSuffix(#","{""name"":""c""""#), "\(lines[3])")
    let mended = rejects.replacing("a,many", with: "a,1").replacing("b,-1", with: "b,2").replacing(
      "\"95,1\"", with: "\"45,1\"")
    #expect(try await desk.take(["x.csv": mended]).counts == ["read": 4, "inserted": 2, "rejected": 2])
    #expect(try await desk.column("thing", "place") == ["", "", "45.0,1.0"])
    #expect(try await desk.column("thing", "notes") == ["", "x, \"y\"", ""])
  }

  @Test("What the database refuses is a reject as well: a value that another record has, in the file or before")
  func unique() async throws {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name,email\n1,A,B,a@example.org\n"])
    let report = try await desk.take([
      "people.csv": """
      id,first_name,last_name,email
      5,C,D,a@example.org
      6,E,F,f@example.org
      7,G,H,f@example.org
      8,I,J,
      1,A,B,f@example.org
      """
    ])
    #expect(report.counts == ["read": 5, "inserted": 2, "rejected": 3])
    #expect(
      report.files[0].rejects.flatMap(\.brief) == [
        "2 email 4 a@example.org: Another record has this already",
        "4 email 4 f@example.org: Another record has this already",
        "6 email 4 f@example.org: Another record has this already",
      ])
    #expect(try await desk.all("person").map(\.id) == [1, 6, 8])
    var request = AnyFetchRequest("person")
    request.search = "f"
    #expect(try await desk.store.fetch(request).records.map(\.id) == [6])
    try await desk.store.undo(try #require(report.changeSet), .screen)
    #expect(try await desk.all("person").map(\.id) == [1])
  }

  @Test("A row that refuses itself does not take those beside it along")
  func longText() async throws {
    let desk = try Desk()
    // Forty characters as people count them, eighty as SQLite does.
    let accented = String(repeating: "e\u{301}", count: 40)
    let rows = (0..<200).map { "\($0 % 50 == 7 ? accented : "A\($0)"),B" }
    let report = try await desk.take(["people.csv": (["first_name,last_name"] + rows).joined(separator: "\n")])
    #expect(report.files[0].read == 200)
    #expect(report.files[0].inserted + report.files[0].rejected == 200)
    #expect(try await desk.all("person").count == report.files[0].inserted)
    #expect(report.files[0].inserted >= 196)
  }

  @Test("One file of rejects for each file that has any; the one that was read may be replaced")
  func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rejects-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "rejects.csv").path(percentEncoded: false)
    let desk = try Desk()
    let good = try await desk.take(["things.csv": "Name\na\n"])
    #expect(try good.writeRejects(path: path, in: .english).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))

    let one = try await desk.take(["things.csv": "Name,Price\nb,x\nc,y\n"])
    #expect(try one.writeRejects(path: path, in: .english) == [path])
    let importer = Importer(desk.store)
    let again = try await importer.run(importer.plan([ImportFile(path: path)]))
    #expect(again.counts == ["read": 2, "rejected": 2])
    #expect(try again.writeRejects(path: path, in: .english) == [path])
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("Price: This has to be a number (y),c,y\r\n"))

    let two = try await desk.take(["things.csv": "Name,Price\nb,x\n", "people.csv": "first_name,last_name\n,B\n"])
    let paths = try two.writeRejects(path: path, in: .english)
    #expect(paths.map { URL(filePath: $0).lastPathComponent } == ["rejects-things.csv", "rejects-people.csv"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "rejects-people.csv", "rejects-things.csv", "rejects.csv",
      ])
  }
}
