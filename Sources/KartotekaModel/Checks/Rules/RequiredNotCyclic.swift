/// Required relationships form no cycle, because no first record could be inserted.
struct RequiredNotCyclic: ModelRule {
  let id = "required-not-cyclic"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    let required = model.relationships.filter {
      $0.relationship.cardinality == .toOne && $0.relationship.isRequired
    }
    let targets = Dictionary(grouping: required, by: \.entity.name).mapValues {
      $0.map(\.relationship.target)
    }
    return required.filter { entity, relationship in
      Self.reachable(from: relationship.target, by: targets).contains(entity.name)
    }.map { entity, relationship in
      fault(
        entity, relationship.name,
        "A \(entity.name) needs a \(relationship.target), which needs a \(entity.name).",
        hint: "Make one of the relationships in the circle optional.")
    }
  }

  private static func reachable(from start: String, by targets: [String: [String]]) -> Set<String> {
    var (found, open): (Set<String>, [String]) = ([start], [start])
    while let name = open.popLast() {
      for target in targets[name, default: []] where found.insert(target).inserted { open.append(target) }
    }
    return found
  }
}
