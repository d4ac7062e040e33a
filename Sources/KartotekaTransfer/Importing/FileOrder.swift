import KartotekaModel

/// The order of files in an import: targets of references come first.
enum FileOrder {
  /// The order of the files. Independent files keep their given order.
  ///
  /// In a cycle of references, an entity with only optional relationships in the cycle comes first; the model guarantees that
  /// there is one. Its rows wait (see ``WaitingRows``).
  static func order(_ entities: [EntityDescription]) -> [Int] {
    var left = Array(entities.indices)
    var result: [Int] = []
    while !left.isEmpty {
      let names = Set(left.map { entities[$0].name })
      func targets(_ entity: EntityDescription, onlyRequired: Bool = false) -> Set<String> {
        let toOne = entity.relationships.filter { $0.cardinality == .toOne && ($0.isRequired || !onlyRequired) }
        // Lists of related records are always optional.
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
