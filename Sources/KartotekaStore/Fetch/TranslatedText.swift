import KartotekaModel

/// The SQL of a text that other attributes translate (`.translating(_:to:)`), as people read it in one language.
enum TranslatedText {
  /// The expression on the row of an alias; nil if the attribute has no translation into the language. A text that equals
  /// none of its translations was typed by a person and is not translated.
  static func sql(
    _ attribute: AttributeDescription, of entity: EntityDescription, _ alias: String, _ language: Language
  ) -> String? {
    let translations = entity.translations(of: attribute.name)
    guard let position = translations[language.code] else { return nil }
    func column(_ position: Int) -> String { alias + "." + SQL.name(entity.columns[position].column) }
    let (text, shown) = (alias + "." + SQL.name(attribute.column), column(position))
    let all = translations.values.sorted().map(column).joined(separator: ", ")
    return "CASE WHEN \(shown) IS NOT NULL AND \(text) IN (\(all)) THEN \(shown) ELSE \(text) END"
  }
}
