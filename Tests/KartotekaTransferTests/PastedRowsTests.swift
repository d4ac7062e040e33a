import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Rows that are pasted from a spreadsheet")
struct PastedRowsTests {
  struct Guest: Entity {
    let firstName = Attribute<String>("First name", .required)
    let city = Attribute<String>("City", .aliases("town"))
    let age = Attribute<Int>("Age")
  }

  private static let guest = ModelDescription([Guest.self]).entities[0]

  @Test(
    "Cells have tabs between, rows line breaks of any system; empty rows are omitted and short ones completed",
    arguments: ["Ada\tRome\n\nBo\n", "Ada\tRome\r\nBo\t", "\r\nAda\t Rome \rBo"])
  func cells(text: String) {
    #expect(PastedRows(text).rows == [["Ada", "Rome"], ["Bo", ""]])
  }

  @Test("A cell in quotes may have tabs, line breaks and quotes; a lone quote is text")
  func quotes() {
    #expect(
      PastedRows("\"1 Main St\nRome\"\t\"say \"\"hi\"\"\"\n5\" disk\tx").rows == [
        ["1 Main St\nRome", "say \"hi\""], ["5\" disk", "x"],
      ])
    #expect(PastedRows("\"open\tx").rows == [["\"open", "x"]])
    #expect(PastedRows(" \t \n").rows.isEmpty)
  }

  @Test(
    "The first row has headings if half of its cells or more name columns",
    arguments: [
      ("First name\tTown\nAda\tRome", true), ("age\tRemark\n1\tx", true), ("Ada\tRome\t34", false),
      ("City\tA\tB", false),
    ])
  func headings(text: String, expected: Bool) {
    #expect(PastedRows(text).hasHeadings(of: Self.guest, words: Catalogue()) == expected)
  }

  @Test("As CSV the rows have the given headings, and numbers for further columns")
  func csv() throws {
    let sink = MemorySink()
    try PastedRows("Ada\tRome, Italy\tx").write(to: sink, headings: ["First name", "City"])
    #expect(sink.text == "First name,City,3\r\nAda,\"Rome, Italy\",x\r\n")
  }
}
