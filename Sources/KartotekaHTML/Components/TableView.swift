import KartotekaModel

/// A table of records as a column of the page: title, headings that sort, filters, the row for a new record, and the
/// records, one of which may be chosen to be changed.
package struct TableView: Component {
  /// A column behind that of the number.
  package struct Column {
    package var label: String
    /// The field that narrows the table down by it; nil for none.
    package var filter: TableFilter?
    /// Whether its values say nothing without their heading.
    package var needsLabel = false
    /// Whether its values are numbers, which stand at its end.
    package var isNumber = false

    package init(label: String, filter: TableFilter? = nil, needsLabel: Bool = false, isNumber: Bool = false) {
      (self.label, self.filter, self.needsLabel, self.isNumber) = (label, filter, needsLabel, isNumber)
    }
  }

  package var title: String
  /// The target of the back button.
  package var leading = NavigationBar.Leading.allApps
  /// The table's own address.
  package var path: URLPath
  package var columns: [Column]
  /// The place of the column that a phone shows first.
  package var primary = 0
  /// The headings, that of the number first.
  package var headings: [TableHeading] = []
  /// The hidden fields of a form with filters.
  package var hidden: [(name: String, value: String)] = []
  /// The address of a row, up to its number; nil where none can be chosen.
  package var choosing: URLPath?
  /// The row for a new record and what it is called; nil where nothing can be added.
  package var new: (row: NewTableRow, label: String)?
  /// The address at which several records are changed at once; nil if none can be.
  package var several: URLPath?
  package var rows: [TableRow] = []
  /// The row that was chosen.
  package var chosen: ChosenTableRow?
  /// The addresses of the pages with the rows before and after; nil at the ends.
  package var previous: URLPath?
  package var next: URLPath?
  /// "11 of 184 cities", and what else is to be known about the table.
  package var count: String
  package var note: String?
  /// The address without filters; nil where there are none.
  package var unfiltered: URLPath?
  /// The empty state in place of rows.
  package var empty: EmptyState?
  /// The fault that belongs to no row.
  package var fault: String?
  /// The figures below the rows; nil for none.
  package var figures: FigureLine?
  /// The bar with the shape of the table; nil for an empty table.
  package var shape: ShapeBar?

  package init(
    title: String, leading: NavigationBar.Leading = .allApps, path: URLPath, columns: [Column], primary: Int = 0,
    headings: [TableHeading] = [], hidden: [(name: String, value: String)] = [], choosing: URLPath? = nil,
    new: (row: NewTableRow, label: String)? = nil, several: URLPath? = nil, rows: [TableRow] = [],
    chosen: ChosenTableRow? = nil,
    previous: URLPath? = nil, next: URLPath? = nil, count: String, note: String? = nil, unfiltered: URLPath? = nil,
    empty: EmptyState? = nil, fault: String? = nil
  ) {
    self.title = title
    self.leading = leading
    self.path = path
    self.columns = columns
    self.primary = primary
    self.headings = headings
    self.hidden = hidden
    self.choosing = choosing
    self.new = new
    self.several = several
    self.rows = rows
    self.chosen = chosen
    self.previous = previous
    self.next = next
    self.count = count
    self.note = note
    self.unfiltered = unfiltered
    self.empty = empty
    self.fault = fault
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .class("wide")) { html in
        html.navigationBar(NavigationBar(leading: leading, title: title)) { html in
          html.sortMenu(headings)
          if let several {
            html.element(.a, .class("ib"), .href(several), .label(html.say("Change several"))) { $0.symbol(.check) }
          }
          if let new {
            html.element(
              .a, .class("ib"), .href(.fragment(new.row.focus)), .label(new.label), .part("new")
            ) { $0.symbol(.plus) }
          }
        }
        html.largeTitle(title, isMain: true)
        if let shape { html.add(shape) }
        html.element(.div, .id("rows"), content: writeContent)
      }
    }
  }

  // A table without rows that no filter hides has nothing to sort or to narrow down.
  private var hasRows: Bool { empty == nil || unfiltered != nil }

  private func writeContent(to html: inout HTMLWriter) {
    if let fault { html.formFault(fault) }
    writeForms(to: &html)
    if hasRows || new != nil {
      html.element(.div, .class("group")) { html in
        html.element(.table, .classes("cards", choosing == nil ? " still" : ""), .role("table"), .labelledBy("lt")) {
          html in
          if hasRows {
            html.element(.thead, .role("rowgroup")) { html in
              html.headings(headings, reservesButtons: choosing != nil)
              if columns.contains(where: { $0.filter != nil }) { html.filterRow(columns.map(\.filter)) }
            }
          }
          writeBody(to: &html)
        }
      }
    }
    if let empty {
      html.element(.form, .post) { $0.add(empty) }
    } else {
      writeCount(to: &html)
    }
    figures?.write(to: &html)
  }

  // Forms can't stand within a table's rows; the rows' fields say which one they belong to.
  private func writeForms(to html: inout HTMLWriter) {
    if let new {
      html.element(
        .form, .id("add"), .post, .action(new.row.action), .edits("new"), .withoutValidation, .autocomplete("off"),
        more: [.restorable(html.say("Restored what you had typed."))]
      ) { _ in }
    }
    html.element(.form, .id("filter"), .action(path), .autocomplete("off")) { html in
      for (name, value) in hidden { html.hidden(name, value) }
    }
    if let chosen { write(chosen, to: &html) }
  }

  private func write(_ chosen: ChosenTableRow, to html: inout HTMLWriter) {
    html.element(
      .form, .id("edit"), .post, .action(chosen.action), .edits("stored"), .withoutValidation, .autocomplete("off"),
      more: [.restorable(html.say("Restored what you had typed."))]
    ) { html in
      for (name, value) in chosen.hidden { html.hidden(name, value) }
    }
    html.element(.form, .id("d"), .post, .action(chosen.deletion)) { _ in }
  }

  private func writeBody(to html: inout HTMLWriter) {
    html.element(.tbody, .role("rowgroup")) { html in
      if let new { html.newRow(new.row) }
      writeRows(to: &html)
    }
  }

  private func writeCount(to html: inout HTMLWriter) {
    html.element(.p, .class("under")) { html in
      html.element(.span, .id("count"), text: count)
      if let unfiltered {
        html.text(" · ")
        html.element(.a, .href(unfiltered), text: html.say("Clear the filter"))
      }
      if let note { html.text(". " + note) }
    }
  }

  // MARK: Pieces

  /// Writes the part `rows`: the rows of one page, and the links to the pages before and after.
  package func writePage(to html: inout HTMLWriter) {
    html.element(.table) { html in
      html.element(.tbody, content: writeRows)
    }
  }

  /// Writes the part `record`: some rows, and the forms of the chosen one.
  package func writeRecords(to html: inout HTMLWriter) {
    if let chosen { write(chosen, to: &html) }
    html.element(.table) { html in
      html.element(.tbody, content: writeRows)
    }
  }

  private func writeRows(to html: inout HTMLWriter) {
    if let previous { writePager(previous, "prev", "Show earlier rows", to: &html) }
    let writer = TableRowWriter(self)
    for row in rows { writer.write(row, to: &html) }
    if let next { writePager(next, "next", "Show more rows", to: &html) }
  }

  private func writePager(_ href: URLPath, _ relation: StaticString, _ key: String, to html: inout HTMLWriter) {
    html.element(.tr, .class("more"), .role("row")) { html in
      html.element(.td, .role("cell"), .columns(columns.count + 2)) { html in
        html.element(.a, .classes("btn pager"), .relation(relation), .href(href), text: html.say(key))
      }
    }
  }
}
