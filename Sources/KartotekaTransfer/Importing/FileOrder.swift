import KartotekaModel

/// The order in which files are imported: what a record refers to comes first.
enum FileOrder {
  /// The places of the files in that order; where several would do, as they were given.
  ///
  /// In a circle of references one has to come before what it refers to. It is one whose relationships within
  /// the circle are optional, which the model makes sure there is; its rows wait (see ``WaitingRows``).
  static func order(_ entities: [EntityDescription]) -> [Int] {
    var left = Array(entities.indices)
    var result: [Int] = []
    while !left.isEmpty {
      let names = Set(left.map { entities[$0].name })
      func targets(_ entity: EntityDescription, onlyRequired: Bool = false) -> Set<String> {
        let toOne = entity.relationships.filter { $0.cardinality == .toOne && ($0.isRequired || !onlyRequired) }
        // Lists of related records can always be left empty.
        let relationships = toOne + (onlyRequired ? [] : entity.leadingManyToMany)
        return Set(relationships.map(\.target)).intersection(names).subtracting([entity.name])
      }
      func isInCircle(_ entity: EntityDescription) -> Bool {
        var reached = targets(entity)
        var new = reached
        while !new.isEmpty {
          new = Set(entities.filter { new.contains($0.name) }.flatMap { targets($0) }).subtracting(reached)
          reached.formUnion(new)
        }
        return reached.contains(entity.name)
      }
      let next =
        left.firstIndex { targets(entities[$0]).isEmpty }
        ?? left.firstIndex { isInCircle(entities[$0]) && targets(entities[$0], onlyRequired: true).isEmpty } ?? 0
      result.append(left.remove(at: next))
    }
    return result
  }
}
