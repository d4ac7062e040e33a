import KartotekaModel

/// The description is of a form that this version can read.
struct AppVersionKnown: AppRule {
  let id = "app-version-known"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    let known = 1...AppDescription.currentVersion
    guard !known.contains(app.version) else { return [] }
    return [
      fault(
        "The application is described in form \(app.version); this version reads \(known.upperBound) at most.",
        hint: "Use the version of Kartoteka that wrote it, or a newer one.")
    ]
  }
}
