import KartotekaScreens

/// An app's navigation: a bar at the foot of a phone, a side bar at a desk.
package struct TabBar {
  /// One of the app's screens.
  package struct Item {
    /// The screen's title.
    package var title: String
    package var symbol: Symbol
    package var href: URLPath
    /// The number of its records, as the language writes it; shown at a desk.
    package var count: String?
    package var isCurrent = false
    /// Whether it is a saved view of the screen before it. A phone has no room for it.
    package var isView = false
    /// Whether the current page is one of its saved views. A phone, which doesn't show those, marks it instead.
    package var hasCurrentView = false

    package init(
      title: String, symbol: Symbol, href: URLPath, count: String? = nil, isCurrent: Bool = false, isView: Bool = false
    ) {
      self.title = title
      self.symbol = symbol
      self.href = href
      self.count = count
      self.isCurrent = isCurrent
      self.isView = isView
    }
  }

  /// The app's name.
  package var app: String
  /// The app's symbol and which fifth of a card its tab is cut at.
  package var icon: AppIcon
  /// The app's own address.
  package var href: URLPath
  package var items: [Item]

  package init(app: String, icon: AppIcon, href: URLPath, items: [Item]) {
    (self.app, self.icon, self.href, self.items) = (app, icon, href, items)
  }
}

extension HTMLWriter {
  /// Writes the navigation; it is inert behind a sheet. The only application of a program has no home screen to lead to, and
  /// the program's own logo.
  mutating func tabBar(_ bar: TabBar, isInert: Bool, _ assets: Assets) {
    element(.nav, .class("tabs"), .label(bar.app), isInert ? .inert : nil) { html in
      html.element(.a, .class("brand"), .href(bar.href)) { html in
        if assets.isAlone, assets.hasOwnIcon {
          html.void(.img, .class("logo"), .source(assets.icon), .alternative(""))
        } else {
          html.add(bar.icon)
        }
        html.element(.span, text: bar.app)
      }
      html.element(.ul) { html in
        for item in bar.items { html.tabBarItem(item) }
      }
      html.element(.a, .class("home"), .href(URLPath("search")), .part("everything")) { html in
        html.symbol(.find)
        html.element(.span, text: html.say("Search everything"))
      }
      if !assets.isAlone {
        html.element(.a, .class("home"), .href(URLPath())) { html in
          html.symbol(.card)
          html.element(.span, text: html.say("All apps"))
        }
      }
      if html.reach?.isSignedIn == true {
        html.element(.a, .class("home"), .href(PeopleAddress.you)) { html in
          html.symbol(.person)
          html.element(.span, text: html.say("Your account"))
        }
      }
    }
  }

  private mutating func tabBarItem(_ item: TabBar.Item) {
    element(.li, item.isView ? .classes("view desk") : nil) { html in
      html.element(
        .a, .href(item.href), item.isCurrent ? .current("page") : item.hasCurrentView ? .current("true") : nil
      ) { html in
        html.symbol(item.symbol)
        html.element(.span, text: item.title)
        if let count = item.count { html.element(.span, .classes("n desk")) { $0.text(count) } }
      }
    }
  }
}
