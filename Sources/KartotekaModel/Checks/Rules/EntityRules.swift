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

/// An entity has at least one attribute, or relates records: an entity with a single relationship would have no title
/// and no use.
struct AttributesExist: ModelRule {
  let id = "attributes-exist"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.filter { entity in
      entity.attributes.isEmpty && entity.relationships.count { $0.cardinality == .toOne } < 2
    }.map { entity in
      fault(
        entity, nil, "It has no attributes.",
        hint:
          "Declare one, or use a many-to-many relationship instead of the entity."
      )
    }
  }
}

/// Sort orders name existing attributes and to-one relationships, or the id.
struct SortKnown: ModelRule {
  let id = "sort-known"

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      entity.sortOrders.flatMap(\.self).map(\.name).filter { name in
        name != "id"
          && (entity.position(of: name) == nil || entity.attribute(name)?.behavior.storage == .blob)
      }.map { name in
        fault(
          entity, name, "Records can't be sorted by it.",
          hint: "Sort by an attribute of \(entity.name) or by id.")
      }
    }
  }
}

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
        hint: "Make a single attribute or relationship unique by itself.")
    ]
  }
}
