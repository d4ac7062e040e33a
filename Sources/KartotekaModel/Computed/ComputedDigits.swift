/// The digits after the point of computed decimals whose declarations say none.
enum ComputedDigits {
  // Computed values of computed values take them one after the other.
  private static let mostRounds = 16

  /// The entities with the digits that computations come to.
  /// - Parameter names: the computed values that take them, by entity.
  static func taken(by names: [String: Set<String>], in entities: [EntityDescription]) -> [EntityDescription] {
    guard names.values.contains(where: { !$0.isEmpty }) else { return entities }
    var entities = entities
    for _ in 0..<mostRounds {
      let model = ModelDescription(entities: entities)
      let next = entities.map { taken(by: names[$0.name] ?? [], of: $0, in: model) }
      if next == entities { break }
      entities = next
    }
    return entities
  }

  private static func taken(
    by names: Set<String>, of entity: EntityDescription, in model: ModelDescription
  ) -> EntityDescription {
    guard !names.isEmpty, let known = model.entity(named: entity.name) else { return entity }
    var draft = DocumentEntity(entity)
    var isChanged = false
    for index in draft.computed.indices where names.contains(draft.computed[index].name) {
      // The check of the application says why something can't be computed.
      guard let source = known.computed(draft.computed[index].name)?.source,
        let result = try? source.result(of: known, in: model),
        [.integer, .decimal].contains(result.kind), result.scale != draft.computed[index].attribute.scale
      else { continue }
      draft.computed[index].attribute.scale = result.scale
      isChanged = true
    }
    return isChanged ? draft.entity : entity
  }
}
