import KartotekaModel

/// Text with all countries to choose from, which are called what the person's language calls them.
extension CountryKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    let (list, language) = (field.id + "-l", html.say.language)
    var field = field
    field.text = Self.edited(field.text, language)
    field.stored = field.stored.map { Self.edited($0, language) }
    html.input(field, type: "text", .suggestions(list), .withoutSpelling, .autocomplete("off"))
    html.element(.datalist, .id(list)) { html in
      for name in Self.names(language) { html.element(.option, text: name) }
    }
  }

  /// A code as it is edited: as a name. What somebody typed stays as it is.
  private static func edited(_ text: String, _ language: Language) -> String {
    guard let country = CountryCode(text), country.code == text else { return text }
    return country.name(in: language)
  }

  private static func names(_ language: Language) -> [String] {
    let collation = Collation(language)
    return CountryCode.all.map { $0.name(in: language) }.map { (collation.key($0), $0) }.sorted { $0 < $1 }.map(\.1)
  }
}
