import KartotekaScreens

/// A set of symbols: the platform's in one machine word, and an application's own.
struct SymbolSet: Hashable, Sendable {
  private var bits: UInt64 = 0
  /// The own symbols, each once.
  fileprivate private(set) var own: [Symbol.Drawing] = []

  /// An empty set.
  init() {}

  /// Whether the symbol is in it.
  func contains(_ symbol: Symbol.Known) -> Bool { bits & 1 << symbol.drawing.bit != 0 }

  /// Adds a symbol.
  mutating func insert(_ symbol: Symbol) {
    if let drawing = symbol.own {
      if !own.contains(where: { $0.name == drawing.name }) { own.append(drawing) }
    } else {
      bits |= 1 << symbol.known.drawing.bit
    }
  }

  /// Adds symbols.
  mutating func formUnion(_ symbols: [Symbol]) {
    for symbol in symbols { insert(symbol) }
  }
}

extension HTMLWriter {
  /// A symbol, for decoration: its name is on the control that it stands in.
  mutating func symbol(_ symbol: Symbol, _ size: SymbolSize = .normal) {
    symbols.insert(symbol)
    switch size {
    case .normal: unescaped(trustedHTML: "<svg class=i aria-hidden=true><use href=\"#")
    case .small: unescaped(trustedHTML: "<svg class=\"i s\" aria-hidden=true><use href=\"#")
    case .chevron: unescaped(trustedHTML: "<svg class=\"i go\" aria-hidden=true><use href=\"#")
    }
    text(symbol.rawValue)
    unescaped(trustedHTML: "\"/></svg>")
  }

  /// The shapes of one symbol.
  mutating func shapes(of symbol: Symbol) {
    if let drawing = symbol.own { shapes(of: drawing) } else { unescaped(trustedHTML: symbol.known.drawing.shapes) }
  }

  /// The shapes of the symbols written so far. It stands once in a page, behind everything else, and at the
  /// end of a part that a script puts into a page.
  package mutating func sprite() {
    unescaped(trustedHTML: "<svg hidden>")
    for symbol in Symbol.Known.allCases where symbols.contains(symbol) {
      unescaped(trustedHTML: "<symbol id=\"")
      text(symbol.rawValue)
      unescaped(trustedHTML: "\" viewBox=\"0 0 24 24\">")
      unescaped(trustedHTML: symbol.drawing.shapes)
      unescaped(trustedHTML: "</symbol>")
    }
    for drawing in symbols.own {
      unescaped(trustedHTML: "<symbol id=\"")
      text("own-" + drawing.name)
      unescaped(trustedHTML: "\" viewBox=\"0 0 24 24\">")
      shapes(of: drawing)
      unescaped(trustedHTML: "</symbol>")
    }
    unescaped(trustedHTML: "</svg>")
  }
}

/// The size in which a symbol is drawn.
enum SymbolSize {
  /// 24 px.
  case normal
  /// 18 px, with a heavier stroke: beside text in buttons and tabs.
  case small
  /// At the end of a row that leads somewhere.
  case chevron
}
