import KartotekaModel

/// Own symbols have names that no other drawing has, and are plain shapes.
package struct SymbolsSound: AppRule {
  package let id = "symbols-sound"

  package func faults(in app: AppDescription) -> [DescriptionFault] {
    var known: [String: String] = [:]
    return Self.complaints(about: app.ownSymbols, &known).map { fault(field: $0.name, $0.problem, hint: $0.hint) }
  }

  /// The faults of symbols in code, such as those of own pages, beside those of the description.
  package static func complaints(
    about symbols: [Symbol], besides app: AppDescription
  ) -> [(name: String, problem: FaultText, hint: FaultText)] {
    var known: [String: String] = [:]
    _ = complaints(about: app.ownSymbols, &known)
    return complaints(about: symbols.compactMap(\.own), &known)
  }

  private static func complaints(
    about drawings: [Symbol.Drawing], _ known: inout [String: String]
  ) -> [(name: String, problem: FaultText, hint: FaultText)] {
    drawings.compactMap { drawing -> (name: String, problem: FaultText, hint: FaultText)? in
      if let svg = known.updateValue(drawing.svg, forKey: drawing.name) {
        return svg == drawing.svg
          ? nil
          : (
            drawing.name, "Two own symbols have the name “\(drawing.name)” and different drawings.",
            "Name one of them otherwise."
          )
      }
      return drawing.complaint.map { (drawing.name, $0.problem, $0.hint) }
    }
  }
}

extension Symbol.Drawing {
  /// The fault of the symbol, and its remedy; nil for none.
  package var complaint: (problem: FaultText, hint: FaultText)? {
    guard NameForm.isKebabCase(name) else {
      return ("“\(name)” is no name for a symbol.", "Use small ASCII letters, digits and hyphens, like paw-print.")
    }
    return fault.map {
      (
        "The drawing of the symbol “\(name)” is refused. \($0.problem)",
        "Draw it with paths, circles, rectangles and lines on a grid of 24, without scripts, styles and references."
      )
    }
  }
}

extension AppDescription {
  /// The drawings of the application's own, as often as they occur.
  fileprivate var ownSymbols: [Symbol.Drawing] {
    let sections = tabs.flatMap { tab -> [Symbol?] in
      if case .list(let list) = tab.screen { list.sections.map(\.symbol) } else { [] }
    }
    let symbols = [symbol] + tabs.map(\.symbol) + sections + actions.map(\.symbol)
    return symbols.compactMap { $0?.own }
  }
}
