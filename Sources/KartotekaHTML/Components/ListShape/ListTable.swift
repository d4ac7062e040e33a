import KartotekaModel

/// A list's rows as a table with chosen columns. A phone shows each row as a block.
package struct ListTable {
  /// The value of a column in a row.
  package enum Cell {
    /// A text; the one that is copied, if it is another one.
    case text(String, copied: String? = nil)
    case state(StatePill)
    /// Related records in their colours.
    case tags(TagList)
    /// A small picture.
    case picture(URLPath)
  }

  /// A row.
  package struct Row {
    package var id: RecordID
    package var cells: [Cell]
    /// The record's title, by which the link of a row without a value in its first column is called.
    package var title: String
    package var isSelected: Bool

    package init(id: RecordID, cells: [Cell], title: String, isSelected: Bool = false) {
      (self.id, self.cells, self.title, self.isSelected) = (id, cells, title, isSelected)
    }
  }

  /// The heading of a group of rows.
  package struct Group {
    package var title: String
    /// The texts beside it: the number of records, figures.
    package var note: String?

    package init(title: String, note: String? = nil) { (self.title, self.note) = (title, note) }
  }

  package var headings: [TableHeading]
  /// The fields that are changed in their cells, by the index of the column.
  package var fields: [Int: String] = [:]
  package var rows: [Row]
  /// The fields above the columns that narrow the list down; nil for a column without, empty where none has one.
  package var filters: [TableFilter?] = []
  /// The parameters of the list in addresses, which these fields keep.
  package var state: [(name: String, value: String)] = []
  /// The row for a new record, with a field for each column that one has; nil where none is added here.
  package var new: NewTableRow?
  /// Whether the headings are written: an empty table has nothing to sort.
  package var hasHeadings = true
  /// Whether it is the layout that the application declares. A phone then has its headings and fields, too.
  package var isDeclared = false
  /// Whether its first column has the numbers of the records.
  package var isNumbered = false
  /// The heading above each row that begins a group, by the row's index.
  package var groups: [Int: Group] = [:]

  package init(headings: [TableHeading], rows: [Row], groups: [Int: Group] = [:]) {
    (self.headings, self.rows, self.groups) = (headings, rows, groups)
  }

  func write(_ list: ListColumn, to html: inout HTMLWriter) {
    let kind: StaticString = !isDeclared ? "" : isNumbered ? " own numbered" : " own"
    html.element(.div, .classes("group grid", kind)) { html in
      html.element(.table, .role("table"), .labelledBy("lt")) { html in
        html.element(.thead, .role("rowgroup")) { html in
          if hasHeadings {
            html.element(.tr, .role("row"), .class("sorts")) { html in
              for heading in headings { html.sortingHeading(heading) }
            }
          }
          if !filters.isEmpty { writeFilters(to: &html) }
          // Further pages of rows bring a body of their own, and the heads stay.
          if let new { write(new, to: &html) }
        }
        html.element(.tbody, .role("rowgroup")) { html in
          if let previous = list.previous { write(previous, "prev", "Show earlier rows", to: &html) }
          for (index, row) in rows.enumerated() {
            if let group = groups[index] { write(group, to: &html) }
            write(row, list, to: &html)
          }
          if let next = list.next { write(next, "next", "Show more rows", to: &html) }
        }
      }
    }
  }

  private func writeFilters(to html: inout HTMLWriter) {
    let button = [HTMLAttribute.classes("btn small"), .form("filter")]
    write(.class("filter"), filters, in: &html, { $1.filter($0) }, html.say("Filter"), button)
  }

  private func write(_ new: NewTableRow, to html: inout HTMLWriter) {
    let button = [
      HTMLAttribute.classes("btn small"), .form("add"), .name(FormIntent.addRow.name),
      .value(FormIntent.addRow.value),
    ]
    let row = HTMLAttribute.classes("add", new.isWhole ? " all-fields" : "")
    write(row, new.fields, in: &html, { $1.tableField($0) }, html.say("Add"), button)
    guard let fault = new.fault else { return }
    html.element(.tr, .role("row"), .classes("add why")) { html in
      html.element(.td, .role("cell"), .columns(headings.count)) { html in
        html.element(.p, .class("err"), .role("alert")) { html in
          html.symbol(.alert, .small)
          html.text(fault)
        }
      }
    }
  }

  // A row of fields, with the button of their form behind the last one.
  private func write<Field>(
    _ row: HTMLAttribute, _ fields: [Field?], in html: inout HTMLWriter,
    _ write: (Field, inout HTMLWriter) -> Void, _ title: String, _ button: [HTMLAttribute?]
  ) {
    html.element(.tr, .role("row"), row) { html in
      for (index, field) in fields.enumerated() {
        html.element(.td, .role("cell"), headings[index].isNumber ? .class("sum") : nil) { html in
          guard index == fields.count - 1 else {
            if let field { write(field, &html) }
            return
          }
          html.element(.div, .class("btns")) { html in
            if let field { write(field, &html) }
            html.element(.button, more: button) { $0.text(title) }
          }
        }
      }
    }
  }

  private func write(_ group: Group, to html: inout HTMLWriter) {
    html.element(.tr, .role("row"), .class("heads")) { html in
      html.element(.th, .role("rowheader"), .columns(headings.count)) { html in
        html.text(group.title)
        if let note = group.note {
          html.text(" ")
          html.element(.span, .class("num"), text: note)
        }
      }
    }
  }

  private func write(_ row: Row, _ list: ListColumn, to html: inout HTMLWriter) {
    html.element(.tr, .role("row"), .record(row.id)) { html in
      for (index, cell) in row.cells.enumerated() {
        let isNumber = headings[index].isNumber
        html.element(
          .td, .role("cell"), index == 0 ? .classes("no", isNumber ? " sum" : "") : isNumber ? .class("sum") : nil,
          .heading(headings[index].label), more: [fields[index].map { .cell($0) }, cell.copied.map { .copied($0) }]
        ) { html in
          guard index == 0 else { return write(cell, to: &html) }
          html.element(
            .a, .href(list.address(of: row.id)), row.isSelected ? .id("selected") : nil,
            row.isSelected ? .current("true") : nil, cell.isEmpty || cell.isPicture ? .label(row.title) : nil
          ) { html in
            write(cell.isEmpty ? .text("–") : cell, to: &html)
          }
        }
      }
    }
  }

  private func write(_ cell: Cell, to html: inout HTMLWriter) {
    switch cell {
    case .text(let text, _): html.text(text)
    case .state(let pill): html.add(pill)
    case .tags(let tags): html.add(tags)
    case .picture(let source):
      html.void(.img, .class("face"), .source(source), .alternative(""), .lazy, .decodedLater)
    }
  }

  private func write(_ href: URLPath, _ relation: StaticString, _ key: String, to html: inout HTMLWriter) {
    html.element(.tr, .class("more"), .role("row")) { html in
      html.element(.td, .role("cell"), .columns(headings.count)) { html in
        html.element(.a, .classes("btn pager"), .relation(relation), .href(href), text: html.say(key))
      }
    }
  }
}

extension ListTable.Cell {
  fileprivate var isEmpty: Bool {
    switch self {
    case .text(let text, _): text.isEmpty
    case .tags(let tags): tags.isEmpty
    case .state, .picture: false
    }
  }

  fileprivate var isPicture: Bool { if case .picture = self { true } else { false } }

  fileprivate var copied: String? {
    switch self {
    case .text(_, let copied): copied
    case .tags(let tags): tags.isEmpty ? nil : tags.text
    case .state, .picture: nil
    }
  }
}
