import KartotekaModel
import NIOCore
import Testing

@testable import KartotekaHTML
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Columns of numbers")
struct NumberColumnTests {
  @Test("figures and their heading stand at the end of a column, the last one below its heading, too")
  func aligned() {
    let path = URLPath("shop", "lines")
    var table = TableView(
      title: "Lines", path: path,
      columns: [.init(label: "Product"), .init(label: "Price", isNumber: true)], count: "1 line")
    table.headings = [
      .init(label: "Product", ascending: path, descending: path),
      .init(label: "Price", isNumber: true, ascending: path, descending: path),
    ]
    table.rows = [TableRow(id: 1, title: "Chai", cells: [TableCell(text: "Chai"), TableCell(text: "$18.00")])]
    var html = HTMLWriter(.english)
    html.add(table)
    let text = String(buffer: html.finish())
    #expect(text.contains("<td role=cell class=\"two sum\">$18.00</td><td role=cell class=desk></td></tr>"))
    #expect(text.contains("<td role=cell class=one>Chai</td>"))
    #expect(text.matches(of: /<th[^>]*sum[^>]*>/).count == 1)
  }
}
