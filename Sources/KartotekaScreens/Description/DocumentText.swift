import KartotekaModel

/// A text of a document with fields in braces: `Dear {customer.name}`. A brace without its other one stands for itself.
package struct DocumentText: Hashable, Sendable {
  /// A part of the text.
  package enum Part: Hashable, Sendable {
    /// Words that stand for themselves.
    case words(String)
    /// A field in braces.
    case field(String)
  }

  /// The parts in their order.
  package private(set) var parts: [Part] = []

  package init(_ text: String) {
    var rest = text[...]
    var words = ""
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      // Of several opening braces the last one counts.
      let start = rest[open..<close].lastIndex(of: "{") ?? open
      words += rest[..<start]
      if !words.isEmpty { parts.append(.words(words)) }
      words = ""
      parts.append(.field(String(rest[rest.index(after: start)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    words += rest
    if !words.isEmpty { parts.append(.words(words)) }
  }

  /// The fields in braces, in their order.
  package var fields: [String] {
    parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
  }

  /// The text with other words in braces.
  /// - Parameter name: nil takes the field out with its braces.
  package func naming(_ name: (String) -> String?) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .field(let field): name(field).map { "{" + $0 + "}" } ?? ""
      }
    }.joined()
  }

  /// The text with values in place of the fields.
  package func filled(_ value: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .field(let field): value(field)
      }
    }.joined()
  }
}

extension DocumentDescription {
  /// The fields that it shows, each as often as it does.
  package var shownFields: [String] {
    recipient.flatMap(\.self) + facts + [opening, note].compactMap(\.self).flatMap { DocumentText($0).fields }
  }

  /// Takes fields out that are gone. What is written around them stays.
  package mutating func forget(_ isGone: (String) -> Bool) {
    recipient = recipient.map { line in line.filter { !isGone($0) } }.filter { !$0.isEmpty }
    facts.removeAll(where: isGone)
    opening = opening.map { text in DocumentText(text).naming { isGone($0) ? nil : $0 } }
    note = note.map { text in DocumentText(text).naming { isGone($0) ? nil : $0 } }
    if let path = table?.relationship, isGone(path) { table = nil }
    if let number = issue?.number, isGone(number) { issue = nil }
    if let number = reversal?.number, isGone(number) { reversal = nil }
  }
}

extension EntityDescription {
  /// Whether a document of its records can show a field: one of its own, or one of a related record as `customer.city`.
  func hasDocumentField(_ path: String, in model: ModelDescription) -> Bool {
    if position(of: path) != nil || computed(path) != nil { return true }
    let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard steps.count == 2, let link = relationship(steps[0]), link.cardinality == .toOne else { return false }
    return model.entity(named: link.target)?.attribute(steps[1]) != nil
  }
}
