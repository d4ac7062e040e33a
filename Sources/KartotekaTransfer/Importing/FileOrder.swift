import KartotekaModel

/// The order in which files are imported: what a record refers to comes first.
enum FileOrder {
  /// The places of the files in that order; where several would do, as they were given.
  ///
  /// In a circle of references one has to come before what it refers to. It is one whose relationships within
  /// the circle are optional, which the model makes sure of; its rows wait (see ``WaitingRows``).
  static func order(_ entities: [EntityDescription]) -> [Int] {
    var left = Array(entities.indices)
    var result: [Int] = []
    while !left.isEmpty {
      let names = Set(left.map { entities[$0].name })
      let next =
        left.firstIndex { !refers(entities[$0], to: names, onlyRequired: false) }
        ?? left.firstIndex { !refers(entities[$0], to: names, onlyRequired: true) } ?? 0
      result.append(left.remove(at: next))
    }
    return result
  }

  private static func refers(_ entity: EntityDescription, to names: Set<String>, onlyRequired: Bool) -> Bool {
    entity.relationships.contains {
      $0.cardinality == .toOne && $0.target != entity.name && names.contains($0.target)
        && ($0.isRequired || !onlyRequired)
    }
  }
}
