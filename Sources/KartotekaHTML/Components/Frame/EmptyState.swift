import KartotekaModel
import KartotekaScreens

/// The content of a page or column without records: the reason, and the next step.
package struct EmptyState: Component {
  package var title: String
  /// The purpose of the application, if it has no records at all.
  package var purpose: String?
  package var text: String
  /// The buttons; the first one stands out. Buttons that post need a form around.
  package var buttons: [ActionButton] = []
  /// Whether there are no records at all, so that there is nothing to search.
  package var isWithoutRecords = false

  package init(title: String, purpose: String? = nil, text: String, buttons: [ActionButton] = []) {
    (self.title, self.purpose, self.text, self.buttons) = (title, purpose, text, buttons)
  }

  /// Two cards, one before the other.
  package static let drawing: StaticString = """
    <svg viewBox="0 0 120 84" aria-hidden=true><path class=bed d="M20 20a5 5 0 0 1 5-5h12l4-7h20l4 7h30a5 5 0 0 1 5 \
    5v40H20z" opacity=.8 /><path d="M10 34a6 6 0 0 1 6-6h10l5-8h22l5 8h46a6 6 0 0 1 6 6v42a6 6 0 0 1-6 6H16a6 6 0 0 \
    1-6-6z" fill="var(--card)" stroke="var(--edge)" stroke-width=1.5 /><path d="M11 42h98" stroke="var(--accent)" \
    stroke-width=2 /><path d="M20 54h60M20 66h40" stroke="var(--rule)" stroke-width=3 stroke-linecap=round /></svg>
    """

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .classes("empty", isWithoutRecords ? " no-records" : "")) { html in
      html.unescaped(trustedHTML: Self.drawing)
      html.element(.h2, text: title)
      if let purpose { html.element(.p, text: purpose) }
      html.element(.p, text: text)
      if !buttons.isEmpty {
        html.element(.div, .class("deeds")) { html in
          for (index, button) in buttons.enumerated() { html.actionButton(button, isMain: index == 0) }
        }
      }
    }
  }
}

extension EmptyState {
  /// Nothing was found for a search.
  package static func nothingFound(for search: String, list: URLPath, _ say: Localizer) -> EmptyState {
    EmptyState(
      title: say("Nothing found for “{search}”", ["search": .text(search)]),
      text: say("Fewer letters find more; capitals and accents don't matter."),
      buttons: [ActionButton(title: say("Clear the search"), symbol: .x, target: .link(list))])
  }

  /// There are no records yet.
  /// - Parameters:
  ///   - new: where one is added, and the words for it; nil where none can be.
  ///   - importing: where files are imported; nil where none can be.
  package static func nothingYet(
    _ nouns: Nouns, new: (href: URLPath, label: String)?, importing: URLPath? = nil, _ say: Localizer
  )
    -> EmptyState
  {
    var buttons = new.map { [ActionButton(title: $0.label, symbol: .plus, target: .link($0.href))] } ?? []
    if new != nil, let importing { buttons.append(.importing(importing, say)) }
    var empty = EmptyState(
      title: say.noneYet(nouns),
      text: new == nil ? say("Nothing can be added here.") : say("Add the first one, or import files."),
      buttons: buttons)
    empty.isWithoutRecords = true
    return empty
  }
}

/// A button that leads somewhere or does something.
package struct ActionButton {
  /// The effect of pressing a button.
  package enum Target {
    /// Goes there.
    case link(URLPath)
    /// Sends the form around it there.
    case post(URLPath)

    /// Whether those may use it for whom a page is written.
    func isOffered(by html: borrowing HTMLWriter) -> Bool {
      switch self {
      case .link(let href): html.mayUse(href)
      case .post(let action): html.mayUse(action.text, sends: true)
      }
    }
  }

  /// A verb, and what it is done to: "Add a person".
  package var title: String
  /// Its whole name, if the title is too short to be one.
  package var name: String?
  package var symbol: Symbol?
  package var target: Target
  /// Whether it destroys something.
  package var isDangerous = false

  package init(
    title: String, name: String? = nil, symbol: Symbol? = nil, target: Target, isDangerous: Bool = false
  ) {
    (self.title, self.name, self.symbol, self.target, self.isDangerous) = (title, name, symbol, target, isDangerous)
  }

  /// Leads to where files are imported.
  package static func importing(_ path: URLPath, _ say: Localizer) -> ActionButton {
    ActionButton(title: say("Import files"), symbol: .upload, target: .link(path))
  }
}

extension HTMLWriter {
  /// Writes a button in the shape of its importance.
  mutating func actionButton(_ button: ActionButton, isMain: Bool) {
    let classes = HTMLAttribute.classes("btn", button.isDangerous ? " bad" : isMain ? " main" : "")
    let name = button.name.map(HTMLAttribute.label)
    switch button.target {
    case .link(let href): element(.a, classes, .href(href), name) { $0.label(of: button) }
    case .post(let action): element(.button, classes, .formAction(action), name) { $0.label(of: button) }
    }
  }

  private mutating func label(of button: ActionButton) {
    if let symbol = button.symbol { self.symbol(symbol, .small) }
    text(button.title)
  }
}
