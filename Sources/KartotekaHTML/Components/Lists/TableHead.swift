import KartotekaModel

/// A column's heading, which sorts.
package struct TableHeading {
  package var label: String
  /// Whether its values are numbers, which stand at the end of the column.
  package var isNumber = false
  /// The order that the rows have by this column; nil when they are sorted by another.
  package var order: Order?
  /// The addresses of the table sorted by it, small values first and great ones first; nil for a column without an order.
  package var ascending: URLPath?
  package var descending: URLPath?

  package init(label: String, isNumber: Bool = false, order: Order? = nil, ascending: URLPath?, descending: URLPath?) {
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
  /// A heading whose link sorts by it.
  mutating func sortingHeading(_ heading: TableHeading) {
    let isRising = heading.order == .ascending
    let sorted = heading.order.map { HTMLAttribute.sorted($0 == .ascending ? "ascending" : "descending") }
    element(.th, .columnScope, .role("columnheader"), heading.isNumber ? .class("sum") : nil, sorted) { html in
      guard let address = isRising ? heading.descending : heading.ascending else { return html.text(heading.label) }
      html.element(.a, .href(address)) { html in
        html.text(heading.label)
        html.symbol(heading.order == nil ? .sort : isRising ? .up : .down)
        html.element(.span, .class("vh"), text: html.say(isRising ? "sort descending" : "sort ascending"))
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
