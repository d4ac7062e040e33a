import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Cells whose values are not known")
struct UntoldCellTests {
  private static func xlsx() -> [UInt8] {
    func text(_ text: String) -> String { "<c t='str'><v>\(text)</v></c>" }
    let rows = [
      text("id") + text("First name") + text("Phone") + text("Mail address"),
      "<c><v>1</v></c>" + text("Anna") + "<c><f>A1</f></c><c t='e'><v>#N/A</v></c>",
      "<c><v>2</v></c>" + text("Jan") + "<c/>" + text("j@example.org"),
    ]
    return ZipMaker.workbook(rows: rows.map { "<row>\($0)</row>" }.joined())
  }

  private static func ods() -> [UInt8] {
    func text(_ text: String) -> String {
      "<table:table-cell office:value-type='string'><text:p>\(text)</text:p></table:table-cell>"
    }
    func number(_ number: Int) -> String { "<table:table-cell office:value-type='float' office:value='\(number)'/>" }
    let error =
      "<table:table-cell table:formula='of:=NA()' office:value-type='string'><text:p>#N/A</text:p></table:table-cell>"
    let rows = [
      text("id") + text("First name") + text("Phone") + text("Mail address"),
      number(1) + text("Anna") + "<table:table-cell table:formula='of:=A1'/>" + error,
      number(2) + text("Jan") + "<table:table-cell/>" + text("j@example.org"),
    ]
    var zip = ZipMaker()
    zip.add(
      "content.xml",
      "<document><table:table table:name='A'>"
        + rows.map { "<table:table-row>\($0)</table:table-row>" }.joined() + "</table:table></document>")
    return zip.bytes
  }

  @Test(
    "A formula without a stored result, and an error, leave the field as it is; an empty cell empties it",
    arguments: [("a.xlsx", xlsx()), ("a.ods", ods())])
  func formulas(name: String, bytes: [UInt8]) async throws {
    let desk = try Desk()
    try await desk.take([
      "people.csv":
        "id,first_name,last_name,phone,email\n1,Ann,Nowak,+48 1,a@example.org\n2,Jan,Kot,+48 2,\n"
    ])
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(name)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    let file = try #require(
      try ImportFile.open(path: url.path(percentEncoded: false), name: name, into: "person").first)
    let importer = Importer(desk.store, options: ImportOptions())
    let report = try await importer.run(try importer.plan([file]))
    #expect(report.counts == ["read": 2, "updated": 2])
    #expect(try await desk.column("person", "firstName") == ["Anna", "Jan"])
    #expect(try await desk.column("person", "phone") == ["+48 1", ""])
    #expect(try await desk.column("person", "email") == ["a@example.org", "j@example.org"])
  }
}
