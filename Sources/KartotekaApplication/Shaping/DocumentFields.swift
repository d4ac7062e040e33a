import KartotekaModel
import KartotekaScreens

/// The fields that a document can show, as people read them: `Customer`, `Customer.City`. In a text they stand in braces. A field
/// whose label means another one is written with its name: `@city`.
package struct DocumentFields: Sendable {
  /// A field with its name in descriptions and what a person reads.
  package struct Field: Sendable {
    package let name: String
    package let label: String
  }

  /// The fields of the record, then those of related records.
  package let all: [Field]

  /// - Parameter words: the words of a label in the person's language.
  package init(_ entity: DocumentEntity, in document: AppDocument, words: (String) -> String) {
    let links = entity.relationships.filter { $0.cardinality == .toOne }
    var fields =
      entity.attributes.filter { !$0.isBytes }.map { Field(name: $0.name, label: words($0.label)) }
      + links.map { Field(name: $0.name, label: words($0.label)) }
      + entity.computed.map { Field(name: $0.name, label: words($0.attribute.label)) }
    for link in links {
      for attribute in document.entity(link.target)?.attributes ?? [] where !attribute.isBytes {
        fields.append(
          Field(name: link.name + "." + attribute.name, label: words(link.label) + "." + words(attribute.label)))
      }
    }
    all = fields
  }

  /// A text with labels in place of names. What stands in braces and is no field stays.
  package func written(_ text: String) -> String {
    DocumentText(text).naming { name in
      guard let field = all.first(where: { $0.name == name }) else { return name }
      let isClear = self.name(of: field.label) == name && !field.label.contains { $0 == "{" || $0 == "}" }
      return isClear ? field.label : "@" + name
    }
  }

  /// A text with names in place of labels. Names are understood, too.
  /// - Throws: ``ShapeFault`` for what is no field.
  package func read(_ text: String, _ field: String) throws(ShapeFault) -> String {
    let document = DocumentText(text)
    for label in document.fields where name(of: label) == nil {
      throw ShapeFault(field, Phrase("There is no field called {name}", ["name": .text(label)]))
    }
    return document.naming { name(of: $0) }
  }

  private func name(of label: String) -> String? {
    let text = label.trimmingSpaces()
    if text.hasPrefix("@") { return all.first { $0.name == text.dropFirst() }?.name }
    let key = Self.key(text)
    let hasLetters = key.contains { $0 != "." }
    return
      (all.first { $0.label == text } ?? all.first { hasLetters && Self.key($0.label) == key }
      ?? all.first { $0.name == text })?.name
  }

  // Spaces and capitals do not count.
  private static func key(_ label: String) -> String {
    label.split(separator: ".", omittingEmptySubsequences: false).map { Naming.key(String($0)) }.joined(separator: ".")
  }
}
