/// A unique key names at least two existing attributes or to-one relationships of an entity that is not derived.
struct UniqueKeysKnown: ModelRule {
  let id = "unique-keys-known"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      entity.uniqueKeys.flatMap { unknown($0, entity) + tooFew($0, entity) }
        + repeated(entity.uniqueKeys) { $0.sorted().joined(separator: ",") }.map { key, _ in
          fault(entity, key.first, "There is a unique key of the same fields already.", hint: "Take one of them out.")
        }
        + (entity.isDerived && !entity.uniqueKeys.isEmpty
          ? [fault(entity, nil, "It has a unique key, which only what people write can have.", hint: "Take it out.")]
          : [])
    }
  }

  private func unknown(_ key: [String], _ entity: EntityDescription) -> [DescriptionFault] {
    key.filter { name in
      entity.position(of: name) == nil || entity.attribute(name)?.behavior.storage == .blob
    }.map { name in
      fault(
        entity, name, "It can't be part of a unique key.",
        hint: "Make keys of attributes other than blobs and of to-one relationships of \(entity.name).")
    }
  }

  private func tooFew(_ key: [String], _ entity: EntityDescription) -> [DescriptionFault] {
    guard Set(key).count < max(2, key.count) else { return [] }
    return [
      fault(
        entity, key.first, "A unique key needs at least two different fields.",
        hint: "Declare a single attribute with `.unique`, a single relationship with `unique: true`.")
    ]
  }
}
