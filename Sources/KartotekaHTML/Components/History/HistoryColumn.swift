/// Change sets or deleted records as a column: the search, the filters and the results.
package struct HistoryColumn: Component {
  package var title: String
  /// The target of the back button.
  package var back: (title: String, href: URLPath)
  package var search: SearchField?
  /// The subsets to which the list can be narrowed.
  package var subsets: [SubsetLinks]
  /// The form that narrows it down by days.
  package var days: DaysForm?
  package var content: [any Component]
  /// Leads to older entries; nil at the end.
  package var older: (title: String, href: URLPath)?

  package init(
    title: String, back: (title: String, href: URLPath), search: SearchField? = nil, subsets: [SubsetLinks] = [],
    content: [any Component] = [], older: (title: String, href: URLPath)? = nil
  ) {
    self.title = title
    self.back = back
    self.search = search
    self.subsets = subsets
    self.content = content
    self.older = older
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .classes("wide narrow")) { html in
        html.navigationBar(NavigationBar(leading: .origin(title: back.title, href: back.href), title: title)) { _ in }
        html.largeTitle(title, isMain: true)
        if let search { html.add(search) }
        if let days {
          html.add(FoldedFilters(subsets: subsets, days: days))
        } else {
          for links in subsets { html.add(links) }
        }
        for part in content { part.write(to: &html) }
        if let older {
          html.element(.p, .classes("pad older")) { html in
            html.element(.a, .class("btn"), .relation("next"), .href(older.href), text: older.title)
          }
        }
      }
    }
  }
}

/// A sentence between the rows of a column.
package struct HistoryNote: Component {
  package var text: String
  /// The person whom it is about.
  package var mark: PersonMark?

  package init(_ text: String, mark: PersonMark? = nil) { (self.text, self.mark) = (text, mark) }

  package func write(to html: inout HTMLWriter) {
    html.element(.p, .classes("pad dim told")) { html in
      if let mark {
        html.add(mark)
        html.text(" ")
      }
      html.text(text)
    }
  }
}
