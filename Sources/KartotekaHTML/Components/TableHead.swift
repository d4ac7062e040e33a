import KartotekaModel

/// A column's heading, which sorts.
package struct TableHeading {
  package var label: String
  /// Whether its values are numbers, which stand at the end of the column.
  package var isNumber = false
  /// The order that the rows have by this column; nil when they are sorted by another.
  package var order: Order?
  /// The addresses of the table sorted by it, small values first and great ones first.
  package var ascending: URLPath
  package var descending: URLPath

  package init(label: String, isNumber: Bool = false, order: Order? = nil, ascending: URLPath, descending: URLPath) {
    self.label = label
    self.isNumber = isNumber
    self.order = order
    self.ascending = ascending
    self.descending = descending
  }

  /// The sort order of the rows.
  package enum Order {
    /// Small values first.
    case ascending
    /// Great values first.
    case descending
  }
}

/// A field that narrows a table down.
package struct TableFilter {
  /// The column's name.
  package var name: String
  /// "Filter by city".
  package var label: String
  /// The text of the empty field, beside others on a phone: "City".
  package var placeholder: String
  /// The text of the filter.
  package var text: String
  /// For a relationship: where records to suggest are found while one types.
  package var suggestions: TableField.Suggestions?

  package init(
    name: String, label: String, placeholder: String, text: String, suggestions: TableField.Suggestions? = nil
  ) {
    self.name = name
    self.label = label
    self.placeholder = placeholder
    self.text = text
    self.suggestions = suggestions
  }
}

extension HTMLWriter {
  /// The row of headings.
  /// - Parameter reservesButtons: whether the last column is as wide as the buttons of a chosen row, so that choosing a row
  ///   moves no column.
  mutating func headings(_ headings: [TableHeading], reservesButtons: Bool) {
    element(.tr, .role("row")) { html in
      for heading in headings { html.sortingHeading(heading) }
      html.element(.th, .columnScope, .role("columnheader")) { html in
        html.element(.span, .class("vh"), text: html.say("Actions"))
        guard reservesButtons else { return }
        html.element(.div, .classes("btns reserve"), .decorative) { html in
          html.element(.span, .classes("btn main small"), text: html.say("Update"))
          html.element(.span, .classes("btn bad small"), text: html.say("Delete"))
        }
      }
    }
  }

  /// A heading whose link sorts by it.
  mutating func sortingHeading(_ heading: TableHeading) {
    let isRising = heading.order == .ascending
    let sorted = heading.order.map { HTMLAttribute.sorted($0 == .ascending ? "ascending" : "descending") }
    element(.th, .columnScope, .role("columnheader"), heading.isNumber ? .class("sum") : nil, sorted) { html in
      html.element(.a, .href(isRising ? heading.descending : heading.ascending)) { html in
        html.text(heading.label)
        html.symbol(heading.order == nil ? .sort : isRising ? .up : .down)
        html.element(.span, .class("vh"), text: html.say(isRising ? "sort descending" : "sort ascending"))
      }
    }
  }

  /// The same as a menu, for phones, which show no headings.
  mutating func sortMenu(_ headings: [TableHeading]) {
    let current = headings.first { $0.order != nil }
    element(.details, .classes("menu phone")) { html in
      html.element(.summary, .class("act")) { html in
        html.element(.span, text: html.say("Sort: {column}", ["column": .text(current?.label ?? "–")]))
        html.symbol(current?.order == .descending ? .down : .up, .small)
      }
      html.element(.ul) { html in
        for heading in headings {
          html.sortChoice(heading, .ascending, heading.ascending)
          html.sortChoice(heading, .descending, heading.descending)
        }
      }
    }
  }

  private mutating func sortChoice(_ heading: TableHeading, _ order: TableHeading.Order, _ href: URLPath) {
    element(.li) { html in
      html.element(
        .a, .class("row"), .href(href), heading.order == order ? .current("true") : nil
      ) { html in
        html.symbol(order == .ascending ? .up : .down, .small)
        html.element(.span, .classes("t grow")) { html in
          html.text(heading.label)
          html.element(.span, .class("vh"), text: html.say(order == .ascending ? "ascending" : "descending"))
        }
        if heading.order == order { html.symbol(.check, .small) }
      }
    }
  }

  /// The row of filters.
  mutating func filterRow(_ filters: [TableFilter?]) {
    element(.tr, .role("row"), .class("filter")) { html in
      html.element(.td, .role("cell"), .class("no")) { _ in }
      for filter in filters {
        html.element(.td, .role("cell"), filter == nil ? .class("none") : nil) { html in
          if let filter { html.filter(filter) }
        }
      }
      html.element(.td, .role("cell"), .class("last")) { html in
        html.element(.div, .class("btns")) { html in
          html.element(.button, .class("act"), .form("filter"), .label(html.say("Filter"))) { html in
            html.element(.span, text: html.say("Filter"))
          }
        }
      }
    }
  }

  /// The field that narrows a table down.
  mutating func filter(_ filter: TableFilter) {
    let id = "q-" + filter.name
    element(.label, .class("vh"), .for(id), text: filter.label)
    relatedField(
      id, filter.text, placeholder: filter.placeholder, filter.suggestions, type: "search",
      [.id(id), .name(filter.name), .form("filter"), .enterKey("search"), .autocapitalize("off")])
  }
}
