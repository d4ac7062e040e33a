import KartotekaModel

/// Writes a table's rows. Fifty rows are most of a page: values that all rows share are computed once, and the HTML
/// that is the same in every row is a literal. Every value of a record goes through `text`.
struct TableRowWriter {
  private let columns: [TableView.Column]
  private let primary: Int
  private let chosen: ChosenTableRow?
  private let choosing: URLPath?

  init(_ table: TableView) {
    columns = table.columns
    primary = table.primary
    chosen = table.chosen
    choosing = table.choosing
  }

  func write(_ row: TableRow, to html: inout HTMLWriter) {
    if let chosen, chosen.id == row.id { return write(row, chosen, to: &html) }
    html.unescaped(trustedHTML: row.isNear ? "<tr role=row class=near data-id=" : "<tr role=row data-id=")
    html.text(row.id)
    html.unescaped(trustedHTML: "><td role=cell class=no>")
    if let choosing {
      html.unescaped(trustedHTML: "<a href=\"")
      html.text(choosing.text)
      html.text(row.id)
      html.unescaped(trustedHTML: "\" aria-label=\"")
      html.text(html.say("Choose {title}, No. {number}", ["title": .text(row.title), "number": .text(String(row.id))]))
      html.unescaped(trustedHTML: "\"><span>")
      html.text(row.id)
      html.unescaped(trustedHTML: "</span></a>")
    } else {
      html.unescaped(trustedHTML: "<span>")
      html.text(row.id)
      html.unescaped(trustedHTML: "</span>")
    }
    html.unescaped(trustedHTML: "</td>")
    for (index, cell) in row.cells.enumerated() { write(cell, index, to: &html) }
    html.unescaped(trustedHTML: "</tr>")
  }

  private func write(_ cell: TableCell, _ index: Int, to html: inout HTMLWriter) {
    if index == primary {
      html.unescaped(trustedHTML: "<td role=cell class=one")
    } else {
      let isNumber = columns[index].isNumber
      html.unescaped(trustedHTML: isNumber ? "<td role=cell class=\"two sum\"" : "<td role=cell class=two")
    }
    // The last column has buttons in the chosen row only. Figures stand below their heading all the same.
    let isLast = index == columns.count - 1
    html.unescaped(trustedHTML: isLast && !columns[index].isNumber ? " colspan=2>" : ">")
    write(cell, index, in: &html)
    html.unescaped(trustedHTML: isLast && columns[index].isNumber ? "</td><td role=cell class=desk></td>" : "</td>")
  }

  private func write(_ cell: TableCell, _ index: Int, in html: inout HTMLWriter) {
    if columns[index].needsLabel, !cell.text.isEmpty {
      html.element(.span, .classes("phone dim"), text: columns[index].label + ": ")
    }
    html.text(cell.text)
    if let number = cell.number {
      html.unescaped(trustedHTML: "&nbsp;<span class=dim>·&nbsp;")
      html.text(number)
      html.unescaped(trustedHTML: "</span>")
    }
  }

  // MARK: The chosen one

  private func write(_ row: TableRow, _ chosen: ChosenTableRow, to html: inout HTMLWriter) {
    html.element(.tr, .role("row"), .class("chosen"), .record(row.id)) { html in
      html.element(.td, .role("cell"), .class("no")) { html in
        html.element(.a, .href(chosen.letGo), .current("true"), .label(name(of: row, html.say))) { html in
          html.element(.span, text: String(row.id))
        }
      }
      for (index, cell) in row.cells.enumerated() {
        html.element(.td, .role("cell"), index == primary ? .classes("one strong") : .class("two")) { html in
          if let field = chosen.fields[index] { html.tableField(field) } else { write(cell, index, in: &html) }
        }
      }
      html.element(.td, .role("cell"), .class("last")) { html in
        html.element(.div, .class("btns")) { html in
          if chosen.canUpdate {
            html.element(.button, .classes("btn main small"), .form("edit"), text: html.say("Update"))
          }
          html.element(.button, .classes("btn bad small"), .form("d"), text: html.say("Delete"))
        }
      }
    }
    if let fault = chosen.fault { write(fault, chosen.links, to: &html) }
  }

  private func name(of row: TableRow, _ say: Localizer) -> String {
    row.title + ", " + say("No. {number}", ["number": .text(String(row.id))])
  }

  private func write(_ fault: String, _ links: [(title: String, href: URLPath)], to html: inout HTMLWriter) {
    html.element(.tr, .role("row"), .classes("chosen why")) { html in
      html.element(.td, .role("cell"), .columns(columns.count + 2)) { html in
        html.element(.p, .class("err"), .role("alert")) { html in
          html.symbol(.alert, .small)
          html.element(.span) { html in
            html.text(fault)
            for link in links {
              html.text(" ")
              html.element(.a, .href(link.href), text: link.title)
            }
          }
        }
      }
    }
  }
}

extension HTMLWriter {
  /// The row for a new record.
  mutating func newRow(_ row: NewTableRow) {
    element(.tr, .role("row"), .class("add")) { html in
      html.element(.td, .role("cell"), .class("no")) { html in
        html.element(.span, .class("dim"), text: html.say("new"))
      }
      for field in row.fields {
        html.element(.td, .role("cell"), field == nil ? .class("none") : nil) { html in
          if let field { html.tableField(field) }
        }
      }
      html.element(.td, .role("cell"), .class("last")) { html in
        html.element(.div, .class("btns")) { html in
          html.element(.button, .classes("btn small"), .form("add"), .label(html.say("Add"))) { html in
            html.element(.span, text: html.say("Add"))
          }
        }
      }
    }
    if let fault = row.fault {
      element(.tr, .role("row"), .classes("add why")) { html in
        html.element(.td, .role("cell"), .columns(row.fields.count + 2)) { html in
          html.element(.p, .class("err"), .role("alert")) { html in
            html.symbol(.alert, .small)
            html.text(fault)
          }
        }
      }
    }
  }
}
