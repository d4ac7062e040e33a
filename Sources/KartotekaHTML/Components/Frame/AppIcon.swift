import KartotekaModel
import KartotekaScreens

/// An app's icon: a card in the accent with the app's symbol, its tab cut where the app's divider has it.
package struct AppIcon: Component {
  package var symbol: Symbol
  /// The fifth of the card's width at which the tab is cut: 0 to 4, by the app's place in the drawer.
  package var fifth: Int

  package init(symbol: Symbol, fifth: Int) {
    (self.symbol, self.fifth) = (symbol, fifth)
  }

  package func write(to html: inout HTMLWriter) {
    html.symbols.insert(symbol)
    html.unescaped(trustedHTML: "<svg viewBox=\"0 0 48 48\" width=30 height=30 aria-hidden=true>")
    writeCard(to: &html)
    html.unescaped(
      trustedHTML: """
        fill="var(--accent)"/><path d="M4 17.5h40" stroke="var(--on-accent)" opacity=".45"/><use href="#
        """)
    html.text(symbol.rawValue)
    html.unescaped(
      trustedHTML: """
        " x=13 y=19 width=22 height=22 fill=none stroke="var(--on-accent)" stroke-width=1.7 \
        stroke-linecap=round stroke-linejoin=round /></svg>
        """)
  }

  /// The icon's address relative to its app's.
  package static let fileName = "icon.svg"

  /// The icon as a file, for a browser's tab and a home screen. It has no style element, which the content security policy
  /// would refuse.
  package func file(hue: Int, _ say: Localizer) -> [UInt8] {
    var svg = HTMLWriter(say, capacity: 2_048)
    svg.unescaped(
      trustedHTML: """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
        """)
    writeCard(to: &svg)
    svg.unescaped(trustedHTML: "fill=\"oklch(.465 .115 ")
    svg.text(String(hue))
    svg.unescaped(
      trustedHTML: """
        )"/><path d="M4 17.5h40" stroke="#fff" opacity=".45"/><svg x="13" y="19" width="22" height="22" \
        viewBox="0 0 24 24" fill="none" stroke="#fff" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">
        """)
    svg.shapes(of: symbol)
    svg.unescaped(trustedHTML: "</svg></svg>")
    return svg.withBytes { Array($0) }
  }

  // The card's shape, up to its colour.
  private func writeCard(to html: inout HTMLWriter) {
    html.unescaped(trustedHTML: "<path d=\"")
    switch fifth % 5 {
    case 0: html.unescaped(trustedHTML: "M4 40V10a3 3 0 0 1 3-3h8.5a3 3 0 0 1 2.7 1.7l1.5 3.3")
    case 1: html.unescaped(trustedHTML: "M7 12h3.3l1.5-3.3A3 3 0 0 1 14.5 7h6.4a3 3 0 0 1 2.7 1.7l1.5 3.3")
    case 2: html.unescaped(trustedHTML: "M7 12h9.6l1.5-3.3A3 3 0 0 1 20.8 7h6.4a3 3 0 0 1 2.7 1.7l1.5 3.3")
    case 3: html.unescaped(trustedHTML: "M7 12h15.9l1.5-3.3A3 3 0 0 1 27.1 7h6.4a3 3 0 0 1 2.7 1.7l1.5 3.3")
    default: html.unescaped(trustedHTML: "M44 40V10a3 3 0 0 0-3-3h-8.5a3 3 0 0 0-2.7 1.7L28.3 12")
    }
    switch fifth % 5 {
    case 0: html.unescaped(trustedHTML: "H41a3 3 0 0 1 3 3v25a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z")
    case 4: html.unescaped(trustedHTML: "H7a3 3 0 0 0-3 3v25a3 3 0 0 0 3 3h34a3 3 0 0 0 3-3z")
    default: html.unescaped(trustedHTML: "H41a3 3 0 0 1 3 3v25a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V15a3 3 0 0 1 3-3z")
    }
    html.unescaped(trustedHTML: "\" ")
  }
}

/// Kartoteka's own mark: three cards, each tab at its own place.
enum Logo {
  static let svg: StaticString = """
    <svg viewBox="0 0 48 48" width=48 height=48 aria-hidden=true><path d="M29 9.5a2.5 2.5 0 0 1 2.5-2.5h7a2.5 2.5 0 \
    0 1 2.5 2.5v15H7v-10a2.5 2.5 0 0 1 2.5-2.5h18.3z" fill="var(--soft)" opacity=.65 /><path d="M17 15.5a2.5 2.5 0 \
    0 1 2.5-2.5h8a2.5 2.5 0 0 1 2.5 2.5l.8 2H41a2.5 2.5 0 0 1 2.5 2.5v12h-39V20A2.5 2.5 0 0 1 7 17.5h9.2z" \
    fill="var(--soft)" stroke="var(--paper)" stroke-width=1.5 /><path d="M3 21.5a3 3 0 0 1 3-3h8.5a3 3 0 0 1 2.7 \
    1.7l1.6 3.3H42a3 3 0 0 1 3 3V40a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3z" fill="var(--accent)" stroke="var(--paper)" \
    stroke-width=1.5 /><path d="M9.5 30.5h29M9.5 36h18" stroke="var(--on-accent)" stroke-width=2 \
    stroke-linecap=round /></svg>
    """
}
