import KartotekaModel

/// The records of a list as a chart: what it shows, the drawing, and its numbers as a table. Each number leads to its records.
package struct ChartPanel: Component, Sendable {
  /// A number.
  package struct Cell: Sendable {
    /// The number in its smallest unit, as it is drawn; nil for none.
    package var number: Int64?
    /// The exact number as people read it.
    package var text: String
    /// The description: "April 1998, Beverages: $123,798.00, 74 orders".
    package var words: String
    /// The list of its records; nil without records.
    package var href: URLPath?

    package init(number: Int64?, text: String, words: String, href: URLPath?) {
      (self.number, self.text, self.words, self.href) = (number, text, words, href)
    }
  }

  /// A group: a bar, a place on the axis or a row.
  package struct Group: Sendable {
    package var title: String
    /// The title below an axis.
    package var short: String
    /// Whether it stands beside an axis: records without a value, and earlier ones.
    package var isBeside: Bool
    /// Its numbers, one for each series.
    package var cells: [Cell]
    /// The number of the whole group.
    package var total: Cell

    package init(title: String, short: String, isBeside: Bool, cells: [Cell], total: Cell) {
      (self.title, self.short, self.isBeside, self.cells, self.total) = (title, short, isBeside, cells, total)
    }
  }

  /// A place in an overview.
  package struct Part: Sendable {
    /// The panel's number among the overview's.
    package var number: Int
    package var isWide: Bool
    /// The list that is the chart.
    package var href: URLPath

    package init(number: Int, isWide: Bool, href: URLPath) {
      (self.number, self.isWide, self.href) = (number, isWide, href)
    }
  }

  /// The maximum number of series, each of which has a colour.
  package static let mostSeries = 8

  /// "Orders · Order date by month".
  package var title: String
  package var form: ListChart.Form
  /// Whether groups follow each other on an axis.
  package var isOrdered: Bool
  /// The heading of the groups, and of the number.
  package var headings: (group: String, number: String)
  /// The titles of the series; empty for one without a title.
  package var series: [String]
  package var groups: [Group]
  /// The numbers of the series, and of everything.
  package var totals: [Cell]
  package var total: Cell
  /// The number of smallest units in one whole.
  package var unit: Int64
  /// A number in short form: "50 k".
  package var short: @Sendable (Int64) -> String
  /// The text below the drawing; nil for none.
  package var note: String?
  /// Its place in an overview; nil for a list that is the chart.
  package var part: Part?
  /// The address of the sheet with its fields.
  package var change: URLPath
  /// The address of the picture.
  package var picture: URLPath

  package init(
    title: String, form: ListChart.Form, isOrdered: Bool, headings: (group: String, number: String), series: [String],
    groups: [Group], totals: [Cell], total: Cell, unit: Int64, short: @escaping @Sendable (Int64) -> String,
    change: URLPath, picture: URLPath
  ) {
    (self.title, self.form, self.isOrdered, self.headings) = (title, form, isOrdered, headings)
    (self.series, self.groups, self.totals, self.total) = (series, groups, totals, total)
    (self.unit, self.short, self.change, self.picture) = (unit, short, change, picture)
  }

  /// The id of the heading.
  var heading: String { PlotPanel.heading(part?.number ?? 0) }

  /// Whether the drawing has an axis from left to right.
  var hasAxis: Bool { isOrdered && form != .shares && form != .pivot }

  /// The groups of the drawing.
  var drawn: [Group] { hasAxis ? groups.filter { !$0.isBeside } : groups }

  /// The class of a series, after others.
  static func style(_ series: Int) -> StaticString {
    let styles: [StaticString] = [" s0", " s1", " s2", " s3", " s4", " s5", " s6", " s7"]
    return styles[series % styles.count]
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("panel chart", part?.isWide == true ? " span" : ""), .labelled(by: heading)) {
      html in
      html.element(.header) { html in
        html.element(.h2, .id(heading), text: title)
        html.element(.span, .classes("pill on num"), text: html.say("Total") + ": " + total.text)
      }
      if form == .pivot {
        writeTable(to: &html)
        if let note { html.element(.p, .class("foot"), text: note) }
      } else {
        if !series.isEmpty { writeLegend(to: &html) }
        if hasAxis { ColumnPlot(panel: self).write(to: &html) } else { RowPlot(panel: self).write(to: &html) }
        writeBeside(to: &html)
        if let note { html.element(.p, .class("foot"), text: note) }
        html.element(.details) { html in
          html.element(.summary) { html in
            html.text(html.say("As a table"))
            html.element(.span, .class("vh"), text: ": " + title)
          }
          writeTable(to: &html)
        }
      }
      html.element(.p, .classes("deeds")) { html in
        if let part {
          let label = html.say("Open") + ": " + title
          return html.element(.a, .classes("btn small"), .href(part.href), .label(label), text: html.say("Open"))
        }
        html.element(.a, .classes("btn small"), .href(change), text: html.say("Change the chart…"))
        html.element(.a, .classes("btn small"), .href(picture), .download, text: html.say("Picture (SVG)"))
        html.element(.a, .classes("btn small png"), .href(picture), .download, text: html.say("Picture (PNG)"))
      }
    }
  }

  private func writeLegend(to html: inout HTMLWriter) {
    html.element(.ul, .class("legend")) { html in
      for (index, title) in series.enumerated() {
        html.element(.li) { html in
          html.element(.svg, .decorative, .width(.pixels(12)), .height(.pixels(12))) { html in
            html.element(
              .rect, .classes("part", Self.style(index)), .width(.pixels(12)), .height(.pixels(12)), .rounded(3)
            ) { _ in }
          }
          html.text(title)
        }
      }
    }
  }

  // The groups that have no place on the axis.
  private func writeBeside(to html: inout HTMLWriter) {
    for group in groups where hasAxis && group.isBeside {
      html.element(.p, .class("foot")) { html in
        guard let href = group.total.href else { return html.text(group.title + ": " + group.total.text) }
        html.element(.a, .href(href), text: group.title + ": " + group.total.text)
      }
    }
  }

  // MARK: The table

  private func writeTable(to html: inout HTMLWriter) {
    html.element(.div, .class("pivot"), .role("group"), .label(title), .tabIndex(0)) { html in
      html.element(.table) { html in
        html.element(.thead) { html in
          html.element(.tr) { html in
            html.element(.th, .columnScope, text: headings.group)
            for title in series { html.element(.th, .columnScope, .class("end"), text: title) }
            html.element(.th, .columnScope, .class("end"), text: series.isEmpty ? headings.number : html.say("Total"))
          }
        }
        html.element(.tbody) { html in
          for group in groups { writeRow(group.title, group.cells, group.total, to: &html) }
          writeRow(html.say("Total"), totals, total, isLast: true, to: &html)
        }
      }
    }
  }

  private func writeRow(
    _ title: String, _ cells: [Cell], _ total: Cell, isLast: Bool = false, to html: inout HTMLWriter
  ) {
    html.element(.tr, isLast ? .class("sum") : nil) { html in
      html.element(.th, .rowScope, text: title)
      for cell in series.isEmpty ? [] : cells { write(cell, to: &html) }
      write(total, to: &html)
    }
  }

  private func write(_ cell: Cell, to html: inout HTMLWriter) {
    html.element(.td, .classes("end num")) { html in
      guard let href = cell.href else { return html.text(cell.text) }
      html.element(.a, .href(href), .label(cell.words), text: cell.text)
    }
  }
}
