import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Tables of web pages")
struct PageTests {
  @Test("A table that a program named .xls is a table, with references, line breaks and unclosed tags")
  func report() throws {
    let rows = try FileMaker.rows(
      "<html><body><h1>Report</h1><table><tr><th>Name</th><th>Sum</th></tr><tr><td>A &amp; B</td><td>1,5</td></tr>"
        + "<tr><td>Caf&eacute;<br>X&nbsp;Y<td>&#8364; 2</tr></table></body></html>", "report.xls")
    #expect(rows == [["Name", "Sum"], ["A & B", "1,5"], ["Café\nX Y", "€ 2"]])
  }

  @Test("Each innermost table of a page is a table, named by its caption or the heading above")
  func several() throws {
    let page = """
      <!DOCTYPE html><html><head><style>td { color: red }</style><script>var a = "<table>";</script></head><body>
      <table><tr><td><h2>Towns</h2><table><tr><th>Name<tr><td>Oslo</table></td><td>
      <table><caption>People</caption><tr><th>Name</th></tr><tr><td>Ann</td></tr></table></td></tr></table></body></html>
      """
    let tables = try FileMaker.tables(Array(page.utf8), "page.html")
    #expect(tables.map(\.rows) == [[["Name"], ["Oslo"]], [["Name"], ["Ann"]]])
    #expect(tables.map(\.name).last == "page.html/People")
  }

  @Test("Merged cells stand in their columns, and numbers are those that the program stored")
  func cells() throws {
    let rows = try FileMaker.rows(
      "<table><tr><th>Town</th><th>Year</th><th>Sum</th></tr>"
        + "<tr><td rowspan=2>Oslo</td><td>2025</td><td sdval=\"1234.5\">1 234,50</td></tr>"
        + "<tr><td>2026</td><td x:num=\"46000\">1/1/2026</td></tr><tr><td colspan='2'>Bergen</td><td>5</td></tr></table>"
    )
    #expect(
      rows == [
        ["Town", "Year", "Sum"], ["Oslo", "2025", "1234.5"], ["Oslo", "2026", "1/1/2026"], ["Bergen", "", "5"],
      ])
  }

  @Test("A cell that is merged over more columns than a sheet has is refused")
  func limits() {
    let wide = "<table><tr>" + String(repeating: "<td colspan=16000>x</td>", count: 2) + "</tr></table>"
    #expect(FileMaker.refusal(Array(wide.utf8)) == .expandsTooMuch(file: "file"))
  }

  @Test("A page in an old encoding is read by what it says of itself")
  func encoding() throws {
    let page =
      "<html><head><meta charset=\"iso-8859-2\"></head><table><tr><td>Imi\u{EA}</td></tr><tr><td>x</td></tr></table></html>"
    let bytes = page.unicodeScalars.map { UInt8($0.value) }
    #expect(try FileMaker.tables(bytes)[0].rows[0] == ["Imię"])
  }
}
