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
    var list = ListColumn(title: "Lines", entities: path, status: "1 line")
    list.table = ListTable(
      headings: [
        .init(label: "Product", ascending: path, descending: path),
        .init(label: "Price", isNumber: true, ascending: path, descending: path),
      ],
      rows: [.init(id: 1, cells: [.text("Chai"), .text("$18.00")], title: "Chai")])
    var html = HTMLWriter(.english)
    html.add(list)
    let text = String(buffer: html.finish())
    #expect(text.contains("<td role=cell class=sum data-label=\"Price\">$18.00</td></tr>"))
    #expect(text.contains("<td role=cell class=no data-label=\"Product\"><a"))
    #expect(text.matches(of: /<th[^>]*sum[^>]*>/).count == 1)
  }
}
