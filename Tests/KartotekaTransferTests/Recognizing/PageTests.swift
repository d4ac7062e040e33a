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

  @Test("A table whose cells hold small tables is a table: the small ones are texts of its cells, and named")
  func inner() throws {
    let rows = (1...3).map {
      "<tr><td>P\($0)</td><td>C\($0)</td><td><table><tr><td>item\($0)</td><td>1</td></tr><tr><td>more</td></tr></table></td></tr>"
    }
    let page = "<html><table><tr><th>Name</th><th>City</th><th>Items</th></tr>\(rows.joined())</table></html>"
    let tables = try FileMaker.tables(Array(page.utf8), "page.html")
    #expect(
      tables.map(\.rows) == [
        [["Name", "City", "Items"]] + (1...3).map { ["P\($0)", "C\($0)", "item\($0) 1\nmore"] }
      ])
    #expect(tables[0].notes.map(\.key) == ["{count} tables within cells are texts of these cells: {names}"])
  }

  @Test("A table without an end is a table of its own before the next one")
  func unclosed() throws {
    let page =
      "<html><table><tr><th>A</th><th>X</th></tr><tr><td>1</td><td>2</td></tr>"
      + "<table><tr><th>B</th></tr><tr><td>3</td></tr></table></html>"
    #expect(
      try FileMaker.tables(Array(page.utf8), "page.html").map(\.rows) == [[["A", "X"], ["1", "2"]], [["B"], ["3"]]])
  }

  @Test("A cell that is merged over most of a sheet costs its rows nothing")
  func largeMerge() throws {
    let page =
      "<table><tr><td rowspan=1000000 colspan=16383>x</td></tr>"
      + String(repeating: "<tr><td></td></tr>", count: 20_000)
      + "<tr><td>1</td></tr></table>"
    let sheet = HTMLSheet(try TextSource(ByteSource(Array(page.utf8))), from: 0, file: "page.html")
    var row = SheetRow()
    var rows: [(number: Int, count: Int)] = []
    while try sheet.next(&row) { rows.append((row.number, row.cells.count)) }
    #expect(rows.map(\.number) == [1, 20_002] && rows.map(\.count) == [1, 16_384])
  }

  @Test("Merged cells of several widths and heights leave the places between them")
  func merges() throws {
    let rows = try FileMaker.rows(
      "<table><tr><th>A</th><th>B</th><th>C</th><th>D</th></tr>"
        + "<tr><td rowspan=3>a</td><td>b</td><td rowspan=2>c</td><td>d</td></tr><tr><td>e</td><td>f</td></tr>"
        + "<tr><td>g</td><td>h</td><td>i</td></tr><tr><td>j</td><td>k</td><td>l</td><td>m</td></tr></table>")
    #expect(
      rows.dropFirst() == [["a", "b", "c", "d"], ["a", "e", "c", "f"], ["a", "g", "h", "i"], ["j", "k", "l", "m"]])
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
    let wide =
      "<table><tr>" + String(repeating: "<td colspan=16000>x</td>", count: 2) + "</tr><tr><td>1</td></tr></table>"
    #expect(FileMaker.refusal(Array(wide.utf8)) == .expandsTooMuch(file: "file"))
  }

  @Test("A page in an old encoding is read by what it says of itself")
  func encoding() throws {
    let page =
      "<html><head><meta charset=\"iso-8859-2\"></head><table><tr><td>Imi\u{EA}</td></tr><tr><td>x</td></tr></table></html>"
    let bytes = page.unicodeScalars.map { UInt8($0.value) }
    #expect(try FileMaker.tables(bytes)[0].rows[0] == ["Imię"])
  }

  @Test("A bar and a list of links, a layout and a table of headings alone have no records, and are named")
  func navigation() throws {
    let page =
      "<html><table><tr><td><a href=/>Home</a></td><td>|</td><td><a href=/a>About</a></td></tr></table>"
      + "<table><tr><td><a href=/1>One</a></td></tr><tr><td><a href=/2>Two</a></td></tr></table>"
      + "<table><tr><td>\(String(repeating: "Words of a paragraph. ", count: 20))</td></tr><tr><td>More</td></tr></table>"
      + "<table><tr><th>Name</th><th>Age</th></tr><tr><td><a href=/x>Ann</a></td><td>30</td></tr></table></html>"
    let tables = try FileMaker.tables(Array(page.utf8), "page.html")
    #expect(tables.map(\.rows) == [[["Name", "Age"], ["Ann", "30"]]])
    #expect(tables[0].notes.map(\.key) == ["Left out, because it is no table: {sheets}"])
    let bar = "<html><table><tr><td><a href=/>Home</a></td><td><a href=/a>About</a></td></tr></table></html>"
    #expect(FileMaker.refusal(Array(bar.utf8)) == .noTables(file: "file"))
  }
}
