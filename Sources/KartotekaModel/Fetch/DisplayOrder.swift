/// The order of values as people read them in one language: choices by their labels, texts by their translations.
package struct DisplayOrder: Hashable, Sendable {
  /// The language in which translated texts are shown; see ``AttributeOption/translating(_:to:)``.
  package let language: Language
  /// For sorted choice attributes, by their names in the sort: the values in the order of their labels.
  package let choices: [String: [String]]

  /// The display order of a sort; nil if it equals the order of the stored values.
  package init?(
    of sort: [FetchSort], in entity: EntityDescription, _ model: ModelDescription, _ say: Localizer
  ) {
    let collation = Collation(say.language)
    var choices: [String: [String]] = [:]
    var hasTranslations = false
    for sort in sort {
      guard let path = AttributePath(sort.name, of: entity, in: model), let attribute = path.attribute else { continue }
      if attribute.kind == .choice {
        let stored = Self.sorted(attribute.choices, collation, by: \.value)
        let shown = Self.sorted(attribute.choices, collation) { say($0.label) }
        if shown != stored { choices[sort.name] = shown }
      }
      if path.entity.translations(of: attribute.name)[say.language.code] != nil { hasTranslations = true }
    }
    guard hasTranslations || !choices.isEmpty else { return nil }
    self.language = say.language
    self.choices = choices
  }

  /// The mark that distinguishes this order of the values of a sort from that of other languages, for cursors.
  package func mark(of sort: [String]) -> String {
    sort.reduce(into: language.code) { mark, name in
      for value in choices[name] ?? [] { mark += "\n" + value }
    }
  }

  private static func sorted(
    _ choices: [Choice], _ collation: Collation, by text: (Choice) -> String
  ) -> [String] {
    choices.map { (key: collation.key(text($0)), value: $0.value) }.sorted { $0 < $1 }.map(\.value)
  }
}
