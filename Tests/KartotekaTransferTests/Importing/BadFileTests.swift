import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

/// Files as they should not be: each is an error or a reject that says what is wrong, and nothing else happens.
@Suite("Bad files")
struct BadFileTests {
  @Test("An empty file", arguments: ["people.csv", "people.json"], ["", "\n\n", "\u{FEFF}"])
  func empty(_ name: String, _ text: String) async throws {
    let desk = try Desk()
    await #expect(throws: ImportError.empty(file: name)) { try await desk.take([name: text]) }
  }

  @Test("Only a header")
  func onlyHeader() async throws {
    let desk = try Desk()
    let report = try await desk.take(["people.csv": "first_name,last_name"])
    #expect(report.counts == [:])
    #expect(report.changeSet == nil)
    #expect(Localizer.english(report.files[0].phrase) == "people.csv → people: 0 rows read")
  }

  @Test("A binary file, a folder, a file that is not there")
  func binary() throws {
    #expect(throws: ReadingError.self) {
      try ImportFile(TextSource(ByteSource([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0, 1, 2], name: "people.csv")))
    }
    #expect(throws: ReadingError.self) {
      try ImportFile(
        TextSource(ByteSource(Array("first_name,last_name\nAnna,Nowak\nJan\0,Kos\nEwa,Wit\n".utf8), name: "people.csv"))
      )
    }
    #expect(throws: ReadingError.isFolder(file: "tmp")) { try ImportFile(path: "/tmp") }
    #expect(throws: ReadingError.notFound(file: "none.csv")) { try ImportFile(path: "/tmp/none/none.csv") }
  }

  @Test(
    "Rows with a field too many; rows that lack fields at their end, and delimiters that nothing follows, do no harm")
  func ragged() async throws {
    let desk = try Desk()
    let report = try await desk.take([
      "people.csv": "first_name,last_name,phone\nA,B\nC,D,123456,x\nE,F,123456,,\nG,H,\n"
    ])
    #expect(report.counts == ["read": 4, "inserted": 3, "rejected": 1])
    #expect(report.files[0].rejects.flatMap(\.brief) == ["3 - 0 -: This row has 4 fields, the header has 3"])
    #expect(report.files[0].short == 1)
    let sink = MemorySink()
    try report.files[0].writeRejects(to: sink, in: .english)
    let mended = sink.text.replacing("123456,x", with: "123456")
    #expect(try await desk.take(["x.csv": mended]).counts == ["read": 1, "inserted": 1])
  }

  @Test("A quote that is never closed breaks its line only")
  func unclosedQuote() async throws {
    let desk = try Desk()
    let report = try await desk.take([
      "people.csv": "first_name,last_name\nA,B\nC,\"D\nE,F\nG,H,I\n"
    ])
    #expect(report.counts == ["read": 4, "inserted": 2, "rejected": 2])
    #expect(
      report.files[0].rejects.flatMap(\.brief) == [
        "3 - 0 -: The quote opened in line 3 is never closed", "5 - 0 -: This row has 3 fields, the header has 2",
      ])
    let sink = MemorySink()
    try report.files[0].writeRejects(to: sink, in: .english)
    let again = try await desk.take(["x.csv": sink.text])
    #expect(again.counts == ["read": 2, "rejected": 2])
    let mended = sink.text.replacing("C,\"D", with: "C,\"D\"").replacing("G,H,I", with: "G,H")
    #expect(try await desk.take(["x.csv": mended]).counts == ["read": 2, "inserted": 2])
  }

  @Test(
    "JSON that is no list, and a value alone, whatever its file is called",
    arguments: ["17", "\"people\"", "null", "{\n\"a\": 1\n}"])
  func noList(_ text: String) async throws {
    let desk = try Desk()
    await #expect(throws: (any Error).self) { try await desk.take(["people.json": text]) }
  }

  @Test("JSON that breaks off: what came before is loaded, the rest is named")
  func brokenJSON() async throws {
    let desk = try Desk()
    let report = try await desk.take([
      "people.json": #"[{"firstName":"A","lastName":"B"},{"firstName":"C","lastName":}]"#
    ])
    #expect(report.counts == ["read": 2, "inserted": 1, "rejected": 1])
    #expect(report.files[0].rejects.first?.line == 1)
    let other = try await desk.take([
      "people.json": "[{\"firstName\":\"E\",\"lastName\":\"F\"},\n3,\n{\"firstName\":\"G\",\"lastName\":\"H\"}]"
    ])
    #expect(other.counts == ["read": 3, "inserted": 2, "rejected": 1])
    #expect(other.files[0].rejects.first?.line == 2)
  }

  @Test("Numbers of records that are none")
  func numbers() async throws {
    let desk = try Desk()
    let report = try await desk.take([
      "people.csv": "id,first_name,last_name\n0,A,B\n-1,A,B\nx,A,B\n9223372036854775808,A,B\n1.5,A,B\n 7 ,A,B\n"
    ])
    #expect(report.counts == ["read": 6, "inserted": 1, "rejected": 5])
    #expect(report.files[0].rejects.first?.brief == ["2 id 1 0: This has to be a record's number"])
    #expect(try await desk.all("person").map(\.id) == [7])
  }

  @Test("Hostile texts are texts")
  func hostile() async throws {
    let desk = try Desk()
    let names = [
      "Robert'); DROP TABLE people;--", "<script>alert(1)</script>", "שלום עולם", "👩‍👩‍👧", "=1+1", "a\u{200B}b", "{first}",
    ]
    let rows = names.map { "\"\($0)\",X" }
    let report = try await desk.take(["people.csv": (["first_name,last_name"] + rows).joined(separator: "\n")])
    #expect(report.counts == ["read": names.count, "inserted": names.count])
    #expect(try await desk.column("person", "firstName") == names)
    let long = try await desk.take(["people.csv": "first_name,last_name\n\(String(repeating: "ż", count: 41)),X\n"])
    #expect(
      long.files[0].rejects.flatMap(\.brief) == [
        "2 first_name 1 \(String(repeating: "ż", count: 41)): This can have at most 40 characters"
      ])
  }

  @Test("Files in other encodings; characters that can't be read are counted")
  func encodings() async throws {
    let desk = try Desk()
    let utf16 = "first_name;last_name\r\nŁucja;Żak\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let broken = Array("first_name,last_name\nŻó".utf8) + [0xFF] + Array("łć,Łódź\n".utf8)
    let importer = Importer(desk.store)
    for bytes in [[0xFF, 0xFE] + utf16, utf16, broken] {
      let plan = try importer.plan([ImportFile(TextSource(ByteSource(bytes, name: "people.csv")))])
      let report = try await importer.run(plan)
      // The second file is the first one in another encoding.
      #expect(report.counts == ["read": 1, bytes == utf16 ? "unchanged" : "inserted": 1])
      #expect(report.files[0].replacedCharacters == (bytes == broken ? 1 : 0))
    }
    #expect(try await desk.column("person", "lastName") == ["Żak", "Łódź"])
  }
}
