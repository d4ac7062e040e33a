/// The bar above a column: where one came from, a title that appears when the large one has scrolled away,
/// and what can be done here.
package struct NavigationBar {
  /// The beginning of the bar.
  package enum Leading {
    /// To the drawer of apps; a side bar has that already, so only phones show it.
    case allApps
    /// Back to the list, which a desk shows beside.
    case back(title: String, href: URLPath)
    /// Back to what led here and stands nowhere else.
    case origin(title: String, href: URLPath)
    /// Nothing.
    case none
  }

  package var leading: Leading
  package var title: String
}

extension HTMLWriter {
  /// Writes the only column of a page: its bar, the title, and the content.
  /// - Parameters:
  ///   - classes: the width and the kind of the column.
  ///   - id: the id of the part that a script renews.
  ///   - new: the link that adds a record.
  mutating func column(
    _ title: String, _ leading: NavigationBar.Leading, classes: StaticString = "wide narrow", id: String? = nil,
    new: (href: URLPath, label: String)? = nil, above: (any Component)? = nil, content: (inout HTMLWriter) -> Void
  ) {
    element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .classes(classes), id.map { .id($0) }) { html in
        html.navigationBar(NavigationBar(leading: leading, title: title)) { html in
          if let new {
            html.element(.a, .class("ib"), .href(new.href), .label(new.label), .part("new")) { $0.symbol(.plus) }
          }
        }
        above?.write(to: &html)
        html.largeTitle(title, isMain: true)
        content(&html)
      }
    }
  }

  /// Writes a bar with what `actions` writes at its end.
  mutating func navigationBar(_ bar: NavigationBar, actions: (inout HTMLWriter) -> Void) {
    element(.div, .class("bar")) { html in
      switch bar.leading {
      case .none: break
      case .allApps:
        html.element(.a, .classes("ib phone"), .href(URLPath()), .label(html.say("All apps"))) { $0.symbol(.card) }
      case .back(let title, let href): html.back(.class("back"), title, href)
      case .origin(let title, let href): html.back(.classes("back from"), title, href)
      }
      html.element(.span, .class("now"), .decorative, text: bar.title)
      html.element(.span, .class("acts"), content: actions)
    }
  }

  private mutating func back(_ classes: HTMLAttribute, _ title: String, _ href: URLPath) {
    element(.a, classes, .href(href)) { html in
      html.symbol(.back)
      html.element(.span, text: title)
    }
  }

  /// A column's large title: of first rank on a page's main column, of second beside another.
  mutating func largeTitle(_ title: String, isMain: Bool) {
    if isMain {
      element(.h1, .class("pad"), .id("lt"), text: title)
    } else {
      element(.h2, .classes("pad h1"), .id("lt"), text: title)
    }
  }
}
