/// A letter that a list can be opened at.
package struct InitialLink {
  package var letter: String
  /// The list's page that begins there: `/userscrud/users?from=K`.
  package var href: URLPath

  package init(letter: String, href: URLPath) {
    (self.letter, self.href) = (letter, href)
  }
}

extension HTMLWriter {
  /// The strip of letters at a list's edge. A finger can slide along it; a search hides it.
  ///
  /// It stands behind the list, so that the tab key meets the rows first.
  mutating func initialStrip(_ initials: [InitialLink], isHidden: Bool) {
    element(.nav, .class("index"), .label(say("First letters")), isHidden ? .isHidden : nil) { html in
      for initial in initials { html.element(.a, .href(initial.href), text: initial.letter) }
    }
  }
}
