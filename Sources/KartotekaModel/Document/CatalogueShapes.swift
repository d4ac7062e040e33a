extension Catalogue.Entry: DocumentValue {
  /// A sentence, or its plural forms by category.
  package static var shape: Shape<Catalogue.Entry> {
    Shape(
      write: { entry in
        switch entry {
        case .plain(let text): .string(text)
        case .plural(let forms):
          .object(
            JSONObject(
              PluralCategory.allCases.compactMap { category in
                forms[category.rawValue].map { (category.rawValue, .string($0)) }
              }))
        }
      },
      read: { json, reader in
        if case .string = json { return String.shape.read(json, &reader).map(Catalogue.Entry.plain) }
        guard let forms = [String: String].shape.read(json, &reader) else { return nil }
        let unknown = forms.keys.filter { PluralCategory(rawValue: $0) == nil }.sorted()
        guard unknown.isEmpty else {
          reader.fault("“\(unknown[0].prefix(80))” is no form of a plural. There are zero, one, two, few, many, other.")
          return nil
        }
        return .plural(forms)
      },
      schema: { _ in ["type": ["string", "object"]] })
  }
}
