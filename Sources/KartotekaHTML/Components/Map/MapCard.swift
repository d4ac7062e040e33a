import KartotekaScreens

/// The card of the pressed country or place of the map, or the hint to press one.
package struct MapCard: Component {
  /// The text of the cut tab.
  package var cut: String
  package var title: String
  /// The text.
  package var text = ""
  /// The target of Close; nil for a card that stays until something is there.
  package var close: URLPath?
  /// The buttons; the first one stands out.
  package var buttons: [ActionButton] = []
  /// The hidden fields of the buttons.
  package var hidden: [(name: String, value: String)] = []
  /// The link for pressing a place on the map.
  package var place: (title: String, href: URLPath)?
  /// Whether the middle of the map can be taken for where it is.
  package var isPlacing = false

  package init(
    cut: String, title: String, text: String = "", close: URLPath?, buttons: [ActionButton] = [],
    hidden: [(name: String, value: String)] = [], place: (title: String, href: URLPath)? = nil, isPlacing: Bool = false
  ) {
    self.cut = cut
    self.title = title
    self.text = text
    self.close = close
    self.buttons = buttons
    self.hidden = hidden
    self.place = place
    self.isPlacing = isPlacing
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .class("place"), .id("chosen"), .labelledBy("pt"), .tabIndex(-1)) { html in
      html.element(.div, .class("head")) { html in
        html.element(.span, .class("cut")) { html in
          html.symbol(.pin, .small)
          html.text(cut)
        }
        html.element(.div) { html in
          html.element(.div, .class("grow")) { html in
            html.element(.h2, .id("pt"), text: title)
            if !text.isEmpty { html.element(.p, .classes("sub dim"), text: text) }
          }
          if let close {
            html.element(.a, .class("ib"), .href(close), .part("cancel"), .label(html.say("Close"))) { $0.symbol(.x) }
          }
        }
      }
      html.element(.form, .classes("group flat"), .post) { html in
        for (name, value) in hidden { html.hidden(name, value) }
        html.element(.div, .classes("deeds fill")) { html in
          if isPlacing {
            // It is seen where a script runs, which knows where the middle is.
            html.element(
              .button, .classes("btn main"), .type("button"), .part("here"), text: html.say("Place it here"))
          }
          for (index, button) in buttons.enumerated() { html.actionButton(button, isMain: index == 0 && !isPlacing) }
          if let place {
            html.element(.a, .classes("btn spot"), .href(place.href), .label(place.title), .title(place.title)) {
              html in
              html.symbol(.pin, .small)
            }
          }
        }
      }
    }
  }
}
