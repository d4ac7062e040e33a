import KartotekaModel

/// Every language's catalogue could be read.
struct CatalogueReadable: AppRule {
  let id = "catalogue-readable"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.brokenCatalogues.map { language in
      fault(
        field: language, "The catalogue of the language \(language) can't be read.",
        hint: "Make it a JSON object from the English sentence to the other, or to its plural forms.")
    }
  }
}
