import KartotekaModel

/// Screens that need the outlines of the world are in a program that has them.
struct GeographyIncluded: AppRule {
  let id = "geography-included"
  var isIncluded = PackageTraits.haveGeography

  func faults(in app: AppDescription) -> [DescriptionFault] {
    guard !isIncluded else { return [] }
    return app.tabs.compactMap { tab in
      guard case .map(let map) = tab.screen else { return nil }
      return missing(map.entity, "The map “\(tab.title)” has no outlines of countries")
    }
  }

  private func missing(_ entity: String, _ problem: FaultText) -> DescriptionFault {
    fault(
      entity: entity, "\(problem): the program is built without the trait Geography of the package kartoteka.",
      hint: "Add `traits: [\"Geography\"]` to the dependency in Package.swift, or leave out its `traits:`.")
  }
}
