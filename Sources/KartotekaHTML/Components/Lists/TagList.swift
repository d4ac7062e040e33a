import KartotekaModel

/// Related records as words in their colours: tags.
package struct TagList: Component {
  /// One of them.
  package struct Tag {
    package var text: String
    /// Its colour; nil for a record without one.
    package var tone: StateDescription.Tone?

    package init(_ text: String, _ tone: StateDescription.Tone? = nil) { (self.text, self.tone) = (text, tone) }
  }

  package var tags: [Tag]
  /// Whether there are more than these.
  package var isCut = false

  package init(_ tags: [Tag] = [], isCut: Bool = false) { (self.tags, self.isCut) = (tags, isCut) }

  package var isEmpty: Bool { tags.isEmpty }

  /// The names, as a cell is copied.
  package var text: String { tags.map(\.text).joined(separator: "; ") + (isCut ? "; …" : "") }

  package func write(to html: inout HTMLWriter) {
    html.element(.span, .class("tags")) { html in
      for (index, tag) in tags.enumerated() {
        // Whoever hears them hears words.
        if index > 0 { html.text(" ") }
        html.add(tag)
      }
      if isCut { html.text(" …") }
    }
  }
}

extension TagList.Tag: Component {
  package func write(to html: inout HTMLWriter) { html.element(.span, .classes("tag", style), text: text) }

  private var style: StaticString {
    switch tone {
    case .plain, nil: ""
    case .good: " on"
    case .care: " care"
    case .bad: " bad"
    case .void: " void"
    }
  }
}
