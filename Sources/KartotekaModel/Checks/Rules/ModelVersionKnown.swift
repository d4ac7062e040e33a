/// This version can read the description's format.
struct ModelVersionKnown: ModelRule {
  let id = "model-version-known"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    let known = 1...ModelDescription.currentVersion
    guard !known.contains(model.version) else { return [] }
    return [
      fault(
        nil, nil,
        "The model is described in form \(model.version); this version reads \(known.upperBound) at most.",
        hint: "Use the version of Kartoteka that wrote it, or a newer one.")
    ]
  }
}
